// native/learn/layers.hpp: which parts lie on top of which
#pragma once

#include "picture.hpp"

namespace arcloom::fit {

// By part its layer, 0 at the bottom: one more than the highest of those that it lies on. A part lies on another one where it stands
// between two of the other's cells in a row or a column, with no ground between, unless the other does the same to it. `owner` has each cell's part, or -1.
std::vector<int> layers_of(const Picture&, const std::vector<int>& owner, int parts, Work&);

}  // namespace arcloom::fit
