// native/shape/numbers.hpp: what arithmetic does with one number; places go component by component
#pragma once

#include "../tile/words.hpp"

namespace arcloom::shape {

// The caller sees to it that nothing overflows and that no divisor is 0.
constexpr auto add(auto x, auto y) { return x + y; }
constexpr auto subtract(auto x, auto y) { return x - y; }
constexpr auto multiply(auto x, auto y) { return x * y; }
// Rounded down.
constexpr auto divide(auto x, auto y) {
    const auto q = x / y;
    return q * y != x && (x < 0) != (y < 0) ? q - 1 : q;
}

constexpr auto invert(auto x) { return -x; }
constexpr auto twice(auto x) { return 2 * x; }
constexpr auto halve(auto x) { return x >> 1; }
constexpr auto increment(auto x) { return x + 1; }
constexpr auto decrement(auto x) { return x - 1; }
constexpr auto sign(auto x) { return decltype(x){x > 0} - decltype(x){x < 0}; }
// One further from 0.
constexpr auto crement(auto x) { return x + sign(x); }

// A place with 0 beside a number.
constexpr auto toivec(auto x, auto zero, auto place) { return place(x, zero); }
constexpr auto tojvec(auto x, auto zero, auto place) { return place(zero, x); }
// Of n places, by the sums of their rows and columns.
template <class T>
struct Mean {
    T i, j;
};
template <class T>
constexpr Mean<T> centerofmass(T rows, T columns, T n) {
    return {divide(rows, n), divide(columns, n)};
}

constexpr bool even(auto x) { return (x & 1) == 0; }
constexpr bool positive(auto x) { return x > 0; }
constexpr auto larger(auto x, auto y) { return x > y ? x : y; }
constexpr auto smaller(auto x, auto y) { return x < y ? x : y; }

// What holds() is neither 0 nor empty.
constexpr bool flip(auto x) { return !holds(x); }
constexpr auto both(auto x, auto y) { return holds(x) ? y : x; }
constexpr auto either(auto x, auto y) { return holds(x) ? x : y; }
constexpr auto branch(auto x, auto y, auto z) { return holds(x) ? y : z; }

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

// Whether x takes the place of the best so far: of those alike the first stays.
constexpr bool outdoes(auto x, auto best, bool largest) { return largest ? x > best : x < best; }
// The same of how many there are of a kind, of which there may be none; 0: there is no best yet.
constexpr bool beats(auto n, auto best, bool most) { return n > 0 && (best == 0 || outdoes(n, best, most)); }

}  // namespace arcloom::shape
