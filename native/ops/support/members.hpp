// native/ops/support/members.hpp: repeated membership tests against one container
#pragma once

#include "answers.hpp"

namespace arcloom {

// Whether x is an element of the container; by bits, bytes or bisection where the form allows it.
bool has_element(Context&, Value container, Value x);

// About what one has_element costs.
int64_t lookup_cost(Value container);

// The container itself, or a set of the same elements where so many lookups would cost more than making it.
// Undefined where fuel is short. Charges for what it makes, not for the lookups.
Value lookup_form(Context&, Value container, uint32_t lookups);

}  // namespace arcloom
