// native/tile/kernels/masks.hpp: boxes around what is filled, and frames
#pragma once

#include "recolour.hpp"

namespace arcloom::tile::kernels {

template <class R>
bool hull(const TileOf<R>& g, int colour, TileOf<R>& out) {
    const Bounds b = bounds(filled(g));
    if (b.h == 0) return false;
    painted(box_area<R>(b), colour, g.h, g.w, out);
    return true;
}
template <class R>
bool box_rest(const TileOf<R>& g, int colour, TileOf<R>& out) {
    const R seen = filled(g);
    const Bounds b = bounds(seen);
    if (b.h == 0) return false;
    painted(minus(box_area<R>(b), seen), colour, g.h, g.w, out);
    return true;
}
template <class R>
bool box_frame(const TileOf<R>& g, int colour, TileOf<R>& out) {
    const Bounds b = bounds(filled(g));
    if (b.h == 0) return false;
    painted(ring<R>(b.top, b.left, b.h, b.w), colour, g.h, g.w, out);
    return true;
}
template <class R>
bool frame(const TileOf<R>& g, int colour, TileOf<R>& out) {
    paint(g, ring<R>(0, 0, g.h, g.w), colour, out);
    return true;
}
// A ring around the grid.
template <class R>
bool surround(const TileOf<R>& g, int colour, TileOf<R>& out) {
    if (g.h + 2 > R::kSize || g.w + 2 > R::kSize) return false;
    out = by_plane(g, g.h + 2, g.w + 2, [](const R& p) { return south(east(p)); });
    paint(out, ring<R>(0, 0, out.h, out.w), colour);
    return true;
}

}  // namespace arcloom::tile::kernels
