// native/ops/support/merge.cpp: by bits, by rows, or one by one
#include "merge.hpp"

#include "planes.hpp"

namespace arcloom {

namespace {

// Whether every element is of that kind.
bool all_are(const Value* items, uint32_t n, Kind k) {
    for (uint32_t i = 0; i < n; ++i) {
        if (!is_kind(items[i], k)) return false;
    }
    return true;
}

// Grids of one width, one below the other; nothing where the widths differ.
Value stacked(Context& c, const Value* grids, uint32_t n) {
    const int32_t w = as_grid(grids[0])->w;
    int64_t h = 0;
    for (uint32_t k = 0; k < n; ++k) {
        if (as_grid(grids[k])->w != w) return nothing();
        h += as_grid(grids[k])->h;
    }
    if (!c.charge(h * w / 8 + n) || h > kMaxElements) return out_of_fuel();
    GridData* g = new_grid(c, static_cast<int32_t>(h), w);
    int8_t* out = g->cells;
    for (uint32_t k = 0; k < n; ++k) {
        const GridData* part = as_grid(grids[k]);
        const size_t bytes = static_cast<size_t>(part->h) * static_cast<size_t>(w);
        std::memcpy(out, part->cells, bytes);
        out += bytes;
    }
    return finish_grid(c, g);
}

// Of a set whose elements are patches only, or objects only; nothing where they are not.
Value united_bits(Context& c, const Value* items, uint32_t n) {
    PlaneList planes;
    if (all_are(items, n, Kind::Patch)) {
        for (uint32_t k = 0; k < n; ++k) planes.push(0, as_patch(items[k]));
        return unite_places(c, planes.data(), planes.size());
    }
    if (all_are(items, n, Kind::Object)) {
        for (uint32_t k = 0; k < n; ++k) planes.push(as_object(items[k]));
        return unite_cells(c, planes.data(), planes.size());
    }
    return nothing();
}

Value merged_generally(Context& c, const Value* containers, size_t n, bool as_set) {
    Scratch items(c);
    for (size_t k = 0; k < n; ++k) {
        if (!is_container(containers[k])) return wrong_type();
        if (!c.charge(1 + int64_t{size_of(containers[k])} * 2)) return out_of_fuel();
        append_elements(c, containers[k], *items);
    }
    return as_set ? make_set(c, *items) : make_tuple(c, items.data(), items.size());
}

}  // namespace

Value merge_all(Context& c, const Value* containers, size_t n, bool as_set) {
    if (!c.charge(1 + static_cast<int64_t>(n))) return out_of_fuel();
    if (n == 0) return as_set ? c.empty_set() : c.empty_tuple();
    Value fast = nothing();
    if (as_set) {
        // Empty sets add nothing; leave them out, so that the rest can be all bits.
        Scratch some(c);
        for (size_t k = 0; k < n; ++k) {
            if (containers[k] != c.empty_set()) some.push(containers[k]);
        }
        if (some.size() == 0) return c.empty_set();
        fast = united_bits(c, some.data(), static_cast<uint32_t>(some.size()));
    } else if (all_are(containers, static_cast<uint32_t>(n), Kind::Grid)) {
        fast = stacked(c, containers, static_cast<uint32_t>(n));
    }
    return fast.is_nothing() ? merged_generally(c, containers, n, as_set) : fast;
}

}  // namespace arcloom
