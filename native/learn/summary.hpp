// native/learn/summary.hpp: what the rules of summaries speak of, for what learns them and what reads them
#pragma once

#include "scene_sight.hpp"

namespace arcloom::fit::summary {

enum Kind { kUniform, kFilled, kColourList, kBars, kChosen, kSingledOut };
inline constexpr int kNumbers = 53;  // that a picture has
inline constexpr int kPicks = 9;     // colours that a picture singles out
inline constexpr int kOrders = 5;    // of filling
inline constexpr int kSortings = 8;  // of colours

}  // namespace arcloom::fit::summary
