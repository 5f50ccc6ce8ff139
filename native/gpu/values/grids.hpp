// native/gpu/values/grids.hpp: ops that give grids; where a tile op is meant, its kernel is called
#pragma once

#include "../../shape/colours.hpp"
#include "../../shape/halves.hpp"
#include "../../shape/unions.hpp"
#include "../../tile/kernels/combine.hpp"
#include "../../tile/kernels/crops.hpp"
#include "../../tile/kernels/geometry.hpp"
#include "numbers.hpp"
#include "wide.hpp"

namespace arcloom::gpu::ops {

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
DEVICE_OP Word drawn_out_grid(Machine& m, Word grid, tile::Repeated<int> rows, tile::Repeated<int> columns) {
    Tile out;
    if (is_wide(grid) || !tile::kernels::drawn_out<Rows>(read_grid(m, grid), rows, columns, out)) {
        return widened(m, grid, rows, columns);
    }
    return make_grid(m, out);
}
// A grid that is drawn out (shape/scaling.hpp).
struct DrawnGrid {
    Machine& m;
    Word grid;

    Word drawn_out(tile::Repeated<int> rows, tile::Repeated<int> columns) const {
        return drawn_out_grid(m, grid, rows, columns);
    }
};
ARCLOOM_OP(upscale) { return shape::upscale(DrawnGrid{m, a}, b.a); }
ARCLOOM_OP(hupscale) { return shape::hupscale(DrawnGrid{m, a}, b.a); }
ARCLOOM_OP(vupscale) { return shape::vupscale(DrawnGrid{m, a}, b.a); }

// By a code of mir_rot.
ARCLOOM_OP(turn) {
    if (is_empty(a)) return tile::exchanges_sides(number) ? no_cells(m, 0) : a;
    return is_wide(a) ? turned_cells(m, a, number) : make_grid(m, turned_tile(read_grid(m, a), number));
}

ARCLOOM_OP(hconcat) {
    Tile out;
    if (is_wide(a) || is_wide(b)) return left_and_right(m, a, b);
    if (!tile::kernels::hconcat<Rows>(read_grid(m, a), read_grid(m, b), out)) return left_and_right(m, a, b);
    return make_grid(m, out);
}
DEVICE_OP Word one_above_other(Machine& m, Word a, Word b) {
    Tile out;
    if (is_wide(a) || is_wide(b)) return above(m, a, b);
    if (!tile::kernels::vconcat<Rows>(read_grid(m, a), read_grid(m, b), out)) return above(m, a, b);
    return make_grid(m, out);
}
// Grids above each other (shape/unions.hpp).
struct Stacked {
    Machine& m;
    Word all{0, 0};
    bool begun = false;

    static bool measure(Word) { return true; }
    static bool makes_room() { return true; }
    bool take(Word grid) {
        all = begun ? one_above_other(m, all, grid) : grid;
        begun = true;
        return m.good();
    }
    Word done() const { return all; }
    Word none() const { return all; }
};
ARCLOOM_OP(vconcat) {
    Stacked whole{m};
    return shape::combine(whole, a, b);
}

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

// How many cells of each colour there are (shape/colours.hpp).
struct Counts {
    int of[tile::kColours];

    void operator()(auto f) const {
        for (int colour = 0; colour < tile::kColours; ++colour) f(colour, of[colour]);
    }
};
inline Counts counts_in(const auto& t) {
    Counts out;
    for (int colour = 0; colour < tile::kColours; ++colour) out.of[colour] = tile::count(coloured(t, colour));
    return out;
}
inline int most_colour(const Tile& t) { return shape::common(counts_in(t), -1, true); }
// Of a grid; lanes look at those that no tile holds.
DEVICE_OP void write_counts(Machine& m, Word grid, Counts& out) {
    if (!is_large(grid)) {
        out = counts_in(read_any(m, grid));
        return;
    }
    const Cells from = cells_of(m, grid);
    m.charge_lanes(int64_t{kGridWork} * from.h * from.w);
    for (int colour = 0; colour < tile::kColours; ++colour) {
        out.of[colour] = count_where(from.h * from.w, [&](int k) { return from.at[k] == colour; });
    }
}
inline Counts counts_of(Machine& m, Word grid) {
    Counts out;
    write_counts(m, grid, out);
    return out;
}
inline Word common_colour(Machine& m, const Counts& counts, bool most) {
    const int best = shape::common(counts, -1, most);
    if (best < 0) m.fail(kEmpty);
    return whole_number(best);
}
inline Word painted_grid(Machine& m, Tile& t, const Rows& mask, int colour) {
    if (!is_colour(colour) && tile::any(mask)) m.bail(kLarge);
    tile::paint(t, mask, colour);
    return make_grid(m, t);
}
// A grid that is painted on (shape/painting.hpp).
struct Canvas {
    Machine& m;
    Word grid;

