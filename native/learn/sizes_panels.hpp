// native/learn/sizes_panels.hpp: outputs put together of the grid's panels, each in a place and a view of its own
#pragma once

#include "rule.hpp"

namespace arcloom::fit {

const Names& panel_splits();  // how the grid falls into panels

void offer_panels(const Examples&, Trial&, const Rule& head);  // rules begin as `head`
bool arrange_panels(Reader&, const Picture& in, Picture& out, Work&);
void check_panel_places(Reader&);

}  // namespace arcloom::fit
