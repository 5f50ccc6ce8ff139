// native/learn/options.hpp: named options that several families write into their rules
#pragma once

#include "reader.hpp"

namespace arcloom::fit {

// What a choice or a tree goes on with.
enum ChoiceForm { kLeaf = 0, kTest = 1, kTable = 2 };

const Names& choice_forms();
const Names& comparisons();  // of a fact with a value: 0 equals it, 1 is at most that
const Names& views();        // as `turned` has them
const Names& grounds();      // as Ground, without None

}  // namespace arcloom::fit
