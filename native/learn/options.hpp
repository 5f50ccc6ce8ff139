// native/learn/options.hpp: tests of values, and named options that several families write into their rules
#pragma once

#include "reader.hpp"

namespace arcloom::fit {

// What a choice or a tree goes on with.
enum ChoiceForm { kLeaf = 0, kTest = 1, kTable = 2 };

const Names& choice_forms();
const Names& comparisons();  // of a fact with a value
const Names& views();        // as `turned` has them

// A fact compared with a value.
enum Comparison : int { kEquals = 0, kAtMost = 1, kDiffers = 2, kMoreThan = 3 };
struct Test {
    int fact = 0, comparison = kEquals, value = 0;
    bool passes(int v) const {
        switch (comparison) {
            case kEquals: return v == value;
            case kAtMost: return v <= value;
            case kDiffers: return v != value;
            default: return v > value;
        }
    }
    bool holds(const std::vector<int>& facts) const { return passes(facts[static_cast<size_t>(fact)]); }
    void write(Rule& out) const { out.insert(out.end(), {fact, comparison, value}); }
};
inline constexpr Test kAlways{0, kAtMost, kOutside};  // the first fact is a colour, and every colour is at most this
// Reads a test, which may be forged.
Test read_test(Reader&, const Names& facts);

}  // namespace arcloom::fit
