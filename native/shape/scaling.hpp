// native/shape/scaling.hpp: grids and objects drawn out, and grids thinned out
//
// What is drawn out is made of two rules, which tell how often each row and each column comes: drawn_out(rows, columns). What is
// thinned out says its height() and width(), and is made of the rows and columns source(k): made(h, w, source).
#pragma once

#include "../tile/runs.hpp"

namespace arcloom::shape {

using tile::Repeated;

constexpr auto upscale(const auto& cells, auto factor) { return cells.drawn_out(Repeated{factor}, Repeated{factor}); }
constexpr auto hupscale(const auto& cells, auto factor) {
    return cells.drawn_out(Repeated<decltype(factor)>{1}, Repeated{factor});
}
constexpr auto vupscale(const auto& cells, auto factor) {
    return cells.drawn_out(Repeated{factor}, Repeated<decltype(factor)>{1});
}

// Every so many rows and columns the first.
constexpr auto downscale(const auto& grid, auto factor) {
    return grid.made((grid.height() - 1) / factor + 1, (grid.width() - 1) / factor + 1, [=](auto k) { return k * factor; });
}

}  // namespace arcloom::shape
