// native/tile/lanes.hpp: rows of bits for a GPU: lane i of a warp holds row i
//
// All lanes run a kernel together and agree on everything but the rows: whatever a function gives that is not a
// row (a count, a word of columns, yes or no) is the same in all lanes. arrays.hpp says what each function does.
#pragma once

#include "warp.hpp"

namespace arcloom::tile {

struct Lanes {
    using Word = uint32_t;
    static constexpr int kSize = kLanes;
    uint32_t row;
};
using Rows32 = Lanes;

template <class R>
R none() {
    return {0};
}
// A group of rows is one row.
template <class W>
W broadcast(W word) {
    return word;
}
template <class R>
R every_row(uint32_t word) {
    return {word};
}
template <class R>
R whole_rows(uint32_t rows) {
    return {((rows >> lane()) & 1) != 0 ? ~0U : 0U};
}
template <class F, class... In>
void each_row(Lanes& out, F f, const In&... in) {
    out.row = f(in.row...);
}
// The row of another lane, or an empty one where that is none.
inline Lanes row_of(Lanes a, int source) {
    const uint32_t row = shuffle(a.row, source);
    return {source >= 0 && source < kLanes ? row : 0U};
}
// Asked once, whatever is then gathered by it.
template <class R, class Of>
auto row_sources(Of of) {
    const int source = of(lane());
    return [source](int) { return source; };
}
template <class From>
Lanes gather_rows(Lanes a, const From& from) {
    return row_of(a, from(lane()));
}
// Each lane looks for its own bit: halves are left behind as long as they hold too few.
template <class R>
struct SetBits {
    int source;
    explicit SetBits(uint32_t bits) {
        int left = lane(), at = 0;
        for (int k = kLanes / 2; k > 0; k /= 2) {
            const int n = count_bits((bits >> at) & low_bits<Lanes>(k));
            if (left >= n) {
                left -= n;
                at += k;
            }
        }
        source = lane() < count_bits(bits) ? at : -1;
    }
    int operator()(int) const { return source; }
};
// A bitonic sort of keys that hold the count and, below it, the row's number, the first row highest.
template <class R>
struct ByCells {
    int source;
    ByCells(Lanes a, int h, int) {
        constexpr uint32_t kLowest = kLanes - 1;
        const auto me = static_cast<uint32_t>(lane());
        const auto cells = static_cast<uint32_t>(count_bits(a.row));
        uint32_t key = lane() < h ? (cells + 1) * kLanes + (kLowest - me) : kLowest - me;
        for (uint32_t size = 2; size <= kLanes; size *= 2) {
            for (uint32_t step = size / 2; step > 0; step /= 2) {
                const uint32_t other = shuffle(key, static_cast<int>(me ^ step));
                const bool descending = (me & size) == 0, first = (me & step) == 0;
                key = (descending == first) == (key > other) ? key : other;
            }
        }
        source = lane() < h ? static_cast<int>(kLowest - key % kLanes) : -1;
    }
    int operator()(int) const { return source; }
};
template <class R>
R area(int h, int w) {
    return {lane() < h ? low_bits<R>(w) : 0U};
}

inline Lanes operator&(Lanes a, Lanes b) { return {a.row & b.row}; }
inline Lanes operator|(Lanes a, Lanes b) { return {a.row | b.row}; }
inline Lanes operator^(Lanes a, Lanes b) { return {a.row ^ b.row}; }
inline Lanes operator~(Lanes a) { return {~a.row}; }
inline Lanes minus(Lanes a, Lanes b) { return {a.row & ~b.row}; }

inline Lanes east(Lanes a, int k = 1) { return {a.row << k}; }
inline Lanes west(Lanes a, int k = 1) { return {a.row >> k}; }
inline Lanes south(Lanes a, int k = 1) { return row_of(a, lane() - k); }
inline Lanes north(Lanes a, int k = 1) { return row_of(a, lane() + k); }

template <int direction, int k>
Lanes moved_by(Lanes a) {
    constexpr bool kUp = direction <= 1 || direction == 7, kDown = direction >= 3 && direction <= 5;
    const Lanes row = kUp ? north(a, k) : kDown ? south(a, k) : a;
    return direction >= 1 && direction <= 3 ? east(row, k) : direction >= 5 ? west(row, k) : row;
}
// All directions by the same instructions.
inline Lanes moved(Lanes a, int direction, int k = 1) {
    constexpr uint32_t kNorth = 0b10000011, kEast = 0b00001110, kSouth = 0b00111000, kWest = 0b11100000;
    const auto goes = [&](uint32_t ways) { return static_cast<int>((ways >> direction) & 1) * k; };
    const Lanes row = row_of(a, lane() + goes(kNorth) - goes(kSouth));
    return {(row.row << goes(kEast)) >> goes(kWest)};
}

template <class R>
R box_area(int top, int left, int h, int w) {
    return {lane() >= top && lane() < top + h ? low_bits<R>(w) << left : 0U};
}
inline Lanes flip_rows(Lanes a, int h) { return row_of(a, h - 1 - lane()); }
inline Lanes flip_columns(Lanes a, int w) { return {reverse_bits(a.row) >> (kRowBits - w)}; }
// Halves of blocks are swapped, the largest blocks first: with the lane that is k away, the bits that are k away.
inline Lanes transpose(Lanes a, int = kLanes) {
    uint32_t row = a.row;
    for (int k = kLanes / 2; k > 0; k /= 2) {
        const uint32_t low = ~0U / ((1U << k) + 1);  // k bits set, k bits not, ...
        const bool upper = (lane() & k) == 0;
        const uint32_t other = rotate_left(shuffle(row, lane() ^ k), upper ? k : kRowBits - k);
        const uint32_t kept = upper ? low : ~low;
        row = (row & kept) | (other & ~kept);
    }
    return {row};
}

inline bool any(Lanes a) { return ballot(a.row != 0) != 0; }
inline bool same(Lanes a, Lanes b) { return ballot(a.row != b.row) == 0; }
inline int count(Lanes a) { return static_cast<int>(sum_of_lanes(static_cast<uint32_t>(count_bits(a.row)))); }
inline uint32_t used_columns(Lanes a) { return or_of_lanes(a.row); }
inline uint32_t used_rows(Lanes a) { return ballot(a.row != 0); }
inline uint32_t row_at(Lanes a, int i) { return shuffle(a.row, i); }
inline bool has(Lanes a, int i, int j) { return ((row_at(a, i) >> j) & 1) != 0; }
inline Lanes first_cell(Lanes a) {
    return {lane() == low_bit(used_rows(a)) ? a.row & (~a.row + 1) : 0U};
}

inline Lanes fill_all_runs(Lanes seed, Lanes through) { return {fill_runs(seed.row, through.row)}; }
// Four bits a colour, in a register, whatever is asked for. The ninth of nine can only be the last colour.
class ColourList {
  public:
    int n = 0;

