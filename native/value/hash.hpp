// native/value/hash.hpp: hashes of content
#pragma once

#include <cstring>

#include "../tile/sequence_hash.hpp"
#include "value.hpp"

namespace arcloom {

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
