// native/value/hash.hpp: hashes of content
#pragma once

#include <cstring>

#include "../tile/sequence_hash.hpp"
#include "value.hpp"

namespace arcloom {

inline uint64_t hash_words(uint64_t seed, const uint64_t* words, size_t n) {
    return hash_sequence(seed, n, [words](size_t k) { return words[k]; });
}

inline uint64_t word_at(const int8_t* bytes) {
    uint64_t word = 0;
    std::memcpy(&word, bytes, 8);
    return word;
}

// Those behind the last whole word, filled up with zeros. Mostly out of the last eight, which takes no loop.
inline uint64_t last_bytes(const int8_t* bytes, size_t n) {
    const size_t rest = n % 8;
    if (rest == 0) return 0;
    if (n >= 8) return word_at(bytes + n - 8) >> (8 * (8 - rest));
    uint64_t word = 0;
    std::memcpy(&word, bytes + n - rest, rest);
    return word;
}

inline uint64_t hash_bytes(uint64_t seed, const int8_t* bytes, size_t n) {
    return hash_sequence(hash_step(seed, last_bytes(bytes, n)), n / 8,
                         [bytes](size_t k) { return word_at(bytes + k * 8); });
}

}  // namespace arcloom
