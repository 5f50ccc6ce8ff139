// native/batt/lanes.cpp: many elements at a time, by loops without branches where all are small numbers or places
#include "lanes.hpp"

#include "scalar.hpp"

namespace arcloom {

namespace {

// Whether the bits of all values, counted from the least allowed, keep within a field: one look at all of them instead of
// a branch for each. A value of another tag differs in the lowest bits.
bool all_within(Operand v, size_t n, Value least, uint64_t field) {
    const size_t count = v.step == 0 ? 1 : n;
    const Value* at = v.at;
    uint64_t used = 0;
    for (size_t k = 0; k < count; ++k) used |= at[k].bits - least.bits;
    return (used & ~field) == 0;
}

// Small numbers are -kSmall..kSmall - 1, and so are the halves of small places. What arithmetic makes of two needs no look
// for an overflow: products of numbers, and sums of places.
constexpr int kSmallBits = 27;
constexpr int64_t kSmall = int64_t{1} << (kSmallBits - 1);
constexpr uint64_t kSmallField = (uint64_t{1} << kSmallBits) - 1;
constexpr uint64_t kHalf = (uint64_t{1} << 30) - 1;

bool small_numbers(Operand v, size_t n) { return all_within(v, n, make_int(-kSmall), kSmallField << 3); }
bool small_places(Operand v, size_t n) {
    return all_within(v, n, raw_pair(-kSmall, -kSmall), kSmallField << 33 | kSmallField << 3);
}
bool pairs(Operand v, size_t n) { return all_within(v, n, {static_cast<uint64_t>(Tag::Pair)}, ~uint64_t{7}); }
bool cells(Operand v, size_t n) { return all_within(v, n, {static_cast<uint64_t>(Tag::Cell)}, ~uint64_t{7}); }

// As Value has them, in 64 bits all the way: vectors of numbers of one size.
int64_t small_number(uint64_t bits) { return static_cast<int64_t>((bits - make_int(-kSmall).bits) >> 3) - kSmall; }
int64_t row_of(uint64_t pair) { return static_cast<int64_t>(pair >> 33) - kPairBias; }
int64_t column_of(uint64_t pair) { return static_cast<int64_t>(pair >> 3 & kHalf) - kPairBias; }
int64_t row_of_cell(uint64_t cell) { return static_cast<int64_t>(cell >> 25 & 0x3FFFFF) - kCellBias; }
int64_t column_of_cell(uint64_t cell) { return static_cast<int64_t>(cell >> 3 & 0x3FFFFF) - kCellBias; }

// One loop for each shape of the operands: what is the same for all lanes is not read again.
template <class F>
[[gnu::always_inline]] inline bool each(Operand x, size_t n, Value* out, F&& f) {
    const Value* __restrict in = x.at;
    Value* __restrict to = out;
    for (size_t k = 0; k < n; ++k) to[k] = f(in[k].bits);
    return true;
}
template <class F>
[[gnu::always_inline]] inline bool each(Operand x, Operand y, size_t n, Value* out, F&& f) {
    if (x.step == 0) return each(y, n, out, [f, a = x.at->bits](uint64_t b) { return f(a, b); });
    if (y.step == 0) return each(x, n, out, [f, b = y.at->bits](uint64_t a) { return f(a, b); });
    const Value *__restrict in = x.at, *__restrict other = y.at;
    Value* __restrict to = out;
    for (size_t k = 0; k < n; ++k) to[k] = f(in[k].bits, other[k].bits);
    return true;
}

// The lanes of an instruction whose operands are not all the same for all lanes. Each gives false where it does not
// know what they are.
struct Quick {
    Context& c;
    Operand x, y;
    size_t n;
    Value* out;

