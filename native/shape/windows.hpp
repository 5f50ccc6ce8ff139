// native/shape/windows.hpp: ops that make a set of places of another, bit by bit
//
// A window of bits has here(), the places of the patch; at(di, dj), the places from which (di, dj) further is one of the
// patch's; and box(), all in the patch's box. Such sets are united by `|`, and without(x, y) has those of x that y has not.
// What a window is (a word of a row, 32 rows, a set of any values) and how far it reaches, its owner knows.
#pragma once

namespace arcloom::shape {

constexpr auto delta(const auto& w) { return w.without(w.box(), w.here()); }
// The places beside those of a patch, at corners too, that it does not have.
constexpr auto surroundings(const auto& w) {
    const auto row = w.at(0, -1) | w.here() | w.at(0, 1);
    const auto above = w.at(-1, -1) | w.at(-1, 0) | w.at(-1, 1), below = w.at(1, -1) | w.at(1, 0) | w.at(1, 1);
    return w.without(row | above | below, w.here());
}

}  // namespace arcloom::shape
