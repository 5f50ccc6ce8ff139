// native/learn/limits.hpp: how much the learner looks at; beyond a limit there is no rule, rather than a long search
//
// Limits count things, never time, so that results are the same everywhere. A family that needs another limit adds a row.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arcloom::fit {

inline constexpr size_t kMostParts = 120;         // of a picture: objects, regions, panels; more are noise
inline constexpr int kMostPanelsLookedUp = 4;     // panels whose colours a table takes together
inline constexpr size_t kMostRegionTests = 20;    // that single out regions of one kind
inline constexpr size_t kMostCountings = 8;        // ways to count the same numbers
inline constexpr size_t kMostPanelChoices = 4;    // that tell a panel's colour
inline constexpr size_t kMostPanelsArranged = 9;   // that an output is put together of,
inline constexpr int kMostPanelPlaces = 25;       // and places in it
inline constexpr size_t kMostModels = 12;         // that parts are copies of
inline constexpr int kMostModelScale = 5;         // how many times larger a copy may be
inline constexpr int kMostAnchorColours = 4;      // by which a copy shows
inline constexpr size_t kMostPlacements = 2000;   // of possible copies
inline constexpr int kMostNumberOfCopies = 4;     // side by side, if they are always as many
inline constexpr int kMostLeaves = 14;            // of a tree over cells
inline constexpr int kMostLonely = 3;             // leaves or table rows that only one of several demos shows
inline constexpr int kMostCostInOrder = 2;       // of a fact about the input, in a tree that writes in an order
inline constexpr size_t kMostTargetsInOrder = 4;  // ways in which the leaves of such a tree may tell colours
inline constexpr int64_t kMostTreeBits = 150;     // of a tree's description
inline constexpr int64_t kMostBitsInOrder = 80;   // of one that writes in an order; it is looked for only
inline constexpr int64_t kLongTreeBits = 60;      // where the others are longer than this,
inline constexpr int64_t kBitsToSpare = 20;       // and by so many bits longer than it
inline constexpr size_t kMostTreeTests = 4000;    // that such a tree chooses among
inline constexpr size_t kMostEach = 60;           // different parts that a rule for each is learnt from
inline constexpr int64_t kMostEachWork = 10'000'000; // fuel for each such rule
inline constexpr size_t kMostFinishes = 4;        // last steps that outputs show
inline constexpr int64_t kMostExplanations = 16;  // that can be asked for by number

// The search for rules about parts (scene_learn.cpp).
inline constexpr int kMostTests = 2;               // that choose the parts of a step
inline constexpr size_t kMostInLine = 32;          // parts that stand in order
inline constexpr size_t kMostWithRings = 4;        // parts that get rings as far as the edge
inline constexpr int kMostSteps = 6;               // of a stored rule
inline constexpr int kMostBeside = 4;              // steps of a rule that is offered
inline constexpr int kMostRows = 32;               // of a step's table
inline constexpr size_t kMostTables = 3;           // that are tried for an action
inline constexpr size_t kMostFeatureValues = 12;   // that a test compares with
inline constexpr size_t kMostPairedTests = 48;     // that are tried with each other
inline constexpr size_t kMostFull = 3;             // selections that leave out no good part
inline constexpr size_t kMostPartial = 3;          // selections that leave out some
inline constexpr size_t kMostAtoms = 5000;         // steps that are kept
inline constexpr size_t kMostAlike = 3;            // of them that make the same changes
inline constexpr size_t kMostRepeats = 2;          // actions that do the same to all parts
inline constexpr size_t kUsualWays = 7;            // to see parts, after which rules are offered a first time
inline constexpr size_t kMostCovers = 60;          // rules that are offered
inline constexpr int kMostNodes = 20'000;          // of the search for them
inline constexpr int64_t kMostWayWork = 1'000'000; // small steps for one way to see parts
inline constexpr size_t kMostCues = 200;           // steps with a number or a table, which are looked for last
inline constexpr int64_t kMostCueWork = 1'000'000; // small steps for them
inline constexpr int64_t kMostWork = 8'000'000;    // small steps, before what was found is offered

}  // namespace arcloom::fit