    template <class F>
    [[gnu::always_inline]] bool of_number(F f) const {
        if (x.step == 0 || !small_numbers(x, n)) return false;
        return each(x, n, out, [f](uint64_t a) { return make_int(f(small_number(a))); });
    }
    template <class F>
    [[gnu::always_inline]] bool of_numbers(F f) const {
        if (!small_numbers(x, n) || !small_numbers(y, n)) return false;
        return each(x, y, n, out, [f](uint64_t a, uint64_t b) { return make_int(f(small_number(a), small_number(b))); });
    }
    // Counted from the word of zero, words of numbers and of places are multiples of these: their sums need no fields.
    template <class F>
    [[gnu::always_inline]] bool of_words(Value zero, F f) const {
        return each(x, y, n, out, [f, zero = zero.bits](uint64_t a, uint64_t b) { return Value{f(a - zero, b - zero) + zero}; });
    }
    template <class F>
    [[gnu::always_inline]] bool sums(F f) const {
        if (small_numbers(x, n) && small_numbers(y, n)) return of_words(make_int(0), f);
        return small_places(x, n) && small_places(y, n) && of_words(raw_pair(0, 0), f);
    }
    // A number of the halves of a pair.
    template <class F>
    [[gnu::always_inline]] bool of_halves(F f) const {
        if (x.step == 0 || !pairs(x, n)) return false;
        return each(x, n, out, [f](uint64_t a) { return make_int(f(row_of(a), column_of(a))); });
    }
    // Of numbers as truths; the answer is one of them, or a truth.
    struct Truth {
        uint64_t bits;
        friend bool holds(Truth t) { return t.bits != make_int(0).bits; }
    };
    template <class F>
    [[gnu::always_inline]] bool of_truths(F f) const {
        if (!small_numbers(x, n) || !small_numbers(y, n)) return false;
        return each(x, y, n, out, [f](uint64_t a, uint64_t b) { return Value{f(Truth{a}, Truth{b}).bits}; });
    }

    // Distances of places, or of cells, from one place.
    bool distances() const {
        const Operand many = x.step == 0 ? y : x, one = x.step == 0 ? x : y;
        if (one.step != 0 || !(one.at->is_pair() || one.at->is_cell())) return false;
        const Place q = one.at->is_pair() ? one.at->pair() : one.at->cell_place();
        const auto from = [i = int64_t{q.i}, j = int64_t{q.j}](int64_t a, int64_t b) {
            return make_int(std::abs(a - i) + std::abs(b - j));
        };
        if (cells(many, n)) {
            return each(many, n, out, [from](uint64_t a) { return from(row_of_cell(a), column_of_cell(a)); });
        }
        if (!pairs(many, n)) return false;
        return each(many, n, out, [from](uint64_t a) { return from(row_of(a), column_of(a)); });
    }

