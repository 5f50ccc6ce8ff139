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
// How many changes the parts make, each by its best option; 0 where a single option makes nearly as many.
size_t gained_by_options(std::span<const Effects>);
size_t gained_by_telling(size_t most, size_t all);  // the same, from the changes of the best single option, and of the best ones
// Which option the parts take: by a table. `effects` has one for each option.
std::vector<Explained> tell_options(Sight&, std::span<const int> options, std::span<const Effects> effects, Meter&);
// Which number the parts take: always the same, a feature's value, or a table. By part, `numbers` has a bit for each right one.
std::vector<Explained> tell_numbers(Sight&, const Effects&, const std::vector<uint16_t>& numbers, Meter&);

}  // namespace arcloom::fit::scene
