// native/shape/parts.hpp: grids taken apart
//
// A grid that is taken apart calls each_colour(f) for the colours that it has, ascending, and adds the places of one as a part
// (add_colour). Its lines are rows and columns: it tells which of them have one colour from end to end, adds a line as a part,
// and gives the grid of only some of them.
#pragma once

#include "numbers.hpp"

namespace arcloom::shape {

// A part for each colour, but the ground's; where there is no ground, it is no colour.
constexpr void partition(auto& grid, auto ground) {
    grid.each_colour([&](auto colour) {
        if (colour != ground) grid.add_colour(colour);
    });
}

// Which cells of a grid hang together: neighbours, at corners too where it is diagonal; but none of the ground.
template <class T>
struct Joining {
    bool univalued, diagonal;
    T ground;

    constexpr bool takes(auto colour) const { return colour != ground; }
    // Whether neighbours of these colours hang together.
    constexpr bool joins(auto colour, auto other) const { return !univalued || colour == other; }
    // How many columns a row's neighbours in the next one may lie further to the sides.
    constexpr int reach() const { return diagonal ? 1 : 0; }
    // Whether all cells of any grid hang together.
    constexpr bool joins_all(T none) const { return !univalued && ground == none; }
};

constexpr void frontiers(auto& grid) {
    for (int i = 0; i < grid.height(); ++i) {
        if (grid.row_is_plain(i)) grid.add_row(i);
    }
    for (int j = 0; j < grid.width(); ++j) {
        if (grid.column_is_plain(j)) grid.add_column(j);
    }
}
constexpr auto compress(auto& grid) {
    return grid.only([&](int i) { return !grid.row_is_plain(i); }, [&](int j) { return !grid.column_is_plain(j); });
}

}  // namespace arcloom::shape
