// native/tile/kernels/recolour.hpp: colours kept, dropped, exchanged, counted
#pragma once

#include "../tile.hpp"

namespace arcloom::tile::kernels {

// The cells of the mask in their colours, all else 0.
template <class R>
void keep(const TileOf<R>& g, const R& mask, TileOf<R>& out) {
    for (int k = 0; k < kPlanes; ++k) {
        each_row(out.plane[k], [](auto p, auto m) { return p & m; }, g.plane[k], mask);
    }
    out.h = g.h;
    out.w = g.w;
}

template <class R>
bool keep_colour(const TileOf<R>& g, int colour, TileOf<R>& out) {
    painted(coloured(g, colour), colour, g.h, g.w, out);
    return true;
}
template <class R>
bool drop_colour(const TileOf<R>& g, int colour, TileOf<R>& out) {
    keep(g, ~coloured(g, colour), out);
    return true;
}
template <class R>
bool recolour(const TileOf<R>& g, int colour, TileOf<R>& out) {
    painted(filled(g), colour, g.h, g.w, out);
    return true;
}
template <class R>
bool negative(const TileOf<R>& g, int colour, TileOf<R>& out) {
    painted(minus(area_of(g), filled(g)), colour, g.h, g.w, out);
    return true;
}

// Rank 0: the most common colour but 0; 1: the second; -1: the least common. No rank is shared.
template <class R>
bool keep_common(const TileOf<R>& g, int rank, TileOf<R>& out) {
    Palette<R> p;
    read_palette(g, p);
    ColourCounts cells;
    for (int k = 0; k < p.n(); ++k) cells.set(k, count(p.mask(k)));
    const int wanted = rank < 0 ? p.n() + rank : rank;
    for (int k = 0; k < p.n(); ++k) {
        int before = 0, equal = 0;
        for (int l = 0; l < p.n(); ++l) {
            before += cells[l] > cells[k] ? 1 : 0;
            equal += cells[l] == cells[k] ? 1 : 0;
        }
        if (before != wanted || equal != 1) continue;
        painted(p.mask(k), p.colour(k), g.h, g.w, out);
        return true;
    }
    return false;
}
template <class R>
bool to_common(const TileOf<R>& g, int, TileOf<R>& out) {
    const int colour = most_common(g);
    return colour != 0 && recolour(g, colour, out);
}
template <class R>
bool solid(const TileOf<R>& g, int, TileOf<R>& out) {
    const int colour = most_common(g);
    if (colour == 0) return false;
    painted(area<R>(1, 1), colour, 1, 1, out);
    return true;
}
template <class R>
bool flat(const TileOf<R>& g, int, TileOf<R>& out) {
    const int colour = most_common(g);
    if (colour == 0) return false;
    painted(area_of(g), colour, g.h, g.w, out);
    return true;
}

template <class R>
bool swap_pair(const TileOf<R>& g, int, TileOf<R>& out) {
    Palette<R> p;
    read_palette(g, p);
    if (p.n() != 2) return false;
    painted(p.mask(0), p.colour(1), g.h, g.w, out);
    paint(out, p.mask(1), p.colour(0));
    return true;
}
// The most common colour and 0 change places.
template <class R>
bool set_ground(const TileOf<R>& g, int, TileOf<R>& out) {
    Palette<R> p;
    read_palette(g, p);
    const R zeros = minus(area_of(g), filled(g));
    int most = -1, cells = count(zeros);
    bool tie = false;
    for (int k = 0; k < p.n(); ++k) {
        const int n = count(p.mask(k));
        if (n < cells) continue;
        tie = n == cells;
        most = k;
        cells = n;
    }
    if (tie) return false;
    out = g;
    if (most < 0) return true;
    paint(out, p.mask(most), 0);
    paint(out, zeros, p.colour(most));
    return true;
}

}  // namespace arcloom::tile::kernels
