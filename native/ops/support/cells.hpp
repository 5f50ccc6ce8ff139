// native/ops/support/cells.hpp: cells of anything that stands for an object, colours of any kind
#pragma once

#include "answers.hpp"

namespace arcloom {

struct CellItem {
    Value colour;
    Place place;
};

// The cells in iteration order; false where v is no container of cells. Charge size_of(v) before.
bool read_cells(Context&, Value v, std::vector<CellItem>& out);

}  // namespace arcloom
