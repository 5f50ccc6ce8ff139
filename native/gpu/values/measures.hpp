// native/gpu/values/measures.hpp: ops that read numbers, places and truths off grids, patches and objects
#pragma once

#include "../../shape/ops.hpp"
#include "grids.hpp"

namespace arcloom::gpu::ops {

ARCLOOM_OP(grid_height) { return whole_number(sides_of(m, a).a); }
ARCLOOM_OP(grid_width) { return whole_number(sides_of(m, a).b); }
ARCLOOM_OP(grid_shape) { return sides_of(m, a); }
ARCLOOM_OP(grid_portrait) {
    const Word sides = sides_of(m, a);
    return truth(shape::portrait(sides.a, sides.b));
}
ARCLOOM_OP(grid_square) {
    const Word sides = sides_of(m, a);
    return truth(sides.a == sides.b);
}
ARCLOOM_OP(grid_mostcolor) { return whole_number(most_colour(read_grid(m, a))); }
ARCLOOM_OP(grid_leastcolor) { return whole_number(extreme_colour(read_grid(m, a), false)); }
ARCLOOM_OP(grid_colorcount) { return whole_number(is_colour(b.a) ? tile::count(coloured(read_grid(m, a), b.a)) : 0); }

// The colours there are, as bits.
template <class T>
uint32_t colours_of(const T& t) {
    uint32_t out = 0;
    for (int colour = 0; colour < tile::kColours; ++colour) out |= tile::any(coloured(t, colour)) ? 1U << colour : 0U;
    return out;
}
inline Word list_of_bits(Machine& m, uint32_t bits) {
    const Word out = m.new_list(tile::count_bits(bits));
    for (int k = 0; bits != 0 && m.good(); bits &= bits - 1, ++k) m.words(out)[k] = whole_number(tile::low_bit(bits));
    return out;
}
ARCLOOM_OP(grid_palette) { return list_of_bits(m, colours_of(read_grid(m, a))); }
ARCLOOM_OP(grid_numcolors) { return whole_number(tile::count_bits(colours_of(read_grid(m, a)))); }
ARCLOOM_OP(object_palette) {
    const Thing t = read_thing(m, a);
    return whole(m, t.shape) ? list_of_bits(m, colours_of(t)) : Word{0, 0};
}
ARCLOOM_OP(object_numcolors) {
    const Thing t = read_thing(m, a);
    return whole(m, t.shape) ? whole_number(tile::count_bits(colours_of(t))) : Word{0, 0};
}
inline Word common_colour(Machine& m, const Thing& t, bool most) {
    if (!whole(m, t.shape)) return {0, 0};
    const int best = extreme_colour(t, most);
    if (best < 0) m.fail(kEmpty);
    return whole_number(best);
}
ARCLOOM_OP(object_mostcolor) { return common_colour(m, read_thing(m, a), true); }
ARCLOOM_OP(object_leastcolor) { return common_colour(m, read_thing(m, a), false); }
ARCLOOM_OP(object_colorcount) {
    const Thing t = read_thing(m, a);
    return whole(m, t.shape) ? whole_number(is_colour(b.a) ? tile::count(coloured(t, b.a)) : 0) : Word{0, 0};
}
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
// nothing beside the grid has no form here
ARCLOOM_OP(index) {
    const Tile t = read_grid(m, a);
    if (b.a < 0 || b.b < 0 || b.a >= t.h || b.b >= t.w) {
        m.bail();
        return {0, 0};
    }
    return whole_number(tile::colour_at(t, b.a, b.b));
}

// The box of a patch that is known wholly; where that has no places, it is the op's to say what that means.
inline tile::Bounds box_of(Machine& m, Word w) {
    const Shape s = read_shape(m, w);
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
    if (s.cropped || s.clashing) m.bail();
    return tile::count(s.mask);
}
ARCLOOM_OP(patch_size) { return whole_number(size_of(m, a)); }
ARCLOOM_OP(patch_some) {
    const Shape s = read_shape(m, a);
    return whole(m, s) ? truth(tile::any(s.mask)) : Word{0, 0};
}
ARCLOOM_OP(patch_height) { return whole_number(box_of(m, a).h); }
ARCLOOM_OP(patch_width) { return whole_number(box_of(m, a).w); }
ARCLOOM_OP(patch_shape) {
    const tile::Bounds box = box_of(m, a);
    return place(box.h, box.w);
}
ARCLOOM_OP(patch_portrait) {
    const tile::Bounds box = box_of(m, a);
    return truth(shape::portrait(box.h, box.w));
}
ARCLOOM_OP(patch_square) {
    const tile::Bounds box = box_of(m, a);
    return truth(shape::square(box.h, box.w, [&] { return size_of(m, a); }));
}
ARCLOOM_OP(vline) {
    const tile::Bounds box = box_of(m, a);
    return truth(shape::is_line(box.h, size_of(m, a), [&] { return box.w; }));
}
ARCLOOM_OP(hline) {
    const tile::Bounds box = box_of(m, a);
    return truth(shape::is_line(box.w, size_of(m, a), [&] { return box.h; }));
}
inline Word word_of(shape::Place p) { return place(p.i, p.j); }
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

// Rows (columns) that a patch has cells in, for the window of the other.
ARCLOOM_OP(hmatching) {
    const Common both = common_window(read_shape(m, a), read_shape(m, b));
    if (both.cropped) m.bail();
    return truth((tile::used_rows(both.first) & tile::used_rows(both.second)) != 0);
}
ARCLOOM_OP(vmatching) {
    const Common both = common_window(read_shape(m, a), read_shape(m, b));
    if (both.cropped) m.bail();
    return truth((tile::used_columns(both.first) & tile::used_columns(both.second)) != 0);
}
// The steps to the sides that lead from one mask to another; below 0 where that is farther than a window.
inline int steps_between(const Rows& from, const Rows& to) {
    Rows reached = from;
    for (int steps = 0; steps <= 2 * kSide; ++steps) {
        if (tile::any(reached & to)) return steps;
        reached = tile::dilated4(reached);
    }
    return -1;
}
inline Word distance(Machine& m, Word a, Word b, bool next) {
    const Common both = common_window(read_shape(m, a), read_shape(m, b));
    if (both.cropped) m.bail();
    if (!tile::any(both.first) || !tile::any(both.second)) m.fail(kEmpty);
    if (!m.good()) return {0, 0};
    if (next) return truth(!tile::any(both.first & both.second) && tile::any(tile::dilated4(both.first) & both.second));
    return whole_number(steps_between(both.first, both.second));
}
ARCLOOM_OP(manhattan) { return distance(m, a, b, false); }
ARCLOOM_OP(adjacent) { return distance(m, a, b, true); }
ARCLOOM_OP(bordering) {
    const tile::Bounds box = filled_box(m, a);
    const Word sides = sides_of(m, b);
    return truth(shape::bordering(box, [&] { return sides.a; }, [&] { return sides.b; }));
}
ARCLOOM_OP(position) {
    const tile::Bounds x = box_of(m, a), y = box_of(m, b);
    if (x.h == 0 || y.h == 0) m.bail();
    return word_of(shape::position(shape::centre(x), shape::centre(y)));
}
ARCLOOM_OP(gravitate) {
    constexpr int kStepWork = 512;
    m.charge(language::kGravitySteps * kStepWork);
    const tile::Bounds x = box_of(m, a), y = box_of(m, b);
    const Common both = common_window(read_shape(m, a), read_shape(m, b));
    if (both.cropped || x.h == 0 || y.h == 0) {
        m.bail();
        return {0, 0};
    }
    const bool columns = (tile::used_columns(both.first) & tile::used_columns(both.second)) != 0;
    const shape::Place way = shape::way_down(columns, shape::centre(x), shape::centre(y));
    const auto touches = [&](int i, int j) {
        // One step further to each side: so places beside the window are seen as well.
        const Rows sides = moved_rows(both.first, i - 1, j) | moved_rows(both.first, i + 1, j) |
                           moved_rows(both.first, i, j - 1) | moved_rows(both.first, i, j + 1);
        const bool overlap = tile::any(moved_rows(both.first, i, j) & both.second);
        return !overlap && tile::any(sides & both.second);
    };
    return word_of(shape::fallen(way, touches));
}
// The mean row and column.
ARCLOOM_OP(centerofmass) {
    const Shape s = read_shape(m, a);
    const int n = size_of(m, a);
    if (n == 0) m.bail();
    if (!m.good()) return {0, 0};
    const auto weight = [](const Rows& mask) {
        int sum = 0;
        for (int i = 0; i < kSide; ++i) sum += i * tile::count_bits(tile::row_at(mask, i));
        return sum;
    };
    const int rows = weight(s.mask) + n * s.i, columns = weight(tile::transpose(s.mask)) + n * s.j;
    return place(floor_divide(m, rows, n), floor_divide(m, columns, n));
}

}  // namespace arcloom::gpu::ops
