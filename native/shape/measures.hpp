// native/shape/measures.hpp: the measures of a patch or a grid, whatever form it has
//
// A piece says its height(), width() and size() (number of elements), and whether it holds(n) cells: a patch does that has
// so many, and any grid, which is full. It is asked in this order, and no further than the answer needs.
#pragma once

#include "boxes.hpp"

namespace arcloom::shape {

template <class T>
struct Sides {
    T h, w;
};

template <class Piece>
constexpr auto height(Piece& p) {
    return p.height();
}
template <class Piece>
constexpr auto width(Piece& p) {
    return p.width();
}
template <class Piece>
constexpr auto shape(Piece& p) {
    const auto h = p.height();
    return Sides<decltype(p.height())>{h, p.width()};
}
template <class Piece>
constexpr bool portrait(Piece& p) {
    const auto h = p.height();
    return h > p.width();
}
template <class Piece>
constexpr bool square(Piece& p) {
    const auto h = p.height();
    return h == p.width() && p.holds(h * h);
}
template <class Piece>
constexpr bool vline(Piece& p) {
    return p.height() == p.size() && p.width() == 1;
}
template <class Piece>
constexpr bool hline(Piece& p) {
    return p.width() == p.size() && p.height() == 1;
}

}  // namespace arcloom::shape
