// native/value/context.cpp: arena blocks and the interner's table
#include "context.hpp"

#include <algorithm>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

namespace arcloom {

namespace {

// Under AddressSanitizer, touching memory that is not given out, or the gap behind what is, is reported:
// a value used after it was rewound, or read beyond its end.
#ifdef __SANITIZE_ADDRESS__
constexpr size_t kGap = 16;
inline void poison(const void* p, size_t bytes) { ASAN_POISON_MEMORY_REGION(p, bytes); }
inline void unpoison(const void* p, size_t bytes) { ASAN_UNPOISON_MEMORY_REGION(p, bytes); }
#else
constexpr size_t kGap = 0;
inline void poison(const void*, size_t) {}
inline void unpoison(const void*, size_t) {}
#endif

constexpr size_t kBlock = size_t{1} << 20;
constexpr size_t kFewSlots = size_t{1} << 13;

// Everything behind the header is content (padding is zeroed), but for a grid's cached colours.
bool heap_bytes_equal(const Heap* a, const Heap* b, size_t bytes) {
    return std::memcmp(reinterpret_cast<const char*>(a) + sizeof(Heap),
                       reinterpret_cast<const char*>(b) + sizeof(Heap), bytes - sizeof(Heap)) == 0;
}

bool same(const Heap* a, const Heap* b, size_t bytes) {
    if (a->kind != b->kind || a->count != b->count) return false;
    if (a->kind == Kind::Grid) {
        const auto* x = static_cast<const GridData*>(a);
        const auto* y = static_cast<const GridData*>(b);
        return x->h == y->h && x->w == y->w &&
               std::memcmp(x->cells, y->cells, static_cast<size_t>(x->h) * static_cast<size_t>(x->w)) == 0;
    }
    if (a->kind == Kind::Object &&
        static_cast<const Object*>(a)->nplanes != static_cast<const Object*>(b)->nplanes) {
        return false;
    }
    if (a->kind == Kind::Patch) {
        const Box &x = static_cast<const Patch*>(a)->box, &y = static_cast<const Patch*>(b)->box;
        if (x.h != y.h || x.w != y.w) return false;
    }
    return heap_bytes_equal(a, b, bytes);
}
}  // namespace

void Arena::next_block(size_t bytes) {
    if (!blocks_.empty()) {
        ++block_;
    }
    if (block_ < blocks_.size() && blocks_[block_].size < bytes) {
        blocks_.resize(block_);  // too small a leftover of an earlier sample
    }
    if (block_ == blocks_.size()) {
        const size_t size = std::max(kBlock, bytes);
        blocks_.push_back({std::make_unique_for_overwrite<std::byte[]>(size), size});
        poison(blocks_.back().memory.get(), size);
    }
    used_ = 0;
}

void* Arena::take(size_t bytes) {
    const size_t size = (bytes + 7) & ~size_t{7};
    if (blocks_.empty() || used_ + size + kGap > blocks_[block_].size) next_block(size + kGap);
    void* p = blocks_[block_].memory.get() + used_;
    unpoison(p, bytes);
    used_ += size + kGap;
    held_ += size;
    return p;
}

void Arena::undo_take(void* start) {
    const auto begin = static_cast<size_t>(static_cast<std::byte*>(start) - blocks_[block_].memory.get());
    const size_t size = used_ - kGap - begin;
    poison(start, size);
    used_ = begin;
    held_ -= size;
}

void Arena::rewind(Mark m) {
    for (size_t k = m.block; k < blocks_.size() && k <= block_; ++k) {
        const size_t from = k == m.block ? m.used : 0, to = k == block_ ? used_ : blocks_[k].size;
        poison(blocks_[k].memory.get() + from, to - from);
    }
    // Blocks of unusual size are a single large value's; do not hoard them.
    while (blocks_.size() > m.block + 64) blocks_.pop_back();
    block_ = m.block;
    used_ = m.used;
    held_ = m.held;
}

Context::Context() : slots_(kFewSlots, Slot{0, 0}) {
    auto* tuple = static_cast<Tuple*>(arena.take(sizeof(Tuple)));
    *static_cast<Heap*>(tuple) = {11, Kind::Tuple, 1, 0, 0};
    empty_tuple_ = heap_value(intern(tuple, sizeof(Tuple)));
    auto* set = static_cast<SetData*>(arena.take(sizeof(SetData)));
    *static_cast<Heap*>(set) = {13, Kind::Set, 1, 0, 0};
    empty_set_ = heap_value(intern(set, sizeof(SetData)));
}

Heap* Context::intern(Heap* candidate, size_t bytes) {
    // What a value costs does not depend on whether its twin is there already: fuel must not tell.
    fuel -= kValueFuel + static_cast<int64_t>(bytes / 16);
    const size_t mask = slots_.size() - 1;
    const auto tag = static_cast<uint32_t>(candidate->hash >> 32);
    size_t at = candidate->hash & mask;
    for (; slots_[at].entry != 0; at = (at + 1) & mask) {
        if (slots_[at].tag != tag) continue;
        Heap* twin = interned_[slots_[at].entry - 1];
        if (twin->hash == candidate->hash && same(twin, candidate, bytes)) {
            arena.undo_take(candidate);
            return twin;
        }
    }
    candidate->born = static_cast<uint32_t>(interned_.size());
    interned_.push_back(candidate);
    slots_[at] = {tag, static_cast<uint32_t>(interned_.size())};
    if (interned_.size() * 2 > slots_.size()) resize(slots_.size() * 4);
    return candidate;
}

void Context::resize(size_t slots) {
    slots_.assign(slots, Slot{0, 0});
    const size_t mask = slots - 1;
    for (const Heap* h : interned_) {
        size_t at = h->hash & mask;
        while (slots_[at].entry != 0) at = (at + 1) & mask;
        slots_[at] = {static_cast<uint32_t>(h->hash >> 32), h->born + 1};
    }
}

void Context::tidy() {
    if (slots_.size() > 4 * kFewSlots && interned_.size() * 8 < slots_.size()) {
        resize(std::max(kFewSlots, std::bit_ceil(interned_.size() * 4)));
        slots_.shrink_to_fit();
    }
}

void Context::rewind(Mark m) {
    // Insertion and growth both go by age, so taking out the youngest first never breaks a probe.
    const size_t mask = slots_.size() - 1;
    for (size_t k = interned_.size(); k > m.interned; --k) {
        size_t at = interned_[k - 1]->hash & mask;
        while (slots_[at].entry != k) at = (at + 1) & mask;
        slots_[at] = {0, 0};
    }
    interned_.resize(m.interned);
    arena.rewind(m.arena);
}

std::vector<Value>& Context::borrow() {
    if (borrowed_ == scratch_.size()) scratch_.push_back(std::make_unique<std::vector<Value>>());
    std::vector<Value>& v = *scratch_[borrowed_++];
    v.clear();
    return v;
}

}  // namespace arcloom
