// native/tile/group.hpp: groups of words that the CPU handles at once
//
// A group is a vector of as many rows as fit a register; for 128-bit words it is one word. What is written
// over groups with the operators of words compiles for both.
#pragma once

#include <cstring>
#include <utility>

#include "words.hpp"

#if defined(__ARM_NEON)
#include <arm_neon.h>
#elif defined(__SSSE3__)
#include <immintrin.h>
#endif

namespace arcloom::tile {

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
// Rows of two groups that follow each other, by their numbers: a function of the place that each goes to.
template <class W, class RowAt>
TILE_INLINE Group<W> rows_at(Group<W> a, Group<W> b, [[maybe_unused]] RowAt row_at) {
#ifdef __clang__
    return [&]<int... to>(std::integer_sequence<int, to...>) {
        return __builtin_shufflevector(a, b, RowAt{}(to)...);
    }(std::make_integer_sequence<int, GroupOf<W>::kRows>{});
#else
    Group<W> from{};
    for (int to = 0; to < GroupOf<W>::kRows; ++to) from[to] = static_cast<W>(row_at(to));
    return __builtin_shuffle(a, b, from);
#endif
}
// The rows from `k` on of two groups that follow each other.
template <class W, int k>
TILE_INLINE Group<W> straddle(Group<W> a, Group<W> b) {
    if constexpr (k == 0) {
        return a;
    } else {
        return rows_at<W>(a, b, [](int to) { return to + k; });
    }
}

// The rows in reverse order.
template <class W>
TILE_INLINE Group<W> backwards_rows(Group<W> g) {
    if constexpr (GroupOf<W>::kRows == 1) {
        return g;
    } else {
        return rows_at<W>(g, g, [](int to) { return GroupOf<W>::kRows - 1 - to; });
    }
}

// The half of a transposition's step within a group: each row takes the bits that are not its own to keep from
// its partner, k rows and k bits away; `low` has k bits set, k not, and so on.
template <class W, int k>
TILE_INLINE Group<W> exchanged(Group<W> g, Group<W> low) {
    const Group<W> is_lower = (Group<W>)((numbers<W>() & static_cast<W>(k)) != 0);
    const Group<W> other = rows_at<W>(g, g, [](int to) { return to ^ k; });
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
#elif defined(__SSSE3__)
        // Half bytes by a table, then the bytes change places.
        const auto v = (__m128i)g;
        const __m128i half = _mm_set1_epi8(0x0F), table = _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
        const __m128i low = _mm_shuffle_epi8(table, _mm_and_si128(v, half));
        const __m128i high = _mm_shuffle_epi8(table, _mm_and_si128(_mm_srli_epi16(v, 4), half));
        const __m128i order = sizeof(W) == 2 ? _mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14)
                                             : _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
        return (Group<W>)_mm_shuffle_epi8(_mm_or_si128(_mm_slli_epi16(low, 4), high), order);
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
