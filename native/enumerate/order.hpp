// native/enumerate/order.hpp: the order in which chains are tried: that of their whole cost, roughly
#pragma once

#include <cstdint>

namespace arcloom {

// Steps from a state are tried together if they cost less than this more than the first of them, in tenths of a bit. With more, unlikely
// chains would be tried early; with less, states would be read too often. At least the cost of the cheapest step: then
// nothing that comes of a step is due within a bit of it, and a device may take all that is due in a bit together.
inline constexpr int kAhead = 20;
// In an order of steps: no more of them.
inline constexpr uint16_t kNoStep = UINT16_MAX;

}  // namespace arcloom
