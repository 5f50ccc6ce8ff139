// native/gpu/values/grids.hpp: ops that give grids; where a tile op is meant, its kernel is called
#pragma once

#include "../../tile/kernels/combine.hpp"
#include "../../tile/kernels/crops.hpp"
#include "../../tile/kernels/geometry.hpp"
#include "numbers.hpp"
#include "wide.hpp"

namespace arcloom::gpu::ops {

// A kernel that says false has no answer, or left the tile: which, the general engine tells.
#define ARCLOOM_TILE_OP(name)                                                                                        \
    ARCLOOM_OP(name) {                                                                                               \
        Tile out;                                                                                                    \
        if (!tile::kernels::name<Rows>(read_grid(m, a), b.a, out)) {                                                 \
            m.bail();                                                                                                \
            return {0, 0};                                                                                           \
        }                                                                                                            \
        return make_grid(m, out);                                                                                    \
    }
ARCLOOM_TILE_OP(tophalf)
ARCLOOM_TILE_OP(bottomhalf)
ARCLOOM_TILE_OP(lefthalf)
ARCLOOM_TILE_OP(righthalf)
ARCLOOM_TILE_OP(compress)
ARCLOOM_TILE_OP(downscale)

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
    return is_wide(a) ? turned_cells(m, a, number) : make_grid(m, tile::turned(read_grid(m, a), number));
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
        m.bail();
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

inline Word painted_grid(Machine& m, Tile& t, const Rows& mask, int colour) {
    if (!is_colour(colour) && tile::any(mask)) m.bail();
    tile::paint(t, mask, colour);
    return make_grid(m, t);
}
ARCLOOM_OP(fill) {
    Tile t = read_grid(m, a);
    return painted_grid(m, t, on_grid(read_shape(m, c), t.h, t.w), b.a);
}
ARCLOOM_OP(underfill) {
    Tile t = read_grid(m, a);
    return painted_grid(m, t, on_grid(read_shape(m, c), t.h, t.w) & coloured(t, most_colour(t)), b.a);
}
ARCLOOM_OP(cover) {
    Tile t = read_grid(m, a);
    return painted_grid(m, t, on_grid(read_shape(m, b), t.h, t.w), most_colour(t));
}
inline void paint_thing(Tile& t, const Thing& o, const Rows& mask) {
    Rows plane[kPlanes];
    move_planes(o, 0, 0, plane);
    for (int k = 0; k < kPlanes; ++k) t.plane[k] = tile::minus(t.plane[k], mask) | (plane[k] & mask);
}
ARCLOOM_OP(paint) {
    Tile t = read_grid(m, a);
    const Thing o = read_clashing(m, b);
    paint_thing(t, o, on_grid(o.shape, t.h, t.w));
    return make_grid(m, t);
}
ARCLOOM_OP(underpaint) {
    Tile t = read_grid(m, a);
    const Thing o = read_thing(m, b);
    paint_thing(t, o, on_grid(o.shape, t.h, t.w) & coloured(t, most_colour(t)));
    return make_grid(m, t);
}
ARCLOOM_OP(move) {
    Tile t = read_grid(m, a);
    Thing o = read_clashing(m, b);
    if (!whole(m, o.shape) || !is_near(c.a, c.b)) {
        m.bail();
        return {0, 0};
    }
    tile::paint(t, on_grid(o.shape, t.h, t.w), most_colour(t));
    o.shape.i += c.a;
    o.shape.j += c.b;
    paint_thing(t, o, on_grid(o.shape, t.h, t.w));
    return make_grid(m, t);
}
ARCLOOM_OP(replace) {
    Tile t = read_grid(m, a);
    if (!is_colour(b.a)) return a;
    return painted_grid(m, t, coloured(t, b.a), c.a);
}
ARCLOOM_OP(exchange) {
    Tile t = read_grid(m, a);
    if (!is_colour(b.a) || !is_colour(c.a)) m.bail();
    const Rows first = coloured(t, b.a), second = coloured(t, c.a);
    tile::paint(t, first, c.a);
    return painted_grid(m, t, second, b.a);
}
ARCLOOM_OP(cellwise) {
    Tile t = read_grid(m, a);
    const Tile other = read_grid(m, b);
    if (other.h < t.h || other.w < t.w) m.bail();
    Rows differ = tile::none<Rows>();
    for (int k = 0; k < kPlanes; ++k) differ = differ | (t.plane[k] ^ other.plane[k]);
    return painted_grid(m, t, differ & tile::area_of(t), c.a);
}

// By the rules of slices, where no bound is below 0.
inline Word cropped(Machine& m, Word grid, int top, int left, int h, int w) {
    const int rows = high_half(grid.b) - top, columns = low_half(grid.b) - left;
    if (top < 0 || left < 0 || h < 0 || w < 0) {
        m.bail();
        return {0, 0};
    }
    h = h < rows ? h : rows;
    w = w < columns ? w : columns;
    if (h < 1 || w < 1) return no_cells(m, h);
    return is_wide(grid) ? cut_cells(m, grid, top, left, h, w) : make_grid(m, tile::cut(read_grid(m, grid), top, left, h, w));
}
ARCLOOM_OP(crop) { return cropped(m, a, b.a, b.b, c.a, c.b); }
ARCLOOM_OP(trim) {
    const Word sides = sides_of(m, a);
    return cropped(m, a, 1, 1, sides.a > 2 ? sides.a - 2 : 0, sides.b > 2 ? sides.b - 2 : 0);
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
    const int n = b.a, side = number == 0 ? wide : high;
    if (n < 1 || n > side) {
        m.bail();
        return {0, 0};
    }
    const auto [each, step] = shape::pieces(side, n);
    const Word out = m.new_list(n);
    for (int k = 0; k < n && m.good(); ++k) {
        m.words(out)[k] = number == 0 ? cropped(m, a, 0, k * step, high, each) : cropped(m, a, k * step, 0, each, wide);
    }
    return out;
}

}  // namespace arcloom::gpu::ops
