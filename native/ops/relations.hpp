// native/ops/relations.hpp: what of the theme others call
#pragma once

#include "op.hpp"

namespace arcloom {

// manhattan of {a[0]} and {a[1]}, whatever these are.
Value manhattan_of_singles(Context&, const Value* a);

}  // namespace arcloom
