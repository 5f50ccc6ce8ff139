// native/tile/runs.hpp: where rows, columns and bits come from that are drawn out
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

}  // namespace arcloom::tile
