// native/value/arena.cpp: blocks of memory, kept for the next sample
#include "arena.hpp"

#include <algorithm>

namespace arcloom {

namespace {
constexpr size_t kBlock = size_t{1} << 20;
constexpr size_t kHoard = 64;  // blocks beyond the one in use that are kept
}  // namespace

void Arena::enter(size_t block) {
    block_ = block;
    base_ = blocks_[block].memory.get();
    size_ = blocks_[block].size;
}

void Arena::next_block(size_t bytes) {
    const size_t next = blocks_.empty() ? 0 : block_ + 1;
    if (next < blocks_.size() && blocks_[next].size < bytes) {
        blocks_.resize(next);  // too small a leftover of an earlier sample
    }
    if (next == blocks_.size()) {
        const size_t size = std::max(kBlock, bytes);
        blocks_.push_back({std::make_unique_for_overwrite<std::byte[]>(size), size});
        poison(blocks_.back().memory.get(), size);
    }
    enter(next);
    used_ = 0;
}

void Arena::rewind_blocks(const Mark& m) {
    for (size_t k = m.block; k <= block_; ++k) {
        const size_t from = k == m.block ? m.used : 0, to = k == block_ ? used_ : blocks_[k].size;
        poison(blocks_[k].memory.get() + from, to - from);
    }
    // Blocks of unusual size are a single large value's; do not hoard them.
    while (blocks_.size() > m.block + kHoard) blocks_.pop_back();
    enter(m.block);
    used_ = m.used;
    held_ = m.held;
}

}  // namespace arcloom
