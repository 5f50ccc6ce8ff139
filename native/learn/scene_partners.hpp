// native/learn/scene_partners.hpp: how a part stands to another one that the grid singles out
#pragma once

#include "scene.hpp"

namespace arcloom::fit::scene {

// Flags, each for one such partner and one relation; their names and words, what each costs, and their values for all parts.
std::vector<Row> partner_rows(int first);
int partner_flags();
double partner_cost(int flag);
std::vector<std::vector<int>> tell_partners(const Scene&);
// The partners that are told by more than a colour. `marks` of a scene has the part of each, if there is one.
struct MarkName {
    const char *name, *words;
};
int mark_kinds();
MarkName mark_name(int kind);
enum Mark : size_t { kDotMark, kLineMark, kLargestMark, kLoneMark, kCornerMark };  // as `marks` has them
std::vector<int> marks_of(const Scene&);

}  // namespace arcloom::fit::scene