    static Word anywhere() { return whole_number(-1); }
    Word on_ground(auto f) const {
        const Word ground = common_colour(m, counts_of(m, grid), true);
        return m.good() ? f(ground) : Word{0, 0};
    }
    // Where a mask lies on it, and the cells have that colour.
    static Rows within(const Tile& t, const Shape& s, Word only) {
        const Rows mask = on_grid(s, t.h, t.w);
        return only.a < 0 ? mask : mask & coloured(t, only.a);
    }
    Word filled(Word colour, Word patch, Word only) const {
        if (is_large(grid)) return filled_cells(m, grid, colour.a, patch, only.a);
        Tile t = read_rows_of(m, grid);
        return painted_grid(m, t, within(t, read_shape(m, patch), only), colour.a);
    }
    Word painted(Word object, Word only) const {
        if (is_large(grid) && only.a < 0) return painted_cells(m, grid, object);
        Tile t = read_rows_of(m, grid);
        const Thing o = only.a < 0 ? read_clashing(m, object) : read_thing(m, object);
        const Rows mask = within(t, o.shape, only);
        Rows plane[kPlanes];
        move_planes(o, 0, 0, plane);
        for (int k = 0; k < kPlanes; ++k) t.plane[k] = tile::minus(t.plane[k], mask) | (plane[k] & mask);
        return make_grid(m, t);
    }
};
#define X(op, nargs, types, trait)                                                                       \
    ARCLOOM_OP(op) {                                                                                     \
        const Canvas grid{m, a};                                                                         \
        return applied<nargs - 1>([&](auto... x) { return shape::op(grid, x...); }, b, c, d);           \
    }
ARCLOOM_PAINTING(X)
#undef X
// Each colour as f has it.
inline Word mapped_colours(Machine& m, Word grid, auto f) {
    if (is_large(grid)) return mapped_cells(m, grid, f);
    const Tile t = read_any(m, grid);
    Tile out = t;
    for (int colour = 0; colour < tile::kColours; ++colour) {
        if (f(colour) != colour) tile::paint(out, coloured(t, colour), f(colour));
    }
    return make_grid(m, out);
}
ARCLOOM_OP(replace) {
    if (!is_colour(b.a)) return a;
    if (!is_colour(c.a)) m.bail(kLarge);
    return m.good() ? mapped_colours(m, a, [&](int v) { return shape::replaced(v, b.a, c.a); }) : a;
}
ARCLOOM_OP(exchange) {
    if (!is_colour(b.a) || !is_colour(c.a)) m.bail(kLarge);
    return m.good() ? mapped_colours(m, a, [&](int v) { return shape::exchanged(v, b.a, c.a); }) : a;
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
            return shape::agreed(x.at[i * x.w + j], y.at[i * y.w + j], static_cast<uint8_t>(c.a));
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
inline Word half_of_rows(Machine& m, Word grid, shape::Slice<int> (*half)(int)) {
    const auto part = half(high_half(grid.b));
    return part.size() == 0 ? no_cells(m, 0) : sliced(m, grid, part.first, part.last, 0, low_half(grid.b));
}
// Where there are no columns, also rows are not.
inline Word half_of_columns(Machine& m, Word grid, shape::Slice<int> (*half)(int)) {
    const auto part = half(low_half(grid.b));
    return part.size() == 0 ? no_cells(m, 0) : sliced(m, grid, 0, high_half(grid.b), part.first, part.last);
}
#define X(op, half, side) \
    ARCLOOM_OP(op) { return half_of_##side(m, a, shape::half); }
ARCLOOM_HALVES(X)
#undef X
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
