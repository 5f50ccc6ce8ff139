// native/learn/bits.hpp: a set of small numbers
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arcloom::fit {

// Words: an array for sets that are small and made often, a vector for others. Sets that meet each other have equally many.
template <class Words>
class BitSet {
  public:
    BitSet() = default;
    explicit BitSet(size_t members) requires std::constructible_from<Words, size_t, uint64_t> : words_((members + 63) / 64, 0) {}
    void set(size_t k) { words_[k / 64] |= uint64_t{1} << k % 64; }
    bool has(size_t k) const { return (words_[k / 64] >> k % 64 & 1) != 0; }
    size_t count() const {
        size_t n = 0;
        for (const uint64_t w : words_) n += static_cast<size_t>(std::popcount(w));
        return n;
    }
    bool none() const {
        uint64_t any = 0;
        for (const uint64_t w : words_) any |= w;
        return any == 0;
    }
    bool meets(const BitSet& o) const {
        uint64_t both = 0;
        for (size_t k = 0; k < words_.size(); ++k) both |= words_[k] & o.words_[k];
        return both != 0;
    }
    bool holds_all(const BitSet& o) const {
        uint64_t missing = 0;
        for (size_t k = 0; k < words_.size(); ++k) missing |= o.words_[k] & ~words_[k];
        return missing == 0;
    }
    BitSet& operator|=(const BitSet& o) {
        for (size_t k = 0; k < words_.size(); ++k) words_[k] |= o.words_[k];
        return *this;
    }
    BitSet& operator&=(const BitSet& o) {
        for (size_t k = 0; k < words_.size(); ++k) words_[k] &= o.words_[k];
        return *this;
    }
    BitSet& operator^=(const BitSet& o) {
        for (size_t k = 0; k < words_.size(); ++k) words_[k] ^= o.words_[k];
        return *this;
    }
    size_t first_missing(size_t members) const {  // `members` where all are there
        for (size_t k = 0; k < words_.size(); ++k) {
            if (~words_[k] != 0) return std::min(members, k * 64 + static_cast<size_t>(std::countr_one(words_[k])));
        }
        return members;
    }
    friend auto operator<=>(const BitSet&, const BitSet&) = default;
    struct Hash {
        size_t operator()(const BitSet& s) const {
            uint64_t h = 0;
            for (const uint64_t w : s.words_) h = (h ^ w) * 0x9E3779B97F4A7C15ULL, h ^= h >> 32;
            return h;
        }
    };

  private:
    Words words_{};
};
using Bits = BitSet<std::vector<uint64_t>>;
inline constexpr size_t kFewMembers = 512;
using FewBits = BitSet<std::array<uint64_t, kFewMembers / 64>>;

}  // namespace arcloom::fit
