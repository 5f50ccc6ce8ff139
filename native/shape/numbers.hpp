// native/shape/numbers.hpp: what arithmetic does with one number; places go component by component
#pragma once

#include "../tile/words.hpp"

namespace arcloom::shape {

// The caller sees to it that nothing overflows and that no divisor is 0.
template <class T>
constexpr T add(T x, T y) {
    return x + y;
}
template <class T>
constexpr T subtract(T x, T y) {
    return x - y;
}
template <class T>
constexpr T multiply(T x, T y) {
    return x * y;
}
// Rounded down.
template <class T>
constexpr T divide(T x, T y) {
    const T q = x / y;
    return q * y != x && (x < 0) != (y < 0) ? q - 1 : q;
}

template <class T>
constexpr T invert(T x) {
    return -x;
}
template <class T>
constexpr T twice(T x) {
    return 2 * x;
}
template <class T>
constexpr T halve(T x) {
    return x >> 1;
}
template <class T>
constexpr T increment(T x) {
    return x + 1;
}
template <class T>
constexpr T decrement(T x) {
    return x - 1;
}
template <class T>
constexpr T sign(T x) {
    return (x > 0) - (x < 0);
}
// One further from 0.
template <class T>
constexpr T crement(T x) {
    return x + sign(x);
}

template <class T>
constexpr bool even(T x) {
    return (x & 1) == 0;
}
template <class T>
constexpr bool positive(T x) {
    return x > 0;
}
template <class T>
constexpr T larger(T x, T y) {
    return x > y ? x : y;
}
template <class T>
constexpr T smaller(T x, T y) {
    return x < y ? x : y;
}

// How many numbers there are from `start` on, in steps (not 0), before `stop`.
template <class T>
constexpr T numbers_between(T start, T stop, T step) {
    const T far = step > 0 ? stop - start : start - stop, each = step > 0 ? step : -step;
    return far <= 0 ? 0 : (far - 1) / each + 1;
}

// What a slice takes of n elements, by Python's rules.
template <class T>
struct Slice {
    T first, last;
    constexpr T size() const { return last - first; }
};
template <class T>
constexpr Slice<T> slice(T start, T stop, T n) {
    const T from = start < 0 ? start + n : start, to = stop < 0 ? stop + n : stop;
    const T first = smaller(larger(from, T{0}), n), last = smaller(larger(to, T{0}), n);
    return {first, larger(first, last)};
}

// As many pieces of a side, each so long; from the beginning of one to that of the next it may be one more.
template <class T>
struct Pieces {
    T each, step;
};
template <class T>
constexpr Pieces<T> pieces(T side, T n) {
    return {side / n, side / n + (side % n != 0 ? 1 : 0)};
}

// Whether n of a kind, of which there may be none, are more (fewer) than the `best` so far; 0: there is no best yet. So the
// first of those alike is taken.
template <class N>
constexpr bool beats(N n, N best, bool most) {
    return n > 0 && (best == 0 || (most ? n > best : n < best));
}

// Of two sets of which just one has an element, and all before it are alike: -1 where the first one comes first. The one
// that has the element does, unless the other one ends there.
constexpr int order_where_they_differ(bool first_has_it, bool other_goes_on) {
    return first_has_it == other_goes_on ? -1 : 1;
}

}  // namespace arcloom::shape
