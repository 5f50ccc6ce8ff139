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

Value stacked(Context& c, const Value* grids, uint32_t n) {
    Stacked whole(c, [&](int64_t h, int64_t w) { return c.charge(h * w / 8 + n) && h <= kMaxElements; });
    return shape::merge(whole, n, [=](uint32_t k) { return grids[k]; });
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

// Elements that need not be containers.
class GatheredElements : public Gathered {
  public:
    using Gathered::Gathered;
    bool take(Value element) {
        why_ = wrong_type();
        if (!is_container(element)) return false;
        why_ = out_of_fuel();
        return context_.charge(1 + int64_t{size_of(element)} * 2) && Gathered::take(element);
    }
};

Value merged_generally(Context& c, const Value* containers, size_t n, bool as_set) {
    GatheredElements whole(c, as_set);
    return shape::merge(whole, n, [=](size_t k) { return containers[k]; });
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
