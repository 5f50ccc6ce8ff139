// native/tile/tile.hpp: a grid as four bit planes, and what every kernel needs of one
//
// Plane k holds bit k of each colour. Cells outside of h x w are empty in all planes (invariant: every maker
// keeps it), so colour 0 and "outside" look alike until the area is asked for.
#pragma once

#include "bounds.hpp"
#include "spread.hpp"
#include "turns.hpp"

namespace arcloom::tile {

inline constexpr int kPlanes = 4, kColours = 10;

template <class R>
struct TileOf {
    int32_t h, w;
    R plane[kPlanes];
};

using Tile = TileOf<Rows32>;

template <class R>
TileOf<R> blank(int h, int w) {
    TileOf<R> out{};
    out.h = h;
    out.w = w;
    return out;
}

// Cells that are not 0.
template <class R>
TILE_INLINE R filled(const TileOf<R>& t) {
    R out;
    each_row(out, [](auto a, auto b, auto c, auto d) { return a | b | c | d; }, t.plane[0], t.plane[1], t.plane[2],
             t.plane[3]);
    return out;
}
template <class R>
TILE_INLINE R area_of(const TileOf<R>& t) {
    return area<R>(t.h, t.w);
}
// Cells of one colour, which is not 0.
template <class R>
TILE_INLINE R coloured(const TileOf<R>& t, int colour) {
    using W = typename R::Word;
    const auto flip = [&](int k) { return broadcast(static_cast<W>(((colour >> k) & 1) != 0 ? 0 : ~W{0})); };
    const auto f0 = flip(0), f1 = flip(1), f2 = flip(2), f3 = flip(3);
    R out;
    each_row(out, [&](auto a, auto b, auto c, auto d) { return (a ^ f0) & (b ^ f1) & (c ^ f2) & (d ^ f3); },
             t.plane[0], t.plane[1], t.plane[2], t.plane[3]);
    return out;
}
// The tile's colours within the mask, 0 elsewhere; the size stays.
template <class R>
TILE_INLINE TileOf<R> within(const TileOf<R>& t, const R& mask) {
    TileOf<R> out;
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = t.plane[k] & mask;
    out.h = t.h;
    out.w = t.w;
    return out;
}
// Paints the mask, which lies within the area, with one colour.
template <class R>
TILE_INLINE void paint(const TileOf<R>& t, const R& mask, int colour, TileOf<R>& out) {
    for (int k = 0; k < kPlanes; ++k) {
        if (((colour >> k) & 1) != 0) {
            each_row(out.plane[k], [](auto p, auto m) { return p | m; }, t.plane[k], mask);
        } else {
            each_row(out.plane[k], [](auto p, auto m) { return p & ~m; }, t.plane[k], mask);
        }
    }
    out.h = t.h;
    out.w = t.w;
}
template <class R>
TILE_INLINE void paint(TileOf<R>& t, const R& mask, int colour) {
    paint(t, mask, colour, t);
}
// The first tile where it is not 0, the second elsewhere; both of one size.
template <class R>
TILE_INLINE TileOf<R> over(const TileOf<R>& top, const TileOf<R>& bottom) {
    TileOf<R> out = top;
    const R seen = filled(top);
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = out.plane[k] | minus(bottom.plane[k], seen);
    return out;
}
template <class R>
TILE_INLINE bool same_tile(const TileOf<R>& a, const TileOf<R>& b) {
    return a.h == b.h && a.w == b.w && same(a.plane[0], b.plane[0]) && same(a.plane[1], b.plane[1]) &&
           same(a.plane[2], b.plane[2]) && same(a.plane[3], b.plane[3]);
}

// The part of a tile in a box that lies within it.
template <class R>
TILE_INLINE TileOf<R> cut(const TileOf<R>& t, int top, int left, int h, int w) {
    TileOf<R> out;
    const R inside = area<R>(h, w);
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = west(north(t.plane[k], top), left) & inside;
    out.h = h;
    out.w = w;
    return out;
}

// The bounding box of a mask; h is 0 where the mask is empty.
template <class R>
TILE_INLINE Bounds bounds(const R& mask) {
    const auto rows = used_rows(mask), columns = used_columns(mask);
    if (rows == 0) return {0, 0, 0, 0};
    const int top = low_bit(rows), left = low_bit(columns);
    return {top, left, high_bit(rows) - top + 1, high_bit(columns) - left + 1};
}
template <class R>
TILE_INLINE TileOf<R> cut(const TileOf<R>& t, const Bounds& b) {
    return cut(t, b.top, b.left, b.h, b.w);
}
template <class R>
TILE_INLINE R box_area(const Bounds& b) {
    return box_area<R>(b.top, b.left, b.h, b.w);
}
// What is filled, cut out; h is 0 where nothing is.
template <class R>
TileOf<R> content(const TileOf<R>& t) {
    return cut(t, bounds(filled(t)));
}
// The outermost ring of an area.
template <class R>
TILE_INLINE R ring(int top, int left, int h, int w) {
    return minus(box_area<R>(top, left, h, w), box_area<R>(top + 1, left + 1, h - 2, w > 2 ? w - 2 : 0));
}
// The cells of a mask that lie on the outermost ring of a grid of h x w.
template <class R>
TILE_INLINE R at_edge(const R& mask, int h, int w) {
    return minus(mask, box_area<R>(1, 1, h - 2, w > 2 ? w - 2 : 0));
}

// A tile of h x w whose planes are each `of(plane)`.
template <class R, class F>
TILE_INLINE TileOf<R> by_plane(const TileOf<R>& t, int h, int w, F of) {
    return {h, w, {of(t.plane[0]), of(t.plane[1]), of(t.plane[2]), of(t.plane[3])}};
}
// The same where nothing becomes nothing; large planes are asked whether they are empty.
template <class R, class F>
TILE_INLINE TileOf<R> by_used_plane(const TileOf<R>& t, int h, int w, F of) {
    return by_plane(t, h, w, [&](const R& p) { return R::kSize <= kSmallSize || any(p) ? of(p) : p; });
}

// A plane of h x w turned by a code of mir_rot. Rows that go upside down and become columns are flipped as columns.
template <class R>
TILE_INLINE R turned_plane(const R& plane, int code, int h, int w) {
    const auto [up, back, across] = steps(code);
    R p = plane;
    if (back) p = flip_columns(p, w);
    if (across) p = transpose(p, h > w ? h : w);
    if (up && across) p = flip_columns(p, h);
    if (up && !across) p = flip_rows(p, h);
    return p;
}
// All planes of a tile. The code is a constant for each.
template <class R>
TILE_INLINE TileOf<R> turned(const TileOf<R>& t, int code) {
    const int h = t.h, w = t.w;
    switch (code) {
        case 1: return by_used_plane(t, w, h, [=](const R& p) { return turned_plane(p, 1, h, w); });
        case 2: return by_plane(t, h, w, [=](const R& p) { return turned_plane(p, 2, h, w); });
        case 3: return by_used_plane(t, w, h, [=](const R& p) { return turned_plane(p, 3, h, w); });
        case 4: return by_plane(t, h, w, [=](const R& p) { return turned_plane(p, 4, h, w); });
        case 5: return by_plane(t, h, w, [=](const R& p) { return turned_plane(p, 5, h, w); });
        case 6: return by_used_plane(t, w, h, [=](const R& p) { return turned_plane(p, 6, h, w); });
        case 7: return by_used_plane(t, w, h, [=](const R& p) { return turned_plane(p, 7, h, w); });
        default: return t;
    }
}
template <class R>
TileOf<R> transposed(const TileOf<R>& t) {
    return turned(t, 6);
}

// The colours of a tile but 0, ascending, each with its cells.
template <class R>
struct Palette {
    ColourList colours;
    ColourCells<R> cells;

