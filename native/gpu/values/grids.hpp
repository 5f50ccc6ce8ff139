// native/gpu/values/grids.hpp: ops that give grids; where a tile op is meant, its kernel is called
#pragma once

#include "../../tile/kernels/combine.hpp"
#include "../../tile/kernels/crops.hpp"
#include "../../tile/kernels/geometry.hpp"
#include "numbers.hpp"
#include "wide.hpp"

namespace arcloom::gpu::ops {

ARCLOOM_OP(compress) {
    const Tile t = read_grid(m, a);
    Tile out;
    if (tile::kernels::compress<Rows>(t, 0, out)) return make_grid(m, out);
    return no_cells(m, tile::count_bits(tile::used_rows(tile::column_changes(t))));
}
ARCLOOM_OP(downscale) {
    Tile out;
    if (b.a == 0) m.fail(kRange);
    if (!m.good()) return {0, 0};
    const int factor = b.a < 0 ? -b.a : b.a;
    if (is_large(a)) return thinned_cells(m, a, factor);
    // A factor beyond the tile is as good as any other.
    tile::kernels::downscale<Rows>(read_grid(m, a), factor < kSide ? factor : kSide, out);
    return make_grid(m, out);
}

// Where the tile is too small, cells are written down.
#define ARCLOOM_SCALE_OP(name, rows, columns)                                                                        \
    ARCLOOM_OP(name) {                                                                                               \
        Tile out;                                                                                                    \
        if (is_wide(a) || !tile::kernels::name<Rows>(read_grid(m, a), b.a, out)) return widened(m, a, rows, columns); \
        return make_grid(m, out);                                                                                    \
    }
ARCLOOM_SCALE_OP(upscale, b.a, b.a)
ARCLOOM_SCALE_OP(hupscale, 1, b.a)
ARCLOOM_SCALE_OP(vupscale, b.a, 1)

// By a code of mir_rot.
ARCLOOM_OP(turn) {
    if (is_empty(a)) return tile::exchanges_sides(number) ? no_cells(m, 0) : a;
    return is_wide(a) ? turned_cells(m, a, number) : make_grid(m, turned_tile(read_grid(m, a), number));
}

#define ARCLOOM_JOIN_OP(name, wider)                                                                                 \
    ARCLOOM_OP(name) {                                                                                               \
        Tile out;                                                                                                    \
        if (is_wide(a) || is_wide(b)) return wider(m, a, b);                                                         \
        if (!tile::kernels::name<Rows>(read_grid(m, a), read_grid(m, b), out)) return wider(m, a, b);                \
        return make_grid(m, out);                                                                                    \
    }
ARCLOOM_JOIN_OP(hconcat, left_and_right)
ARCLOOM_JOIN_OP(vconcat, above)

ARCLOOM_OP(canvas) {
    if (b.a > kMostSide || b.b > kMostSide || !is_colour(a.a)) {
        m.bail(kLarge);
        return {0, 0};
    }
    if (b.a < 1 || b.b < 1 || b.a > kSide || b.b > kSide) {
        return make_of_cells(m, b.a, b.b, [&](int, int) { return static_cast<uint8_t>(a.a); });
    }
    Tile out;
    tile::painted(tile::area<Rows>(b.a, b.b), a.a, b.a, b.b, out);
    return make_grid(m, out);
}

// The colour that most (fewest) cells of a tile or an object have; below 0 where there are none.
template <class T>
int extreme_colour(const T& t, bool most) {
    int best = -1, cells = 0;
    for (int colour = 0; colour < tile::kColours; ++colour) {
        const int n = tile::count(coloured(t, colour));
        if (shape::beats(n, cells, most)) {
            best = colour;
            cells = n;
        }
    }
    return best;
}
inline int most_colour(const Tile& t) { return extreme_colour(t, true); }

// How many cells of each colour a grid has; lanes look at those that no tile holds.
DEVICE_OP void write_counts(Machine& m, Word grid, int* out) {
    if (!is_large(grid)) {
        const Tile t = read_any(m, grid);
        for (int colour = 0; colour < tile::kColours; ++colour) out[colour] = tile::count(coloured(t, colour));
        return;
    }
    const Cells from = cells_of(m, grid);
    m.charge_lanes(int64_t{kGridWork} * from.h * from.w);
    for (int colour = 0; colour < tile::kColours; ++colour) {
        out[colour] = count_where(from.h * from.w, [&](int k) { return from.at[k] == colour; });
    }
}
struct Counts {
    int of[tile::kColours];
};
inline Counts counts_of(Machine& m, Word grid) {
    Counts out;
    write_counts(m, grid, out.of);
    return out;
}
inline Word extreme_of_grid(Machine& m, Word grid, bool most) {
    if (is_empty(grid)) m.fail(kEmpty);
    const Counts counts = counts_of(m, grid);
    int best = 0, cells = 0;
    for (int colour = 0; colour < tile::kColours; ++colour) {
        if (!shape::beats(counts.of[colour], cells, most)) continue;
        best = colour;
        cells = counts.of[colour];
    }
    return whole_number(best);
}
inline Word painted_grid(Machine& m, Tile& t, const Rows& mask, int colour) {
    if (!is_colour(colour) && tile::any(mask)) m.bail(kLarge);
    tile::paint(t, mask, colour);
    return make_grid(m, t);
}
ARCLOOM_OP(fill) {
    if (is_large(a)) return filled_cells(m, a, b.a, c, -1);
    Tile t = read_rows_of(m, a);
    return painted_grid(m, t, on_grid(read_shape(m, c), t.h, t.w), b.a);
}
ARCLOOM_OP(underfill) {
    if (is_large(a)) return filled_cells(m, a, b.a, c, extreme_of_grid(m, a, true).a);
    Tile t = read_cells_of(m, a);
    return painted_grid(m, t, on_grid(read_shape(m, c), t.h, t.w) & coloured(t, most_colour(t)), b.a);
}
ARCLOOM_OP(cover) {
    if (is_large(a)) return filled_cells(m, a, extreme_of_grid(m, a, true).a, b, -1);
    Tile t = read_cells_of(m, a);
    return painted_grid(m, t, on_grid(read_shape(m, b), t.h, t.w), most_colour(t));
}
inline void paint_thing(Tile& t, const Thing& o, const Rows& mask) {
    Rows plane[kPlanes];
    move_planes(o, 0, 0, plane);
    for (int k = 0; k < kPlanes; ++k) t.plane[k] = tile::minus(t.plane[k], mask) | (plane[k] & mask);
}
ARCLOOM_OP(paint) {
    if (is_large(a)) return painted_cells(m, a, b);
    Tile t = read_rows_of(m, a);
    const Thing o = read_clashing(m, b);
    paint_thing(t, o, on_grid(o.shape, t.h, t.w));
    return make_grid(m, t);
}
ARCLOOM_OP(underpaint) {
    Tile t = read_cells_of(m, a);
    const Thing o = read_thing(m, b);
    paint_thing(t, o, on_grid(o.shape, t.h, t.w) & coloured(t, most_colour(t)));
    return make_grid(m, t);
}
ARCLOOM_OP(move) {
    Tile t = read_cells_of(m, a);
    Thing o = read_clashing(m, b);
    if (!whole(m, o.shape) || !is_near(c.a, c.b)) {
        m.bail(kFarAway);
        return {0, 0};
    }
    tile::paint(t, on_grid(o.shape, t.h, t.w), most_colour(t));
    o.shape.i += c.a;
    o.shape.j += c.b;
    paint_thing(t, o, on_grid(o.shape, t.h, t.w));
    return make_grid(m, t);
}
ARCLOOM_OP(replace) {
    if (!is_colour(b.a)) return a;
    if (is_large(a)) {
        if (!is_colour(c.a)) m.bail(kLarge);
        return mapped_cells(m, a, [&](int colour) { return colour == b.a ? c.a : colour; });
    }
    Tile t = read_any(m, a);
    return painted_grid(m, t, coloured(t, b.a), c.a);
}
ARCLOOM_OP(exchange) {
    if (!is_colour(b.a) || !is_colour(c.a)) m.bail(kLarge);
    if (is_large(a)) {
        return mapped_cells(m, a, [&](int colour) { return colour == b.a ? c.a : colour == c.a ? b.a : colour; });
    }
    Tile t = read_any(m, a);
    const Rows first = coloured(t, b.a), second = coloured(t, c.a);
    tile::paint(t, first, c.a);
    return painted_grid(m, t, second, b.a);
}
ARCLOOM_OP(cellwise) {
    if (high_half(a.b) == 0) m.fail(kEmpty);
    if (is_empty(a)) return a;
    if (high_half(b.b) < high_half(a.b) || low_half(b.b) < low_half(a.b)) m.fail(kRange);
    if (!is_colour(c.a)) m.bail(kLarge);
    if (!m.good()) return {0, 0};
    if (is_large(a) || is_large(b)) {
        const Cells x = cells_of(m, a), y = cells_of(m, b);
        return make_of_cells(m, x.h, x.w, [&](int i, int j) {
            const uint8_t colour = x.at[i * x.w + j];
            return colour == y.at[i * y.w + j] ? colour : static_cast<uint8_t>(c.a);
        });
    }
    Tile t = read_grid(m, a);
    const Tile other = read_grid(m, b);
    Rows differ = tile::none<Rows>();
    for (int k = 0; k < kPlanes; ++k) differ = differ | (t.plane[k] ^ other.plane[k]);
    return painted_grid(m, t, differ & tile::area_of(t), c.a);
}

// By the rules of slices.
DEVICE_OP Word sliced(Machine& m, Word grid, int top, int bottom, int left, int right) {
    const auto rows = shape::slice(top, bottom, high_half(grid.b)), columns = shape::slice(left, right, low_half(grid.b));
    const int h = rows.size(), w = columns.size();
    if (h < 1 || w < 1) return no_cells(m, h);
    if (is_wide(grid)) return cut_cells(m, grid, rows.first, columns.first, h, w);
    return make_grid(m, tile::cut(read_grid(m, grid), rows.first, columns.first, h, w));
}
inline Word cropped(Machine& m, Word grid, int top, int left, int h, int w) {
    return sliced(m, grid, top, top + h, left, left + w);
}
ARCLOOM_OP(crop) { return cropped(m, a, b.a, b.b, c.a, c.b); }
ARCLOOM_OP(trim) { return sliced(m, a, 1, -1, 1, -1); }
// The first (0) or last (1) half of the rows; of the columns (2, 3), where there are none also rows are not.
ARCLOOM_OP(half) {
    const int h = high_half(a.b), w = low_half(a.b), side = number < 2 ? h : w, n = side / 2;
    const int first = (number & 1) != 0 ? side - n : 0;
    if (n == 0) return no_cells(m, 0);
    return number < 2 ? sliced(m, a, first, first + n, 0, w) : sliced(m, a, 0, h, first, first + n);
}
ARCLOOM_OP(subgrid) {
    const Shape s = read_shape(m, a);
    const tile::Bounds box = bounds_of(s);
    if (!whole(m, s)) return {0, 0};
    if (box.h == 0) {
        m.fail(kEmpty);
        return {0, 0};
    }
    return cropped(m, b, box.top, box.left, box.h, box.w);
}

// As many pieces, side by side (0) or above each other (1).
ARCLOOM_OP(split) {
    const int high = high_half(a.b), wide = low_half(a.b);
    const int n = b.a > 0 ? b.a : 0, side = number == 0 ? wide : high;
    if (high == 0) m.fail(kEmpty);
    if (b.a == 0) m.fail(kRange);
    const auto [each, step] = shape::pieces(side, n > 0 ? n : 1);
    const Word out = m.new_list(n);
    for (int k = 0; k < n && m.good(); ++k) {
        m.words(out)[k] = number == 0 ? cropped(m, a, 0, k * step, high, each) : cropped(m, a, k * step, 0, each, wide);
    }
    return out;
}

}  // namespace arcloom::gpu::ops
