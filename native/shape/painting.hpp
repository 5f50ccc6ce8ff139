// native/shape/painting.hpp: which cells of a grid are painted, and with what
//
// A canvas can be filled(colour, patch, where) and painted(object, where): `where` is anywhere(), or the colour of the cells
// that may be painted. on_ground(f) is f(the grid's most common colour), and no answer where it has none. A copy is painted on
// step by step, until it is done().
#pragma once

namespace arcloom::shape {

constexpr auto fill(const auto& g, auto colour, auto patch) { return g.filled(colour, patch, g.anywhere()); }
constexpr auto underfill(const auto& g, auto colour, auto patch) {
    return g.on_ground([&](auto ground) { return g.filled(colour, patch, ground); });
}
constexpr auto cover(const auto& g, auto patch) {
    return g.on_ground([&](auto ground) { return g.filled(ground, patch, g.anywhere()); });
}
constexpr auto paint(const auto& g, auto object) { return g.painted(object, g.anywhere()); }
constexpr auto underpaint(const auto& g, auto object) {
    return g.on_ground([&](auto ground) { return g.painted(object, ground); });
}

constexpr auto move(auto& copy, auto ground, auto object, auto offset) {
    copy.fill(ground, object);
    copy.paint_moved(object, offset);
    return copy.done();
}

}  // namespace arcloom::shape
