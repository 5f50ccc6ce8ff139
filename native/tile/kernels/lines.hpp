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

// Filled cells spread through zeros in the code's directions; where two meet, the smaller colour stays.
template <class R>
bool ray(const TileOf<R>& g, int code, TileOf<R>& out) {
    Palette<R> p;
    read_palette(g, p);
    const R zeros = zeros_of(g);
    R open = zeros;
    out = g;
    for (int k = 0; k < p.n(); ++k) {
        R reached = none<R>();
        for (uint32_t rest = ray_directions(code); rest != 0; rest &= rest - 1) {
            reached = reached | run(p.mask(k), zeros, low_bit(rest), longest(g.h, g.w));
        }
        paint(out, reached & open, p.colour(k));
        open = minus(open, reached);
    }
    return true;
}

// The zeros between two cells of the mask with nothing else between them, along a direction and its opposite.
template <class R>
R between(const R& mask, const R& zeros, int direction, int most) {
    return run(mask, zeros, direction, most) & run(mask, zeros, (direction + 4) % 8, most) & zeros;
}
// Axis 0: along rows, 1: along columns, 2: both, 3: along diagonals.
template <class R>
bool join(const TileOf<R>& g, int axis, TileOf<R>& out) {
    constexpr uint32_t kDirections[] = {0b0100, 0b0001, 0b0101, 0b1010};
    Palette<R> p;
    read_palette(g, p);
    const R zeros = zeros_of(g);
    R open = zeros;
    out = g;
    for (int k = 0; k < p.n(); ++k) {
        R found = none<R>();
        for (uint32_t rest = kDirections[axis]; rest != 0; rest &= rest - 1) {
            found = found | between(p.mask(k), zeros, low_bit(rest), longest(g.h, g.w));
        }
        paint(out, found & open, p.colour(k));
        open = minus(open, found);
    }
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
    using W = typename R::Word;
    return {static_cast<W>(low_bits<R>(h) & ~used_rows(gaps)), static_cast<W>(low_bits<R>(w) & ~used_columns(gaps))};
}
// Rows and columns that have one colour, not 0, all along.
template <class R>
R line_cells(const TileOf<R>& g) {
    Palette<R> p;
    read_palette(g, p);
    R out = none<R>();
    for (int k = 0; k < p.n(); ++k) out = out | full_lines(p.mask(k), g.h, g.w).cells();
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
// whose lowest digit is told by the parity of zeros ahead: cells move by 1, 2, 4, ... where the digit is set, and
// of the zeros every second one stays to be counted for the next digit.
template <int ahead, class R>
void fall_to(TileOf<R>& t, int most) {
    constexpr int kBack = (ahead + 4) % 8;
    R cells = filled(t), zeros = minus(area_of(t), cells);
    R going[8];  // by 1, by 2, by 4, ...: as many as the largest rows need
    int digits = 0;
    doubling<R>([&](auto step) {
        R parity = moved_by<kBack, 1>(zeros);
        doubling<R>([&](auto k) {
            parity = parity ^ moved_by<kBack, k>(parity);
            return 2 * k < most;
        });
        const R leaving = cells & parity;
        cells = minus(cells, leaving) | moved_by<ahead, step>(leaving);
        zeros = zeros & parity;
        going[digits++] = leaving;
        return 2 * step < most && any(zeros);
    });
TILE_UNROLL_LANES
    for (R& plane : t.plane) {
        if (R::kSize > kSmallSize && !any(plane)) continue;
        R p = plane;
        int digit = 0;
        doubling<R>([&](auto step) {
            const R leaving = p & going[digit++];
            p = (p ^ leaving) | moved_by<ahead, step>(leaving);
            return digit < digits;
        });
        plane = p;
    }
}
template <class R>
bool fall(const TileOf<R>& g, int side, TileOf<R>& out) {
    out = g;
    switch (side) {
        case 0: fall_to<0>(out, g.h); return true;
        case 1: fall_to<2>(out, g.w); return true;
        case 2: fall_to<4>(out, g.h); return true;
        default: fall_to<6>(out, g.w); return true;
    }
}

// Rows by how many cells they have filled, most first; equal ones keep their order.
template <class R>
TileOf<R> ordered_rows(const TileOf<R>& g) {
    const ByCells<R> from(filled(g), g.h, g.w);
    return by_plane(g, g.h, g.w, [&](const R& p) { return gather_rows(p, from); });
}
template <class R>
bool order_lines(const TileOf<R>& g, int axis, TileOf<R>& out) {
    out = axis == 0 ? ordered_rows(g) : transposed(ordered_rows(transposed(g)));
    return true;
}

}  // namespace arcloom::tile::kernels
