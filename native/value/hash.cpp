// native/value/hash.cpp: content hashed kind by kind
#include "hash.hpp"

#include "tile/sequence_hash.hpp"
#include "heap.hpp"
#include "key.hpp"

namespace arcloom {

namespace {

uint64_t heap_hash(const Heap*);

uint64_t hash_items(uint64_t seed, const Value* items, size_t n) {
    const auto of_item = [](Value v) { return v.is_heap() ? heap_hash(v.heap()) : v.bits; };
    return hash_sequence(seed, n, [&](size_t k) { return of_item(items[k]); });
}

// The last word is filled up with zeros.
uint64_t hash_bytes(uint64_t seed, const int8_t* cells, size_t n) {
    const auto* bytes = reinterpret_cast<const char*>(cells);
    return hash_sequence(hash_step(seed, last_bytes(bytes, n)), n / 8, [bytes](size_t k) { return word_at(bytes + k * 8); });
}

uint64_t hash_grid(const GridData* g) {
    return hash_bytes(grid_seed(g->h, g->w), g->cells, static_cast<size_t>(g->h) * static_cast<size_t>(g->w));
}

uint64_t hash_patch(const Patch* p) {
    const auto pair = [](int32_t a, int32_t b) { return static_cast<uint64_t>(a) << 32 | static_cast<uint32_t>(b); };
    const uint64_t seed = hash_step(pair(p->box.top, p->box.left), pair(p->box.h, p->box.w));
    const size_t n = static_cast<size_t>(p->box.h) * static_cast<size_t>(p->stride);
    return hash_sequence(seed, n, [p](size_t k) { return p->words[k]; });
}

uint64_t hash_object(const Object* o) {
    uint64_t h = 31 + o->nplanes;
    for (uint32_t k = 0; k < o->nplanes; ++k) {
        h = hash_step(hash_step(h, static_cast<uint32_t>(o->planes[k].colour)), heap_hash(o->planes[k].patch));
    }
    return mix(h);
}

uint64_t hash_by_kind(const Heap* h) {
    switch (h->kind) {
        case Kind::Tuple:
            if (h->count == 0) return kEmptyTupleHash;
            return hash_items(tuple_seed(h->count), static_cast<const Tuple*>(h)->items, h->count);
        case Kind::Row: return hash_bytes(37 + h->count, static_cast<const RowData*>(h)->cells, h->count);
        case Kind::Grid: return hash_grid(static_cast<const GridData*>(h));
        case Kind::Set: return h->count == 0 ? 13 : hash_items(29 + h->count, static_cast<const SetData*>(h)->items, h->count);
        case Kind::Patch: return hash_patch(static_cast<const Patch*>(h));
        case Kind::Object: return hash_object(static_cast<const Object*>(h));
        case Kind::Func: break;
    }
    return mix(static_cast<const Func*>(h)->rank);
}

uint64_t heap_hash(const Heap* h) {
    if (h->hash == 0) h->hash = hash_by_kind(h);
    return h->hash;
}

}  // namespace

uint64_t content_hash(Value v) { return v.is_heap() ? heap_hash(v.heap()) : mix(v.bits); }

}  // namespace arcloom
