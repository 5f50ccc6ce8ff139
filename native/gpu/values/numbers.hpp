// native/gpu/values/numbers.hpp: ops on integers, places and truth values
#pragma once

#include "../../shape/ops.hpp"
#include "shapes.hpp"

namespace arcloom::gpu::ops {

// An op is given up to four words and a number that belongs to the instruction.
#define ARCLOOM_OP(name)                                                                                             \
    DEVICE_OP Word name([[maybe_unused]] Machine& m, [[maybe_unused]] Word a, [[maybe_unused]] Word b,                \
                        [[maybe_unused]] Word c, [[maybe_unused]] Word d, [[maybe_unused]] int number)

// In cells.hpp: the set of a list; and the list of a patch that has one, ascending and each place once.
ARCLOOM_OP(patch_of_places);
DEVICE_OP Word set_listed(Machine& m, Word patch);

// The word of an answer.
inline Word word_of(Word w) { return w; }
inline Word word_of(bool v) { return truth(v); }
inline Word word_of(int v) { return whole_number(v); }
inline Word word_of(shape::Place v) { return place(v.i, v.j); }
inline Word word_of(shape::Sides<int> v) { return place(v.h, v.w); }
// f of the first n words: bodies made of the rows of shape/ops.hpp.
template <int n, class F>
auto applied(F f, Word a, Word b, Word c) {
    if constexpr (n == 1) return f(a);
    else if constexpr (n == 2) return f(a, b);
    else return f(a, b, c);
}

inline constexpr int64_t kMostNumber = int64_t{1} << 24;
inline int32_t checked(Machine& m, int64_t v) {
    if (v > kMostNumber || v < -kMostNumber) m.bail(kLarge);
    return static_cast<int32_t>(v);
}
inline int64_t divisor(Machine& m, int64_t y) {
    if (y == 0) m.bail(kNoReason);
    return y == 0 ? 1 : y;
}

// Of integers, and of places component by component.
#define ARCLOOM_NUMERIC(name, expression)                                                                            \
    inline int32_t name##_of(Machine& m, [[maybe_unused]] int64_t x, [[maybe_unused]] int64_t y) {                    \
        return checked(m, expression);                                                                               \
    }                                                                                                                \
    ARCLOOM_OP(name##_i) { return {name##_of(m, a.a, b.a), 0}; }                                                      \
    ARCLOOM_OP(name##_p) { return {name##_of(m, a.a, b.a), name##_of(m, a.b, b.b)}; }

#define X(op, code, divides) ARCLOOM_NUMERIC(op, shape::op(x, divides ? divisor(m, y) : y))
ARCLOOM_ARITHMETIC(X)
#undef X
#define X(name, op, code) ARCLOOM_NUMERIC(name, shape::name(x))
ARCLOOM_NUMBER_OPS(X)
#undef X

// An integer that goes with both components of a place.
ARCLOOM_OP(on_both) { return {a.a, a.a}; }

#define X(op, code) \
    ARCLOOM_OP(op) { return truth(shape::op(a.a)); }
ARCLOOM_TRUTHS_OF_NUMBERS(X)
#undef X
ARCLOOM_OP(greater_i) { return truth(shape::order(a.a, b.a) > 0); }
ARCLOOM_OP(greater_p) {
    return truth(shape::order_of_tuples(2, 2, [&](int k) { return k == 0 ? shape::order(a.a, b.a) : shape::order(a.b, b.b); }) > 0);
}
ARCLOOM_OP(toivec) { return shape::toivec(a.a, 0, place); }
ARCLOOM_OP(tojvec) { return shape::tojvec(a.a, 0, place); }
ARCLOOM_OP(copy) { return a; }
#define X(op, nargs, types, code) \
    ARCLOOM_OP(op) { return word_of(applied<nargs>([](auto... x) { return shape::op(x...); }, a, b, c)); }
ARCLOOM_LOGIC(X)
#undef X
ARCLOOM_OP(make_place) { return place(a.a, b.a); }
inline bool is_cell(Word colour, Word place) { return is_colour(colour.a) && is_near(place.a, place.b); }
ARCLOOM_OP(make_cell) {
    if (!is_cell(a, b)) m.bail(kLarge);
    return cell(a.a, b.a, b.b);
}
ARCLOOM_OP(place_size) { return whole_number(2); }
ARCLOOM_OP(first_half) { return whole_number(a.a); }
ARCLOOM_OP(second_half) { return whole_number(a.b); }
ARCLOOM_OP(cell_place) { return place(high_half(a.b), low_half(a.b)); }
ARCLOOM_OP(is_half) { return truth(a.a == b.a || a.a == b.b); }
ARCLOOM_OP(greatest_half) { return whole_number(shape::larger(a.a, a.b)); }
ARCLOOM_OP(least_half) { return whole_number(shape::smaller(a.a, a.b)); }

}  // namespace arcloom::gpu::ops
