// native/shape/lists.hpp: what ops make of a list: a tuple, or a set, whose elements ascend
//
// A list says whether it is_empty(), what stands at its front() and back(), and what it is where nothing is asked for: none().
// It finds the first element that a test holds for (first_where), and keeps those (kept); a test is given the element and its
// number. What a test asks is the list's to know: whether two elements are alike(), whether one is_new() here, how large it is,
// what colour it has. Members tell whether they have() a value. A maker makes a list of n elements, and pairs.
#pragma once

#include "numbers.hpp"

namespace arcloom::shape {

constexpr auto first(auto& list) { return list.is_empty() ? list.none() : list.front(); }
constexpr auto last(auto& list) { return list.is_empty() ? list.none() : list.back(); }
constexpr auto other(auto& list, auto x) {
    return list.first_where([&](const auto& v) { return !list.alike(x, v); });
}

constexpr auto remove(auto x, auto& list) {
    return list.kept([&](const auto& v, auto) { return !list.alike(x, v); });
}
// Of those alike the first stays.
constexpr auto dedupe(auto& list) {
    return list.kept([&](const auto& v, auto k) { return list.is_new(v, k); });
}
constexpr auto difference(auto& list, const auto& others) {
    return list.kept([&](const auto& v, auto) { return !others.have(v); });
}
constexpr auto intersection(auto& list, const auto& others) {
    return list.kept([&](const auto& v, auto) { return others.have(v); });
}
// Of a list whose elements were judged, one verdict for each: those are kept whose verdict a test holds for.
constexpr auto sfilter(auto& judged) {
    return judged.kept([](const auto& verdict) { return holds(verdict); });
}
constexpr auto sizefilter(auto& list, auto n) {
    return list.kept([&](const auto& v, auto) { return list.has_size(v, n); });
}
constexpr auto colorfilter(auto& list, auto colour) {
    return list.kept([&](const auto& v, auto) { return list.has_colour(v, colour); });
}

// The number of the best of n above 0, where order(k, best) is that of the k-th against the best so far.
template <class T>
constexpr T best_of(T n, bool largest, auto order) {
    T best = 0;
    for (T k = 1; k < n; ++k) {
        if (outdoes(order(k, best), 0, largest)) best = k;
    }
    return best;
}

constexpr auto repeat(auto& maker, auto x, auto n) {
    return maker.made(larger(n, decltype(n){0}), [&](auto) { return x; });
}
constexpr auto interval(auto& maker, auto start, auto stop, auto step) {
    return maker.made(numbers_between(start, stop, step), [&](auto k) { return maker.number(start + k * step); });
}
// Of elements at equal places, and of each with each: x(k) and y(k) are those of the two lists.
constexpr auto pair(auto& maker, auto n, auto m, auto x, auto y) {
    return maker.made(smaller(n, m), [&](auto k) { return maker.pair(x(k), y(k)); });
}
constexpr auto pair_of_product(auto& maker, auto k, auto m, auto x, auto y) { return maker.pair(x(k / m), y(k % m)); }
constexpr auto product(auto& maker, auto n, auto m, auto x, auto y) {
    return maker.made(n * m, [&](auto k) { return pair_of_product(maker, k, m, x, y); });
}

}  // namespace arcloom::shape
