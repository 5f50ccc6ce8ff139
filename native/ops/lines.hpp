// native/ops/lines.hpp: what of the theme others call
#pragma once

#include "ops/support/union.hpp"
#include "op.hpp"

namespace arcloom {

// Adds all lines between the elements of two containers; with `half`, of (x, y) and (y, x) one.
Value add_lines(Context&, UnionBuilder&, const std::vector<Value>& xs, const std::vector<Value>& ys, bool half);

}  // namespace arcloom
