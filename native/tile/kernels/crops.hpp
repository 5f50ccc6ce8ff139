// native/tile/kernels/crops.hpp: grids cut down: to a box, to rows and columns worth keeping, to one block each
#pragma once

#include "geometry.hpp"

namespace arcloom::tile::kernels {

template <class R>
bool crop_filled(const TileOf<R>& g, int, TileOf<R>& out) {
    const Bounds b = bounds(filled(g));
    if (b.h == 0) return false;
    out = cut(g, b);
    return true;
}
template <class R>
bool crop_colour(const TileOf<R>& g, int colour, TileOf<R>& out) {
    const Bounds b = bounds(coloured(g, colour));
    if (b.h == 0) return false;
    out = cut(g, b);
    return true;
}

// Those rows and columns; none is no grid.
template <class R>
bool only(const TileOf<R>& g, typename R::Word rows, typename R::Word columns, TileOf<R>& out) {
    if (rows == 0 || columns == 0) return false;
    out = rows == low_bits<R>(g.h) ? g : with_rows(g, rows);
    if (columns != low_bits<R>(g.w)) out = with_columns(out, columns);
    return true;
}
// Without the rows and columns of a single colour.
template <class R>
bool compress(const TileOf<R>& g, int, TileOf<R>& out) {
    return only(g, used_rows(column_changes(g)), used_columns(row_changes(g)), out);
}
template <class R>
bool drop_empty(const TileOf<R>& g, int, TileOf<R>& out) {
    const R seen = filled(g);
    return only(g, used_rows(seen), used_columns(seen), out);
}
// Runs of equal rows become one; so do runs of equal columns.
template <class R>
bool squeeze(const TileOf<R>& g, int, TileOf<R>& out) {
    return only(g, used_rows(row_changes(g)) | 1, used_columns(column_changes(g)) | 1, out);
}

// The largest divisor of n that divides every position of a change too.
template <class W>
int block_side(int n, W changes) {
    int side = n;
    for (; changes != 0 && side != 1; changes &= changes - 1) side = common_divisor(side, low_bit(changes));
    return side;
}
template <class R>
bool shrink(const TileOf<R>& g, int, TileOf<R>& out) {
    const int down = block_side(g.h, used_rows(row_changes(g)));
    const int across = block_side(g.w, used_columns(column_changes(g)));
    return only(g, every_nth<R>(g.h, down), every_nth<R>(g.w, across), out);
}

}  // namespace arcloom::tile::kernels
