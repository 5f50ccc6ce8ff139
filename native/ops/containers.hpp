// native/ops/containers.hpp: bodies of the containers theme that live in files of their own
#pragma once

#include "op.hpp"

namespace arcloom {

// containers.cpp
Value totuple(Context&, const Value*);

// containers_sets.cpp
Value combine(Context&, const Value*);
Value intersection(Context&, const Value*);
Value difference(Context&, const Value*);
Value insert(Context&, const Value*);
Value remove(Context&, const Value*);

// containers_product.cpp
Value product(Context&, const Value*);
Value pair(Context&, const Value*);
Value dedupe(Context&, const Value*);
Value repeat(Context&, const Value*);
Value interval(Context&, const Value*);

// The values of a container by how often they occur, most often first; ties canonically least first.
// Only tuples have counts. Undefined where there are none, or the rank (negative: from the end) is off.
Value common_by_rank(Context&, Value tuple, int64_t rank);

}  // namespace arcloom
