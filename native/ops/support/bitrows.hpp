// native/ops/support/bitrows.hpp: rows of patches as machine words, shifted, masked and spread
#pragma once

#include "value/heap.hpp"

namespace arcloom {

__extension__ typedef unsigned __int128 Wide;  // a whole row of any patch

// Bits [from, from + 64) of a row of n words, zeros outside; from may be negative.
inline uint64_t bits_at(const uint64_t* row, int32_t n, int32_t from) {
    if (n == 1) {
        if (from >= 64 || from <= -64) return 0;
        return from >= 0 ? row[0] >> from : row[0] << -from;
    }
    const int32_t k = from >> 6, s = from & 63;  // arithmetic shift: floor
    uint64_t bits = k >= 0 && k < n ? row[k] >> s : 0;
    if (s != 0 && k + 1 >= 0 && k + 1 < n) bits |= row[k + 1] << (64 - s);
    return bits;
}

// The same of row y of a patch, zeros above and below it.
inline uint64_t bits_at(const Patch* p, int32_t y, int32_t from) {
    return y < 0 || y >= p->box.h ? 0 : bits_at(p->row(y), p->stride, from);
}

// Row y of a patch in one word; W is wide enough for it.
template <class W>
W whole_row(const Patch* p, int32_t y) {
    const uint64_t* row = p->row(y);
    if constexpr (sizeof(W) == 8) {
        return row[0];
    } else {
        return p->stride == 1 ? W{row[0]} : (W{row[1]} << 64) | row[0];
    }
}

template <class W>
inline constexpr int32_t kBits = static_cast<int32_t>(sizeof(W) * 8);

template <class W>
W low_ones(int32_t n) {
    if (n <= 0) return 0;
    return n >= kBits<W> ? ~W{0} : (W{1} << n) - 1;
}

template <class W>
W shifted_down(W x, int32_t n) {  // n >= 0
    return n >= kBits<W> ? W{0} : x >> n;
}

// Every bit, and the d places on either side of it.
template <class W>
W spread(W x, int32_t d) {
    if (d >= kBits<W>) d = kBits<W> - 1;
    W up = x, down = x;
    int32_t reach = 1;  // up and down cover `reach` places each
    for (; reach * 2 <= d + 1; reach *= 2) {
        up |= up << reach;
        down |= down >> reach;
    }
    const int32_t rest = d + 1 - reach;
    return up | (up << rest) | down | (down >> rest);
}

// All columns occupied, from box.left on.
inline Wide columns_of(const Patch* p) {
    uint64_t lo = 0, hi = 0;
    if (p->stride == 1) {
        for (int32_t y = 0; y < p->box.h; ++y) lo |= p->words[y];
    } else {
        for (int32_t y = 0; y < p->box.h; ++y) {
            lo |= p->words[2 * y];
            hi |= p->words[2 * y + 1];
        }
    }
    return (Wide{hi} << 64) | lo;
}

inline bool row_empty(const Patch* p, int32_t y) {
    const uint64_t* row = p->row(y);
    return row[0] == 0 && (p->stride == 1 || row[1] == 0);
}

// Columns of the first and last place of a row that is not empty.
inline int32_t first_column(const Patch* p, int32_t y) {
    const uint64_t* row = p->row(y);
    return p->box.left + (row[0] != 0 ? std::countr_zero(row[0]) : 64 + std::countr_zero(row[1]));
}
inline int32_t last_column(const Patch* p, int32_t y) {
    const uint64_t* row = p->row(y);
    const bool second = p->stride > 1 && row[1] != 0;
    return p->box.left + (second ? 127 - std::countl_zero(row[1]) : 63 - std::countl_zero(row[0]));
}

}  // namespace arcloom
