// native/ops/support/scalars.hpp: arithmetic and truth where the arguments are immediate: no memory, no charge
//
// Each gives kUndecided where an argument, or the result, is none of the immediate forms it knows; the ops
// (numbers.cpp, logic.cpp, containers.cpp) then decide, with the same functions of components.
#pragma once

#include <cstdlib>

#include "answers.hpp"
#include "shape/lines.hpp"
#include "shape/ops.hpp"

namespace arcloom {

inline bool holds(Value v) { return truth(v); }

namespace scalars {

inline constexpr Value kUndecided{0};  // no value has these bits

// Functions of components; they may set a reason.
inline constexpr auto kAdd = [](int64_t x, int64_t y, Reason&) { return shape::add(x, y); };
inline constexpr auto kSubtract = [](int64_t x, int64_t y, Reason&) { return shape::subtract(x, y); };
inline constexpr auto kMultiply = [](int64_t x, int64_t y, Reason& why) {
    int64_t z = 0;
    if (__builtin_mul_overflow(x, y, &z)) why = Reason::Overflow;
    return z;
};
inline constexpr auto kDivide = [](int64_t x, int64_t y, Reason& why) {
    if (y == 0) {
        why = Reason::Range;
        return int64_t{0};
    }
    return shape::divide(x, y);
};
#define X(name, op, code) inline constexpr auto k##code = [](int64_t x) { return shape::name(x); };
ARCLOOM_NUMBER_OPS(X)
#undef X

inline Value immediate_pair(int64_t i, int64_t j) {
    return fits_pair(i) && fits_pair(j) ? raw_pair(i, j) : kUndecided;
}

template <class F>
[[gnu::always_inline]] inline Value binary(F f, Value a, Value b) {
    Reason why = Reason::None;
    if (a.is_int() && b.is_int()) {
        const int64_t z = f(a.as_int(), b.as_int(), why);
        return why == Reason::None ? checked_int(z) : undefined(why);
    }
    if (a.is_pair() && b.is_pair()) {
        const int64_t i = f(a.pair_i(), b.pair_i(), why), j = f(a.pair_j(), b.pair_j(), why);
        return why == Reason::None ? immediate_pair(i, j) : undefined(why);
    }
    if ((!a.is_pair() && !a.is_int()) || (!b.is_pair() && !b.is_int())) return kUndecided;
    const int64_t i = f(a.is_pair() ? a.pair_i() : a.as_int(), b.is_pair() ? b.pair_i() : b.as_int(), why);
    const int64_t j = f(a.is_pair() ? a.pair_j() : a.as_int(), b.is_pair() ? b.pair_j() : b.as_int(), why);
    return why == Reason::None ? immediate_pair(i, j) : undefined(why);
}

template <class F>
[[gnu::always_inline]] inline Value unary(F f, Value a) {
    if (a.is_int()) return checked_int(f(a.as_int()));
    return a.is_pair() ? immediate_pair(f(a.pair_i()), f(a.pair_j())) : kUndecided;
}

#define X(op, code) \
    inline Value op(Value a) { return a.is_int() ? make_bool(shape::op(a.as_int())) : kUndecided; }
ARCLOOM_TRUTHS_OF_NUMBERS(X)
#undef X

inline Value greater(Value a, Value b) {
    if (a.is_int() && b.is_int()) return make_bool(a.as_int() > b.as_int());
    return a.is_pair() && b.is_pair() ? make_bool(a.bits > b.bits) : kUndecided;
}

inline Value maximum(Value a) { return a.is_pair() ? make_int(shape::larger(a.pair_i(), a.pair_j())) : kUndecided; }
inline Value minimum(Value a) { return a.is_pair() ? make_int(shape::smaller(a.pair_i(), a.pair_j())) : kUndecided; }

using shape::both, shape::branch, shape::either;
inline Value flip(Value a) { return make_bool(shape::flip(a)); }
inline Value equality(Value a, Value b) { return make_bool(a == b); }

[[gnu::always_inline]] inline Value first(Value a) {
    if (a.is_pair()) return make_int(a.pair_i());
    if (a.is_cell()) return make_int(a.cell_colour());
    return is_kind(a, Kind::Tuple) && a.heap()->count > 0 ? as_tuple(a)->items[0] : kUndecided;
}
[[gnu::always_inline]] inline Value last(Value a) {
    if (a.is_pair()) return make_int(a.pair_j());
    if (a.is_cell()) return raw_pair(a.cell_place());
    return is_kind(a, Kind::Tuple) && a.heap()->count > 0 ? as_tuple(a)->items[a.heap()->count - 1] : kUndecided;
}

inline Value astuple(Value a, Value b) {
    if (!a.is_int()) return kUndecided;
    if (b.is_int()) return immediate_pair(a.as_int(), b.as_int());
    if (!b.is_pair() || !fits_colour(a.as_int())) return kUndecided;
    const Place p = b.pair();
    return fits_cell(p.i) && fits_cell(p.j) ? raw_cell(a.as_int(), p.i, p.j) : kUndecided;
}

// manhattan of the sets of one element each: places or cells.
[[gnu::always_inline]] inline Value distance(Value a, Value b) {
    if ((!a.is_pair() && !a.is_cell()) || (!b.is_pair() && !b.is_cell())) return kUndecided;
    const Place p = a.is_pair() ? a.pair() : a.cell_place(), q = b.is_pair() ? b.pair() : b.cell_place();
    return make_int(std::abs(int64_t{p.i} - q.i) + std::abs(int64_t{p.j} - q.j));
}

// color((a, b)), whatever b is.
inline Value color_of_pair(Value a) { return a.is_pair() || a.is_cell() ? first(a) : kUndecided; }

// Whether no line goes from a to b: their connection is empty.
inline bool apart(Value a, Value b) {
    if (!a.is_pair() || !b.is_pair()) return false;
    return !shape::is_course(a.pair_i() - b.pair_i(), a.pair_j() - b.pair_j());
}

}  // namespace scalars

}  // namespace arcloom