    bool run(Code code) const {
        using namespace shape;
        switch (code) {
            case Code::Add: return sums([](uint64_t a, uint64_t b) { return add(a, b); });
            case Code::Subtract: return sums([](uint64_t a, uint64_t b) { return subtract(a, b); });
            case Code::Multiply: return of_numbers([](int64_t a, int64_t b) { return multiply(a, b); });
#define X(name, op, code) \
    case Code::code: return of_number([](int64_t a) { return int64_t{name(a)}; });
            ARCLOOM_NUMBER_OPS(X)
#undef X
#define X(name, code) \
    case Code::code: return of_number([](int64_t a) { return int64_t{name(a)}; });
            ARCLOOM_TRUTHS_OF_NUMBERS(X)
#undef X
            case Code::Greater: return of_numbers([](int64_t a, int64_t b) { return int64_t{a > b}; });
            case Code::Maximum: return of_halves([](int64_t i, int64_t j) { return larger(i, j); });
            case Code::Minimum: return of_halves([](int64_t i, int64_t j) { return smaller(i, j); });
            case Code::First: return of_halves([](int64_t i, int64_t) { return i; });
            case Code::Last: return of_halves([](int64_t, int64_t j) { return j; });
            case Code::Both: return of_truths([](Truth a, Truth b) { return both(a, b); });
            case Code::Either: return of_truths([](Truth a, Truth b) { return either(a, b); });
            case Code::Equality: return each(x, y, n, out, [](uint64_t a, uint64_t b) { return make_bool(a == b); });
            case Code::Astuple:
                if (!small_numbers(x, n) || !small_numbers(y, n)) return false;
                return each(x, y, n, out, [](uint64_t a, uint64_t b) { return raw_pair(small_number(a), small_number(b)); });
            case Code::ColorOfPair:
                if (x.step == 0 || !cells(x, n)) return false;
                return each(x, n, out, [](uint64_t a) { return make_int(static_cast<int64_t>(a >> 47) - kColourBias); });
            case Code::Distance: return distances();
            default: return false;
        }
    }
};

// Lines from, or to, one place: most have none. False where the operands are something else.
bool connect(const Quick& q, Left& left) {
    const Operand many = q.x.step == 0 ? q.y : q.x, one = q.x.step == 0 ? q.x : q.y;
    if (one.step != 0 || !one.at->is_pair() || !pairs(many, q.n)) return false;
    const int64_t i = row_of(one.at->bits), j = column_of(one.at->bits);
    each(many, q.n, q.out, [i, j, none = q.c.empty_set()](uint64_t a) {
        return shape::is_course(row_of(a) - i, column_of(a) - j) ? scalars::kUndecided : none;
    });
    for (size_t k = 0; k < q.n; ++k) left.undecided |= uint64_t{q.out[k] == scalars::kUndecided} << k;
    return true;
}

// What scalar() may say: kUndecided, or that there is no value.
constexpr bool may_be_undecided(Code code) {
    return code != Code::Equality && code != Code::Both && code != Code::Either && code != Code::Flip && code != Code::Branch;
}
constexpr bool may_fail(Code code) {
    return code < Code::Even || (code > Code::Branch && code != Code::Distance && code != Code::Connect && code != Code::Recolor);
}

// One loop a code, so that the choice is made once.
template <class F>
[[gnu::always_inline]] inline Left each_lane(bool undecided, bool fails, size_t n, Value* out, F&& f) {
    Left left;
    for (size_t lane = 0; lane < n; ++lane) {
        const Value v = f(lane);
        out[lane] = v;
        if (undecided) left.undecided |= uint64_t{v == scalars::kUndecided} << lane;
        if (fails) left.undefined |= uint64_t{v.undefined()} << lane;
    }
    return left;
}

template <Code code>
Left any_lanes(Context& c, Operand x, Operand y, Operand z, size_t n, Value* out) {
    return each_lane(may_be_undecided(code), may_fail(code), n, out,
                     [&](size_t lane) { return scalar(c, code, x[lane], y[lane], z[lane]); });
}

}  // namespace

Left lanes_of(Context& c, Code code, Operand x, Operand y, Operand z, size_t n, Value* out) {
    if ((x.step | y.step | z.step) == 0) {  // the same for all lanes
        const Value v = scalar(c, code, *x.at, *y.at, *z.at);
        if (v != scalars::kUndecided && !v.undefined()) {
            std::fill_n(out, n, v);
            return {};
        }
    } else if ((x.step | y.step) != 0) {
        const Quick quick{c, x, y, n, out};
        if (quick.run(code)) return {};
        Left left;
        if (code == Code::Connect && connect(quick, left)) return left;
    }
    switch (code) {
        case Code::Add: return any_lanes<Code::Add>(c, x, y, z, n, out);
        case Code::Subtract: return any_lanes<Code::Subtract>(c, x, y, z, n, out);
        case Code::Multiply: return any_lanes<Code::Multiply>(c, x, y, z, n, out);
        case Code::Both: return any_lanes<Code::Both>(c, x, y, z, n, out);
        case Code::Either: return any_lanes<Code::Either>(c, x, y, z, n, out);
        case Code::First: return any_lanes<Code::First>(c, x, y, z, n, out);
        case Code::Last: return any_lanes<Code::Last>(c, x, y, z, n, out);
        case Code::Recolor: return any_lanes<Code::Recolor>(c, x, y, z, n, out);
        default: break;
    }
    return each_lane(true, true, n, out, [&](size_t lane) { return scalar(c, code, x[lane], y[lane], z[lane]); });
}

bool halves_of(Operand v, size_t n, Value* first, Value* second) {
    if (!pairs(v, n)) return false;
    if (v.step == 0) {
        std::fill_n(first, n, make_int(row_of(v.at->bits)));
        std::fill_n(second, n, make_int(column_of(v.at->bits)));
        return true;
    }
    each(v, n, first, [](uint64_t a) { return make_int(row_of(a)); });
    return each(v, n, second, [](uint64_t a) { return make_int(column_of(a)); });
}

}  // namespace arcloom
