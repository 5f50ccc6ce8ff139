// native/ops/logic.hpp: what of the theme others call
#pragma once

#include "op.hpp"

namespace arcloom {

Value identity(Context&, const Value*);

}  // namespace arcloom
