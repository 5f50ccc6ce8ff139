// native/ops/lines.hpp: what of the theme others call
#pragma once

#include "op.hpp"

namespace arcloom {

inline constexpr int32_t kRaySteps = 42;  // that `shoot` looks ahead

Value connect(Context&, const Value*);

}  // namespace arcloom
