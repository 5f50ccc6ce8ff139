// native/gpu/values/plain.hpp: words that need no blocks: numbers, places and cells, compared and sorted by lanes side by side
#pragma once

#include "measures.hpp"

namespace arcloom::gpu::ops {

// What kind of words a list has; the compiler of bytecode knows these numbers by name.
// Those of rows follow each other as those of what is in them do.
enum Kind : int { kNumbers, kPlaces, kCells, kPatches, kObjects, kGrids, kRows, kRowsOfPlaces, kRowsOfCells };
inline bool is_row(int kind) { return kind >= kRows; }
inline bool is_plain(int kind) { return kind <= kCells; }

// Keys of plain words are in the canonical order of the words, and equal where these are. The halves of a cell's place have signs.
inline int64_t key_of(int kind, Word w) {
    const uint32_t signs = kind == kCells ? 0x80008000U : 0x80000000U;
    const uint32_t low = kind == kNumbers ? 0U : static_cast<uint32_t>(w.b) ^ signs;
    return static_cast<int64_t>(static_cast<uint64_t>(static_cast<uint32_t>(w.a)) << 32 | low);
}

// How long it takes to compare each of n words with each of k, which lanes share.
inline int time_of_pairs(int n, int k) { return as_charge(int64_t{n} * k / kBlockWords); }

// The words that keeps(k) holds for, in their order; lanes write them side by side. `out` may be where they come from.
template <class F>
int write_kept(Word* out, const Word* from, int n, F keeps) {
    return write_found(out, n, keeps, [from](int k) { return from[k]; });
}

// Of what(k) for each k below n, which is above 0, one that none comes before.
#ifdef __CUDACC_RTC__
template <class F, class Before>
auto first_of(int n, F what, Before before) {
    auto best = what(lane() < n ? lane() : 0);
    for (int k = lane() + kLanes; k < n; k += kLanes) {
        const auto next = what(k);
        if (before(next, best)) best = next;
    }
    for (int k = kLanes / 2; k > 0; k /= 2) {
        const auto other = Spread<decltype(best)>(best).of(lane() ^ k);
        if (before(other, best)) best = other;
    }
    return best;
}
#else
template <class F, class Before>
auto first_of(int n, F what, Before before) {
    auto best = what(0);
    for (int k = 1; k < n; ++k) {
        const auto next = what(k);
        if (before(next, best)) best = next;
    }
    return best;
}
#endif

// Words in the order of key(k), alike ones in theirs: each goes behind those with a lesser key.
template <class F>
void write_sorted(Word* out, const Word* from, int n, F key) {
    by_lanes(n, [&](int k) {
        const int64_t mine = key(k);
        int at = 0;
        for (int i = 0; i < n; ++i) {
            at += shape::comes_first(key(i), i, mine, k) ? 1 : 0;
        }
        out[at] = from[k];
    });
}
// How many words of a list have this key.
inline int count_key(const Word* words, int n, int kind, int64_t key) {
    int count = 0;
    for (int k = 0; k < n; ++k) count += key_of(kind, words[k]) == key ? 1 : 0;
    return count;
}
// Whether some word of a set has this key.
inline bool has_key(const Word* set, int n, int kind, int64_t key) {
    int low = 0, high = n;
    while (low < high) {
        const int at = (low + high) / 2;
        if (key_of(kind, set[at]) < key) {
            low = at + 1;
        } else {
            high = at;
        }
    }
    return low < n && key_of(kind, set[low]) == key;
}

// Of plain words: the set of a list, in `out`. Gives how many there are.
inline int write_set(Word* out, const Word* from, int n, int kind) {
    write_sorted(out, from, n, [&](int k) { return key_of(kind, from[k]); });
    return write_kept(out, out, n, [&](int k) { return k == 0 || key_of(kind, out[k - 1]) != key_of(kind, out[k]); });
}
// The number of the word whose key is the greatest (way 1) or the least (-1); the first of those alike.
inline int extreme_at(const Word* words, int n, int kind, int way) {
    struct Best {
        int64_t key;
        int32_t at, unused;  // lanes exchange whole words of 64 bits, so none may have padding
    };
    const auto what = [&](int k) { return Best{key_of(kind, words[k]), k, 0}; };
    const auto before = [way](const Best& x, const Best& y) {
        return shape::outdoes(x.key, y.key, way > 0) || (x.key == y.key && x.at < y.at);
    };
    return first_of(n, what, before).at;
}
// The word that occurs most (1) or least (-1) often, the least of those alike.
inline Word extreme_count(const Word* words, int n, int kind, int way) {
    struct Counted {
        int64_t key;
        int32_t count, at;
    };
    const auto what = [&](int k) {
        const int64_t key = key_of(kind, words[k]);
        return Counted{key, count_key(words, n, kind, key), k};
    };
    const auto before = [way](const Counted& x, const Counted& y) {
        return shape::outdoes(x.count, y.count, way > 0) || (x.count == y.count && x.key < y.key);
    };
    return words[first_of(n, what, before).at];
}

}  // namespace arcloom::gpu::ops
