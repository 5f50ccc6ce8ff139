// native/tile/tile.hpp: a grid as four bit planes, and what every kernel needs of one
//
// Plane k holds bit k of each colour. Cells outside of h x w are empty in all planes (invariant: every maker
// keeps it), so colour 0 and "outside" look alike until the area is asked for.
#pragma once

#include "rows.hpp"

namespace arcloom::tile {

inline constexpr int kPlanes = 4, kColours = 10;

template <class R>
struct TileOf {
    R plane[kPlanes];
    int32_t h, w;
};

using Tile = TileOf<Rows32>;
using WideTile = TileOf<Rows128>;

template <class R>
TileOf<R> blank(int h, int w) {
    TileOf<R> out{};
    out.h = h;
    out.w = w;
    return out;
}

// Cells that are not 0.
template <class R>
R filled(const TileOf<R>& t) {
    return t.plane[0] | t.plane[1] | t.plane[2] | t.plane[3];
}
template <class R>
R area_of(const TileOf<R>& t) {
    return area<R>(t.h, t.w);
}
// Cells of one colour, 0 included.
template <class R>
R coloured(const TileOf<R>& t, int colour) {
    R out = area_of(t);
    for (int k = 0; k < kPlanes; ++k) {
        out = ((colour >> k) & 1) != 0 ? out & t.plane[k] : minus(out, t.plane[k]);
    }
    return out;
}
// The tile's colours within the mask, 0 elsewhere; the size stays.
template <class R>
TileOf<R> within(const TileOf<R>& t, const R& mask) {
    TileOf<R> out;
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = t.plane[k] & mask;
    out.h = t.h;
    out.w = t.w;
    return out;
}
// Paints the mask, which lies within the area, with one colour.
template <class R>
void paint(TileOf<R>& t, const R& mask, int colour) {
    for (int k = 0; k < kPlanes; ++k) {
        t.plane[k] = ((colour >> k) & 1) != 0 ? t.plane[k] | mask : minus(t.plane[k], mask);
    }
}
// The first tile where it is not 0, the second elsewhere; both of one size.
template <class R>
TileOf<R> over(const TileOf<R>& top, const TileOf<R>& bottom) {
    TileOf<R> out = top;
    const R seen = filled(top);
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = out.plane[k] | minus(bottom.plane[k], seen);
    return out;
}
template <class R>
bool same_tile(const TileOf<R>& a, const TileOf<R>& b) {
    return a.h == b.h && a.w == b.w && same(a.plane[0], b.plane[0]) && same(a.plane[1], b.plane[1]) &&
           same(a.plane[2], b.plane[2]) && same(a.plane[3], b.plane[3]);
}

// The part of a tile in a box that lies within it.
template <class R>
TileOf<R> cut(const TileOf<R>& t, int top, int left, int h, int w) {
    TileOf<R> out;
    const R inside = area<R>(h, w);
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = west(north(t.plane[k], top), left) & inside;
    out.h = h;
    out.w = w;
    return out;
}

// The bounding box of a mask; h is 0 where the mask is empty.
struct Bounds {
    int top, left, h, w;
};
template <class R>
Bounds bounds(const R& mask) {
    const auto rows = used_rows(mask), columns = used_columns(mask);
    if (rows == 0) return {0, 0, 0, 0};
    const int top = low_bit(rows), left = low_bit(columns);
    return {top, left, high_bit(rows) - top + 1, high_bit(columns) - left + 1};
}

}  // namespace arcloom::tile
