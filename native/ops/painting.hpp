// native/ops/painting.hpp: bodies of the painting theme that have files of their own
#pragma once

#include "op.hpp"

namespace arcloom {

// recolouring.cpp
Value canvas(Context&, const Value* args);
Value replace(Context&, const Value* args);
Value switch_colours(Context&, const Value* args);
Value cellwise(Context&, const Value* args);

}  // namespace arcloom
