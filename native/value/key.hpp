// native/value/key.hpp: keys of the interner's table
#pragma once

#include <bit>
#include <cstring>

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
    for (uint32_t k = 0; k < words; ++k) {
        const uint64_t w = word_at(content + size_t{8} * k);
        const uint32_t place = at ^ (at >> 15);
        sum += uint64_t{static_cast<uint32_t>(w) + place} * (static_cast<uint32_t>(w >> 32) - place);
        at += 0x61C88647u;
    }
    return key_end(sum);
}

}  // namespace arcloom
