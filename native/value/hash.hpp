// native/value/hash.hpp: hashes of content: two words a multiplication, two multiplications at a time
#pragma once

#include <cstring>

#include "value.hpp"

namespace arcloom {

// The two halves of the 128-bit product in one word: unlike the lower half alone, every bit of it depends on
// every bit of both factors.
inline uint64_t folded_product(uint64_t a, uint64_t b) {
    __extension__ typedef unsigned __int128 Product;
    const Product p = static_cast<Product>(a) * b;
    return static_cast<uint64_t>(p) ^ static_cast<uint64_t>(p >> 64);
}

inline constexpr uint64_t kHashKey[3] = {0x2D358DCCAA6C78A5ULL, 0x8BB84B93962EACC9ULL, 0x4B33A62ED433D4A3ULL};

inline uint64_t hash_step(uint64_t h, uint64_t word) { return folded_product(h ^ kHashKey[0], word ^ kHashKey[1]); }

// Of n words, of which word(k) is the k-th.
template <class Word>
uint64_t hash_sequence(uint64_t seed, size_t n, Word&& word) {
    uint64_t h = seed;
    size_t k = 0;
    if (n >= 4) {
        uint64_t other = ~seed;
        for (; k + 4 <= n; k += 4) {
            h = folded_product(word(k) ^ kHashKey[0], word(k + 1) ^ h);
            other = folded_product(word(k + 2) ^ kHashKey[1], word(k + 3) ^ other);
        }
        h = hash_step(h, other);
    }
    for (; k < n; ++k) h = hash_step(h, word(k));
    return folded_product(h ^ kHashKey[2], kHashKey[0] + n);
}

inline uint64_t hash_words(uint64_t seed, const uint64_t* words, size_t n) {
    return hash_sequence(seed, n, [words](size_t k) { return words[k]; });
}

// The last word is filled up with zeros.
inline uint64_t hash_bytes(uint64_t seed, const int8_t* bytes, size_t n) {
    const size_t whole = n / 8;
    uint64_t rest = 0;
    std::memcpy(&rest, bytes + whole * 8, n % 8);
    return hash_sequence(hash_step(seed, rest), whole, [bytes](size_t k) {
        uint64_t word = 0;
        std::memcpy(&word, bytes + k * 8, 8);
        return word;
    });
}

}  // namespace arcloom
