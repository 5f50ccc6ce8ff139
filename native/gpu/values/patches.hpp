// native/gpu/values/patches.hpp: ops that give patches and objects
#pragma once

#include "../../shape/lines.hpp"
#include "measures.hpp"

namespace arcloom::gpu::ops {

inline Rows area_of_grid(Machine& m, Word grid) {
    if (is_large(grid)) m.bail(kTooWide);
    return tile::area<Rows>(high_half(grid.b), low_half(grid.b));
}
ARCLOOM_OP(asobject) { return make_object(m, {area_of_grid(m, a), 0, 0, false}, planes_of(a)); }
// The places of a colour in a grid that no tile holds.
inline Word listed_colour(Machine& m, Word grid, int colour) {
    const Cells from = cells_of(m, grid);
    const int n = from.h * from.w;
    m.charge_lanes(int64_t{kGridWork} * n);
    const int count = m.good() && is_colour(colour) ? count_where(n, [&](int k) { return from.at[k] == colour; }) : 0;
    const Word out = m.new_list(count);
    if (!m.good()) return {0, 0};
    write_found(m.words(out), n, [&](int k) { return from.at[k] == colour; },
                [&](int k) { return place(k / from.w, k % from.w); });
    const Word* words = m.words(out);
    const Rows mask = mask_of(m, count, [&](int k) {
        const Word w = words[k];
        return w.a < kSide && w.b < kSide ? w : nowhere();
    });
    return make_listed(m, mask, out);
}
ARCLOOM_OP(ofcolor) {
    if (is_large(a)) return listed_colour(m, a, b.a);
    const Tile t = read_any(m, a);
    return make_patch(m, is_colour(b.a) ? coloured(t, b.a) : tile::none<Rows>());
}
ARCLOOM_OP(toobject) {
    if (is_large(b)) m.bail(kTooWide);
    if (high_half(b.b) == 0) m.fail(kEmpty);
    return make_object(m, {on_grid(read_shape(m, a), high_half(b.b), low_half(b.b)), 0, 0, false}, planes_of(b));
}
ARCLOOM_OP(toindices) { return is_listed(a) ? a : Word{a.a & (kReference | 1 << kCroppedBit), a.b}; }
ARCLOOM_OP(recolor) {
    Shape s = read_shape(m, b);
    if (!is_colour(a.a)) m.bail(kLarge);
    s.clashing = false;
    Thing out{s, {}};
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = ((a.a >> k) & 1) != 0 ? s.mask : tile::none<Rows>();
    return make_object(m, out);
}
inline Word shifted_list(Machine& m, Word list, int64_t di, int64_t dj) {
    if (!is_near(di, dj)) m.bail(kFarAway);
    const Word out = m.new_list(list.b);
    if (!m.good()) return {0, 0};
    const Word* words = m.words(list);
    const int i = static_cast<int>(di), j = static_cast<int>(dj);
    write_each(m.words(out), list.b, [&](int k) { return place(words[k].a + i, words[k].b + j); });
    return patch_of_places(m, out, out, out, out, 0);
}
// The same mask for another place.
inline Word shifted(Machine& m, Word patch, int64_t di, int64_t dj) {
    if (is_listed(patch)) return shifted_list(m, list_of(m, patch), di, dj);
    Shape s = read_shape(m, patch);
    const int64_t i = s.i + di, j = s.j + dj;
    if (!whole(m, s)) return {0, 0};
    if (!is_near(i, j)) {
        m.bail(kFarAway);
        return {0, 0};
    }
    return {patch.a, packed(static_cast<int>(i), static_cast<int>(j))};
}
ARCLOOM_OP(shift) { return shifted(m, a, b.a, b.b); }
struct GridCopy {
    Machine& m;
    Word grid;

