// native/ops/support/merge.hpp: the elements of several containers in one
#pragma once

#include "answers.hpp"

namespace arcloom {

// The elements of the elements, as a set or as a tuple; Undefined where one is no container.
Value merge_all(Context&, const Value* containers, size_t n, bool as_set);

}  // namespace arcloom
