// native/tile/sweeps.hpp: arrays of rows transposed, filled run by run, and swept for their parts
#pragma once

#include "arrays.hpp"

namespace arcloom::tile {

// One step of a transposition: in each square of 2k x 2k bits, the upper right and lower left change places.
template <int k, class R>
TILE_INLINE void exchange_corners(R& a) {
    using W = typename R::Word;
    constexpr W kLow = static_cast<W>(~W{0}) / ((W{1} << k) + 1);  // k bits set, k bits not, ...
    const Group<W> low = broadcast(kLow);
    if constexpr (k >= kGroupRows<R>) {
        constexpr int kStep = k / kGroupRows<R>;
#pragma GCC unroll 4
        for (int pair = 0; pair < kGroups<R> / 2; ++pair) {
            const int g = pair / kStep * 2 * kStep + pair % kStep;
            const Group<W> upper = group_at(a, g), lower = group_at(a, g + kStep);
            const Group<W> swapped = (down<W>(upper, k) ^ lower) & low;
            set_group(a, g, upper ^ up<W>(swapped, k));
            set_group(a, g + kStep, lower ^ swapped);
        }
    } else {
        each_row(a, [&](Group<W> x) { return exchanged<W, k>(x, low); }, a);
    }
}
// Rows become columns; a is empty beyond n rows and n columns.
template <class R>
TILE_INLINE R transpose(const R& a, int n = R::kSize) {
    R out = a;
    if constexpr (R::kSize > 64) {
        if (n > 64) exchange_corners<64>(out);
        if (n > 32) exchange_corners<32>(out);
    }
    if constexpr (R::kSize > 16) {
        if (n > 16) exchange_corners<16>(out);
    }
    if (n > 8) exchange_corners<8>(out);
    if (n > 4) exchange_corners<4>(out);
    exchange_corners<2>(out);
    exchange_corners<1>(out);
    return out;
}

// fill_runs in every row.
template <class R>
TILE_INLINE R fill_all_runs(const R& seed, const R& through) {
    using W = typename R::Word;
    R out;
    each_row(out, [](Group<W> s, Group<W> t) {
        const Group<W> back = reversed<W>(t), turned = reversed<W>(s);
        return (t & ~(t + s)) | reversed<W>(back & ~(back + turned)) | s;
    }, seed, through);
    return out;
}
// The connected part of `rest`, which is not empty, that has its first cell in reading order; taken out of `rest`.
// Gives the number of its cells. Sweeps down and up, row after row, as long as a sweep sees that it missed cells in
// the rows behind it; rows beyond the part are not looked at.
template <class R>
int take_part(R& rest, bool diagonal, R& part) {
    using W = typename R::Word;
    const auto widened = [&](W row) -> W { return diagonal ? row | (row << 1) | (row >> 1) : row; };
    int first = 0;
    while (rest.row[first] == 0) ++first;
    int last = first;
    part = none<R>();
    part.row[first] = rest.row[first] & (~rest.row[first] + 1);
    W missed;
    // The row's cells of the part, found beside `before`; the row behind, where there is one, is `back`.
    const auto sweep_row = [&](int i, W before, int back) -> W {
        const W found = part.row[i] | (widened(before) & rest.row[i]), filled = fill_runs(found, rest.row[i]);
        part.row[i] = filled;
        if (back >= 0 && back < R::kSize) missed |= widened(filled) & rest.row[back] & ~part.row[back];
        return filled;
    };
    for (;;) {
        missed = 0;
        W row = sweep_row(first, 0, first - 1);
        for (int i = first + 1; i < R::kSize && (row = sweep_row(i, row, i - 1)) != 0; ++i) last = i > last ? i : last;
        if (missed == 0) break;
        missed = 0;
        row = sweep_row(last, 0, last + 1);
        for (int i = last - 1; i >= 0 && (row = sweep_row(i, row, i + 1)) != 0; --i) first = i < first ? i : first;
        if (missed == 0) break;
    }
    int cells = 0;
    for (int i = first; i <= last; ++i) {
        cells += count_bits(part.row[i]);
        rest.row[i] ^= part.row[i];
    }
    return cells;
}

// Where the set bits of a word are: a source for gather_rows, the lowest bit first, then -1.
template <class R>
struct SetBits {
    int8_t at[R::kSize];
    int n = 0;
    explicit SetBits(typename R::Word bits) {
        for (; bits != 0; bits &= bits - 1) at[n++] = static_cast<int8_t>(low_bit(bits));
    }
    int operator()(int i) const { return i < n ? at[i] : -1; }
};
// The first h rows, of w cells, by how many of them are set, most first; equal ones keep their order. A source too.
template <class R>
struct ByCells {
    int8_t at[R::kSize];
    int n = 0;
    ByCells(const R& a, int h, int w) {
        for (int cells = w; cells >= 0; --cells) {
            for (int i = 0; i < h; ++i) {
                if (count_bits(a.row[i]) == cells) at[n++] = static_cast<int8_t>(i);
            }
        }
    }
    int operator()(int i) const { return i < n ? at[i] : -1; }
};

// Numbers below 10, in the order they are told: those that are there.
class ColourList {
  public:
    int n = 0;

    TILE_INLINE void tell(int colour, bool there) {
        at_[n] = colour;
        n += there ? 1 : 0;
    }
    TILE_INLINE int operator[](int k) const { return at_[k]; }

  private:
    int at_[10];  // one more than the colours but 0: room for one that is not there
};
// The cells of the colours 1 to 9, there or not.
template <class R>
class ColourCells {
  public:
    // From the four planes; the list, empty before, is told those that have any.
    TILE_INLINE void read(const R* plane, ColourList& out) {
        using G = Group<typename R::Word>;
        G seen[kLast] = {};
        for (int g = 0; g < kGroups<R>; ++g) {
            const G a = group_at(plane[0], g), b = group_at(plane[1], g);
            const G c = group_at(plane[2], g), d = group_at(plane[3], g);
            const G low[] = {~(a | b), a & ~b, b & ~a, a & b}, high[] = {~(c | d), c & ~d, d & ~c};
#pragma GCC unroll 9
            for (int colour = 1; colour <= kLast; ++colour) {
                const G found = low[colour % 4] & high[colour / 4];
                set_group(cells_[colour - 1], g, found);
                seen[colour - 1] |= found;
            }
        }
#pragma GCC unroll 9
        for (int colour = 1; colour <= kLast; ++colour) out.tell(colour, any_bit<typename R::Word>(seen[colour - 1]));
    }
    TILE_INLINE const R& of(int colour) const { return cells_[colour - 1]; }
    // More cells of a colour, which had none.
    TILE_INLINE void add(int colour, const R& more) { cells_[colour - 1] = cells_[colour - 1] | more; }

  private:
    static constexpr int kLast = 9;
    R cells_[kLast];
};
// A number for each of up to nine colours.
class ColourCounts {
  public:
    TILE_INLINE void set(int k, int n) { at_[k] = n; }
    TILE_INLINE int operator[](int k) const { return at_[k]; }

  private:
    int at_[9];
};
// The best rows so far, and room for the next to be tried: neither is copied, as rows written one by one are slow to read
// as a whole right after.
template <class R>
class Best {
  public:
    TILE_INLINE R& next() { return rows_[1 - best_]; }
    TILE_INLINE void keep_next() { best_ = 1 - best_; }
    TILE_INLINE const R& rows() const { return rows_[best_]; }

  private:
    R rows_[2];
    int best_ = 0;
};

}  // namespace arcloom::tile
