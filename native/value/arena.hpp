// native/value/arena.hpp: memory given out in order and taken back in bulk
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

namespace arcloom {

class Arena {
  public:
    struct Mark {
        size_t block, used, held;
    };
    // 8-byte aligned; valid until rewound past. Uninitialised.
    void* take(size_t bytes) {
        const size_t size = (bytes + 7) & ~size_t{7};
        if (used_ + size + kGap > size_) [[unlikely]] next_block(size + kGap);
        void* p = base_ + used_;
        unpoison(p, bytes);
        used_ += size + kGap;
        held_ += size;
        return p;
    }
    // Gives back the most recent take.
    void undo_take(void* start) {
        const auto begin = static_cast<size_t>(static_cast<std::byte*>(start) - base_);
        const size_t size = used_ - kGap - begin;
        poison(start, size);
        used_ = begin;
        held_ -= size;
    }
    Mark mark() const { return {block_, used_, held_}; }
    void rewind(const Mark& m) {
        if (m.block != block_) return rewind_blocks(m);
        poison(base_ + m.used, used_ - m.used);
        used_ = m.used;
        held_ = m.held;
    }
    size_t held() const { return held_; }

  private:
    // Under AddressSanitizer, touching memory that is not given out, or the gap behind what is, is reported:
    // a value used after it was rewound, or read beyond its end.
#ifdef __SANITIZE_ADDRESS__
    static constexpr size_t kGap = 16;
    static void poison(const void* p, size_t bytes) { ASAN_POISON_MEMORY_REGION(p, bytes); }
    static void unpoison(const void* p, size_t bytes) { ASAN_UNPOISON_MEMORY_REGION(p, bytes); }
#else
    static constexpr size_t kGap = 0;
    static void poison(const void*, size_t) {}
    static void unpoison(const void*, size_t) {}
#endif

    struct Block {
        std::unique_ptr<std::byte[]> memory;
        size_t size;
    };
    std::vector<Block> blocks_;
    std::byte* base_ = nullptr;            // of the current block
    size_t size_ = 0;                      // of the current block
    size_t block_ = 0, used_ = 0, held_ = 0;  // held_: bytes given out
    void next_block(size_t bytes);
    void rewind_blocks(const Mark&);
    void enter(size_t block);
};

}  // namespace arcloom
