// native/ops/patches.hpp: moving patches, for other themes, and the bodies of the theme in boxes.cpp
#pragma once

#include "op.hpp"

namespace arcloom {

// What `shift` answers for a direction of any integers.
Value shift_by(Context&, Value patch, int64_t di, int64_t dj);
// What `normalize` answers.
Value to_origin(Context&, Value patch);
// Every place of what `toindices` gives, with the value before it.
Value recolored(Context&, Value colour, Value patch);

namespace patches {
Value corners(Context&, const Value*);
Value backdrop(Context&, const Value*);
Value delta(Context&, const Value*);
Value box(Context&, const Value*);
Value inbox(Context&, const Value*);
Value outbox(Context&, const Value*);
}  // namespace patches

}  // namespace arcloom
