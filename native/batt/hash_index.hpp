// native/batt/hash_index.hpp: things that are numbered in the order in which they come, found by their hashes
//
// The things themselves lie elsewhere, by number. Open addressing, so that nothing is allocated for a single thing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arcloom {

class HashIndex {
  public:
    static constexpr uint32_t kNone = UINT32_MAX;
    struct Met {
        uint32_t number;
        bool added;
    };

    // The number of the thing with this hash for which `same(number)` is true; kNone if there is none.
    template <class Same>
    uint32_t find(uint64_t hash, Same&& same) const {
        if (slots_.empty()) return kNone;
        const uint32_t held = slots_[slot_of(hash, same)];
        return held == 0 ? kNone : held - 1;
    }

    // The same; what is not there yet gets the next number.
    template <class Same>
    Met meet(uint64_t hash, Same&& same) {
        if (hashes_.size() * 2 >= slots_.size()) rebuild(std::max(kLeast, slots_.size() * 4));
        uint32_t& held = slots_[slot_of(hash, same)];
        if (held != 0) return {held - 1, false};
        hashes_.push_back(hash);
        held = static_cast<uint32_t>(hashes_.size());
        return {held - 1, true};
    }

    // Forgets all numbers from this one on.
    void forget_from(size_t number) {
        hashes_.resize(number);
        rebuild(slots_.size());
    }

    void clear() {
        hashes_.clear();
        if (slots_.size() > kManySlots) {
            slots_ = {};
        } else {
            std::fill(slots_.begin(), slots_.end(), 0);
        }
    }

  private:
    static constexpr size_t kLeast = 64;
    static constexpr size_t kManySlots = 16'384;  // a larger table is not worth filling with zeros

    std::vector<uint32_t> slots_;   // number plus one, 0: free; a power of two of them, or none
    std::vector<uint64_t> hashes_;  // by number

    // Where the thing is, or would be.
    template <class Same>
    size_t slot_of(uint64_t hash, Same&& same) const {
        const size_t mask = slots_.size() - 1;
        size_t at = hash & mask;
        for (; slots_[at] != 0; at = (at + 1) & mask) {
            const uint32_t number = slots_[at] - 1;
            if (hashes_[number] == hash && same(number)) break;
        }
        return at;
    }

    void rebuild(size_t slots) {
        slots_.assign(slots, 0);
        for (uint32_t number = 0; number < hashes_.size(); ++number) {
            slots_[slot_of(hashes_[number], [](uint32_t) { return false; })] = number + 1;
        }
    }
};

}  // namespace arcloom
