// native/tile/runs.hpp: where rows, columns and bits come from that are drawn out, or put together of two grids
//
// A GPU's lane asks for what comes to its place. A CPU goes from run to run: as many of the same, or next to each other.
#pragma once

namespace arcloom::tile {

// Each of n so many times; not even once where that is less than one.
template <class T>
struct Repeated {
    T times;

    constexpr T size(T n) const { return times < 1 ? 0 : n * times; }
    // Which one comes to a place, and the first of an element's places.
    constexpr T source(T place) const { return place / times; }
    constexpr T first(T element) const { return element * times; }
};

// Some, and then others.
template <class T>
struct Joined {
    T first, second;

    constexpr T size() const { return first + second; }
    // Whether what comes to a place is one of the first ones, or else which of the others.
    constexpr bool is_first(T place) const { return place < first; }
    constexpr T of_second(T place) const { return place - first; }
};

// How many rows two grids side by side have: the longer one's other rows are lost.
template <class T>
constexpr T rows_side_by_side(T rows, T others) {
    return rows < others ? rows : others;
}

}  // namespace arcloom::tile
