// native/shape/windows.hpp: ops that make a set of places of another, bit by bit
//
// A window of bits has here(), the places of the patch; at(di, dj), the places from which (di, dj) further is one of the
// patch's; and box(), all in the patch's box. What bits are (a word of a row, 32 rows) and how far they reach, their owner
// knows; `|` unites them, and minus(x, y) has those of x that y has not.
#pragma once

#include "../tile/words.hpp"

namespace arcloom::shape {

constexpr uint64_t minus(uint64_t x, uint64_t y) { return x & ~y; }
constexpr auto without(const auto& x, const auto& y) { return minus(x, y); }
constexpr auto shared(const auto& x, const auto& y) { return x & y; }

constexpr auto delta(const auto& w) { return without(w.box(), w.here()); }
// The places beside those of a patch, at corners too, that it does not have.
constexpr auto surroundings(const auto& w) {
    const auto row = w.at(0, -1) | w.here() | w.at(0, 1);
    const auto above = w.at(-1, -1) | w.at(-1, 0) | w.at(-1, 1), below = w.at(1, -1) | w.at(1, 0) | w.at(1, 1);
    return without(row | above | below, w.here());
}

// Strikes out of the places those where not all of an object's cells are found in the grid that they lie on; false where
// none is left. The object calls f(colour, cells) for each of its colours, and its cells call f(i, j) for each of them, counted from
// its box's first corner, until f is false. The places tell where cells of a colour are.
constexpr bool occurrences(auto& places, const auto& object) {
    return object.each_colour([&](auto colour, const auto& cells) {
        const auto there = places.cells_of(colour);
        return cells.each([&](int i, int j) { return places.keep(there, i, j); });
    });
}

}  // namespace arcloom::shape
