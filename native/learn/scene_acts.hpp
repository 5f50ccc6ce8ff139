// native/learn/scene_acts.hpp: what the actions of scenes share; only the files of actions and directions include it
#pragma once

#include <algorithm>
#include <cstdlib>

#include "scene.hpp"

namespace arcloom::fit::scene {

// The rows of the table of actions, by file.
std::span<const ActionRow> painting_actions();
std::span<const ActionRow> moving_actions();
std::span<const ActionRow> bending_actions();

inline const Blob& part_of(const Scene& s, int part) { return s.parts[static_cast<size_t>(part)]; }
inline Counts colours_of(const Scene& s, const Blob& part) {  // of its cells
    Counts counts;
    for (const int k : part.cells) ++counts.of[s.in().at(k)];
    return counts;
}
inline void paint_cell(const Scene& s, int i, int j, Writes& w) { w.drawn.push_back({i * s.in().w + j, kPaint}); }
void draw_at(const Scene&, int part, int di, int dj, Writes&);    // the part's look at a distance; cells beyond the edge are lost
void shadow_at(const Scene&, int part, int di, int dj, Writes&);  // its shape at a distance, on empty cells alone
void leave(const Scene&, int part, Writes&);

void find_pointed(Scene&);  // fills `pointed`
int largest_part(const Scene&);
int largest_alike(const Scene&, int part);  // the part with the most cells of those of its first colour, if it is the only one; or -1
int nearest_alike(const Scene&, int part);  // of the other parts of its first colour, the one whose box is nearest; or -1
// The plain direction from one part to another; -1 where they lie within each other.
int towards(const Scene&, int part, int other, bool away);
// How many lines of the box lie between a cell and the box's side in that direction.
inline int depth(const Blob& b, int d, int i, int j) {
    return d == 0 ? i - b.top : d == 1 ? b.top + b.h - 1 - i : d == 2 ? j - b.left : b.left + b.w - 1 - j;
}

}  // namespace arcloom::fit::scene
