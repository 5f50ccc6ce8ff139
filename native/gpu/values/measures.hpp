// native/gpu/values/measures.hpp: ops that read numbers, places and truths off grids, patches and objects
#pragma once

#include "../../shape/ops.hpp"
#include "grids.hpp"

namespace arcloom::gpu::ops {

ARCLOOM_OP(grid_size) { return whole_number(sides_of(a).a); }
// What the colours of a grid (an object) say.
inline Word list_of_colours(Machine& m, const Counts& counts) {
    const Word out = m.new_list(shape::numcolors(counts));
    int k = 0;
    shape::palette(counts, [&](int colour) {
        if (m.good()) m.words(out)[k++] = whole_number(colour);
    });
    return out;
}
inline Counts counts_of_object(Machine& m, Word object) {
    const Thing t = read_thing(m, object);
    whole(m, t.shape);
    return counts_in(t);
}
#define ARCLOOM_OF_COLOURS(name, what)                                                                              \
    inline Word name##_by([[maybe_unused]] Machine& m, const Counts& counts, [[maybe_unused]] Word b) { return what; } \
    ARCLOOM_OP(grid_##name) { return name##_by(m, counts_of(m, a), b); }                                            \
    ARCLOOM_OP(object_##name) { return name##_by(m, counts_of_object(m, a), b); }
ARCLOOM_OF_COLOURS(mostcolor, common_colour(m, counts, true))
ARCLOOM_OF_COLOURS(leastcolor, common_colour(m, counts, false))
ARCLOOM_OF_COLOURS(colorcount, whole_number(is_colour(b.a) ? counts.of[b.a] : 0))
ARCLOOM_OF_COLOURS(palette, list_of_colours(m, counts))
ARCLOOM_OF_COLOURS(numcolors, whole_number(shape::numcolors(counts)))
inline int least_of(const Thing& t) {
    int colour = 0;
    while (colour < tile::kColours && !tile::any(coloured(t, colour))) ++colour;
    return colour;
}
ARCLOOM_OP(color) {
    const Thing t = read_thing(m, a);
    if (!whole(m, t.shape)) return {0, 0};
    if (!tile::any(t.shape.mask)) m.fail(kEmpty);
    return whole_number(m.good() ? least_of(t) : 0);
}
// Beside the grid there is nothing.
ARCLOOM_OP(index) {
    const int h = high_half(a.b), w = low_half(a.b);
    if (h == 0) m.fail(kKind);
    if (!m.good()) return {0, 0};
    if (!shape::has_cell_at(b.a, b.b, h, w)) return nowhere();
    if (is_wide(a)) return whole_number(bytes_at(m, planes_of(a))[b.a * w + b.b]);
    return whole_number(tile::colour_at(read_grid(m, a), b.a, b.b));
}

// The box of a patch that is known wholly; where that has no places, it is the op's to say what that means.
inline tile::Bounds box_of(Machine& m, Word w) {
    const Shape s = read_shape(m, w);
    if (is_listed(w)) {
        const Word list = list_of(m, w);
        const Word* words = m.words(list);
        m.charge_lanes(list.b);
        return bounds_of_places(list.b, [&](int k) { return words[k]; });
    }
    whole(m, s);
    return bounds_of(s);
}
inline tile::Bounds filled_box(Machine& m, Word w) {
    const tile::Bounds box = box_of(m, w);
    if (box.h == 0) m.fail(kEmpty);
    return box;
}
// How many elements; an object that clashes has more of them than places.
inline int size_of(Machine& m, Word w) {
    const Shape s = read_shape(m, w);
    if (is_listed(w)) return set_listed(m, w).b;
    if (s.cropped || s.clashing) m.bail(s.cropped ? kTooWide : kClashes);
    return tile::count(s.mask);
}
ARCLOOM_OP(patch_size) { return whole_number(size_of(m, a)); }
ARCLOOM_OP(patch_some) {
    const Shape s = read_shape(m, a);
    return whole(m, s) ? truth(tile::any(s.mask)) : Word{0, 0};
}

// What a value, or two, are asked, unless they have failed.
inline Word said(const auto& who, auto question) {
    return who.m.good() ? word_of(question(who)) : Word{0, 0};
}
// What a grid and a patch say of themselves (shape/measures.hpp).
struct GridPiece {
    Machine& m;
    Word sides;

    GridPiece(Machine& machine, Word w) : m(machine), sides(sides_of(w)) {}
    int height() const { return sides.a; }
    int width() const { return sides.b; }
    // One without rows has none to be as long as.
    bool holds(int n) const {
        if (n == 0) m.fail(kEmpty);
        return true;
    }
};
struct PatchPiece {
    Machine& m;
    Word word;
    tile::Bounds box;

    PatchPiece(Machine& machine, Word w) : m(machine), word(w), box(box_of(machine, w)) {}
    int height() const { return box.h; }
    int width() const { return box.w; }
    int size() const { return size_of(m, word); }
    bool holds(int n) const { return n == size(); }
};
#define X(op, type, cost) \
    ARCLOOM_OP(grid_##op) { return said(GridPiece(m, a), [](const auto& piece) { return shape::op(piece); }); }
ARCLOOM_MEASURES(X)
#undef X
#define X(op, type, cost) \
    ARCLOOM_OP(patch_##op) { return said(PatchPiece(m, a), [](const auto& piece) { return shape::op(piece); }); }
ARCLOOM_MEASURES(X)
ARCLOOM_MEASURES_OF_PATCHES(X)
#undef X
#define X(op) \
    ARCLOOM_OP(op) { return whole_number(shape::op(filled_box(m, a))); }
ARCLOOM_NUMBERS_OF_BOXES(X)
#undef X
#define X(op)                                                          \
    ARCLOOM_OP(op) {                                                   \
        const tile::Bounds box = box_of(m, a);                         \
        return box.h == 0 ? nowhere() : word_of(shape::op(box));       \
    }
ARCLOOM_PLACES_OF_BOXES(X)
#undef X
ARCLOOM_OP(center) { return word_of(shape::centre(filled_box(m, a))); }

// The steps to the sides that lead from one mask to another; below 0 where that is farther than a window.
inline constexpr int kStepTime = 12;
inline int steps_between(Machine& m, const Rows& from, const Rows& to) {
    // Between boxes without a hole, which most are that are asked, the way is known.
    const tile::Bounds x = tile::bounds(from), y = tile::bounds(to);
    const auto gap = [](int first, int size, int second, int other) {
        return shape::larger(0, shape::larger(second - (first + size - 1), first - (second + other - 1)));
    };
    if (x.h * x.w == tile::count(from) && y.h * y.w == tile::count(to)) {
        return gap(x.top, x.h, y.top, y.h) + gap(x.left, x.w, y.left, y.w);
    }
    Rows reached = from;
    for (int steps = 0; steps <= 2 * kSide; ++steps) {
        if (tile::any(reached & to)) return steps;
        m.take_time(kStepTime);
        reached = tile::dilated4(reached);
    }
    return -1;
}
// What two patches say of each other (shape/relations.hpp).
struct Both {
    Machine& m;
    const Common common;

    Both(Machine& machine, Word a, Word b) : m(machine), common(common_window(read_shape(m, a), read_shape(m, b))) {
        if (common.cropped) m.bail(kTooWide);
    }
    const Both& with_places() const {
        if (!tile::any(common.first) || !tile::any(common.second)) m.fail(kEmpty);
        return *this;
    }
    bool share_row() const { return (tile::used_rows(common.first) & tile::used_rows(common.second)) != 0; }
    bool share_column() const { return (tile::used_columns(common.first) & tile::used_columns(common.second)) != 0; }
    shape::Place from() const { return shape::centre(tile::bounds(common.first)); }
    shape::Place to() const { return shape::centre(tile::bounds(common.second)); }
    int distance() const { return steps_between(m, common.first, common.second); }
    void pay(int looks) const {
        constexpr int kLookWork = 512;
        m.charge(looks * kLookWork, looks * kStepTime);
    }
    // One step further to each side: so places beside the window are seen as well.
    bool touches(int di, int dj) const {
        const Rows& from = common.first;
        const Rows sides = moved_rows(from, di - 1, dj) | moved_rows(from, di + 1, dj) |
                           moved_rows(from, di, dj - 1) | moved_rows(from, di, dj + 1);
        return !tile::any(moved_rows(from, di, dj) & common.second) && tile::any(sides & common.second);
    }
};
#define X(op, type) \
    ARCLOOM_OP(op) { return said(Both(m, a, b), [](const auto& both) { return shape::op(both); }); }
ARCLOOM_RELATIONS(X)
#undef X
#define X(op, type) \
    ARCLOOM_OP(op) { return said(Both(m, a, b).with_places(), [](const auto& both) { return shape::op(both); }); }
ARCLOOM_RELATIONS_OF_PLACES(X)
#undef X
ARCLOOM_OP(bordering) {
    const tile::Bounds box = filled_box(m, a);
    if (is_empty(b)) m.bail(kNoCells);
    const Word sides = sides_of(b);
    return truth(shape::bordering(box, [&] { return sides.a; }, [&] { return sides.b; }));
}
ARCLOOM_OP(position) {
    const tile::Bounds x = box_of(m, a), y = box_of(m, b);
    if (x.h == 0 || y.h == 0) m.fail(kKind);
    return word_of(shape::position(shape::centre(x), shape::centre(y)));
}
// The mean row and column.
ARCLOOM_OP(centerofmass) {
    const Shape s = read_shape(m, a);
    const int n = size_of(m, a);
    if (!whole(m, s) || !m.good()) return {0, 0};
    if (n == 0) return nowhere();
    const auto weight = [](const Rows& mask) {
        int sum = 0;
        for (int i = 0; i < kSide; ++i) sum += i * tile::count_bits(tile::row_at(mask, i));
        return sum;
    };
    const int rows = weight(s.mask) + n * s.i, columns = weight(tile::transpose(s.mask)) + n * s.j;
    const auto [i, j] = shape::centerofmass(rows, columns, n);
    return place(i, j);
}

}  // namespace arcloom::gpu::ops
