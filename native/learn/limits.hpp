// native/learn/limits.hpp: how much the learner looks at; beyond a limit there is no rule, rather than a long search
//
// Limits count things, never time, so that results are the same everywhere. A family that needs another limit adds a row.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arcloom::fit {

inline constexpr size_t kMostParts = 120;         // of a picture: objects, regions, panels; more are noise
inline constexpr int kMostPanelsLookedUp = 4;     // panels whose colours a table takes together
inline constexpr size_t kMostValues = 24;         // of a fact that a test compares with
inline constexpr int kMostChoiceDepth = 3;        // of the small trees that choose a label for a part
inline constexpr int kMostNesting = 64;           // of any tree in a stored rule
inline constexpr int kMostLeaves = 14;            // of a tree over cells
inline constexpr size_t kMostTreeTests = 4000;    // that such a tree chooses among
inline constexpr int kMostStrokes = 6;            // of a drawing
inline constexpr int64_t kMostExplanations = 16;  // that can be asked for by number

}  // namespace arcloom::fit
