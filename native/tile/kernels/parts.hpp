// native/tile/kernels/parts.hpp: a grid taken apart: connected parts, colours, holes, panels, lines
//
// A split gives the number of grids, or -1 where there is none or more than kMostParts.
#pragma once

#include "../ops.hpp"
#include "crops.hpp"
#include "lines.hpp"

namespace arcloom::tile::kernels {

inline bool is_diagonal(int code) { return code % 2 == 1; }
inline bool is_many_coloured(int code) { return code >= 2; }
inline int some(int n) { return n == 0 ? -1 : n; }

// Codes: 0 4-connected, 1 8-connected, of one colour; 2 and 3 the same of any colours but 0.
template <class R>
int parts(const TileOf<R>& g, int code, TileOf<R>* out) {
    R rest = filled(g);
    int n = 0;
    for (; any(rest); ++n) {
        if (n == kMostParts) return -1;
        R part, among = rest;
        if (!is_many_coloured(code)) {
            const R cell = first_cell(rest);
            for (const R& p : g.plane) among = any(p & cell) ? among & p : minus(among, p);
        }
        take_part(among, is_diagonal(code), part);
        keep(g, part, out[n]);
        rest = minus(rest, part);
    }
    return some(n);
}

// The largest part so far.
template <class R>
struct Largest {
    int cells = 0;
    bool tie = false;
    Best<R> part;

    R& next() { return part.next(); }
    void take_next(int n) {
        if (n < cells) return;
        tie = n == cells;
        cells = n;
        part.keep_next();
    }
};
// Takes the parts of a mask of n cells into account; stops when what is left cannot matter.
template <class R>
void find_largest(R rest, int n, bool diagonal, Largest<R>& found) {
    // Parts of one cell are often many; they are found at once.
    const R sides = east(rest) | west(rest), wide = diagonal ? rest | sides : rest;
    const R single = minus(rest, sides | north(wide) | south(wide));
    if (const int singles = count(single); singles > 0) {
        if (found.cells <= 1) {
            found.next() = first_cell(single);
            found.take_next(1);
            found.tie = found.tie || singles > 1;
        }
        rest = minus(rest, single);
        n -= singles;
    }
    while (n > 0 && n >= found.cells) {
        const int cells = take_part(rest, diagonal, found.next());
        found.take_next(cells);
        n -= cells;
    }
}
template <class R>
bool keep_largest(const TileOf<R>& g, int code, TileOf<R>& out) {
    Largest<R> found;
    if (is_many_coloured(code)) {
        const R seen = filled(g);
        find_largest(seen, count(seen), is_diagonal(code), found);
    } else {
        Palette<R> p;
        read_palette(g, p);
        ColourCounts cells;
        for (int k = 0; k < p.n(); ++k) cells.set(k, count(p.mask(k)));
        for (int k = 0; k < p.n(); ++k) {  // the most common colour first: its parts may rule out the others
            int most = 0;
            for (int l = 1; l < p.n(); ++l) most = cells[l] > cells[most] ? l : most;
            if (cells[most] < found.cells) break;
            find_largest(p.mask(most), cells[most], is_diagonal(code), found);
            cells.set(most, 0);
        }
    }
    if (found.cells == 0 || found.tie) return false;
    keep(g, found.part.rows(), out);
    return true;
}

template <class R>
int holes_apart(const TileOf<R>& g, int, TileOf<R>* out) {
    const int colour = most_common(g);
    if (colour == 0) return -1;
    R rest = enclosed_zeros(g);
    int n = 0;
    for (; any(rest); ++n) {
        if (n == kMostParts) return -1;
        R hole;
        take_part(rest, false, hole);
        painted(hole, colour, g.h, g.w, out[n]);
    }
    return some(n);
}

// By count descending, then by colour.
template <class R>
int colours_apart(const TileOf<R>& g, int, TileOf<R>* out) {
    Palette<R> p;
    read_palette(g, p);
    ColourCounts cells;
    for (int k = 0; k < p.n(); ++k) cells.set(k, count(p.mask(k)));
    for (int k = 0; k < p.n(); ++k) {
        int place = 0;
        for (int l = 0; l < p.n(); ++l) {
            place += cells[l] > cells[k] || (cells[l] == cells[k] && l < k) ? 1 : 0;
        }
        painted(p.mask(k), p.colour(k), g.h, g.w, out[place]);
    }
    return some(p.n());
}

template <class R>
int split_even(const TileOf<R>& g, int code, TileOf<R>* out) {
    constexpr int kDown[] = {1, 2, 1, 3, 2}, kAcross[] = {2, 1, 3, 1, 2};
    const int down = kDown[code], across = kAcross[code];
    if (g.h % down != 0 || g.w % across != 0) return -1;
    const int h = g.h / down, w = g.w / across;
    for (int i = 0; i < down; ++i) {
        for (int j = 0; j < across; ++j) out[i * across + j] = cut(g, i * h, j * w, h, w);
    }
    return down * across;
}

// The full lines of the colour that has most of them; none where two colours have as many.
template <class R>
Lines<R> separators(const TileOf<R>& g) {
    Palette<R> p;
    read_palette(g, p);
    Lines<R> best{0, 0};
    int most = 0;
    for (int k = 0; k < p.n(); ++k) {
        const Lines<R> lines = full_lines(p.mask(k), g.h, g.w);
        const int n = count_bits(lines.rows) + count_bits(lines.columns);
        if (n < most || n == 0) continue;
        best = n == most ? Lines<R>{0, 0} : lines;
        most = n;
    }
    return best;
}
// The runs of unset bits below n: where each starts and how long it is.
template <class W>
int runs_between(W lines, int n, int16_t* start, int16_t* length) {
    int found = 0;
    for (int i = 0; i < n; ++i) {
        if (((lines >> i) & 1) != 0) continue;
        const bool goes_on = i > 0 && ((lines >> (i - 1)) & 1) == 0;
        if (!goes_on) {
            start[found] = static_cast<int16_t>(i);
            length[found++] = 0;
        }
        ++length[found - 1];
    }
    return found;
}
template <class R>
int panels(const TileOf<R>& g, int, TileOf<R>* out) {
    const Lines<R> lines = separators(g);
    if (!lines.any()) return -1;
    int16_t top[R::kSize], left[R::kSize], h[R::kSize], w[R::kSize];
    const int down = runs_between(lines.rows, g.h, top, h);
    const int across = runs_between(lines.columns, g.w, left, w);
    if (down * across == 0 || down * across > kMostParts) return -1;
    for (int i = 0; i < down; ++i) {
        for (int j = 0; j < across; ++j) out[i * across + j] = cut(g, top[i], left[j], h[i], w[j]);
    }
    return down * across;
}

template <class R>
int lines_apart(const TileOf<R>& g, int axis, TileOf<R>* out) {
    using W = typename R::Word;
    const R seen = filled(g);
    const W lines = axis == 0 ? used_rows(seen) : used_columns(seen);
    if (count_bits(lines) > kMostParts) return -1;
    int n = 0;
    for (W rest = lines; rest != 0; rest &= rest - 1) {
        const W line = W{1} << low_bit(rest);
        keep(g, axis == 0 ? whole_rows<R>(line) : every_row<R>(line), out[n++]);
    }
    return some(n);
}

}  // namespace arcloom::tile::kernels
