// native/tile/sequence_hash.hpp: hashes of words: two words a multiplication, two multiplications at a time
#pragma once

#include "words.hpp"

namespace arcloom {

// The two halves of the 128-bit product in one word: unlike the lower half alone, every bit of it depends on
// every bit of both factors.
inline uint64_t folded_product(uint64_t a, uint64_t b) {
#ifdef __CUDACC_RTC__
    return (a * b) ^ __umul64hi(a, b);
#else
    __extension__ typedef unsigned __int128 Product;
    const Product p = static_cast<Product>(a) * b;
    return static_cast<uint64_t>(p) ^ static_cast<uint64_t>(p >> 64);
#endif
}

// Functions: a GPU has no place for tables of the host.
constexpr uint64_t hash_key(int k) {
    return k == 0 ? 0x2D358DCCAA6C78A5ULL : k == 1 ? 0x8BB84B93962EACC9ULL : 0x4B33A62ED433D4A3ULL;
}

inline uint64_t hash_step(uint64_t h, uint64_t word) { return folded_product(h ^ hash_key(0), word ^ hash_key(1)); }

// Of n words, of which word(k) is the k-th.
template <class Size, class Word>
uint64_t hash_sequence(uint64_t seed, Size n, Word&& word) {
    uint64_t h = seed;
    Size k = 0;
    if (n >= 4) {
        uint64_t other = ~seed;
        for (; k + 4 <= n; k += 4) {
            h = folded_product(word(k) ^ hash_key(0), word(k + 1) ^ h);
            other = folded_product(word(k + 2) ^ hash_key(1), word(k + 3) ^ other);
        }
        h = hash_step(h, other);
    }
    for (; k < n; ++k) h = hash_step(h, word(k));
    return folded_product(h ^ hash_key(2), hash_key(0) + static_cast<uint64_t>(n));
}

// Where the hash of a tuple of n begins; those of what is in it follow. The empty one has a hash of its own.
inline uint64_t tuple_seed(uint64_t n) { return 17 + n; }
inline constexpr uint64_t kEmptyTupleHash = 11;
// Where the hash of a grid begins; its cells, bytes row by row, follow.
inline uint64_t grid_seed(int h, int w) { return static_cast<uint64_t>(h) << 32 | static_cast<uint32_t>(w); }

}  // namespace arcloom
