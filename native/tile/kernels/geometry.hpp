// native/tile/kernels/geometry.hpp: turns, halves, scaling, and content moved within its grid
#pragma once

#include "../runs.hpp"
#include "../tile.hpp"

namespace arcloom::tile::kernels {

template <int code, class R>
bool turn(const TileOf<R>& g, TileOf<R>& out) {
    make_in_place(out, [&] { return turned(g, code); });
    return true;
}
template <class R>
bool rot90(const TileOf<R>& g, int, TileOf<R>& out) {
    return turn<1>(g, out);
}
template <class R>
bool rot180(const TileOf<R>& g, int, TileOf<R>& out) {
    return turn<2>(g, out);
}
template <class R>
bool rot270(const TileOf<R>& g, int, TileOf<R>& out) {
    return turn<3>(g, out);
}
template <class R>
bool hmirror(const TileOf<R>& g, int, TileOf<R>& out) {
    return turn<4>(g, out);
}
template <class R>
bool vmirror(const TileOf<R>& g, int, TileOf<R>& out) {
    return turn<5>(g, out);
}
template <class R>
bool dmirror(const TileOf<R>& g, int, TileOf<R>& out) {
    return turn<6>(g, out);
}
template <class R>
bool cmirror(const TileOf<R>& g, int, TileOf<R>& out) {
    return turn<7>(g, out);
}

// The content turned within its own box, by a code of mir_rot.
template <class R>
bool box_mirror(const TileOf<R>& g, int code, TileOf<R>& out) {
    const Bounds b = bounds(filled(g));
    if (b.h == 0 || (exchanges_sides(code) && b.h != b.w)) return false;
    const TileOf<R> inside = turned(cut(g, b), code);
    out = by_plane(inside, g.h, g.w, [&](const R& p) { return south(east(p, b.left), b.top); });
    return true;
}

template <class R>
bool tophalf(const TileOf<R>& g, int, TileOf<R>& out) {
    if (g.h < 2) return false;
    out = cut(g, 0, 0, g.h / 2, g.w);
    return true;
}
template <class R>
bool bottomhalf(const TileOf<R>& g, int, TileOf<R>& out) {
    if (g.h < 2) return false;
    out = cut(g, g.h - g.h / 2, 0, g.h / 2, g.w);
    return true;
}
template <class R>
bool lefthalf(const TileOf<R>& g, int, TileOf<R>& out) {
    if (g.w < 2) return false;
    out = cut(g, 0, 0, g.h, g.w / 2);
    return true;
}
template <class R>
bool righthalf(const TileOf<R>& g, int, TileOf<R>& out) {
    if (g.w < 2) return false;
    out = cut(g, 0, g.w - g.w / 2, g.h, g.w / 2);
    return true;
}
template <class R>
bool trim(const TileOf<R>& g, int, TileOf<R>& out) {
    if (g.h < 3 || g.w < 3) return false;
    out = cut(g, 1, 1, g.h - 2, g.w - 2);
    return true;
}

template <class R>
TileOf<R> taller(const TileOf<R>& g, const Repeated<int>& rows) {
    const int h = rows.size(g.h);
    const auto source = row_sources<R>([&](int i) { return i < h ? rows.source(i) : -1; });
    return by_plane(g, h, g.w, [&](const R& p) { return gather_rows(p, source); });
}
// What comes at least once and as often as a tile holds.
template <class R>
bool drawn_out(const TileOf<R>& g, const Repeated<int>& rows, const Repeated<int>& columns, TileOf<R>& out) {
    if (rows.times < 1 || columns.times < 1 || rows.size(g.h) > R::kSize || columns.size(g.w) > R::kSize) return false;
    out = rows.times == 1 ? g : taller(g, rows);
    if (columns.times != 1) out = transposed(taller(transposed(out), columns));
    return true;
}
template <class R>
bool vupscale(const TileOf<R>& g, int factor, TileOf<R>& out) {
    return drawn_out(g, {factor}, {1}, out);
}
template <class R>
bool hupscale(const TileOf<R>& g, int factor, TileOf<R>& out) {
    return drawn_out(g, {1}, {factor}, out);
}
template <class R>
bool upscale(const TileOf<R>& g, int factor, TileOf<R>& out) {
    return drawn_out(g, {factor}, {factor}, out);
}

// The bits 0, step, 2 * step, ... below n.
template <class R>
typename R::Word every_nth(int n, int step) {
    typename R::Word out = 0;
    for (int i = 0; i < n; i += step) out |= typename R::Word{1} << i;
    return out;
}
template <class R>
bool downscale(const TileOf<R>& g, int factor, TileOf<R>& out) {
    if (factor < 1) return false;
    out = with_columns(with_rows(g, every_nth<R>(g.h, factor)), every_nth<R>(g.w, factor));
    return true;
}

// The content of a grid put to another place in it.
template <class R>
bool placed(const TileOf<R>& g, const Bounds& b, int top, int left, TileOf<R>& out) {
    if (b.h == 0) return false;
    out = by_plane(g, g.h, g.w, [&](const R& p) {
        return south(east(west(north(p, b.top), b.left), left), top);
    });
    return true;
}
template <class R>
bool to_corner(const TileOf<R>& g, int, TileOf<R>& out) {
    return placed(g, bounds(filled(g)), 0, 0, out);
}
template <class R>
bool to_middle(const TileOf<R>& g, int, TileOf<R>& out) {
    const Bounds b = bounds(filled(g));
    return placed(g, b, (g.h - b.h) / 2, (g.w - b.w) / 2, out);
}
// To the edge in the north, east, south or west.
template <class R>
bool push(const TileOf<R>& g, int side, TileOf<R>& out) {
    const Bounds b = bounds(filled(g));
    const int top = side == 0 ? 0 : side == 2 ? g.h - b.h : b.top;
    const int left = side == 3 ? 0 : side == 1 ? g.w - b.w : b.left;
    return placed(g, b, top, left, out);
}
template <class R>
bool nudge(const TileOf<R>& g, int direction, TileOf<R>& out) {
    const R whole = area_of(g);
    out = by_plane(g, g.h, g.w, [&](const R& p) { return moved(p, direction) & whole; });
    return true;
}
// By one to the north, east, south or west; what leaves comes in on the other side.
template <class R>
bool roll(const TileOf<R>& g, int side, TileOf<R>& out) {
    const R whole = area_of(g);
    const int around = (side % 2 == 0 ? g.h : g.w) - 1, direction = 2 * side;
    out = by_plane(g, g.h, g.w, [&](const R& p) {
        return (moved(p, direction) | moved(p, (direction + 4) % 8, around)) & whole;
    });
    return true;
}

}  // namespace arcloom::tile::kernels
