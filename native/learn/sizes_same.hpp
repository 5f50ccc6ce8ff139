// native/learn/sizes_same.hpp: grids of the same size that are moved as a whole: line by line, or laid out as tiles
#pragma once

#include "rule.hpp"

namespace arcloom::fit {

void offer_shifted(const Examples&, Trial&, const Rule& head);  // rules begin as `head`
bool shift_lines(Reader&, const Picture& in, Picture& out);
void check_shifted(Reader&);

void offer_tiled(const Examples&, Trial&, const Rule& head);
bool lay_tiles(Reader&, const Picture& in, Picture& out);
void check_tiled(Reader&);

}  // namespace arcloom::fit
