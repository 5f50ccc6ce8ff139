// native/value/key.hpp: keys of the interner's table
#pragma once

#include <bit>
#include <cstring>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "value.hpp"

namespace arcloom {

inline uint64_t word_at(const char* content) {
    uint64_t word = 0;
    std::memcpy(&word, content, 8);
    return word;
}

// Those behind the last whole word, filled up with zeros. Mostly out of the last eight, which takes no loop.
inline uint64_t last_bytes(const char* content, size_t bytes) {
    const size_t rest = bytes % 8;
    if (rest == 0) return 0;
    if (bytes >= 8) return word_at(content + bytes - 8) >> (64 - 8 * rest);
    uint64_t word = 0;
    std::memcpy(&word, content, rest);
    return word;
}

// A key word by word. Each step waits for the one before: for few words.
inline uint64_t key_step(uint64_t h, uint64_t word) { return (std::rotl(h, 5) ^ word) * 0x9E3779B97F4A7C15ULL; }
inline uint32_t key_end(uint64_t h) { return static_cast<uint32_t>(mix(h) >> 20); }

// The key of some words, two at a time and at last perhaps one: two steps that do not wait for each other.
class WordsKey {
  public:
    explicit WordsKey(uint64_t seed) : first_(seed) {}
    void add(uint64_t word, uint64_t next) {
        first_ = key_step(first_, word);
        second_ = key_step(second_, next);
    }
    void add(uint64_t last) { first_ = key_step(first_, last); }
    uint32_t end() const { return key_end(key_step(first_, second_)); }

  private:
    uint64_t first_, second_ = 0;
};

inline constexpr uint32_t kFewWords = 8;

#ifdef __AVX2__
// The same as below of four words at a time, with a place for each half.
inline uint64_t sum_of_fours(const char* content, uint32_t words) {
    __m256i at = _mm256_setr_epi32(0x1E3779B9, 0x7F4A7C15, 0x1CE4E5B9, 0x133111EB, 0x2545F491, 0x4F6CDD1D, 0x6C8E9CF5, 0x58476D1C);
    __m256i sums = _mm256_setzero_si256();
    for (uint32_t k = 0; k < words; k += 4) {
        const __m256i place = _mm256_xor_si256(at, _mm256_srli_epi32(at, 15));
        const __m256i four = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(content + size_t{8} * k));
        const __m256i w = _mm256_add_epi32(four, place);
        sums = _mm256_add_epi64(sums, _mm256_mul_epu32(w, _mm256_srli_epi64(w, 32)));
        at = _mm256_add_epi32(at, _mm256_set1_epi32(0x61C88647));
    }
    const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return static_cast<uint64_t>(_mm_cvtsi128_si64(two)) + static_cast<uint64_t>(_mm_extract_epi64(two, 1));
}
#endif

// Of many words, one half of each times the other: products that need not wait for each other.
// Elements are one each, so their addresses stand for them.
inline uint32_t table_key(uint64_t seed, const void* of, size_t bytes) {
    const auto* content = static_cast<const char*>(of);
    uint64_t sum = seed + last_bytes(content, bytes) * 0x9E3779B97F4A7C15ULL;
    const auto words = static_cast<uint32_t>(bytes / 8);
    if (words <= kFewWords) {
        for (uint32_t k = 0; k < words; ++k) sum = key_step(sum, word_at(content + size_t{8} * k));
        return key_end(sum);
    }
    uint32_t at = 0x9E3779B9u;  // tells one word's place from another's
    uint32_t k = 0;
#ifdef __AVX2__
    k = words & ~3u;
    sum += sum_of_fours(content, k);
#endif
    for (; k < words; ++k) {
        const uint64_t w = word_at(content + size_t{8} * k);
        const uint32_t place = at ^ (at >> 15);
        sum += uint64_t{static_cast<uint32_t>(w) + place} * (static_cast<uint32_t>(w >> 32) - place);
        at += 0x61C88647u;
    }
    return key_end(sum);
}

}  // namespace arcloom
