// native/ops/support/answers.hpp: what a body answers where it has no value, and how much one may hold
#pragma once

#include "value/access.hpp"
#include "value/order.hpp"

namespace arcloom {

inline Value wrong_type() { return undefined(Reason::Type); }
inline Value empty() { return undefined(Reason::Empty); }
inline Value out_of_range() { return undefined(Reason::Range); }
inline Value out_of_fuel() { return undefined(Reason::Fuel); }

// A place or cell list that grows past these in size cannot be held; asked for, it is out of fuel.
inline constexpr int64_t kMaxElements = int64_t{1} << 28;

}  // namespace arcloom
