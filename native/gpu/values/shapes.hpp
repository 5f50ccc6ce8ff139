// native/gpu/values/shapes.hpp: grids, patches and objects in registers, and how masks of different windows meet
#pragma once

#include "arena.hpp"

namespace arcloom::gpu {

// A set of places: bit (y, x) of the mask is the place (i + y, j + x). Where it is cropped, the window begins at (0, 0)
// and places outside of it are unknown: that is enough to put it onto a grid, and for nothing else.
struct Shape {
    Rows mask;
    int i, j;
    bool cropped;
};
// A set of cells; the planes have the window of the mask, and mean nothing beside it.
struct Thing {
    Shape shape;
    Rows plane[kPlanes];
};

inline constexpr int kCroppedBit = 30;

inline Shape read_shape(const Machine& m, Word w) {
    return {m.load(w.a & kReference), high_half(w.b), low_half(w.b), ((w.a >> kCroppedBit) & 1) != 0};
}
inline int planes_of(Word w) { return (w.a >> kReferenceBits) & kReference; }
inline Thing read_thing(const Machine& m, Word w) {
    Thing out{read_shape(m, w), {}};
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = m.load(planes_of(w) + k);
    return out;
}
inline Tile read_grid(const Machine& m, Word w) {
    Tile out;
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = m.load(planes_of(w) + k);
    out.h = high_half(w.b);
    out.w = low_half(w.b);
    return out;
}

inline constexpr int kFarthest = 4000;
inline Word shape_word(Machine& m, const Shape& s, int mask, int planes) {
    if (s.i < -kFarthest || s.i > kFarthest || s.j < -kFarthest || s.j > kFarthest) m.bail();
    return {mask | planes << kReferenceBits | (s.cropped ? 1 << kCroppedBit : 0), packed(s.i, s.j)};
}
inline Word make_patch(Machine& m, const Shape& s) {
    const int at = m.take(1);
    m.store(at, s.mask);
    return shape_word(m, s, at, 0);
}
inline Word make_patch(Machine& m, const Rows& mask, int i = 0, int j = 0) { return make_patch(m, Shape{mask, i, j, false}); }
// Of planes that are there already.
inline Word make_object(Machine& m, const Shape& s, int planes) {
    const int at = m.take(1);
    m.store(at, s.mask);
    return shape_word(m, s, at, planes);
}
inline int store_planes(Machine& m, const Rows* plane) {
    const int at = m.take(kPlanes);
    for (int k = 0; k < kPlanes && m.good(); ++k) m.store(at + k, plane[k]);
    return at;
}
inline Word make_object(Machine& m, const Thing& t) { return make_object(m, t.shape, store_planes(m, t.plane)); }
// A grid must have cells, and 32 rows and columns at most.
inline Word make_grid(Machine& m, const Tile& t) {
    if (t.h < 1 || t.w < 1 || t.h > kSide || t.w > kSide) m.bail();
    return {store_planes(m, t.plane) << kReferenceBits, packed(t.h, t.w)};
}

// Moved by rows and columns; what leaves the window is lost.
inline Rows moved_rows(const Rows& a, int di, int dj) {
    if (di <= -kSide || di >= kSide || dj <= -kSide || dj >= kSide) return tile::none<Rows>();
    const Rows down = di > 0 ? tile::south(a, di) : di < 0 ? tile::north(a, -di) : a;
    return dj > 0 ? tile::east(down, dj) : dj < 0 ? tile::west(down, -dj) : down;
}
// The mask of the same places for the window that begins at (i, j), and whether all of them are in it.
inline bool in_window(const Shape& s, int i, int j, Rows& out) {
    if (s.i == i && s.j == j) {
        out = s.mask;
        return true;
    }
    out = moved_rows(s.mask, s.i - i, s.j - j);
    return tile::count(out) == tile::count(s.mask);
}
inline Rows on_grid(const Shape& s, int h, int w) {
    Rows out;
    in_window(s, 0, 0, out);
    return out & tile::area<Rows>(h, w);
}

// The bounding box, in places; h is 0 where there are none.
inline tile::Bounds bounds_of(const Shape& s) {
    tile::Bounds b = tile::bounds(s.mask);
    b.top += s.i;
    b.left += s.j;
    return b;
}
// With the first row and column of the box as those of the window.
inline Shape tight(const Shape& s) {
    const tile::Bounds b = tile::bounds(s.mask);
    if (b.h == 0) return {s.mask, 0, 0, s.cropped};
    return {moved_rows(s.mask, -b.top, -b.left), s.i + b.top, s.j + b.left, s.cropped};
}
inline bool whole(Machine& m, const Shape& s) {
    if (s.cropped) m.bail();
    return !s.cropped;
}

// A window for the places of both; where there is none, both are cropped to the one that grids are in.
struct Common {
    Rows first, second;
    int i, j;
    bool cropped;
};
inline Common common_window(const Shape& a, const Shape& b) {
    Common out{a.mask, b.mask, a.i, a.j, false};
    if (!a.cropped && !b.cropped) {
        if (in_window(b, a.i, a.j, out.second)) return out;
        out.i = b.i;
        out.j = b.j;
        out.second = b.mask;
        if (in_window(a, b.i, b.j, out.first)) return out;
        const tile::Bounds x = bounds_of(a), y = bounds_of(b);
        out.i = x.top < y.top ? x.top : y.top;
        out.j = x.left < y.left ? x.left : y.left;
        const bool fits = in_window(a, out.i, out.j, out.first);
        if (in_window(b, out.i, out.j, out.second) && fits) return out;
    }
    out.i = out.j = 0;
    in_window(a, 0, 0, out.first);
    in_window(b, 0, 0, out.second);
    out.cropped = true;
    return out;
}
inline Shape united(const Shape& a, const Shape& b) {
    const Common c = common_window(a, b);
    return {c.first | c.second, c.i, c.j, c.cropped};
}
inline void move_planes(const Thing& t, int i, int j, Rows* out) {
    for (int k = 0; k < kPlanes; ++k) out[k] = moved_rows(t.plane[k], t.shape.i - i, t.shape.j - j);
}
// Both sets of cells; two colours at one place have no form here.
inline Thing united(Machine& m, const Thing& a, const Thing& b) {
    const Common c = common_window(a.shape, b.shape);
    Rows first[kPlanes], second[kPlanes], differ = tile::none<Rows>();
    move_planes(a, c.i, c.j, first);
    move_planes(b, c.i, c.j, second);
    Thing out{{c.first | c.second, c.i, c.j, c.cropped}, {}};
    for (int k = 0; k < kPlanes; ++k) {
        differ = differ | (first[k] ^ second[k]);
        out.plane[k] = (first[k] & c.first) | (second[k] & c.second);
    }
    if (tile::any(differ & c.first & c.second)) m.bail();
    return out;
}

// Cells of one colour of a thing.
inline Rows coloured(const Thing& t, int colour) {
    Rows out = t.shape.mask;
    for (int k = 0; k < kPlanes; ++k) {
        out = ((colour >> k) & 1) != 0 ? out & t.plane[k] : tile::minus(out, t.plane[k]);
    }
    return out;
}
inline Rows coloured(const Tile& t, int colour) {
    return colour != 0 ? tile::coloured(t, colour) : tile::minus(tile::area_of(t), tile::filled(t));
}
inline bool is_colour(int v) { return v >= 0 && v < tile::kColours; }

// The canonical order: below 0, 0 or above it. Of two sets that differ first at some element, the one that has it comes
// first, unless the other one ends there.
inline int order_of_rows(const Rows& a, const Rows& b, bool more_a, bool more_b) {
    const Rows at = tile::first_cell(a ^ b);
    const bool in_a = tile::any(at & a);
    const int row = tile::low_bit(tile::used_rows(at)), column = tile::low_bit(tile::used_columns(at));
    const Rows behind = tile::minus(in_a ? b : a, tile::box_area<Rows>(0, 0, row, kSide) | tile::box_area<Rows>(row, 0, 1, column));
    const bool goes_on = tile::any(behind) || (in_a ? more_b : more_a);
    return in_a == goes_on ? -1 : 1;
}
inline int order_of(Machine& m, const Shape& a, const Shape& b) {
    const Common c = common_window(a, b);
    if (c.cropped) m.bail();
    return tile::same(c.first, c.second) ? 0 : order_of_rows(c.first, c.second, false, false);
}
inline int order_of(Machine& m, const Thing& a, const Thing& b) {
    const Common c = common_window(a.shape, b.shape);
    if (c.cropped) m.bail();
    Thing x{{c.first, c.i, c.j, false}, {}}, y{{c.second, c.i, c.j, false}, {}};
    move_planes(a, c.i, c.j, x.plane);
    move_planes(b, c.i, c.j, y.plane);
    Rows rest_x = c.first, rest_y = c.second;
    for (int colour = 0; colour < tile::kColours; ++colour) {
        const Rows p = coloured(x, colour), q = coloured(y, colour);
        rest_x = tile::minus(rest_x, p);
        rest_y = tile::minus(rest_y, q);
        if (!tile::same(p, q)) return order_of_rows(p, q, tile::any(rest_x), tile::any(rest_y));
    }
    return 0;
}

// The place of a mask's first cell, which there is.
inline Word first_place(const Shape& s) {
    const Rows at = tile::first_cell(s.mask);
    return place(s.i + tile::low_bit(tile::used_rows(at)), s.j + tile::low_bit(tile::used_columns(at)));
}
inline Rows one_bit(int i, int j) { return tile::box_area<Rows>(i, j, 1, 1); }

}  // namespace arcloom::gpu
