// native/shape/halves.hpp: the rows or columns that parts of a grid have
#pragma once

#include "numbers.hpp"

// X(op, which half, of what).
#define ARCLOOM_HALVES(X) \
    X(tophalf, first_half, rows) X(bottomhalf, last_half, rows) X(lefthalf, first_half, columns) X(righthalf, last_half, columns)

namespace arcloom::shape {

// Of n; where that is odd, the one between belongs to neither.
template <class T>
constexpr Slice<T> first_half(T n) { return {0, n / 2}; }
template <class T>
constexpr Slice<T> last_half(T n) { return {n - n / 2, n}; }

}  // namespace arcloom::shape
