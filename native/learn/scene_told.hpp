// native/learn/scene_told.hpp: parameters of actions that each part's features tell: a direction, a turn, a number
#pragma once

#include "scene_sight.hpp"

namespace arcloom::fit::scene {

// A parameter that differs from part to part, or from input to input: what the table has for a feature's value.
struct Explained {
    Told told;
    double cost = 0;
    int lonely = 0;  // rows of the table that only one demo shows
    Effects effects;
};
bool options_differ(std::span<const Effects>);  // whether no single option makes as many changes as each part its own
// Which option the parts take: by a table. `effects` has one for each option.
std::vector<Explained> tell_options(Sight&, std::span<const int> options, std::span<const Effects> effects, Meter&);
// Which number the parts take: always the same, a feature's value, or a table. By part, `numbers` has a bit for each right one.
std::vector<Explained> tell_numbers(Sight&, const Effects&, const std::vector<uint16_t>& numbers, Meter&);

}  // namespace arcloom::fit::scene
