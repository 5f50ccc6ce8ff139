// native/shape/unions.hpp: what is in several lists, sets, patches or grids, in one
//
// A whole is told of each part, part(k), what room it needs (measure), makes_room(), and then takes the parts, in order; each of
// these is false where it has no answer but none(). What it makes of them, it knows: a tuple has all elements as they come, a
// grid all rows, a set each element once, in order.
#pragma once

namespace arcloom::shape {

template <class T>
constexpr auto merge(auto& whole, T n, auto part) {
    for (T k = 0; k < n; ++k) {
        if (!whole.measure(part(k))) return whole.none();
    }
    if (!whole.makes_room()) return whole.none();
    for (T k = 0; k < n; ++k) {
        if (!whole.take(part(k))) return whole.none();
    }
    return whole.done();
}
// Of two. It is of the first one's kind.
constexpr auto combine(auto& whole, auto first, auto second) {
    return merge(whole, 2, [&](int k) { return k == 0 ? first : second; });
}

}  // namespace arcloom::shape
