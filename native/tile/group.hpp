// native/tile/group.hpp: words of bits, and groups of words that the CPU handles at once
//
// A group is a vector of as many rows as fit a register; for 128-bit words it is one word. What is written
// over groups with the operators of words compiles for both.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__ARM_NEON)
#include <arm_neon.h>
#endif

// Functions of a few instructions, called by the dozen: rows stay in registers from one to the next.
#define TILE_INLINE [[gnu::always_inline]] inline

namespace arcloom::tile {

using Wide = unsigned __int128;

inline int count_bits(uint16_t v) { return std::popcount(v); }
inline int count_bits(uint32_t v) { return std::popcount(v); }
inline int count_bits(Wide v) {
    return std::popcount(static_cast<uint64_t>(v)) + std::popcount(static_cast<uint64_t>(v >> 64));
}
// The lowest and the highest set bit; the word is not 0.
inline int low_bit(uint16_t v) { return std::countr_zero(v); }
inline int low_bit(uint32_t v) { return std::countr_zero(v); }
inline int low_bit(Wide v) {
    const auto low = static_cast<uint64_t>(v);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<uint64_t>(v >> 64));
}
inline int high_bit(uint16_t v) { return 15 - std::countl_zero(v); }
inline int high_bit(uint32_t v) { return 31 - std::countl_zero(v); }
inline int high_bit(Wide v) {
    const auto high = static_cast<uint64_t>(v >> 64);
    return high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(static_cast<uint64_t>(v));
}

inline uint32_t reverse_bits(uint32_t v) {
#if defined(__aarch64__)
    uint32_t out;
    asm("rbit %w0, %w1" : "=r"(out) : "r"(v));
    return out;
#else
    v = ((v >> 1) & 0x55555555U) | ((v & 0x55555555U) << 1);
    v = ((v >> 2) & 0x33333333U) | ((v & 0x33333333U) << 2);
    v = ((v >> 4) & 0x0F0F0F0FU) | ((v & 0x0F0F0F0FU) << 4);
    return __builtin_bswap32(v);
#endif
}
inline uint16_t reverse_bits(uint16_t v) { return static_cast<uint16_t>(reverse_bits(uint32_t{v}) >> 16); }
inline Wide reverse_bits(Wide v) {
    Wide out = 0;
    for (int k = 0; k < 4; ++k) out = (out << 32) | reverse_bits(static_cast<uint32_t>(v >> (32 * k)));
    return out;
}

inline constexpr int kGroupBytes = 16;

template <class W>
struct GroupOf {
    static constexpr int kRows = kGroupBytes / static_cast<int>(sizeof(W));
    typedef W Type __attribute__((vector_size(kGroupBytes), may_alias));
};
template <>
struct GroupOf<Wide> {
    static constexpr int kRows = 1;
    using Type = Wide;
};
template <class W>
using Group = typename GroupOf<W>::Type;

