// native/enumerate/seen.hpp: a set of 64-bit hashes, open addressing, that grows
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arcloom {

class Seen {
  public:
    // True where the hash was not there before.
    bool insert(uint64_t hash) {
        hash += hash == 0;  // 0 marks a free slot
        if (full()) grow();
        if (!place(hash)) return false;
        ++count_;
        return true;
    }
    // Whether the next one makes it grow to twice its size.
    bool full() const { return (count_ + 1) * 2 > slots_.size(); }
    size_t size() const { return count_; }
    size_t bytes() const { return slots_.size() * sizeof(uint64_t); }

  private:
    std::vector<uint64_t> slots_;
    size_t count_ = 0;

    bool place(uint64_t hash) {
        const size_t mask = slots_.size() - 1;
        for (size_t at = hash & mask;; at = (at + 1) & mask) {
            if (slots_[at] == hash) return false;
            if (slots_[at] != 0) continue;
            slots_[at] = hash;
            return true;
        }
    }
    void grow() {
        std::vector<uint64_t> old(slots_.empty() ? 1024 : slots_.size() * 2);
        old.swap(slots_);
        for (const uint64_t hash : old) {
            if (hash != 0) place(hash);
        }
    }
};

}  // namespace arcloom
