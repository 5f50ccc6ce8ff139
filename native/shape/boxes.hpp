// native/shape/boxes.hpp: what the box of a patch says: its measures, and how two of them lie to each other
#pragma once

#include "../tile/bounds.hpp"
#include "language.hpp"

namespace arcloom::shape {

using Box = tile::Bounds;

struct Place {
    int i, j;
    friend constexpr bool operator==(const Place&, const Place&) = default;
};

// Of a box that has places.
constexpr int uppermost(const Box& b) { return b.top; }
constexpr int lowermost(const Box& b) { return b.bottom(); }
constexpr int leftmost(const Box& b) { return b.left; }
constexpr int rightmost(const Box& b) { return b.right(); }
constexpr Place ulcorner(const Box& b) { return {b.top, b.left}; }
constexpr Place urcorner(const Box& b) { return {b.top, b.right()}; }
constexpr Place llcorner(const Box& b) { return {b.bottom(), b.left}; }
constexpr Place lrcorner(const Box& b) { return {b.bottom(), b.right()}; }
// The move that brings it to the origin.
constexpr Place normalize(const Box& b) { return {-b.top, -b.left}; }
constexpr Place centre(const Box& b) { return {b.top + b.h / 2, b.left + b.w / 2}; }

// Whether a grid of these sides has a cell there.
constexpr bool has_cell_at(auto i, auto j, auto rows, auto columns) { return i >= 0 && j >= 0 && i < rows && j < columns; }
// Whether it reaches the edge of a grid, whose sides are asked for one after the other.
constexpr bool bordering(const Box& b, auto rows, auto columns) {
    return b.top == 0 || b.left == 0 || b.bottom() == rows() - 1 || b.right() == columns() - 1;
}

// The way from one centre to another, of -1 to 1 each; from one to itself it goes right.
constexpr Place position(Place from, Place to) {
    const int i = from.i < to.i ? 1 : -1, j = from.j < to.j ? 1 : -1;
    return from.i == to.i ? Place{0, j} : Place{i, from.j == to.j ? 0 : j};
}

// A patch turned in its box, whose first corner stays; without places there is none.
constexpr auto turn(auto& patch, auto code) { return patch.is_empty() ? patch.none() : patch.turned(code); }

// The least move p below an extent for which repeats(p); else the extent.
template <class T>
constexpr T period(T extent, auto repeats) {
    T p = 1;
    while (p < extent && !repeats(p)) ++p;
    return extent < 1 ? extent : p;
}

}  // namespace arcloom::shape
