// native/value/access.hpp: elements of containers, whatever their form
#pragma once

#include "build.hpp"

namespace arcloom {

// The k-th element in iteration order, 0 <= k < size_of(v); v is a container.
Value element_at(Context&, Value v, uint32_t k);

// Appends all elements in iteration order. v is a container.
void append_elements(Context&, Value v, std::vector<Value>& out);

// The same; where a set of places or cells was listed just before, its list is copied.
void list_elements(Context&, Value v, std::vector<Value>& out);

// Whether some element equals x. v is a container.
bool contains(Context&, Value v, Value x);

// The row i of a grid as a value.
Value grid_row(Context&, const GridData*, int32_t i);

// Two integers, from a tuple of exactly two elements.
inline bool get_pair(Value v, int64_t& i, int64_t& j) {
    if (v.is_pair()) {
        i = v.pair_i();
        j = v.pair_j();
        return true;
    }
    if (!is_kind(v, Kind::Tuple) || v.heap()->count != 2) return false;
    const Tuple* t = as_tuple(v);
    if (!t->items[0].is_int() || !t->items[1].is_int()) return false;
    i = t->items[0].as_int();
    j = t->items[1].as_int();
    return true;
}

// A Pair whose components fit 32 bits comfortably: all that ops on places deal with.
inline bool get_place(Value v, Place& p) {
    if (!v.is_pair()) return false;
    p = v.pair();
    return true;
}

}  // namespace arcloom