    ColourList() = default;
    // Bit c: colour c is there. Each lane puts the colour of its own number where it belongs.
    explicit ColourList(uint32_t colours) : n(count_bits(colours)) {
        const auto me = static_cast<uint32_t>(lane());
        const int place = count_bits(colours & ((1U << me) - 1));
        at_ = or_of_lanes(((colours >> me) & 1) != 0 && place < 8 ? me << (4 * place) : 0U);
    }
    int operator[](int k) const { return k < 8 ? static_cast<int>(at_ >> (4 * k)) & 15 : 9; }

  private:
    uint32_t at_ = 0;
};
// Found in the planes whenever they are asked for.
template <class R>
class ColourCells {
  public:
    void read(const R* plane, ColourList& out) {
TILE_UNROLL
        for (int k = 0; k < 4; ++k) plane_[k] = plane[k];
        uint32_t mine = 0;
TILE_UNROLL
        for (int colour = 1; colour <= 9; ++colour) mine |= of(colour).row != 0 ? 1U << colour : 0U;
        out = ColourList(or_of_lanes(mine));
    }
    TILE_INLINE R of(int colour) const {
        uint32_t out = ~0U;
TILE_UNROLL
        for (int k = 0; k < 4; ++k) out &= plane_[k].row ^ (((colour >> k) & 1) != 0 ? 0U : ~0U);
        return {out};
    }
    void add(int colour, R more) {
TILE_UNROLL
        for (int k = 0; k < 4; ++k) plane_[k].row |= ((colour >> k) & 1) != 0 ? more.row : 0U;
    }

  private:
    R plane_[4];
};
// Lane k has the k-th number.
class ColourCounts {
  public:
    void set(int k, int n) { mine_ = lane() == k ? static_cast<uint32_t>(n) : mine_; }
    int operator[](int k) const { return static_cast<int>(shuffle(mine_, k)); }

  private:
    uint32_t mine_ = 0;
};
template <class R>
class Best {
  public:
    R& next() { return next_; }
    void keep_next() { rows_ = next_; }
    const R& rows() const { return rows_; }

  private:
    R next_, rows_;
};

}  // namespace arcloom::tile
