// native/learn/bits.hpp: a set of small numbers
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arcloom::fit {

// Sets that meet each other are made for the same number of members.
class Bits {
  public:
    explicit Bits(size_t members = 0) : words_((members + 63) / 64, 0) {}
    void set(size_t k) { words_[k / 64] |= uint64_t{1} << k % 64; }
    bool has(size_t k) const { return (words_[k / 64] >> k % 64 & 1) != 0; }
    size_t count() const {
        size_t n = 0;
        for (const uint64_t w : words_) n += static_cast<size_t>(std::popcount(w));
        return n;
    }
    bool none() const { return count() == 0; }
    bool meets(const Bits& o) const {
        for (size_t k = 0; k < words_.size(); ++k) {
            if ((words_[k] & o.words_[k]) != 0) return true;
        }
        return false;
    }
    bool holds_all(const Bits& o) const {
        for (size_t k = 0; k < words_.size(); ++k) {
            if ((o.words_[k] & ~words_[k]) != 0) return false;
        }
        return true;
    }
    Bits& operator|=(const Bits& o) {
        for (size_t k = 0; k < words_.size(); ++k) words_[k] |= o.words_[k];
        return *this;
    }
    Bits& operator&=(const Bits& o) {
        for (size_t k = 0; k < words_.size(); ++k) words_[k] &= o.words_[k];
        return *this;
    }
    size_t first_missing(size_t members) const {  // `members` where all are there
        for (size_t k = 0; k < members; ++k) {
            if (!has(k)) return k;
        }
        return members;
    }
    friend auto operator<=>(const Bits&, const Bits&) = default;

  private:
    std::vector<uint64_t> words_;
};

}  // namespace arcloom::fit
