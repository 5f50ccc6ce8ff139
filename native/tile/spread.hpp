// native/tile/spread.hpp: neighbourhoods, runs and floods, over any rows
#pragma once

#include "rows.hpp"

namespace arcloom::tile {

// Calls f with the direction as a constant, and with 1, 2, 4, ... below the size, until it gives false.
template <class F>
TILE_INLINE auto in_direction(int direction, F f) {
    switch (direction) {
        case 0: return f(Number<0>());
        case 1: return f(Number<1>());
        case 2: return f(Number<2>());
        case 3: return f(Number<3>());
        case 4: return f(Number<4>());
        case 5: return f(Number<5>());
        case 6: return f(Number<6>());
        default: return f(Number<7>());
    }
}
template <class R, int k = 1, class F>
TILE_INLINE void doubling(F f) {
    if constexpr (k < R::kSize) {
        if (f(Number<k>())) doubling<R, 2 * k>(f);
    }
}

// a and its neighbours: 4 of each cell, or 8.
template <class R>
TILE_INLINE R dilated4(const R& a) {
    return a | east(a) | west(a) | south(a) | north(a);
}
template <class R>
TILE_INLINE R dilated8(const R& a) {
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
        constexpr int kTowards = decltype(towards)::kValue;
        R reached = seed, open = through;
        doubling<R>([&](auto k) {
            reached = reached | (open & moved_by<kTowards, k>(reached));
            open = open & moved_by<kTowards, k>(open);
            return 2 * k < most;
        });
        return reached;
    });
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
        R more = next_rows(reached, through, diagonal);
        if (same(more, reached)) return reached;
        if constexpr (R::kSize > kSmallSize) more = next_rows(more, through, diagonal);
        reached = fill_all_runs(more, through);
    }
}

#if defined(__CUDACC_RTC__) || defined(ARCLOOM_LANES)
// As in sweeps.hpp, by a flood from the part's first cell: lanes have no use for sweeps.
inline int take_part(Lanes& rest, bool diagonal, Lanes& part) {
    part = flood(first_cell(rest), rest, diagonal);
    rest = minus(rest, part);
    return count(part);
}
#endif

}  // namespace arcloom::tile
