// native/shape/figures.hpp: sets of places that a box or a place tells by itself
//
// Whoever makes them has a maker for each figure, and for nothing else.
#pragma once

#include "boxes.hpp"
#include "language.hpp"

namespace arcloom::shape {

struct Area {
    Box box;
};
struct Border {
    Box box;
};
struct Corners {
    Box box;
};
// `n` places, each (di, dj) further.
struct Line {
    Place from;
    int di, dj, n;
};

constexpr Area asindices(int rows, int columns) { return {{0, 0, rows, columns}}; }
constexpr Area backdrop(const Box& b) { return {b}; }
constexpr Corners corners(const Box& b) { return {b}; }
constexpr Border box(const Box& b) { return {b}; }
constexpr Border outbox(const Box& b) { return {{b.top - 1, b.left - 1, b.h + 2, b.w + 2}}; }
// A box of one row or two turns inside out; so do columns.
constexpr Border inbox(const Box& b) {
    const int h = b.h - 2, w = b.w - 2;
    return {{h > 0 ? b.top + 1 : b.bottom() - 1, b.left + (w > 0 ? 1 : b.w - 2), h > 0 ? h : 2 - h, w > 0 ? w : 2 - w}};
}
// What a figure of a box is where there are no places.
enum class OfNothing { kEmptySet, kItself, kNoAnswer, kSetOfNothing };

constexpr Line vfrontier(Place p) { return {{0, p.j}, 1, 0, language::kFrontier}; }
constexpr Line hfrontier(Place p) { return {{p.i, 0}, 0, 1, language::kFrontier}; }

}  // namespace arcloom::shape
