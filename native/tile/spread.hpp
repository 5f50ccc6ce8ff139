// native/tile/spread.hpp: rows transposed, neighbourhoods, runs and floods; functions of rows.hpp's set
#pragma once

#include "rows.hpp"

namespace arcloom::tile {

// One step of a transposition: in each square of 2k x 2k bits, the upper right and lower left change places.
template <int k, class R>
TILE_INLINE void exchange_corners(R& a) {
    using W = typename R::Word;
    constexpr W kLow = static_cast<W>(~W{0}) / ((W{1} << k) + 1);  // k bits set, k bits not, ...
    const Group<W> low = broadcast(kLow);
    if constexpr (k >= kGroupRows<R>) {
        constexpr int kStep = k / kGroupRows<R>;
#pragma GCC unroll 4
        for (int pair = 0; pair < kGroups<R> / 2; ++pair) {
            const int g = pair / kStep * 2 * kStep + pair % kStep;
            const Group<W> upper = group_at(a, g), lower = group_at(a, g + kStep);
            const Group<W> swapped = (down<W>(upper, k) ^ lower) & low;
            set_group(a, g, upper ^ up<W>(swapped, k));
            set_group(a, g + kStep, lower ^ swapped);
        }
    } else {
        each_row(a, [&](Group<W> x) { return exchanged<W, k>(x, low); }, a);
    }
}
// Rows become columns; a is empty beyond n rows and n columns.
template <class R>
TILE_INLINE R transpose(const R& a, int n = R::kSize) {
    R out = a;
    if constexpr (R::kSize > 64) {
        if (n > 64) exchange_corners<64>(out);
        if (n > 32) exchange_corners<32>(out);
    }
    if constexpr (R::kSize > 16) {
        if (n > 16) exchange_corners<16>(out);
    }
    if (n > 8) exchange_corners<8>(out);
    if (n > 4) exchange_corners<4>(out);
    exchange_corners<2>(out);
    exchange_corners<1>(out);
    return out;
}

// The cells beside a (4 neighbours) or around it (8), a itself among them.
template <class R>
TILE_INLINE R beside(const R& a) {
    return a | east(a) | west(a) | south(a) | north(a);
}
template <class R>
TILE_INLINE R around(const R& a) {
    const R wide = a | east(a) | west(a);
    return wide | south(wide) | north(wide);
}
// The cells of which all eight neighbours are cells of a too; beyond the rows nothing is.
template <class R>
TILE_INLINE R inner(const R& a) {
    const R wide = a & east(a) & west(a);
    return wide & south(wide) & north(wide);
}

// Spreads `seed` through the cells of `through` in one direction until stopped, `most` cells at most.
// Doubling: after each step the run is known for twice as many cells.
template <class R>
R run(const R& seed, const R& through, int direction, int most) {
    return in_direction(direction, [&](auto towards) {
        R reached = seed, open = through;
        doubling<R>([&](auto k) {
            reached = reached | (open & moved_by<towards, k>(reached));
            open = open & moved_by<towards, k>(open);
            return 2 * k < most;
        });
        return reached;
    });
}

// The runs of `through` that hold a cell of `seed`, which lies within it, in one row: a carry runs up from the
// lowest seed of a run to its end; another one, with the bits reversed, from the highest to its beginning.
template <class W>
TILE_INLINE W fill_runs(W seed, W through) {
    const W back = reverse_bits(through), turned = reverse_bits(seed);
    const W lower = reverse_bits(static_cast<W>(back & ~(back + turned)));
    return (through & ~(through + seed)) | lower | seed;
}
template <class R>
TILE_INLINE R fill_all_runs(const R& seed, const R& through) {
    using W = typename R::Word;
    R out;
    each_row(out, [](Group<W> s, Group<W> t) {
        const Group<W> back = reversed<W>(t), turned = reversed<W>(s);
        return (t & ~(t + s)) | reversed<W>(back & ~(back + turned)) | s;
    }, seed, through);
    return out;
}
// The cells of `through` beside the rows of `reached`, straight or diagonal, and `reached` itself.
template <class R>
TILE_INLINE R next_rows(const R& reached, const R& through, bool diagonal) {
    const R wide = diagonal ? reached | east(reached) | west(reached) : reached;
    return reached | ((north(wide) | south(wide)) & through);
}

// All cells of `through` that are connected with `seed`, which lies within it. Each round fills whole runs in all
// rows and goes on by one row.
template <class R>
R flood(const R& seed, const R& through, bool diagonal) {
    R reached = fill_all_runs(seed, through);
    for (;;) {
        const R more = next_rows(reached, through, diagonal);
        if (same(more, reached)) return reached;
        reached = fill_all_runs(more, through);
    }
}

// The connected part of `rest`, which is not empty, that has its first cell in reading order; taken out of `rest`.
// Gives the number of its cells. Sweeps down and up, row after row, as long as a sweep sees that it missed cells in
// the rows behind it; rows beyond the part are not looked at.
template <class R>
int take_part(R& rest, bool diagonal, R& part) {
    using W = typename R::Word;
    const auto widened = [&](W row) -> W { return diagonal ? row | (row << 1) | (row >> 1) : row; };
    int first = 0;
    while (rest.row[first] == 0) ++first;
    int last = first;
    part = none<R>();
    part.row[first] = rest.row[first] & (~rest.row[first] + 1);
    W missed;
    // The row's cells of the part, found beside `before`; the row behind, where there is one, is `back`.
    const auto sweep_row = [&](int i, W before, int back) -> W {
        const W found = part.row[i] | (widened(before) & rest.row[i]), filled = fill_runs(found, rest.row[i]);
        part.row[i] = filled;
        if (back >= 0 && back < R::kSize) missed |= widened(filled) & rest.row[back] & ~part.row[back];
        return filled;
    };
    for (;;) {
        missed = 0;
        W row = sweep_row(first, 0, first - 1);
        for (int i = first + 1; i < R::kSize && (row = sweep_row(i, row, i - 1)) != 0; ++i) last = i > last ? i : last;
        if (missed == 0) break;
        missed = 0;
        row = sweep_row(last, 0, last + 1);
        for (int i = last - 1; i >= 0 && (row = sweep_row(i, row, i + 1)) != 0; --i) first = i < first ? i : first;
        if (missed == 0) break;
    }
    int cells = 0;
    for (int i = first; i <= last; ++i) {
        cells += count_bits(part.row[i]);
        rest.row[i] ^= part.row[i];
    }
    return cells;
}

}  // namespace arcloom::tile
