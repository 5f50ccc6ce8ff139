// native/ops/support/best.hpp: the best of elements that come in blocks, by keys
#pragma once

#include <algorithm>

#include "shape/numbers.hpp"
#include "answers.hpp"

namespace arcloom {

// The best of some elements by their keys, and its key; the first of equals wins. Takes blocks.
class Best {
  public:
    explicit Best(bool largest) : largest_(largest) {}
    Value element, key;

    // False where some keys do not compare.
    bool take(const Value* items, const Value* keys, size_t n) {
        uint64_t tags = 0;
        for (size_t k = 0; k < n; ++k) tags |= keys[k].bits ^ static_cast<uint64_t>(Tag::Int);
        return (tags & 7) == 0 && (first_ || key.is_int()) ? take_numbers(items, keys, n) : take_any(items, keys, n);
    }

  private:
    bool largest_, first_ = true;

    // Bits of numbers order as they do.
    bool take_numbers(const Value* items, const Value* keys, size_t n) {
        const auto bits_of = [](Value v) { return static_cast<int64_t>(v.bits); };
        int64_t best = bits_of(keys[0]);
        if (largest_) {
            for (size_t k = 1; k < n; ++k) best = std::max(best, bits_of(keys[k]));
        } else {
            for (size_t k = 1; k < n; ++k) best = std::min(best, bits_of(keys[k]));
        }
        if (!first_ && !shape::outdoes(best, bits_of(key), largest_)) return true;
        size_t at = 0;
        while (bits_of(keys[at]) != best) ++at;
        keep(items[at], keys[at]);
        return true;
    }

    bool take_any(const Value* items, const Value* keys, size_t n) {
        for (size_t k = 0; k < n; ++k) {
            int d = 0;
            if (!first_ && !comparable(keys[k], key, d)) return false;
            if (first_ || shape::outdoes(d, 0, largest_)) keep(items[k], keys[k]);
        }
        return true;
    }

    void keep(Value x, Value v) {
        element = x;
        key = v;
        first_ = false;
    }
};

}  // namespace arcloom
