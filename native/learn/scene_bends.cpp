// native/learn/scene_bends.cpp: actions that send rays which bend
#include "scene_acts.hpp"

namespace arcloom::fit::scene {

namespace {

// What is in the way of a bent ray: the edge, or what is not ground.
bool blocked(const Scene& s, int i, int j) { return !s.in().inside(i, j) || s.in().at(i, j) != s.ground; }

enum class Bend { Right, Left, OffSides, OffEnds };

// The step after the next cell was found blocked; false where the ray ends.
bool bend(const Scene& s, int i, int j, Bend how, Step& step) {
    if (how == Bend::Right || how == Bend::Left) {
        if (!s.in().inside(i + step.i, j + step.j)) return false;
        step = how == Bend::Right ? Step{step.j, -step.i} : Step{-step.j, step.i};
    } else if (how == Bend::OffSides) {
        step.j = -step.j;
    } else {
        step.i = -step.i;
    }
    return !blocked(s, i + step.i, j + step.j);
}

// Straight rays turn at what is in the way, and end at the edge. Slanted ones bounce off the sides, or off top and bottom, and end
// where that does not help.
template <Bend how>
void bent_rays(const Scene& s, int part, int d, Writes& w) {
    constexpr bool slanted = how == Bend::OffSides || how == Bend::OffEnds;
    const Blob& b = part_of(s, part);
    if (slanted != (d >= 4)) return;
    for (const int k : b.cells) {
        int i = k / s.in().w, j = k % s.in().w;
        Step step = kSteps[d];
        if (s.owns(part, i + step.i, j + step.j)) continue;
        if (slanted && (i != (step.i < 0 ? b.top : b.top + b.h - 1) || j != (step.j < 0 ? b.left : b.left + b.w - 1))) continue;
        for (int left = s.in().size(); left > 0; --left) {  // no ray goes round for ever
            if (blocked(s, i + step.i, j + step.j) && !bend(s, i, j, how, step)) break;
            i += step.i, j += step.j;
            paint_cell(s, i, j, w);
            if (w.fails()) return;
        }
    }
}

using enum Parameter;
constexpr ActionRow kBends[] = {
    {"ray turning right", "sends rays, which turn right at what is in the way, of", 3.5, true, Line, bent_rays<Bend::Right>},
    {"ray turning left", "sends rays, which turn left at what is in the way, of", 3.5, true, Line, bent_rays<Bend::Left>},
    {"ray off sides", "sends rays, which bounce off the sides, of", 3.5, true, Any, bent_rays<Bend::OffSides>},
    {"ray off ends", "sends rays, which bounce off top and bottom, of", 3.5, true, Any, bent_rays<Bend::OffEnds>},
};

}  // namespace

std::span<const ActionRow> bending_actions() { return kBends; }

}  // namespace arcloom::fit::scene
