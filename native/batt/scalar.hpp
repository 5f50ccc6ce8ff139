// native/batt/scalar.hpp: an instruction of a loop's body for one element whose values are immediate
#pragma once

#include "ops/mapping.hpp"

namespace arcloom {

// What an instruction says of immediate arguments; kUndecided where its op has to be called.
[[gnu::always_inline]] inline Value scalar(Context& c, Code code, Value x, Value y, Value z) {
    using namespace scalars;
    switch (code) {
        case Code::Add: return binary(kAdd, x, y);
        case Code::Subtract: return binary(kSubtract, x, y);
        case Code::Multiply: return binary(kMultiply, x, y);
        case Code::Divide: return binary(kDivide, x, y);
#define X(name, op, code) \
    case Code::code: return unary(k##code, x);
        ARCLOOM_NUMBER_OPS(X)
#undef X
        case Code::Even: return even(x);
        case Code::Positive: return positive(x);
        case Code::Greater: return greater(x, y);
        case Code::Maximum: return maximum(x);
        case Code::Minimum: return minimum(x);
        case Code::Flip: return flip(x);
        case Code::Both: return both(x, y);
        case Code::Either: return either(x, y);
        case Code::Equality: return equality(x, y);
        case Code::Branch: return branch(x, y, z);
        case Code::First: return first(x);
        case Code::Last: return last(x);
        case Code::Astuple: return astuple(x, y);
        case Code::Distance: return distance(x, y);
        case Code::ColorOfPair: return color_of_pair(x);
        case Code::Connect: return apart(x, y) ? c.empty_set() : kUndecided;
        case Code::Recolor: return y == c.empty_set() ? y : kUndecided;
        case Code::OtherElement: return x.is_nothing() ? kUndecided : mapping::other_of(c, x, y, false);
        case Code::OtherKey: return x.is_nothing() ? kUndecided : mapping::other_of(c, x, y, true);
        default: return kUndecided;
    }
}

}  // namespace arcloom
