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

constexpr auto height(auto& p) { return p.height(); }
constexpr auto width(auto& p) { return p.width(); }
constexpr auto shape(auto& p) {
    const auto h = p.height();
    return Sides<decltype(p.height())>{h, p.width()};
}
constexpr bool portrait(auto& p) {
    const auto h = p.height();
    return h > p.width();
}
constexpr bool square(auto& p) {
    const auto h = p.height();
    return h == p.width() && p.holds(h * h);
}
constexpr bool vline(auto& p) { return p.height() == p.size() && p.width() == 1; }
constexpr bool hline(auto& p) { return p.width() == p.size() && p.height() == 1; }

}  // namespace arcloom::shape
