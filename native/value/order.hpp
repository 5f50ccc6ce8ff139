// native/value/order.hpp: the canonical order of values (sets iterate by it), and what `greater` may compare
#pragma once

#include "heap.hpp"

namespace arcloom {

// Below zero, zero, above: nothing < numbers < tuples < sets < callables; see docs/vocabulary.md.
int compare(Value a, Value b);

// The order of programs (`greater`, `maximum`, keys): numbers with numbers, tuples with tuples, element by
// element. False where the two do not compare.
bool comparable(Value a, Value b, int& order);

}  // namespace arcloom
