// native/value/context.cpp: the interner's table
#include "context.hpp"

#include <algorithm>

namespace arcloom {

namespace {

constexpr size_t kFirstSlots = size_t{1} << 10;  // many contexts live for a few values only
constexpr size_t kFewSlots = size_t{1} << 13;
constexpr size_t kWorthClearing = 16;  // to clear so many slots takes less than to look for one value

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

Context::Context() : slots_(kFirstSlots, Slot{0, 0}), mask_(kFirstSlots - 1) {
    auto* tuple = static_cast<Tuple*>(arena.take(sizeof(Tuple)));
    *static_cast<Heap*>(tuple) = {0, Kind::Tuple, 1, 0, 0, 0};
    empty_tuple_ = heap_value(intern(tuple, sizeof(Tuple)));
    auto* set = static_cast<SetData*>(arena.take(sizeof(SetData)));
    *static_cast<Heap*>(set) = {0, Kind::Set, 1, 0, 0, 0};
    empty_set_ = heap_value(intern(set, sizeof(SetData)));
}

// Mostly the first slot is free. So what calls others is left to functions of their own: this one keeps no registers.
Heap* Context::find_or_keep(Heap* candidate, size_t bytes) {
    const uint32_t key = candidate->key;
    Slot* const slots = slots_.data();
    size_t at = key & mask_;
    for (; slots[at].entry != 0; at = (at + 1) & mask_) {
        if (slots[at].key == key) return find_twin(candidate, bytes, at);
    }
    return keep(candidate, at);
}

// From a slot on that has the candidate's key.
[[gnu::noinline]] Heap* Context::find_twin(Heap* candidate, size_t bytes, size_t at) {
    for (; slots_[at].entry != 0; at = (at + 1) & mask_) {
        if (slots_[at].key != candidate->key) continue;
        Heap* twin = interned_[slots_[at].entry - 1];
        if (same(twin, candidate, bytes)) {
            arena.undo_take(candidate);
            return twin;
        }
    }
    return keep(candidate, at);
}

// In that slot, which is free.
inline Heap* Context::keep(Heap* candidate, size_t at) {
    const size_t n = alive_;
    if (n == interned_.size() || n * 2 > mask_) [[unlikely]] return keep_and_grow(candidate, at);
    candidate->born = static_cast<uint32_t>(n);
    interned_[n] = candidate;
    alive_ = n + 1;
    slots_[at] = {candidate->key, candidate->born + 1};
    return candidate;
}

[[gnu::noinline]] Heap* Context::keep_and_grow(Heap* candidate, size_t at) {
    if (alive_ == interned_.size()) interned_.resize(std::max(kFirstSlots, 2 * alive_));
    candidate->born = static_cast<uint32_t>(alive_);
    interned_[alive_++] = candidate;
    slots_[at] = {candidate->key, candidate->born + 1};
    if (candidate->born * size_t{2} > mask_) resize(slots_.size() * 2);
    return candidate;
}

void Context::resize(size_t slots) {
    slots_.assign(slots, Slot{0, 0});
    mask_ = slots - 1;
    for (size_t k = 0; k < alive_; ++k) {
        const Heap* h = interned_[k];
        size_t at = h->key & mask_;
        while (slots_[at].entry != 0) at = (at + 1) & mask_;
        slots_[at] = {h->key, h->born + 1};
    }
}

void Context::tidy() {
    if (slots_.size() > 4 * kFewSlots && alive_ * 8 < slots_.size()) {
        resize(std::max(kFewSlots, std::bit_ceil(alive_ * 4)));
        slots_.shrink_to_fit();
    }
}

void Context::forget(size_t interned) {
    if (listed.container.is_heap() && listed.container.heap()->born >= interned) listed.container = nothing();
    if (cut_up.container.is_heap() && cut_up.container.heap()->born >= interned) cut_up.container = nothing();
    if ((alive_ - interned) * kWorthClearing > slots_.size() && interned * 2 < alive_) {
        alive_ = interned;
        return resize(slots_.size());
    }
    // Insertion and growth both go by age, so taking out the youngest first never breaks a probe.
    for (size_t k = alive_; k > interned; --k) {
        size_t at = interned_[k - 1]->key & mask_;
        while (slots_[at].entry != k) at = (at + 1) & mask_;
        slots_[at] = {0, 0};
    }
    alive_ = interned;
}

void Context::add_scratch() { scratch_.push_back(std::make_unique<std::vector<Value>>()); }

}  // namespace arcloom
