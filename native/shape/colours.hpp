// native/shape/colours.hpp: what the colours of a grid or an object say, however they are counted
//
// Counts have each(f): f(colour, how many) for all colours that there may be, ascending.
#pragma once

#include "numbers.hpp"

namespace arcloom::shape {

// The colour that most (fewest) cells have, the least of those alike; or `best`, where there are no cells.
template <class Colour, class Counts>
constexpr Colour common(const Counts& counts, Colour best, bool most) {
    uint32_t times = 0;
    counts.each([&](Colour colour, uint32_t n) {
        if (!beats(n, times, most)) return;
        best = colour;
        times = n;
    });
    return best;
}
template <class Counts>
constexpr int numcolors(const Counts& counts) {
    int out = 0;
    counts.each([&](auto, uint32_t n) { out += n != 0 ? 1 : 0; });
    return out;
}

}  // namespace arcloom::shape