    void fill(Word colour, Word object) { grid = ops::fill(m, grid, colour, object, object, 0); }
    void paint_moved(Word object, Word by) {
        const Word moved = shift(m, object, by, by, by, 0);
        if (m.good()) grid = paint(m, grid, moved, by, by, 0);
    }
    Word done() const { return grid; }
};
ARCLOOM_OP(move) {
    GridCopy copy{m, a};
    return Canvas{m, a}.on_ground([&](Word ground) { return shape::move(copy, ground, b, c); });
}
ARCLOOM_OP(normalize) {
    const tile::Bounds box = box_of(m, a);
    const auto [di, dj] = shape::normalize(box);
    return shifted(m, a, di, dj);
}
inline constexpr int kTurnTime = 64;
// A patch and an object that are turned in their box (shape/boxes.hpp), by a code of mir_rot.
struct TurnedInBox {
    Machine& m;
    const Shape s;
    const tile::Bounds box;

    TurnedInBox(Machine& machine, const Shape& tightened) : m(machine), s(tightened), box(tile::bounds(s.mask)) { whole(m, s); }
    bool is_empty() const { return m.good() && box.h == 0; }
    Word none() const {
        m.fail(kEmpty);
        return {0, 0};
    }
    Word turned(int code) const { return m.good() ? make_patch(m, turned_shape(code)) : Word{0, 0}; }

  protected:
    Shape turned_shape(int code) const { return {turned_rows(s.mask, code, box.h, box.w), s.i, s.j, false}; }
};
struct ObjectTurnedInBox : TurnedInBox {
    const Thing& o;

    ObjectTurnedInBox(Machine& machine, const Thing& object) : TurnedInBox(machine, tight(object.shape)), o(object) {}
    Word turned(int code) const {
        if (!m.good()) return {0, 0};
        Rows plane[kPlanes];
        move_planes(o, s.i, s.j, plane);
        Thing out{turned_shape(code), {}};
        for (int k = 0; k < kPlanes; ++k) out.plane[k] = turned_rows(plane[k] & s.mask, code, box.h, box.w);
        return make_object(m, out);
    }
};
ARCLOOM_OP(turn_patch) {
    m.charge(kSide * kSide, kTurnTime);
    const TurnedInBox patch(m, tight(read_shape(m, a)));
    return shape::turn(patch, number);
}
ARCLOOM_OP(turn_object) {
    m.charge(kSide * kSide, 4 * kTurnTime);
    const Thing o = read_thing(m, a);
    const ObjectTurnedInBox object(m, o);
    return shape::turn(object, number);
}
// Where bits do not hold it, the general engine makes cells of it and sorts them.
inline constexpr int64_t kScaledWork = 8 + 8 * 20;
// A set of cells, drawn out in its box, whose first corner stays (shape/scaling.hpp). Row by row, each by a lane: the row of the
// source that lies there, its columns drawn out. What is too large for a window is cropped.
inline Word drawn_out_cells(Machine& m, Word object, tile::Repeated<int> rows, tile::Repeated<int> columns) {
    m.charge(8 * kSide * kSide, 8 * kTurnTime);
    const Thing o = read_thing(m, object);
    const Shape s = tight(o.shape);
    const tile::Bounds box = tile::bounds(s.mask);
    if (!whole(m, s)) return {0, 0};
    if (box.h == 0) return object;
    const int h = rows.size(box.h), w = columns.size(box.w);
    if (h == 0) return make_object(m, Shape{tile::none<Rows>(), 0, 0, false}, planes_of(object));
    if (rows.times > kSide) m.bail(kTooWide);
    const int64_t cells = int64_t{rows.times} * columns.times * tile::count(s.mask);
    m.charge(as_charge(kScaledWork * cells), 0);
    const bool fits = h <= kSide && w <= kSide;
    const int top = fits ? 0 : -s.i, left = fits ? 0 : -s.j;
    Rows plane[kPlanes];
    move_planes(o, s.i, s.j, plane);
    const int from = m.take(kPlanes + 1), to = m.take(kPlanes + 1);
    if (!m.good()) return {0, 0};
    m.store(from, s.mask);
    for (int k = 0; k < kPlanes; ++k) m.store(from + 1 + k, plane[k]);
    m.meet();
    const uint32_t* words = m.blocks + from * kBlockWords;
    write_each(m.blocks + to * kBlockWords, (kPlanes + 1) * kBlockWords, [&](int k) {
        const int i = k % kBlockWords + top;
        if (i < 0 || i >= h) return 0U;
        const uint32_t row = words[k / kBlockWords * kBlockWords + rows.source(i)];
        uint32_t out = 0;
        for (int x = 0; x < kSide; ++x) {
            const int j = x + left;
            if (j >= 0 && j < w) out |= ((row >> columns.source(j)) & 1) << x;
        }
        return out;
    });
    return shape_word(m, fits ? Shape{s.mask, s.i, s.j, false} : Shape{s.mask, 0, 0, true}, to, to + 1);
}
struct DrawnCells {
    Machine& m;
    Word object;

