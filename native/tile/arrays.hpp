// native/tile/arrays.hpp: rows of bits for the CPU: an array of words, which the compiler vectorises
//
// Rows<uint32_t, 32> is the tile of search; Rows<unsigned __int128, 128> serves the general engine for grids
// beyond 32x32. rows.hpp says what every implementation offers.
#pragma once

#include "words.hpp"

namespace arcloom::tile {

template <class W, int N>
struct Rows {
    using Word = W;
    static constexpr int kSize = N;
    W row[N];
};

using Rows32 = Rows<uint32_t, 32>;
using Rows128 = Rows<Wide, 128>;

template <class R>
R none() {
    return R{};
}
// Every row the same word.
template <class R>
R every_row(typename R::Word word) {
    R out;
    for (auto& row : out.row) row = word;
    return out;
}
// All bits of the rows whose bit is set in the word.
template <class R>
R whole_rows(typename R::Word rows) {
    R out;
    for (int i = 0; i < R::kSize; ++i) out.row[i] = ((rows >> i) & 1) != 0 ? ~typename R::Word{0} : 0;
    return out;
}
// The row words f(words of the inputs...), written to `out`, which may be one of the inputs.
template <class R, class F, class... In>
void each_row(R& out, F f, const In&... in) {
#pragma GCC ivdep
    for (int i = 0; i < R::kSize; ++i) out.row[i] = f(in.row[i]...);
}
// Where rows come from: for row i from row of(i), or from none where that is negative.
template <class R, class Of>
Of row_sources(Of of) {
    return of;
}
// Row i of the result is row from(i) of a, or empty where that is negative.
template <class R, class From>
R gather_rows(const R& a, From from) {
    R out;
    for (int i = 0; i < R::kSize; ++i) {
        const int source = from(i);
        out.row[i] = source < 0 ? 0 : a.row[source];
    }
    return out;
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
// The first h rows by how many cells they have, most first; equal ones keep their order. A source likewise.
template <class R>
struct ByCells {
    int8_t at[R::kSize];
    int n = 0;
    ByCells(const R& a, int h) {
        for (int cells = R::kSize; cells >= 0; --cells) {
            for (int i = 0; i < h; ++i) {
                if (count_bits(a.row[i]) == cells) at[n++] = static_cast<int8_t>(i);
            }
        }
    }
    int operator()(int i) const { return i < n ? at[i] : -1; }
};
// The cells of a grid of h x w.
template <class R>
R area(int h, int w) {
    R out;
    const auto word = low_bits<R>(w);
    for (int i = 0; i < R::kSize; ++i) out.row[i] = i < h ? word : 0;
    return out;
}

template <class W, int N>
Rows<W, N> operator&(const Rows<W, N>& a, const Rows<W, N>& b) {
    Rows<W, N> out;
    for (int i = 0; i < N; ++i) out.row[i] = a.row[i] & b.row[i];
    return out;
}
template <class W, int N>
Rows<W, N> operator|(const Rows<W, N>& a, const Rows<W, N>& b) {
    Rows<W, N> out;
    for (int i = 0; i < N; ++i) out.row[i] = a.row[i] | b.row[i];
    return out;
}
template <class W, int N>
Rows<W, N> operator^(const Rows<W, N>& a, const Rows<W, N>& b) {
    Rows<W, N> out;
    for (int i = 0; i < N; ++i) out.row[i] = a.row[i] ^ b.row[i];
    return out;
}
template <class W, int N>
Rows<W, N> operator~(const Rows<W, N>& a) {
    Rows<W, N> out;
    for (int i = 0; i < N; ++i) out.row[i] = ~a.row[i];
    return out;
}
// a where b is not.
template <class W, int N>
Rows<W, N> minus(const Rows<W, N>& a, const Rows<W, N>& b) {
    Rows<W, N> out;
    for (int i = 0; i < N; ++i) out.row[i] = a.row[i] & ~b.row[i];
    return out;
}

// Moves by k cells, 0 <= k < size; what leaves is lost, what comes in is empty.
template <class R>
R east(const R& a, int k = 1) {
    R out;
    for (int i = 0; i < R::kSize; ++i) out.row[i] = a.row[i] << k;
    return out;
}
template <class R>
R west(const R& a, int k = 1) {
    R out;
    for (int i = 0; i < R::kSize; ++i) out.row[i] = a.row[i] >> k;
    return out;
}
template <class R>
R south(const R& a, int k = 1) {
    R out;
    for (int i = 0; i < k; ++i) out.row[i] = 0;
    for (int i = k; i < R::kSize; ++i) out.row[i] = a.row[i - k];
    return out;
}
template <class R>
R north(const R& a, int k = 1) {
    R out;
    for (int i = 0; i + k < R::kSize; ++i) out.row[i] = a.row[i + k];
    for (int i = R::kSize - k; i < R::kSize; ++i) out.row[i] = 0;
    return out;
}

// Moves by k cells in one of eight directions: 0 north, then clockwise.
template <class R>
R moved(const R& a, int direction, int k = 1) {
    switch (direction) {
        case 0: return north(a, k);
        case 1: return north(east(a, k), k);
        case 2: return east(a, k);
        case 3: return south(east(a, k), k);
        case 4: return south(a, k);
        case 5: return south(west(a, k), k);
        case 6: return west(a, k);
        default: return north(west(a, k), k);
    }
}

// The cells of a box that lies within the rows.
template <class R>
R box_area(int top, int left, int h, int w) {
    R out;
    const auto word = low_bits<R>(w) << left;
    for (int i = 0; i < R::kSize; ++i) out.row[i] = i >= top && i < top + h ? word : 0;
    return out;
}

// The upper h rows in reverse order; the rest must be empty. Likewise the lower w columns.
template <class R>
R flip_rows(const R& a, int h) {
    R out{};
    for (int i = 0; i < h; ++i) out.row[i] = a.row[h - 1 - i];
    return out;
}
template <class R>
R flip_columns(const R& a, int w) {
    R out;
    for (int i = 0; i < R::kSize; ++i) out.row[i] = reverse_bits(a.row[i]) >> (R::kSize - w);
    return out;
}
// Rows become columns; a is empty beyond n rows and n columns. Halves of blocks are swapped, from single bits
// to the largest block; the four rows of the smallest blocks go together, which vectorises.
template <class R>
R transpose(const R& a, int n = R::kSize) {
    using W = typename R::Word;
    constexpr W kOdd = ~W{0} / 3, kPairs = ~W{0} / 5;  // bits 0101..., 0011...
    const int size = n <= R::kSize / 2 ? R::kSize / 2 : R::kSize;
    R out{};
    for (int i = 0; i < size; i += 4) {
        const W a0 = a.row[i], a1 = a.row[i + 1], a2 = a.row[i + 2], a3 = a.row[i + 3];
        const W b0 = (a0 & kOdd) | ((a1 & kOdd) << 1), b1 = ((a0 >> 1) & kOdd) | (a1 & ~kOdd);
        const W b2 = (a2 & kOdd) | ((a3 & kOdd) << 1), b3 = ((a2 >> 1) & kOdd) | (a3 & ~kOdd);
        out.row[i] = (b0 & kPairs) | ((b2 & kPairs) << 2);
        out.row[i + 1] = (b1 & kPairs) | ((b3 & kPairs) << 2);
        out.row[i + 2] = ((b0 >> 2) & kPairs) | (b2 & ~kPairs);
        out.row[i + 3] = ((b1 >> 2) & kPairs) | (b3 & ~kPairs);
    }
    for (int k = 4; k < size; k *= 2) {
        const W low = ~W{0} / ((W{1} << k) + 1);  // k bits set, k bits not, ...
        for (int block = 0; block < size; block += 2 * k) {
            W *upper = out.row + block, *lower = upper + k;
#pragma GCC ivdep
            for (int i = 0; i < k; ++i) {
                const W swapped = ((upper[i] >> k) ^ lower[i]) & low;
                upper[i] ^= swapped << k;
                lower[i] ^= swapped;
            }
        }
    }
    return out;
}

template <class R>
bool any(const R& a) {
    typename R::Word seen = 0;
    for (const auto row : a.row) seen |= row;
    return seen != 0;
}
template <class R>
bool same(const R& a, const R& b) {
    typename R::Word seen = 0;
    for (int i = 0; i < R::kSize; ++i) seen |= a.row[i] ^ b.row[i];
    return seen == 0;
}
template <class R>
int count(const R& a) {
    int n = 0;
    for (const auto row : a.row) n += count_bits(row);
    return n;
}
// Bit j: column j has a set cell. Bit i: row i has one.
template <class R>
typename R::Word used_columns(const R& a) {
    typename R::Word seen = 0;
    for (const auto row : a.row) seen |= row;
    return seen;
}
template <class R>
typename R::Word used_rows(const R& a) {
    typename R::Word seen = 0;
    for (int i = 0; i < R::kSize; ++i) {
        seen |= static_cast<typename R::Word>(a.row[i] != 0 ? 1 : 0) << i;
    }
    return seen;
}
template <class R>
typename R::Word row_at(const R& a, int i) {
    return a.row[i];
}
template <class R>
bool has(const R& a, int i, int j) {
    return ((a.row[i] >> j) & 1) != 0;
}
// The first set cell in reading order alone; a is not empty.
template <class R>
R first_cell(const R& a) {
    R out{};
    for (int i = 0; i < R::kSize; ++i) {
        if (a.row[i] == 0) continue;
        out.row[i] = a.row[i] & (~a.row[i] + 1);
        break;
    }
    return out;
}

// All cells of `through` that are connected with `seed`, and the seed. Sweeps down and up, a whole run of a
// row at a time, until one changes nothing: most regions need three.
template <class R>
R flood(const R& seed, const R& through, bool diagonal) {
    using W = typename R::Word;
    R reached = seed;
    const W rows = used_rows(seed);
    if (rows == 0) return reached;
    int first = low_bit(rows), last = high_bit(rows);
    const auto take = [&](int i, W beside) {
        const W wide = diagonal ? beside | (beside << 1) | (beside >> 1) : beside;
        const W open = through.row[i] | reached.row[i], found = reached.row[i] | (wide & open);
        if (found == 0) return false;
        const W filled = fill_runs(found, open);
        const bool changed = filled != reached.row[i];
        reached.row[i] = filled;
        return changed;
    };
    const auto down = [&] {
        bool changed = false;
        for (int i = first; i < R::kSize; ++i) {
            if (take(i, i > 0 ? reached.row[i - 1] : W{0})) {
                changed = true;
                if (i > last) last = i;
            } else if (i > last) {
                break;
            }
        }
        return changed;
    };
    const auto up = [&] {
        bool changed = false;
        for (int i = last; i >= 0; --i) {
            if (take(i, i + 1 < R::kSize ? reached.row[i + 1] : W{0})) {
                changed = true;
                if (i < first) first = i;
            } else if (i < first) {
                break;
            }
        }
        return changed;
    };
    down();
    while (up() && down()) {
    }
    return reached;
}

}  // namespace arcloom::tile
