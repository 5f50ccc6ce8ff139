// native/value/hash.hpp: the hash of a value's content, the same in every process
#pragma once

#include "value.hpp"

namespace arcloom {

// Results and libraries are told apart by it: it must not change. Kept with the value once it was asked for.
uint64_t content_hash(Value);

}  // namespace arcloom