    Word drawn_out(tile::Repeated<int> rows, tile::Repeated<int> columns) const {
        return drawn_out_cells(m, object, rows, columns);
    }
};
ARCLOOM_OP(upscale_object) { return shape::upscale(DrawnCells{m, a}, b.a); }

// A box of places, or nothing where it is empty; cropped where it is too large for a window.
inline Shape box_shape(const tile::Bounds& b) {
    if (b.h <= kSide && b.w <= kSide) return {tile::area<Rows>(b.h, b.w), b.top, b.left, false};
    const int bottom = shape::smaller(b.bottom() + 1, kSide), right = shape::smaller(b.right() + 1, kSide);
    const int first = shape::larger(b.top, 0), from = shape::larger(b.left, 0);
    const bool none = bottom <= first || right <= from;
    return {none ? tile::none<Rows>() : tile::box_area<Rows>(first, from, bottom - first, right - from), 0, 0, true};
}
// The makers of figures (shape/figures.hpp). A border is what is left without the box one step inside.
DEVICE_OP Word make(Machine& m, const shape::Border& border) {
    const tile::Bounds& b = border.box;
    const Shape all = box_shape(b);
    if (b.h <= 2 || b.w <= 2) return make_patch(m, all);
    const Shape inside = box_shape({b.top + 1, b.left + 1, b.h - 2, b.w - 2});
    const Common both = common_window(all, inside);
    return make_patch(m, Shape{tile::minus(both.first, both.second), both.i, both.j, both.cropped});
}
inline Word make(Machine& m, const shape::Area& area) { return make_patch(m, box_shape(area.box)); }
inline Word make(Machine& m, const shape::Corners& corners) {
    const tile::Bounds& box = corners.box;
    if (box.h > kSide || box.w > kSide) m.bail(kTooWide);
    if (!m.good()) return {0, 0};
    const int i = box.h - 1, j = box.w - 1;
    return make_patch(m, one_bit(0, 0) | one_bit(i, 0) | one_bit(0, j) | one_bit(i, j), box.top, box.left);
}
inline Word make(Machine& m, const shape::Line& line) {  // of a row or a column
    return make_patch(m, tile::area<Rows>(line.di == 0 ? 1 : line.n, line.dj == 0 ? 1 : line.n), line.from.i, line.from.j);
}
ARCLOOM_OP(asindices) {
    const int h = high_half(a.b), w = low_half(a.b);
    if (!is_large(a)) return make(m, shape::asindices(h, w));
    const Word all = m.new_list(int64_t{h} * w);
    if (!m.good()) return {0, 0};
    write_each(m.words(all), h * w, [&](int k) { return place(k / w, k % w); });
    return make_listed(m, tile::area<Rows>(shape::smaller(h, kSide), shape::smaller(w, kSide)), all);
}
inline Word figure_of_box(Machine& m, Word patch, shape::OfNothing of_none, auto figure) {
    const tile::Bounds box = box_of(m, patch);
    if (box.h != 0) return make(m, figure(box));
    if (of_none == shape::OfNothing::kNoAnswer) m.fail(kEmpty);
    if (of_none == shape::OfNothing::kSetOfNothing) m.bail(kNothingGiven);
    return make_patch(m, tile::none<Rows>());
}
#define X(op, of_none, cost)                                                                                        \
    ARCLOOM_OP(op) {                                                                                                \
        return figure_of_box(m, a, shape::OfNothing::of_none, [](const tile::Bounds& b) { return shape::op(b); }); \
    }
ARCLOOM_FIGURES_OF_BOXES(X)
#undef X
ARCLOOM_OP(vfrontier) { return make(m, shape::vfrontier({a.a, a.b})); }
ARCLOOM_OP(hfrontier) { return make(m, shape::hfrontier({a.a, a.b})); }

// A window of a patch (shape/windows.hpp).
struct Bits {
    Rows mask, in_box;

