// native/shape/lines.hpp: places in a row, and those around a place
#pragma once

#include "numbers.hpp"

namespace arcloom::shape {

// From one place to another by steps of -1 to 1 each way, if there is a row, column or diagonal with both.
template <class T>
struct Course {
    T di, dj, steps;
    bool is_there;
};
constexpr bool is_course(auto far_i, auto far_j) {
    return far_i == 0 || far_j == 0 || far_i == far_j || far_i == -far_j;
}
template <class T>
constexpr Course<T> course(T i0, T j0, T i1, T j1) {
    const T far_i = i1 - i0, far_j = j1 - j0, di = sign(far_i), dj = sign(far_j);
    return {di, dj, larger(far_i * di, far_j * dj), is_course(far_i, far_j)};
}

// The steps k, begin <= k < end, for which from + k * d lies in first..last.
constexpr void clip_steps(int from, int d, int first, int last, int& begin, int& end) {
    if (d == 0) {
        if (from < first || from > last) end = begin;
        return;
    }
    begin = larger(begin, d > 0 ? first - from : from - last);
    end = smaller(end, (d > 0 ? last - from : from - first) + 1);
}

// Around a place: bit 3 * y + x for row y and column x of the nine that begin one row above it, one column left of it.
inline constexpr unsigned kSides = 0b010'101'010, kDiagonals = 0b101'000'101, kAround = kSides | kDiagonals;
constexpr unsigned around_row(unsigned around, int y) { return (around >> (3 * y)) & 0b111; }

}  // namespace arcloom::shape
