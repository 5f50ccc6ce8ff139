// native/tile/kernels/morphology.hpp: holes, outlines, halos, growth, specks
#pragma once

#include "recolour.hpp"

namespace arcloom::tile::kernels {

template <class R>
R zeros_of(const TileOf<R>& g) {
    return minus(area_of(g), filled(g));
}
// The zero cells that a way of zeros, step by step in four directions, joins with the edge; and those without.
template <class R>
R open_zeros(const TileOf<R>& g, const R& zeros) {
    return flood(at_edge(zeros, g.h, g.w), zeros, false);
}
template <class R>
R enclosed_zeros(const TileOf<R>& g) {
    const R zeros = zeros_of(g);
    return minus(zeros, open_zeros(g, zeros));
}

template <class R>
bool fill_holes(const TileOf<R>& g, int colour, TileOf<R>& out) {
    paint(g, enclosed_zeros(g), colour, out);
    return true;
}
template <class R>
bool holes(const TileOf<R>& g, int colour, TileOf<R>& out) {
    painted(enclosed_zeros(g), colour, g.h, g.w, out);
    return true;
}
template <class R>
bool outside(const TileOf<R>& g, int colour, TileOf<R>& out) {
    painted(open_zeros(g, zeros_of(g)), colour, g.h, g.w, out);
    return true;
}

template <class R>
bool outline(const TileOf<R>& g, int, TileOf<R>& out) {
    keep(g, ~inner(filled(g)), out);
    return true;
}
template <class R>
bool core(const TileOf<R>& g, int, TileOf<R>& out) {
    keep(g, inner(filled(g)), out);
    return true;
}
template <class R>
bool halo(const TileOf<R>& g, int colour, TileOf<R>& out) {
    painted(dilated8(filled(g)) & zeros_of(g), colour, g.h, g.w, out);
    return true;
}
template <class R>
bool halo4(const TileOf<R>& g, int colour, TileOf<R>& out) {
    painted(dilated4(filled(g)) & zeros_of(g), colour, g.h, g.w, out);
    return true;
}

// One step of growth of every colour into the free cells, the smaller colour first; false where none grew.
template <class R>
bool grow_step(Palette<R>& p, R& open, bool diagonal) {
    bool grew = false;
    for (int k = 0; k < p.n(); ++k) {
        const R more = (diagonal ? dilated8(p.mask(k)) : dilated4(p.mask(k))) & open;
        if (!any(more)) continue;
        open = minus(open, more);
        p.add(k, more);
        grew = true;
    }
    return grew;
}
template <class R>
void grow_into(const TileOf<R>& g, R open, bool diagonal, int steps, TileOf<R>& out) {
    Palette<R> p;
    read_palette(g, p);
    for (int k = 0; k < steps && grow_step(p, open, diagonal); ++k) {
    }
    out = blank<R>(g.h, g.w);
    for (int k = 0; k < p.n(); ++k) paint(out, p.mask(k), p.colour(k));
}

template <class R>
bool grow(const TileOf<R>& g, int, TileOf<R>& out) {
    grow_into(g, zeros_of(g), true, 1, out);
    return true;
}
template <class R>
bool grow4(const TileOf<R>& g, int, TileOf<R>& out) {
    grow_into(g, zeros_of(g), false, 1, out);
    return true;
}
template <class R>
bool spread(const TileOf<R>& g, int, TileOf<R>& out) {
    if (!any(filled(g))) return false;
    grow_into(g, zeros_of(g), false, g.h + g.w, out);
    return true;
}
template <class R>
bool spread8(const TileOf<R>& g, int, TileOf<R>& out) {
    if (!any(filled(g))) return false;
    grow_into(g, zeros_of(g), true, g.h + g.w, out);
    return true;
}

// The filled cells none of whose eight neighbours has their colour.
template <class R>
R specks(const TileOf<R>& g) {
    Palette<R> p;
    read_palette(g, p);
    R out = none<R>();
    for (int k = 0; k < p.n(); ++k) {
        const R sides = east(p.mask(k)) | west(p.mask(k)), wide = p.mask(k) | sides;
        out = out | minus(p.mask(k), sides | south(wide) | north(wide));
    }
    return out;
}
template <class R>
bool drop_specks(const TileOf<R>& g, int, TileOf<R>& out) {
    keep(g, ~specks(g), out);
    return true;
}
template <class R>
bool keep_specks(const TileOf<R>& g, int, TileOf<R>& out) {
    keep(g, specks(g), out);
    return true;
}

}  // namespace arcloom::tile::kernels
