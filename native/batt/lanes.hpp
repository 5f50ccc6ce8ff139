// native/batt/lanes.hpp: an instruction of a loop's body for a block of elements, a lane each
#pragma once

#include "code.hpp"

namespace arcloom {

// Where one argument's values stand: one for all lanes (step 0), or one a lane.
struct Operand {
    const Value* at;
    size_t step;
    Value operator[](size_t lane) const { return at[lane * step]; }
};

// Bits of lanes: those that are left to the op, and those without a value.
struct Left {
    uint64_t undecided = 0, undefined = 0;
};
static_assert(kLanes == 64);

// What scalar() says of each of n lanes. `out` holds none of the arguments.
Left lanes_of(Context&, Code, Operand x, Operand y, Operand z, size_t n, Value* out);

// The halves of n pairs as numbers. False where not all are pairs.
bool halves_of(Operand pairs, size_t n, Value* first, Value* second);

}  // namespace arcloom
