// native/learn/scene_partners.hpp: how a part stands to another one that the grid singles out
#pragma once

#include "scene.hpp"

namespace arcloom::fit::scene {

// Flags, each for one such partner and one relation; their names and words, what each costs, and their values for all parts.
std::vector<Row> partner_rows(int first);
int partner_flags();
double partner_cost(int flag);
std::vector<std::vector<int>> tell_partners(const Scene&);

}  // namespace arcloom::fit::scene
