// native/learn/pick_told.hpp: a colour that the grid shows as a cue tells how a region is turned
#pragma once

#include "regions.hpp"

namespace arcloom::fit {

inline constexpr int kToldView = 8;
const Names& picked_views();  // as `turned` has them, or told

// Of offers whose rules are `head` and a region that looks like the output in some view: those whose views a cue tells. Their
// rules begin as `head`; then come the cue, a table from its colours to views, and the region.
std::vector<Offer> told_views(const Examples&, const std::vector<Offer>&, const Rule& head, Work&);
// The view for this picture, -1 where the table has none; the reader goes on to the region.
int read_told_view(Reader&, const Picture&);
void check_told_view(Reader&);

}  // namespace arcloom::fit