    Rows here() const { return mask; }
    Rows at(int di, int dj) const { return moved_rows(mask, -di, -dj); }
    Rows box() const { return in_box; }
};
// What a kernel makes of a patch, up to `reach` beyond its box.
inline Word made_of_window(Machine& m, Word patch, int reach, auto kernel) {
    const Shape s = read_shape(m, patch);
    if (!whole(m, s)) return {0, 0};
    const tile::Bounds box = tile::bounds(s.mask);
    if (box.h == 0) return make_patch(m, s.mask);
    if (box.h + 2 * reach > kSide || box.w + 2 * reach > kSide) m.bail(kTooWide);
    if (!m.good()) return {0, 0};
    const int down = reach - box.top, right = reach - box.left;
    const Bits bits{moved_rows(s.mask, down, right), tile::box_area<Rows>(reach, reach, box.h, box.w)};
    return make_patch(m, kernel(bits), s.i - down, s.j - right);
}
#define X(op, reach)                                                                       \
    ARCLOOM_OP(op) {                                                                       \
        return made_of_window(m, a, reach, [](const Bits& bits) { return shape::op(bits); }); \
    }
ARCLOOM_PLACES_OF_WINDOWS(X)
#undef X

inline Word around(Machine& m, Word at, unsigned which) {
    Rows mask = tile::none<Rows>();
    for (int k = 0; k < 9; ++k) {
        if (((which >> k) & 1) != 0) mask = mask | one_bit(k / 3, k % 3);
    }
    return make_patch(m, mask, at.a - 1, at.b - 1);
}
#define X(op, which) \
    ARCLOOM_OP(op) { return around(m, a, shape::which); }
ARCLOOM_PLACES_AROUND(X)
#undef X

// n places in a row, each (di, dj) of -1 to 1 further. A line too long for a window is known as far as grids go.
inline Word line(Machine& m, int i, int j, int di, int dj, int n) {
    if (n > kSide) {
        constexpr int kMostListed = 128;
        // The part within the window that grids are in.
        int begin = 0, end = n;
        shape::clip_steps(i, di, 0, kSide - 1, begin, end);
        shape::clip_steps(j, dj, 0, kSide - 1, begin, end);
        Rows mask = tile::none<Rows>();
        for (int k = begin; k < end; ++k) mask = mask | one_bit(i + di * k, j + dj * k);
        if (n > kMostListed) return make_patch(m, Shape{mask, 0, 0, true});
        const bool back = di < 0 || (di == 0 && dj < 0);
        const Word all = m.new_list(n);
        if (!m.good()) return {0, 0};
        write_each(m.words(all), n, [&](int k) {
            const int step = back ? n - 1 - k : k;
            return place(i + di * step, j + dj * step);
        });
        return make_listed(m, mask, all);
    }
    const int top = di < 0 ? i - (n - 1) : i, left = dj < 0 ? j - (n - 1) : j;
    Rows mask;
    if (di == 0 || dj == 0) {
        mask = tile::area<Rows>(di == 0 ? 1 : n, dj == 0 ? 1 : n);
    } else {
        mask = tile::none<Rows>();
        for (int k = 0; k < n; ++k) mask = mask | one_bit(k, di == dj ? k : n - 1 - k);
    }
    return make_patch(m, mask, top, left);
}
inline Word connected(Machine& m, int i, int j, int to_i, int to_j) {
    constexpr int kStepWork = 16;
    const auto way = shape::course(i, j, to_i, to_j);
    if (way.steps > kFarthest) m.bail(kFarAway);
    m.charge(kStepWork * way.steps + kStepWork, way.steps < kSide ? way.steps : kSide);
    if (!way.is_there) return make_patch(m, tile::none<Rows>());
    return line(m, i, j, way.di, way.dj, way.steps + 1);
}
ARCLOOM_OP(connect) { return connected(m, a.a, a.b, b.a, b.b); }
ARCLOOM_OP(shoot) {
    constexpr int kFar = language::kRaySteps;
    if (b.a < -kSide || b.a > kSide || b.b < -kSide || b.b > kSide || !is_near(a.a, a.b)) {
        m.bail(kFarAway);
        return {0, 0};
    }
    return connected(m, a.a, a.b, a.a + kFar * b.a, a.b + kFar * b.b);
}

// Sets of places as sets.
// What of places in the window that grids are in is cropped, is known there: that is enough if the other has no more.
struct Meeting {
    Rows first, second;
    int i, j;
};
inline Meeting met(Machine& m, const Shape& x, const Shape& y) {
    Meeting out{x.mask, y.mask, x.i, x.j};
    if (!y.cropped) {
        in_window(y, x.i, x.j, out.second);
        return out;
    }
    out.i = out.j = 0;
    if (!in_window(x, 0, 0, out.first)) m.bail(kTooWide);
    return out;
}
// Cells of x that y has as well, colours and all.
inline Rows shared_cells(Machine& m, const Thing& x, const Thing& y) {
    if (x.shape.cropped || y.shape.cropped) m.bail(kTooWide);
    Rows other, plane[kPlanes];
    in_window(y.shape, x.shape.i, x.shape.j, other);
    move_planes(y, x.shape.i, x.shape.j, plane);
    other = shape::shared(other, x.shape.mask);
    for (int k = 0; k < kPlanes; ++k) other = tile::minus(other, plane[k] ^ x.plane[k]);
    return other;
}
ARCLOOM_OP(difference_objects) {
    const Thing x = read_thing(m, a);
    const Rows rest = shape::without(x.shape.mask, shared_cells(m, x, read_thing(m, b)));
    return make_object(m, {rest, x.shape.i, x.shape.j, false}, planes_of(a));
}
ARCLOOM_OP(intersect_objects) {
    const Thing x = read_thing(m, a);
    return make_object(m, {shared_cells(m, x, read_thing(m, b)), x.shape.i, x.shape.j, false}, planes_of(a));
}
ARCLOOM_OP(patch_of_place) { return make_patch(m, one_bit(0, 0), a.a, a.b); }
// What of the set of it may be in a set of places.
ARCLOOM_OP(patch_if_place) {
    return is_nowhere(a) ? make_patch(m, tile::none<Rows>()) : patch_of_place(m, a, b, c, d, number);
}
ARCLOOM_OP(object_of_cell) {
    return recolor(m, a, make_patch(m, one_bit(0, 0), high_half(a.b), low_half(a.b)), c, d, number);
}
inline Word has_at(Machine& m, const Shape& s, const Rows& mask, int i, int j) {
    if (!whole(m, s)) return {0, 0};
    const int64_t y = int64_t{i} - s.i, x = int64_t{j} - s.j;
    const bool inside = y >= 0 && y < kSide && x >= 0 && x < kSide;
    return truth(inside && tile::has(mask, static_cast<int>(inside ? y : 0), static_cast<int>(inside ? x : 0)));
}
ARCLOOM_OP(has_place) {
    const Shape s = read_shape(m, b);
    if (is_nowhere(a)) return truth(false);
    return has_at(m, s, s.mask, a.a, a.b);
}
ARCLOOM_OP(has_cell) {
    const Thing t = read_thing(m, b);
    return has_at(m, t.shape, coloured(t, a.a), high_half(a.b), low_half(a.b));
}

// Nothing is found at every corner of a cell.
inline Word everywhere(Machine& m, int h, int w) {
    constexpr int kCornerWork = 4;
    m.charge(kCornerWork * (h + 1) * (w + 1), 0);
    if (h >= kSide || w >= kSide) m.bail(kTooWide);
    return make_patch(m, tile::area<Rows>(h + 1, w + 1));
}
// Where an object may be found in a grid (shape/windows.hpp).
struct Candidates {
    Machine& m;
    const Tile t;
    Rows found;

