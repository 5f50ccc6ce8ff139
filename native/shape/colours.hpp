// native/shape/colours.hpp: what the colours of a grid or an object say, or values of any kind, however they are counted
//
// Counts are called with a function f, and call f(value, how many) for all values that there may be, ascending.
#pragma once

#include "numbers.hpp"

namespace arcloom::shape {

// The value that is there most (least) often, the least of those alike; or `best`, where none is.
constexpr auto common(const auto& counts, auto best, bool most) {
    int times = 0;
    counts([&](auto value, int n) {
        if (!beats(n, times, most)) return;
        best = value;
        times = n;
    });
    return best;
}
constexpr int numcolors(const auto& counts) {
    int out = 0;
    counts([&](auto, int n) { out += n != 0 ? 1 : 0; });
    return out;
}

// Those that are there.
constexpr void palette(const auto& counts, auto add) {
    counts([&](auto value, int n) {
        if (n != 0) add(value);
    });
}

// What replace, switch and cellwise make of a cell's colour.
constexpr auto replaced(auto colour, auto from, auto to) { return colour == from ? to : colour; }
constexpr auto exchanged(auto colour, auto x, auto y) { return colour == x ? y : colour == y ? x : colour; }
constexpr auto agreed(auto colour, auto other, auto fallback) { return colour == other ? colour : fallback; }

}  // namespace arcloom::shape

// Of the colours of a grid or an object: X(op, its rule, types of other arguments, type of the result). Counting has none.
#define ARCLOOM_COLOURS(X)                                                                     \
    X(mostcolor, common, "", "I") X(leastcolor, common, "", "I") X(colorcount, form, " I", "I") \
    X(palette, palette, "", "{I}") X(numcolors, numcolors, "", "I")
