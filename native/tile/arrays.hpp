// native/tile/arrays.hpp: rows of bits for the CPU: arrays of words, handled a group at a time
//
// Rows<uint32_t, 32> is the tile of search; Rows<uint16_t, 16> does the same work on small grids in a quarter of
// the words; Rows<unsigned __int128, 128> serves the general engine for grids beyond 32x32.
#pragma once

#include "group.hpp"

namespace arcloom::tile {

template <class W, int N>
struct alignas(32) Rows {
    using Word = W;
    static constexpr int kSize = N;
    W row[N];
};

using Rows16 = Rows<uint16_t, 16>;
using Rows32 = Rows<uint32_t, 32>;
using Rows128 = Rows<Wide, 128>;

// How the CPU walks rows: group by group.
template <class R>
inline constexpr int kGroups = R::kSize / GroupOf<typename R::Word>::kRows;
template <class R>
inline constexpr int kGroupRows = GroupOf<typename R::Word>::kRows;
template <class R>
TILE_INLINE Group<typename R::Word> group_at(const R& a, int g) {
    return reinterpret_cast<const Group<typename R::Word>*>(a.row)[g];
}
template <class R>
TILE_INLINE void set_group(R& a, int g, Group<typename R::Word> value) {
    reinterpret_cast<Group<typename R::Word>*>(a.row)[g] = value;
}
// Sets each group to f(its number).
template <class R, class F>
TILE_INLINE void each_group(R& out, F f) {
    if constexpr (kGroups<R> <= 8) {
#pragma GCC unroll 8
        for (int g = 0; g < kGroups<R>; ++g) set_group(out, g, f(g));
    } else {
        for (int g = 0; g < kGroups<R>; ++g) set_group(out, g, f(g));
    }
}
// All groups f(their number) united.
template <class R, class F>
TILE_INLINE Group<typename R::Word> unite_groups(F f) {
    Group<typename R::Word> out{};
    if constexpr (kGroups<R> <= 8) {
#pragma GCC unroll 8
        for (int g = 0; g < kGroups<R>; ++g) out |= f(g);
    } else {
        for (int g = 0; g < kGroups<R>; ++g) out |= f(g);
    }
    return out;
}

template <class R>
TILE_INLINE R none() {
    return R{};
}
// Every row the same word.
template <class R>
TILE_INLINE R every_row(typename R::Word word) {
    R out;
    each_group(out, [&](int) { return broadcast(word); });
    return out;
}
// All bits of the rows whose bit is set in the word.
template <class R>
TILE_INLINE R whole_rows(typename R::Word rows) {
    R out;
    for (int i = 0; i < R::kSize; ++i) {
        out.row[i] = ((rows >> i) & 1) != 0 ? static_cast<typename R::Word>(~typename R::Word{0}) : 0;
    }
    return out;
}
// The row words f(words of the inputs...), written to `out`, which may be one of the inputs. f has operators
// of words alone, so it may be given many rows at once.
template <class R, class F, class... In>
TILE_INLINE void each_row(R& out, F f, const In&... in) {
    each_group(out, [&](int g) { return f(group_at(in, g)...); });
}
// Row i of the result is row from(i) of a, or empty where that is negative.
template <class R, class From>
TILE_INLINE R gather_rows(const R& a, const From& from) {
    R out;
    for (int i = 0; i < R::kSize; ++i) {
        const int source = from(i);
        out.row[i] = source < 0 ? 0 : a.row[source];
    }
    return out;
}
// Where rows come from: for row i from row of(i), or from none where that is negative.
template <class R, class Of>
TILE_INLINE Of row_sources(Of of) {
    return of;
}
// Row i of the result is row first + i of a, or first - i where backwards; empty where there is none. The rows
// are stored group by group, with nothing before or behind, and read again some groups further on.
template <bool backwards, class R>
R rows_from(const R& a, int first) {
    using W = typename R::Word;
    if (backwards) first = R::kSize - 1 - first;
    Group<W> padded[2 * kGroups<R> + 1];
    const int start = first < 0 ? kGroups<R> : 0;
    for (int g = 0; g < kGroups<R>; ++g) {
        padded[start + g] = backwards ? backwards_rows<W>(group_at(a, kGroups<R> - 1 - g)) : group_at(a, g);
        padded[kGroups<R> - start + g] = Group<W>{};
    }
    padded[2 * kGroups<R>] = Group<W>{};
    const int from = first + start * kGroupRows<R>;
    const Group<W>* groups = padded + from / kGroupRows<R>;
    R out;
    const auto read = [&](auto by) {
        each_group(out, [&](int g) { return straddle<W, by % kGroupRows<R>>(groups[g], groups[g + 1]); });
    };
    switch (from % kGroupRows<R>) {
        case 1: read(Number<1>()); break;
        case 2: read(Number<2>()); break;
        case 3: read(Number<3>()); break;
        case 4: read(Number<4>()); break;
        case 5: read(Number<5>()); break;
        case 6: read(Number<6>()); break;
        case 7: read(Number<7>()); break;
        default: read(Number<0>()); break;
    }
    return out;
}
#if defined(__ARM_NEON)
// Small rows are a table that one instruction looks up.
template <bool backwards>
TILE_INLINE Rows16 rows_from(const Rows16& a, int first) {
    const uint16x8_t rows = (uint16x8_t)numbers<uint16_t>();
    const uint16x8_t start = vdupq_n_u16(static_cast<uint16_t>(first)), next = vdupq_n_u16(8);
    const uint16x8_t at = backwards ? vsubq_u16(start, rows) : vaddq_u16(start, rows);
    const uint16x8_t then = backwards ? vsubq_u16(at, next) : vaddq_u16(at, next);
    // A row's two bytes: 2 at, 2 at + 1; beyond the table, and so empty, where the row is not there.
    const auto bytes = [](uint16x8_t row) {
        const uint16x8_t known = vminq_u16(row, vdupq_n_u16(0x7F));
        return (uint8x16_t)vaddq_u16(vmulq_n_u16(known, 0x202), vdupq_n_u16(0x100));
    };
    const uint8x16x2_t table = {{(uint8x16_t)group_at(a, 0), (uint8x16_t)group_at(a, 1)}};
    Rows16 out;
    set_group(out, 0, (Group<uint16_t>)vqtbl2q_u8(table, bytes(at)));
    set_group(out, 1, (Group<uint16_t>)vqtbl2q_u8(table, bytes(then)));
    return out;
}
#endif
// The cells of a box that lies within the rows.
template <class R>
TILE_INLINE R box_area(int top, int left, int h, int w) {
    using W = typename R::Word;
    const Group<W> word = broadcast(static_cast<W>(low_bits<R>(w) << left));
    R out;
    each_group(out, [&](int g) {
        const int first = g * kGroupRows<R>;
        return word & rows_below<W>(first, top + h) & ~rows_below<W>(first, top);
    });
    return out;
}
// The cells of a grid of h x w.
template <class R>
TILE_INLINE R area(int h, int w) {
    using W = typename R::Word;
    const Group<W> word = broadcast(low_bits<R>(w));
    R out;
    each_group(out, [&](int g) { return word & rows_below<W>(g * kGroupRows<R>, h); });
    return out;
}

template <class W, int N>
TILE_INLINE Rows<W, N> operator&(const Rows<W, N>& a, const Rows<W, N>& b) {
    Rows<W, N> out;
    each_row(out, [](auto x, auto y) { return x & y; }, a, b);
    return out;
}
template <class W, int N>
TILE_INLINE Rows<W, N> operator|(const Rows<W, N>& a, const Rows<W, N>& b) {
    Rows<W, N> out;
    each_row(out, [](auto x, auto y) { return x | y; }, a, b);
    return out;
}
template <class W, int N>
TILE_INLINE Rows<W, N> operator^(const Rows<W, N>& a, const Rows<W, N>& b) {
    Rows<W, N> out;
    each_row(out, [](auto x, auto y) { return x ^ y; }, a, b);
    return out;
}
template <class W, int N>
TILE_INLINE Rows<W, N> operator~(const Rows<W, N>& a) {
    Rows<W, N> out;
    each_row(out, [](auto x) { return ~x; }, a);
    return out;
}
// a where b is not.
template <class W, int N>
TILE_INLINE Rows<W, N> minus(const Rows<W, N>& a, const Rows<W, N>& b) {
    Rows<W, N> out;
    each_row(out, [](auto x, auto y) { return x & ~y; }, a, b);
    return out;
}

// Moves by k cells, 0 <= k < size; what leaves is lost, what comes in is empty.
template <class R>
TILE_INLINE R east(const R& a, int k = 1) {
    R out;
    each_row(out, [&](auto x) { return up<typename R::Word>(x, k); }, a);
    return out;
}
template <class R>
TILE_INLINE R west(const R& a, int k = 1) {
    R out;
    each_row(out, [&](auto x) { return down<typename R::Word>(x, k); }, a);
    return out;
}
// By a number of rows known when this is compiled: groups come together from two others.
template <int k, class R>
TILE_INLINE R north_by(const R& a) {
    using W = typename R::Word;
    constexpr int kWhole = k / kGroupRows<R>, kRest = k % kGroupRows<R>;
    const auto group = [&](int g) { return g < kGroups<R> ? group_at(a, g) : Group<W>{}; };
    R out;
    each_group(out, [&](int g) {
        return straddle<W, kRest>(group(g + kWhole), kRest == 0 ? Group<W>{} : group(g + kWhole + 1));
    });
    return out;
}
template <int k, class R>
TILE_INLINE R south_by(const R& a) {
    using W = typename R::Word;
    constexpr int kWhole = (k + kGroupRows<R> - 1) / kGroupRows<R>, kRest = kWhole * kGroupRows<R> - k;
    const auto group = [&](int g) { return g >= 0 ? group_at(a, g) : Group<W>{}; };
    R out;
    each_group(out, [&](int g) {
        return straddle<W, kRest>(group(g - kWhole), kRest == 0 ? Group<W>{} : group(g - kWhole + 1));
    });
    return out;
}
// By one row, and by a number known only when this runs.
template <class R>
TILE_INLINE R north(const R& a) {
    return north_by<1>(a);
}
template <class R>
TILE_INLINE R south(const R& a) {
    return south_by<1>(a);
}
template <class R>
R north(const R& a, int k) {
    return rows_from<false>(a, k);
}
template <class R>
R south(const R& a, int k) {
    return rows_from<false>(a, -k);
}
// Moves by k cells in one of eight directions: 0 north, then clockwise.
template <int direction, int k, class R>
TILE_INLINE R moved_by(const R& a) {
    if constexpr (direction == 0) return north_by<k>(a);
    if constexpr (direction == 1) return north_by<k>(east(a, k));
    if constexpr (direction == 2) return east(a, k);
    if constexpr (direction == 3) return south_by<k>(east(a, k));
    if constexpr (direction == 4) return south_by<k>(a);
    if constexpr (direction == 5) return south_by<k>(west(a, k));
    if constexpr (direction == 6) return west(a, k);
    if constexpr (direction == 7) return north_by<k>(west(a, k));
}
template <class R>
R moved(const R& a, int direction, int k = 1) {
    const R wide = direction >= 1 && direction <= 3 ? east(a, k) : direction >= 5 ? west(a, k) : a;
    const bool up = direction <= 1 || direction == 7, down = direction >= 3 && direction <= 5;
    return up ? north(wide, k) : down ? south(wide, k) : wide;
}

// The upper h rows in reverse order; the rest must be empty. Likewise the lower w columns.
template <class R>
TILE_INLINE R flip_rows(const R& a, int h) {
    return rows_from<true>(a, h - 1);
}
template <class R>
TILE_INLINE R flip_columns(const R& a, int w) {
    using W = typename R::Word;
    R out;
    each_row(out, [&](auto x) { return down<W>(reversed<W>(x), R::kSize - w); }, a);
    return out;
}

template <class R>
TILE_INLINE bool any(const R& a) {
    return any_bit<typename R::Word>(unite_groups<R>([&](int g) { return group_at(a, g); }));
}
template <class R>
TILE_INLINE bool same(const R& a, const R& b) {
    return !any_bit<typename R::Word>(unite_groups<R>([&](int g) { return group_at(a, g) ^ group_at(b, g); }));
}
template <class R>
TILE_INLINE int count(const R& a) {
#if defined(__ARM_NEON)
    if constexpr (kGroups<R> <= 8) {
        uint8x16_t bytes = vdupq_n_u8(0);
        for (int g = 0; g < kGroups<R>; ++g) bytes = vaddq_u8(bytes, vcntq_u8((uint8x16_t)group_at(a, g)));
        return vaddlvq_u8(bytes);
    }
#endif
    uint64_t words[sizeof a.row / 8];
    std::memcpy(words, a.row, sizeof words);
    int n = 0;
    for (const uint64_t word : words) n += std::popcount(word);
    return n;
}
// Bit j: column j has a set cell. Bit i: row i has one.
template <class R>
TILE_INLINE typename R::Word used_columns(const R& a) {
    return united<typename R::Word>(unite_groups<R>([&](int g) { return group_at(a, g); }));
}
template <class R>
TILE_INLINE typename R::Word used_rows(const R& a) {
    using W = typename R::Word;
    return united<W>(unite_groups<R>([&](int g) {
        const Group<W> bits = broadcast(W{1}) << (numbers<W>() + static_cast<W>(g * kGroupRows<R>));
        return rows_used<W>(group_at(a, g)) & bits;
    }));
}
template <class R>
TILE_INLINE typename R::Word row_at(const R& a, int i) {
    return a.row[i];
}
template <class R>
TILE_INLINE bool has(const R& a, int i, int j) {
    return ((a.row[i] >> j) & 1) != 0;
}
// The first set cell in reading order alone; a is not empty.
template <class R>
TILE_INLINE R first_cell(const R& a) {
    R out{};
    const int i = low_bit(used_rows(a));
    out.row[i] = a.row[i] & (~a.row[i] + 1);
    return out;
}

}  // namespace arcloom::tile
