// native/shape/order.hpp: the canonical order of values: below zero, zero, or above
#pragma once

#include "numbers.hpp"

namespace arcloom::shape {

constexpr int order(auto x, auto y) { return (x > y) - (x < y); }

// Where elements are put in the order of their keys, whether the k-th comes before the i-th: those alike stay as they stand.
constexpr bool comes_first(auto key, auto k, auto other_key, auto i) {
    return key < other_key || (key == other_key && k < i);
}

// Of tuples of n and m elements, where order_at(k) is that of their k-th ones: the first that differ decide, or else the one
// that ends comes first.
template <class T>
constexpr int order_of_tuples(T n, T m, auto order_at) {
    for (T k = 0; k < smaller(n, m); ++k) {
        if (const int d = order_at(k); d != 0) return d;
    }
    return order(n, m);
}

// Of two sets of which just one has an element, and all before it are alike: -1 where the first one comes first. The one
// that has the element does, unless the other one ends there.
constexpr int order_where_they_differ(bool first_has_it, bool other_goes_on) {
    return first_has_it == other_goes_on ? -1 : 1;
}

}  // namespace arcloom::shape
