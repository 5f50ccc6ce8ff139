// native/enumerate/store.hpp: words kept for good, in blocks, so that nothing moves and nothing is held twice
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace arcloom {

class Store {
  public:
    // A copy of the words that lasts as long as the store.
    const uint32_t* keep(const std::vector<uint32_t>& words) {
        if (blocks_.empty() || used_ + words.size() > size_) add_block(words.size());
        uint32_t* at = blocks_.back().get() + used_;
        std::copy(words.begin(), words.end(), at);
        used_ += words.size();
        return at;
    }
    size_t bytes() const { return bytes_; }

  private:
    static constexpr size_t kBlock = size_t{1} << 16;  // words
    std::vector<std::unique_ptr<uint32_t[]>> blocks_;
    size_t size_ = 0, used_ = 0, bytes_ = 0;

    void add_block(size_t least) {
        size_ = std::max(kBlock, least);
        used_ = 0;
        blocks_.push_back(std::make_unique_for_overwrite<uint32_t[]>(size_));
        bytes_ += size_ * sizeof(uint32_t);
    }
};

}  // namespace arcloom
