// native/gpu/values/shapes.hpp: grids, patches and objects in registers, and how masks of different windows meet
#pragma once

#include "../../shape/boxes.hpp"
#include "../../shape/order.hpp"
#include "arena.hpp"

namespace arcloom::gpu {

// A set of places: bit (y, x) of the mask is the place (i + y, j + x). Where it is cropped, the window begins at (0, 0)
// and places outside of it are unknown: that is enough to put it onto a grid, and for nothing else. Where an object
// clashes, some places have two colours.
struct Shape {
    Rows mask;
    int i, j;
    bool cropped, clashing = false;
};
// A set of cells; the planes have the window of the mask, and mean nothing beside it. Where cells clash, they have the
// colour that is painted last: that is enough to paint it.
struct Thing {
    Shape shape;
    Rows plane[kPlanes];
};

inline constexpr int kCroppedBit = 30, kClashingBit = 31;
inline constexpr int32_t kReferences = (1 << kCroppedBit) - 1;

// Whoever reads is charged for what the general engine would do with as much, at most, and for the time of a few loads with
// what is mostly done to them.
inline constexpr int kShapeWork = 150, kThingWork = 300, kGridWork = 4;
inline constexpr int kShapeTime = 24, kThingTime = 40, kGridTime = 64;

// A cropped patch may know its places all the same, as a list; then this stands for the place where its window begins.
inline constexpr int32_t kListed = 0x4000'4000;
inline bool is_listed(Word patch) { return patch.b == kListed; }
inline Shape read_shape(Machine& m, Word w) {
    m.charge(kShapeWork, kShapeTime);
    const auto flags = static_cast<uint32_t>(w.a);
    const bool cropped = (flags >> kCroppedBit & 1) != 0, clashing = flags >> kClashingBit != 0;
    const int32_t at = is_listed(w) ? 0 : w.b;
    return {m.load(w.a & kReference), high_half(at), low_half(at), cropped, clashing};
}
inline int planes_of(Word w) { return (w.a >> kReferenceBits) & kReference; }
inline Thing read_clashing(Machine& m, Word w) {
    m.charge(kThingWork, kThingTime);
    Thing out{read_shape(m, w), {}};
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = m.load(planes_of(w) + k);
    return out;
}
inline Thing read_thing(Machine& m, Word w) {
    const Thing out = read_clashing(m, w);
    if (out.shape.clashing) m.bail(kClashes);
    return out;
}
// What is no grid, but may become one: rows without cells, or no rows.
inline bool is_empty(Word grid) { return high_half(grid.b) < 1 || low_half(grid.b) < 1; }
// Whether no tile holds a grid: wide.hpp.
inline bool is_wide(Word grid) { return is_empty(grid) || high_half(grid.b) > kSide || low_half(grid.b) > kSide; }
inline bool is_large(Word grid) { return is_wide(grid) && !is_empty(grid); }
inline Word sides_of(Word grid) { return place(high_half(grid.b), low_half(grid.b)); }
// As a tile, where it fits one; rows without cells do. Ops that mean what has cells ask read_grid.
inline Tile read_any(Machine& m, Word w) {
    if (high_half(w.b) > kSide || low_half(w.b) > kSide) {
        m.bail(kTooWide);
        return tile::blank<Rows>(1, 1);
    }
    m.charge(is_empty(w) ? kGridWork * kSide * kSide : kGridWork * high_half(w.b) * low_half(w.b), kGridTime);
    Tile out = tile::blank<Rows>(high_half(w.b), low_half(w.b));
    if (is_empty(w)) return out;
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = m.load(planes_of(w) + k);
    return out;
}
inline Tile read_grid(Machine& m, Word w) {
    if (!is_empty(w)) return read_any(m, w);
    m.bail(kNoCells);
    return tile::blank<Rows>(1, 1);
}
// What has a background, or cells that an op needs.
inline Tile read_cells_of(Machine& m, Word w) {
    if (is_empty(w)) m.fail(kEmpty);
    return read_any(m, w);
}
// What has rows, though maybe no cells.
inline Tile read_rows_of(Machine& m, Word w) {
    if (high_half(w.b) == 0) m.fail(kEmpty);
    return read_any(m, w);
}

inline constexpr int kFarthest = 4000;
inline bool is_near(int64_t i, int64_t j) { return i >= -kFarthest && i <= kFarthest && j >= -kFarthest && j <= kFarthest; }
inline Word shape_word(Machine& m, const Shape& s, int mask, int planes) {
    if (!is_near(s.i, s.j)) m.bail(kFarAway);
    const uint32_t flags = (s.cropped ? 1U << kCroppedBit : 0U) | (s.clashing ? 1U << kClashingBit : 0U);
    return {mask | planes << kReferenceBits | static_cast<int32_t>(flags), packed(s.i, s.j)};
}
inline Word make_patch(Machine& m, const Shape& s) {
    const int at = m.take(1);
    m.store(at, s.mask);
    return shape_word(m, s, at, 0);
}
// With the part of its mask that grids are in. A list that does not ascend may have places twice.
inline Word make_listed(Machine& m, const Rows& mask, Word places, bool ascends = true) {
    const int at = m.take(1), header = m.take(1);
    m.store(at, mask);
    if (m.good()) {
        m.words({header, 1})[0] = places;
        m.words({header, 1})[1] = truth(ascends);
    }
    return {shape_word(m, Shape{mask, 0, 0, true}, at, header).a, kListed};
}
inline Word list_of(const Machine& m, Word patch) { return m.words({planes_of(patch), 1})[0]; }
inline Word make_patch(Machine& m, const Rows& mask, int i = 0, int j = 0) {
    return make_patch(m, Shape{mask, i, j, false});
}
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
// A grid, of 32 rows and columns at most; without cells it has no planes.
inline Word make_grid(Machine& m, const Tile& t) {
    if (t.h > kSide || t.w > kSide) m.bail(kTooWide);
    if (t.h < 1 || t.w < 1) return {0, t.h < 1 ? 0 : packed(t.h, 0)};
    return {store_planes(m, t.plane) << kReferenceBits, packed(t.h, t.w)};
}

// A plane or a mask turned by a code of mir_rot. Called for each plane, so that its code is there once.
DEVICE_OP Rows turned_rows(Rows p, int code, int h, int w) { return tile::turned_plane(p, code, h, w); }
inline Tile turned_tile(const Tile& t, int code) {
    const bool across = tile::exchanges_sides(code);
    Tile out = tile::blank<Rows>(across ? t.w : t.h, across ? t.h : t.w);
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = turned_rows(t.plane[k], code, t.h, t.w);
    return out;
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
    if (b.h == 0) return {s.mask, 0, 0, s.cropped, s.clashing};
    return {moved_rows(s.mask, -b.top, -b.left), s.i + b.top, s.j + b.left, s.cropped, s.clashing};
}
inline bool whole(Machine& m, const Shape& s) {
    if (s.cropped) m.bail(kTooWide);
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
// Both sets of cells. Where two colours clash, the greater counts, as sets are painted, or the second one's, as tuples are.
inline Thing united(const Thing& a, const Thing& b, bool in_order = false) {
    const Common c = common_window(a.shape, b.shape);
    Rows first[kPlanes], second[kPlanes];
    move_planes(a, c.i, c.j, first);
    move_planes(b, c.i, c.j, second);
    Rows alike = c.first & c.second, greater = in_order ? c.second : tile::minus(c.second, c.first);
    for (int k = kPlanes - 1; k >= 0; --k) {
        greater = greater | (alike & tile::minus(second[k], first[k]));
        alike = tile::minus(alike, first[k] ^ second[k]);
    }
    const bool clash = a.shape.clashing || b.shape.clashing || !tile::same(alike, c.first & c.second);
    Thing out{{c.first | c.second, c.i, c.j, c.cropped, clash}, {}};
    for (int k = 0; k < kPlanes; ++k) {
        out.plane[k] = (first[k] & tile::minus(c.first, greater)) | (second[k] & greater);
    }
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
inline bool holds(Word w) { return w.a != 0; }  // a number
inline bool is_colour(int v) { return v >= 0 && v < tile::kColours; }

// The canonical order of two sets that are not alike; whether what follows their masks is more of them.
inline int order_of_rows(const Rows& a, const Rows& b, bool more_a, bool more_b) {
    const Rows at = tile::first_cell(a ^ b);
    const bool in_a = tile::any(at & a);
    const int row = tile::low_bit(tile::used_rows(at)), column = tile::low_bit(tile::used_columns(at));
    const Rows before = tile::box_area<Rows>(0, 0, row, kSide) | tile::box_area<Rows>(row, 0, 1, column);
    const Rows behind = tile::minus(in_a ? b : a, before);
    const bool goes_on = tile::any(behind) || (in_a ? more_b : more_a);
    return shape::order_where_they_differ(in_a, goes_on);
}
// The place of a mask's first cell, which there is, and of its last.
inline Word first_place(const Shape& s) {
    const Rows at = tile::first_cell(s.mask);
    return place(s.i + tile::low_bit(tile::used_rows(at)), s.j + tile::low_bit(tile::used_columns(at)));
}
// Where places are unknown, there is no telling, not even whether there are any.
inline bool both_whole(Machine& m, const Shape& a, const Shape& b) { return whole(m, a) && whole(m, b); }
// Of two that have no common window, so that each has places: by the first ones alone, unless these are the same.
inline int order_of_places(Machine& m, const Shape& a, const Shape& b) {
    const Word x = first_place(a), y = first_place(b);
    if (x.a == y.a && x.b == y.b) m.bail(kTooWide);
    return x.a < y.a || (x.a == y.a && x.b < y.b) ? -1 : 1;
}
inline int order_of(Machine& m, const Shape& a, const Shape& b) {
    if (!both_whole(m, a, b)) return 0;
    const Common c = common_window(a, b);
    if (c.cropped) return order_of_places(m, a, b);
    return tile::same(c.first, c.second) ? 0 : order_of_rows(c.first, c.second, false, false);
}
inline int order_of(Machine& m, const Thing& a, const Thing& b) {
    if (!both_whole(m, a.shape, b.shape)) return 0;
    m.take_time(kThingTime);
    const Common c = common_window(a.shape, b.shape);
    if (c.cropped) {
        for (int colour = 0; colour < tile::kColours; ++colour) {
            const Shape p{coloured(a, colour), a.shape.i, a.shape.j, a.shape.cropped};
            const Shape q{coloured(b, colour), b.shape.i, b.shape.j, b.shape.cropped};
            const bool in_a = tile::any(p.mask), in_b = tile::any(q.mask);
            if (in_a != in_b) return in_a ? -1 : 1;
            if (in_a) return order_of_places(m, p, q);
        }
    }
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

inline Word last_place(const Shape& s) {
    const int row = tile::high_bit(tile::used_rows(s.mask));
    return place(s.i + row, s.j + tile::high_bit(tile::row_at(s.mask, row)));
}
inline Rows one_bit(int i, int j) { return tile::box_area<Rows>(i, j, 1, 1); }

}  // namespace arcloom::gpu