    int n() const { return colours.n; }
    int colour(int k) const { return colours[k]; }
    decltype(auto) mask(int k) const { return cells.of(colours[k]); }
    // More cells, which had no colour.
    void add(int k, const R& more) { cells.add(colours[k], more); }
};
template <class R>
void read_palette(const TileOf<R>& t, Palette<R>& out) {
    out.cells.read(t.plane, out.colours);
}
// The most common colour but 0; 0 where there is none or two are equally common.
template <class R>
int most_common(const Palette<R>& p) {
    int best = 0, cells = 0;
    for (int k = 0; k < p.n(); ++k) {
        const int n = count(p.mask(k));
        if (n >= cells) best = n == cells ? 0 : p.colour(k);
        if (n > cells) cells = n;
    }
    return best;
}
template <class R>
int most_common(const TileOf<R>& t) {
    Palette<R> p;
    read_palette(t, p);
    return most_common(p);
}
// The colour of a cell.
template <class R>
int colour_at(const TileOf<R>& t, int i, int j) {
    int out = 0;
    for (int k = 0; k < kPlanes; ++k) out |= has(t.plane[k], i, j) ? 1 << k : 0;
    return out;
}

// A mask of h x w in one colour.
template <class R>
TILE_INLINE void painted(const R& mask, int colour, int h, int w, TileOf<R>& out) {
    out.h = h;
    out.w = w;
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = ((colour >> k) & 1) != 0 ? mask : none<R>();
}

// The rows (columns) whose bit is set, moved together.
template <class R>
TileOf<R> with_rows(const TileOf<R>& t, typename R::Word rows) {
    const SetBits<R> from(rows);
    return by_plane(t, count_bits(rows), t.w, [&](const R& p) { return gather_rows(p, from); });
}
template <class R>
TileOf<R> with_columns(const TileOf<R>& t, typename R::Word columns) {
    return transposed(with_rows(transposed(t), columns));
}
// The cells that differ from the one above (to the left); those of the first row (column) never do.
template <class R>
R row_changes(const TileOf<R>& t) {
    R out = none<R>();
    for (const R& p : t.plane) out = out | (p ^ south(p));
    return out & box_area<R>(1, 0, t.h - 1, t.w);
}
template <class R>
R column_changes(const TileOf<R>& t) {
    R out = none<R>();
    for (const R& p : t.plane) out = out | (p ^ east(p));
    return out & box_area<R>(0, 1, t.h, t.w - 1);
}

// Copies side by side and above each other, as many as needed for h x w.
template <class R>
TileOf<R> repeated(const TileOf<R>& t, int h, int w) {
    const R whole = area<R>(h, w);
    return by_plane(t, h, w, [&](R p) {
        for (int k = t.h; k < h; k *= 2) p = p | south(p, k);
        for (int k = t.w; k < w; k *= 2) p = p | east(p, k);
        return p & whole;
    });
}

}  // namespace arcloom::tile
