// native/learn/summary.hpp: what the rules of summaries speak of, for what learns them and what reads them
#pragma once

#include "scene_sight.hpp"

namespace arcloom::fit::summary {

enum Kind { kUniform, kFilled, kColourList, kBars, kChosen, kSingledOut, kCounted };
inline constexpr int kNumbers = 53;  // that a picture has
inline constexpr int kPicks = 9;     // colours that a picture singles out
inline constexpr int kOrders = 5;    // of filling
inline constexpr int kSortings = 10;  // of colours

std::vector<int> numbers_of(const Picture&, Work&);  // always so many, in the order of their names
const Names& number_names();

}  // namespace arcloom::fit::summary