template <class W>
TILE_INLINE Group<W> broadcast(W v) {
    if constexpr (GroupOf<W>::kRows == 1) {
        return v;
    } else {
        return Group<W>{} + v;
    }
}
// The numbers 0, 1, ...
template <class W>
TILE_INLINE Group<W> numbers() {
    Group<W> out{};
    if constexpr (GroupOf<W>::kRows > 1) {
        for (int k = 0; k < GroupOf<W>::kRows; ++k) out[k] = static_cast<W>(k);
    }
    return out;
}
// All bits of the rows first, first + 1, ... that are less than n.
template <class W>
TILE_INLINE Group<W> rows_below(int first, int n) {
    if constexpr (GroupOf<W>::kRows == 1) {
        return first < n ? ~W{0} : W{0};
    } else {
        return (Group<W>)(numbers<W>() + static_cast<W>(first) < broadcast(static_cast<W>(n)));
    }
}
// All bits of the rows that are not 0.
template <class W>
TILE_INLINE Group<W> rows_used(Group<W> g) {
    if constexpr (GroupOf<W>::kRows == 1) {
        return g != 0 ? ~W{0} : W{0};
    } else {
        return (Group<W>)(g != 0);
    }
}
// Moved within the rows.
template <class W>
TILE_INLINE Group<W> up(Group<W> g, int k) {
    return g << broadcast(static_cast<W>(k));
}
template <class W>
TILE_INLINE Group<W> down(Group<W> g, int k) {
    return g >> broadcast(static_cast<W>(k));
}
// All rows in one word.
template <class W>
TILE_INLINE W united(Group<W> g) {
    if constexpr (GroupOf<W>::kRows == 1) {
        return g;
    } else {
        uint64_t half[2];
        std::memcpy(half, &g, sizeof half);
        uint64_t all = half[0] | half[1];
        for (int bits = 32; bits >= static_cast<int>(sizeof(W)) * 8; bits /= 2) all |= all >> bits;
        return static_cast<W>(all);
    }
}
template <class W>
TILE_INLINE bool any_bit(Group<W> g) {
    uint64_t half[2];
    std::memcpy(half, &g, sizeof half);
    return (half[0] | half[1]) != 0;
}
// The rows from `k` on of two groups that follow each other.
template <class W, int k>
TILE_INLINE Group<W> straddle(Group<W> a, Group<W> b) {
    if constexpr (k == 0) {
        return a;
    } else {
        Group<W> from = numbers<W>() + static_cast<W>(k);
        return __builtin_shuffle(a, b, from);
    }
}

// The rows in reverse order.
template <class W>
TILE_INLINE Group<W> backwards_rows(Group<W> g) {
    if constexpr (GroupOf<W>::kRows == 1) {
        return g;
    } else {
        const Group<W> from = broadcast(static_cast<W>(GroupOf<W>::kRows - 1)) - numbers<W>();
        return __builtin_shuffle(g, from);
    }
}

// The half of a transposition's step within a group: each row takes the bits that are not its own to keep from
// its partner, k rows and k bits away; `low` has k bits set, k not, and so on.
template <class W, int k>
TILE_INLINE Group<W> exchanged(Group<W> g, Group<W> low) {
    const Group<W> is_lower = (Group<W>)((numbers<W>() & static_cast<W>(k)) != 0);
    const Group<W> other = __builtin_shuffle(g, numbers<W>() ^ static_cast<W>(k));
    const Group<W> taken = low ^ ~is_lower;
#if defined(__ARM_NEON)
    const Group<W> by = broadcast(static_cast<W>(k)) - (is_lower & static_cast<W>(2 * k));  // k up or k down
    if constexpr (sizeof(W) == 2) {
        return (Group<W>)vbslq_u16((uint16x8_t)taken, vshlq_u16((uint16x8_t)other, (int16x8_t)by), (uint16x8_t)g);
    } else {
        return (Group<W>)vbslq_u32((uint32x4_t)taken, vshlq_u32((uint32x4_t)other, (int32x4_t)by), (uint32x4_t)g);
    }
#else
    const Group<W> moved = (up<W>(other, k) & ~is_lower) | (down<W>(other, k) & is_lower);
    return (g & ~taken) | (moved & taken);
#endif
}

// Each row's bits in reverse order.
template <class W>
TILE_INLINE Group<W> reversed(Group<W> g) {
    if constexpr (GroupOf<W>::kRows == 1) {
        return reverse_bits(g);
    } else {
#if defined(__ARM_NEON)
        const uint8x16_t bytes = vrbitq_u8((uint8x16_t)g);
        return (Group<W>)(sizeof(W) == 2 ? vrev16q_u8(bytes) : vrev32q_u8(bytes));
#else
        constexpr W kAll = static_cast<W>(~W{0});
        const auto exchange = [](Group<W> v, int k) {
            const Group<W> low = broadcast(static_cast<W>(kAll / ((W{1} << k) + 1)));
            return (down<W>(v, k) & low) | up<W>(v & low, k);
        };
        g = exchange(exchange(exchange(g, 1), 2), 4);
        g = exchange(g, 8);
        return sizeof(W) == 2 ? g : up<W>(g, static_cast<int>(sizeof(W)) * 4) | down<W>(g, static_cast<int>(sizeof(W)) * 4);
#endif
    }
}

}  // namespace arcloom::tile
