// native/ops/painting.hpp: bodies of the painting theme that have files of their own
#pragma once

#include "op.hpp"

namespace arcloom {

// What painting or recolouring a grid costs: eight cells are worked on at a time.
inline bool pay_for_cells(Context& c, const GridData* g) { return c.charge(g->cell_count() / 4 + 8); }

// recolouring.cpp
Value canvas(Context&, const Value* args);
Value replace(Context&, const Value* args);
Value switch_colours(Context&, const Value* args);
Value cellwise(Context&, const Value* args);

}  // namespace arcloom
