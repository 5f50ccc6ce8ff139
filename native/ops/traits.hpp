// native/ops/traits.hpp: what an op is beyond its body: how loops run it, and what weaving may do with it
//
// Each op states its traits in its row, beside its body. No one else lists ops by name.
#pragma once

#include <cstdint>

namespace arcloom {

// How a loop's body runs a node. An op names one of these; those from Evaluate to OtherKey, Distance and ColorOfPair are
// for nodes that are no call of one op.
enum class Code : uint8_t {
    Call,        // of an op's body
    Shift, Shoot,  // the same, of these
    Reading,     // the same, of an op whose answers are immediate: it may be run in lanes
    Evaluate,    // any other node
    Remembered,  // a loop, looked up by what it depends on
    OverPair,    // `apply` over a pair, with a body that runs in lanes
    OtherElement, OtherKey,  // of what the two best are, or by Evaluate
    // By scalars.hpp, and by the op's body where that does not decide:
    Add, Subtract, Multiply, Divide, Invert, Double, Halve, Increment, Decrement, Crement, Sign, Even, Positive,
    Greater, Maximum, Minimum, Flip, Both, Either, Equality, Branch, First, Last, Astuple,
    Distance,     // manhattan(initset(a), initset(b))
    ColorOfPair,  // color(astuple(a, b)), where b does not matter
    Connect, Recolor,
};

// What an op that applies a function does with it.
enum class MapKind : uint8_t {
    Order, Valmax, Valmin, Argmax, Argmin, Sfilter, Mfilter, Extract, Apply, Mapply, Papply, Mpapply, Prapply,
    GetRank, InputOnly, OutputOnly, OnInputs, OnOutputs,
    // Weaving makes these, no op is called so: merge of prapply; the two best elements with their keys; of these
    // two the one that is not x, or its key.
    Mprapply, TwoGreatest, TwoLeast, OtherElement, OtherKey
};

struct MapOp {
    MapKind kind = MapKind::Order;
    uint8_t function_at = 0;  // among the arguments
    uint8_t nparams = 0;      // of the function; 0: the op applies none
};

// Whether an op puts its last argument onto the grid that is its first, so that what lies off the grid does not matter;
// and as what.
enum class Clipped : uint8_t { No, Cells, Any };

struct OpTraits {
    Code code = Code::Call;
    bool reads_first = false, reads_others = false;  // keeps nothing of these arguments, nor answers them
    bool transient = false;  // its new value may be transient: making it compares no other transient value
    bool total = false;      // cannot fail
    bool builds = false;     // makes a callable
    Clipped clips = Clipped::No;
    MapOp map = {};
};

inline constexpr OpTraits kMeasures{.code = Code::Reading, .reads_first = true, .reads_others = true};
inline constexpr OpTraits kMakes{.transient = true};
inline constexpr OpTraits kMakesReading{.reads_first = true, .transient = true};
inline constexpr OpTraits kBuilds{.builds = true};
constexpr OpTraits runs_as(Code code) { return {.code = code}; }
constexpr OpTraits makes_as(Code code) { return {.code = code, .transient = true}; }

}  // namespace arcloom
