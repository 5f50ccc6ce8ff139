// native/tile/kernels/lines.hpp: rays, joins, whole lines, and cells that fall or are put in order along lines
#pragma once

#include "morphology.hpp"

namespace arcloom::tile::kernels {

// The directions of a ray's code as bits.
inline uint32_t ray_directions(int code) {
    constexpr uint32_t kSets[] = {0b01000100, 0b00010001, 0b01010101, 0b10101010, 0xFF, 0b00100010, 0b10001000};
    return code < 8 ? 1U << code : kSets[code - 8];
}
inline int longest(int h, int w) { return h > w ? h : w; }

// What each zero cell meets first when it looks back along a direction: the colours, spread through the zeros.
// By doubling, after each step the way is known for twice as many cells; along rows a carry does it at once.
template <class R>
TileOf<R> cast(const TileOf<R>& g, const R& zeros, int direction) {
    constexpr int kEast = 2, kWest = 6;
    TileOf<R> out = g;
    if (direction == kEast || direction == kWest) {
        for (R& p : out.plane) {
            if (direction == kEast) {
                each_row(p, [](auto s, auto z) { return run_up(s, z); }, p, zeros);
            } else {
                each_row(p, [](auto s, auto z) { return run_down(s, z); }, p, zeros);
            }
        }
        return out;
    }
    R open = zeros;
    for (int k = 1; k < longest(g.h, g.w); k *= 2) {
        for (R& p : out.plane) p = p | (open & moved(p, direction, k));
        open = open & moved(open, direction, k);
    }
    return within(out, zeros);
}
// Of two tiles' colours in each cell the smaller one that is not 0, in the first tile.
template <class R>
void take_smaller(TileOf<R>& t, const TileOf<R>& other) {
    R less = ~filled(t), equal = filled(t);
    for (int k = kPlanes - 1; k >= 0; --k) {
        less = less | (equal & minus(t.plane[k], other.plane[k]));
        equal = minus(equal, t.plane[k] ^ other.plane[k]);
    }
    less = less & filled(other);
    for (int k = 0; k < kPlanes; ++k) t.plane[k] = minus(t.plane[k], less) | (other.plane[k] & less);
}

// Filled cells spread through zeros in the code's directions; where two meet, the smaller colour stays.
template <class R>
bool ray(const TileOf<R>& g, int code, TileOf<R>& out) {
    const R zeros = zeros_of(g);
    TileOf<R> met = blank<R>(g.h, g.w);
    for (uint32_t rest = ray_directions(code); rest != 0; rest &= rest - 1) {
        take_smaller(met, cast(g, zeros, low_bit(rest)));
    }
    out = over(g, met);
    return true;
}

// The zeros between two cells of one colour with nothing else between them: along axis 0 rows, 1 columns, 2 both,
// 3 diagonals. Where two colours do so, the smaller one is taken.
template <class R>
bool join(const TileOf<R>& g, int axis, TileOf<R>& out) {
    constexpr uint32_t kDirections[] = {0b0100, 0b0001, 0b0101, 0b1010};
    const R zeros = zeros_of(g);
    TileOf<R> met = blank<R>(g.h, g.w);
    for (uint32_t rest = kDirections[axis]; rest != 0; rest &= rest - 1) {
        const int direction = low_bit(rest);
        const TileOf<R> behind = cast(g, zeros, direction), ahead = cast(g, zeros, (direction + 4) % 8);
        R differ = none<R>();
        for (int k = 0; k < kPlanes; ++k) differ = differ | (behind.plane[k] ^ ahead.plane[k]);
        take_smaller(met, within(behind, ~differ));
    }
    out = over(g, met);
    return true;
}

// Rows and columns as bits.
template <class R>
struct Lines {
    typename R::Word rows, columns;
    bool any() const { return (rows | columns) != 0; }
    R cells() const { return whole_rows<R>(rows) | every_row<R>(columns); }
};
// Those that are filled by the mask all along.
template <class R>
Lines<R> full_lines(const R& mask, int h, int w) {
    const R gaps = minus(area<R>(h, w), mask);
    return {low_bits<R>(h) & ~used_rows(gaps), low_bits<R>(w) & ~used_columns(gaps)};
}
// Rows and columns that have one colour, not 0, all along.
template <class R>
R line_cells(const TileOf<R>& g) {
    Palette<R> p;
    read_palette(g, p);
    R out = none<R>();
    for (int k = 0; k < p.n; ++k) out = out | full_lines(p.mask[k], g.h, g.w).cells();
    return out;
}
template <class R>
bool only_lines(const TileOf<R>& g, int, TileOf<R>& out) {
    keep(g, line_cells(g), out);
    return true;
}
template <class R>
bool drop_lines(const TileOf<R>& g, int, TileOf<R>& out) {
    keep(g, ~line_cells(g), out);
    return true;
}

// Every cell falls to the north, east, south or west as far as zeros let it. By how many cells is a number
// whose lowest bit is told by the parity of zeros ahead; cells move by 1, 2, 4, ... where it is set, and
// of the zeros every second one stays to be counted in the next round.
template <class R>
bool fall(const TileOf<R>& g, int side, TileOf<R>& out) {
    const int ahead = 2 * side, back = (ahead + 4) % 8, most = side % 2 == 0 ? g.h : g.w;
    R cells = filled(g), zeros = minus(area_of(g), cells);
    out = g;
    for (int step = 1; step < most && any(zeros); step *= 2) {
        R parity = moved(zeros, back);  // of the zeros ahead of each cell
        for (int k = 1; k < most; k *= 2) parity = parity ^ moved(parity, back, k);
        const R going = cells & parity;
        if (any(going)) {
            cells = minus(cells, going) | moved(going, ahead, step);
            for (R& p : out.plane) p = minus(p, going) | moved(p & going, ahead, step);
        }
        zeros = zeros & parity;
    }
    return true;
}

// Rows by how many cells they have filled, most first; equal ones keep their order.
template <class R>
TileOf<R> ordered_rows(const TileOf<R>& g) {
    const ByCells<R> from(filled(g), g.h);
    return by_plane(g, g.h, g.w, [&](const R& p) { return gather_rows(p, from); });
}
template <class R>
bool order_lines(const TileOf<R>& g, int axis, TileOf<R>& out) {
    out = axis == 0 ? ordered_rows(g) : transposed(ordered_rows(transposed(g)));
    return true;
}

}  // namespace arcloom::tile::kernels
