// native/tile/bounds.hpp: a rectangle of places, as CPU and GPU have it
#pragma once

namespace arcloom::tile {

// Rows top to bottom(), columns left to right(); h is 0 where it is empty.
struct Bounds {
    int top, left, h, w;
    constexpr int bottom() const { return top + h - 1; }
    constexpr int right() const { return left + w - 1; }
};

}  // namespace arcloom::tile
