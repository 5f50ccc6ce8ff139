// native/ops/patches.hpp: moving patches, for other themes, and the bodies of the theme in boxes.cpp
#pragma once

#include "op.hpp"
#include "shape/ops.hpp"

namespace arcloom {

// What `shift` answers for a direction of any integers.
Value shift_by(Context&, Value patch, int64_t di, int64_t dj);
// What `normalize` answers.
Value to_origin(Context&, Value patch);
// Every place of what `toindices` gives, with the value before it.
Value recolored(Context&, Value colour, Value patch);

namespace patches {
#define X(op, ...) Value op(Context&, const Value*);
ARCLOOM_FIGURES_OF_BOXES(X)
ARCLOOM_PLACES_OF_WINDOWS(X)
#undef X
}  // namespace patches

}  // namespace arcloom
