// native/shape/relations.hpp: how two patches lie to each other, whatever form they have
//
// Two patches say whether they share_row() or share_column(), what their centres are (from(), to()), their distance(), and
// whether one touches the other when it is moved: it has a place beside one of the other's, and none in common. They pay()
// for how often they will be asked that.
#pragma once

#include "boxes.hpp"

namespace arcloom::shape {

constexpr bool hmatching(auto& b) { return b.share_row(); }
constexpr bool vmatching(auto& b) { return b.share_column(); }
constexpr auto manhattan(auto& b) { return b.distance(); }
constexpr bool adjacent(auto& b) { return b.touches(0, 0); }
// The move after which one touches the other: along columns where they share one, so many steps at most.
constexpr Place gravitate(auto& b) {
    const Place from = b.from(), to = b.to();
    const bool down = b.share_column();
    const int di = !down ? 0 : from.i < to.i ? 1 : -1, dj = down ? 0 : from.j < to.j ? 1 : -1;
    b.pay(language::kGravitySteps);
    int steps = 0;
    while (steps < language::kGravitySteps && !b.touches(di * steps, dj * steps)) ++steps;
    return {di * steps, dj * steps};
}

}  // namespace arcloom::shape
