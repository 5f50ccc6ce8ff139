// native/tile/kernels/tiling.hpp: copies and mirror images of a grid over it and beside it; periods
#pragma once

#include "combine.hpp"

namespace arcloom::tile::kernels {

// The grid over images of itself, by kind: hmirror, vmirror, both (four-fold), rot180, dmirror, cmirror, all turns.
template <class R>
bool mirror_over(const TileOf<R>& g, int kind, TileOf<R>& out) {
    if (kind >= 4 && g.h != g.w) return false;
    switch (kind) {
        case 0: out = over(g, turned(g, 4)); return true;
        case 1: out = over(g, turned(g, 5)); return true;
        case 2: out = over(over(g, turned(g, 4)), over(turned(g, 5), turned(g, 2))); return true;
        case 3: out = over(g, turned(g, 2)); return true;
        case 4: out = over(g, turned(g, 6)); return true;
        case 5: out = over(g, turned(g, 7)); return true;
        default: out = over(over(g, turned(g, 1)), over(turned(g, 2), turned(g, 3))); return true;
    }
}

// Four grids of one size as a square.
template <class R>
bool four(const TileOf<R>& a, const TileOf<R>& b, const TileOf<R>& c, const TileOf<R>& d, TileOf<R>& out) {
    TileOf<R> upper, lower;
    return hconcat(a, b, upper) && hconcat(c, d, lower) && vconcat(upper, lower, out);
}
template <class R>
bool kaleido(const TileOf<R>& g, int kind, TileOf<R>& out) {
    const TileOf<R> h = turned(g, 4), v = turned(g, 5);
    switch (kind) {
        case 0: return hconcat(g, v, out);
        case 1: return hconcat(v, g, out);
        case 2: return vconcat(g, h, out);
        case 3: return vconcat(h, g, out);
        case 4: return four(g, v, h, turned(g, 2), out);
        case 5: return four(turned(g, 2), h, v, g, out);
        default: return g.h == g.w && four(g, turned(g, 1), turned(g, 3), turned(g, 2), out);
    }
}

template <class R>
bool tiles(const TileOf<R>& g, int code, TileOf<R>& out) {
    constexpr int kDown[] = {1, 2, 2, 1, 3, 3}, kAcross[] = {2, 1, 2, 3, 1, 3};
    const int h = g.h * kDown[code], w = g.w * kAcross[code];
    if (h > R::kSize || w > R::kSize) return false;
    out = repeated(g, h, w);
    return true;
}
template <class R>
bool self_tile(const TileOf<R>& g, int, TileOf<R>& out) {
    return kron(g, g, out);
}

// Lays the rows from `step` on over the first ones, again and again, so that the first `period` rows hold
// all; false where two filled cells disagree.
template <class R>
bool fold(TileOf<R>& t, int period, int side, int direction) {
    int step = period;
    while (step * 2 < side) step *= 2;
    R seen = filled(t);
    for (; step >= period; step /= 2) {
        const R above = moved(seen, direction, step), both = seen & above;
        R clash = none<R>();
TILE_UNROLL_LANES
        for (R& p : t.plane) {
            const R other = moved(p, direction, step);
            clash = clash | ((p ^ other) & both);
            p = p | other;
        }
        if (any(clash)) return false;
        seen = seen | above;
    }
    return true;
}
// The periods along a direction that no two filled cells contradict, as bits; the side itself is one.
template <class R>
typename R::Word periods(const TileOf<R>& g, int side, int direction) {
    typename R::Word out = 0;
    for (int period = 1; period <= side; ++period) {
        TileOf<R> t = g;
        if (period == side || fold(t, period, side, direction)) out |= typename R::Word{1} << (period - 1);
    }
    return out;
}
// The grid continued by the least period, rows times columns, that all filled cells agree with; of equal ones
// that with fewer rows.
template <class R>
bool continue_tiling(const TileOf<R>& g, int, TileOf<R>& out) {
    const auto rows = periods(g, g.h, 0), columns = periods(g, g.w, 6);
    int best = g.h * g.w;
    bool found = false;
    for (auto down = rows; down != 0; down &= down - 1) {
        const int h = low_bit(down) + 1;
        TileOf<R> folded = g;
        if (h < g.h) fold(folded, h, g.h, 0);
        for (auto across = columns; across != 0; across &= across - 1) {
            const int w = low_bit(across) + 1;
            if (h * w >= best) break;
            TileOf<R> t = folded;
            if (w < g.w && !fold(t, w, g.w, 6)) continue;
            out = repeated(cut(t, 0, 0, h, w), g.h, g.w);
            best = h * w;
            found = true;
        }
    }
    return found;
}

}  // namespace arcloom::tile::kernels
