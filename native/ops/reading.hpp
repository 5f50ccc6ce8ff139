// native/ops/reading.hpp: bodies of the reading theme that have files of their own
#pragma once

#include "op.hpp"

namespace arcloom {

Value objects(Context&, const Value* args);      // components.cpp
Value occurrences(Context&, const Value* args);  // occurrences.cpp

// Every cell of the grid, which is Kind::Grid; not charged for.
Value object_of_grid(Context&, const GridData*);

}  // namespace arcloom