    Rows cells_of(int colour) const { return coloured(t, colour); }
    bool keep(const Rows& there, int i, int j) {
        constexpr int kPlaceTime = 12;
        m.take_time(kPlaceTime);
        found = found & moved_rows(there, -i, -j);
        return tile::any(found);
    }
};
struct Sought {
    const Thing o;
    const tile::Bounds box;

    struct Cells {
        const Rows mask;
        const tile::Bounds box;

        bool each(auto f) const {
            for (Rows rest = mask; tile::any(rest);) {
                const Rows at = tile::first_cell(rest);
                const int i = tile::low_bit(tile::used_rows(at)), j = tile::low_bit(tile::used_columns(at));
                rest = tile::minus(rest, at);
                if (!f(i - box.top, j - box.left)) return false;
            }
            return true;
        }
    };
    bool each_colour(auto f) const {
        for (int colour = 0; colour < tile::kColours; ++colour) {
            const Cells cells{coloured(o, colour), box};
            if (tile::any(cells.mask) && !f(colour, cells)) return false;
        }
        return true;
    }
};
// As the first corner of its box.
ARCLOOM_OP(occurrences) {
    const Tile t = read_grid(m, a);
    const Thing o = read_thing(m, b);
    const tile::Bounds box = tile::bounds(o.shape.mask);
    if (!whole(m, o.shape)) return {0, 0};
    if (box.h == 0) return everywhere(m, t.h, t.w);
    if (box.h > t.h || box.w > t.w) return make_patch(m, tile::none<Rows>());
    Candidates places{m, t, tile::area<Rows>(t.h - box.h + 1, t.w - box.w + 1)};
    shape::occurrences(places, Sought{o, box});
    return make_patch(m, places.found);
}
// The least distance to the side (0) or down (1) by which every cell, moved back, meets a cell of its colour.
ARCLOOM_OP(period) {
    const Thing o = read_thing(m, a);
    const Shape s = tight(o.shape);
    if (!whole(m, s)) return {0, 0};
    const tile::Bounds box = tile::bounds(s.mask);
    const int side = number == 0 ? box.w : box.h;
    Thing base{s, {}};
    move_planes(o, s.i, s.j, base.plane);
    return whole_number(shape::period(side, [&](int p) {
        const int di = number == 0 ? 0 : -p, dj = number == 0 ? -p : 0;
        const Rows moved = moved_rows(s.mask, di, dj);
        Rows bad = tile::minus(moved, s.mask);
        for (int k = 0; k < kPlanes; ++k) {
            bad = bad | (moved & (moved_rows(base.plane[k] & s.mask, di, dj) ^ base.plane[k]));
        }
        return !tile::any(bad);
    }));
}

}  // namespace arcloom::gpu::ops
