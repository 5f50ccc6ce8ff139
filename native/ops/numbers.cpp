// native/ops/numbers.cpp: arithmetic on integers and pairs, comparison, extremes
#include <algorithm>

#include "op.hpp"
#include "ops/support/scalars.hpp"
#include "shape/lists.hpp"

namespace arcloom {

namespace {

// An integer or the first two components of a tuple.
struct Numerical {
    int64_t a = 0, b = 0;
    bool pair = false;
};

bool read_numerical(Context& c, Value v, Numerical& out) {
    if (v.is_int()) {
        out.a = out.b = v.as_int();
        return true;
    }
    out.pair = true;
    if (v.is_pair()) {
        out.a = v.pair_i();
        out.b = v.pair_j();
        return true;
    }
    if (!is_tuple(v) || size_of(v) < 2) return false;
    const Value a = element_at(c, v, 0), b = element_at(c, v, 1);
    if (!a.is_int() || !b.is_int()) return false;
    out.a = a.as_int();
    out.b = b.as_int();
    return true;
}

Value numerical_value(Context& c, bool pair, int64_t a, int64_t b) {
    if (!pair) return checked_int(a);
    if (checked_int(a).undefined() || checked_int(b).undefined()) return undefined(Reason::Overflow);
    return make_pair(c, a, b);
}

// f(x, y, reason) computes one component and may set a reason.
Value componentwise(Context& c, const Value* args, auto f) {
    if (!c.charge(1)) return out_of_fuel();
    Numerical x, y;
    if (!read_numerical(c, args[0], x) || !read_numerical(c, args[1], y)) return wrong_type();
    Reason why = Reason::None;
    const bool pair = x.pair || y.pair;
    const int64_t a = f(x.a, y.a, why);
    const int64_t b = pair ? f(x.b, y.b, why) : 0;
    return why == Reason::None ? numerical_value(c, pair, a, b) : undefined(why);
}

Value each_component(Context& c, Value v, auto f) {
    if (!c.charge(1)) return out_of_fuel();
    Numerical x;
    if (!read_numerical(c, v, x)) return wrong_type();
    return numerical_value(c, x.pair, f(x.a), f(x.b));
}

using scalars::kUndecided;

// What is decided by the scalars alone.
Value scalar(Context& c, Value decided) {
    if (!c.charge(1)) return out_of_fuel();
    return decided == kUndecided ? wrong_type() : decided;
}

// What comparing a value may cost, about; deeper levels stay uncounted, they are shared and short.
int64_t weight(Value v) {
    if (is_kind(v, Kind::Grid)) return 1 + int64_t{as_grid(v)->h} * as_grid(v)->w / 8;
    return is_container(v) ? 1 + size_of(v) : 1;
}

Value greater(Context& c, const Value* a) {
    if (!c.charge(std::min(weight(a[0]), weight(a[1])))) return out_of_fuel();
    int order = 0;
    return comparable(a[0], a[1], order) ? make_bool(order > 0) : wrong_type();
}

// Row of a grid that comes last (first) in lexicographic order.
int32_t extreme_row(const GridData* g, bool largest) {
    return shape::best_of(g->h, largest, [g](int32_t i, int32_t best) {
        const int8_t* x = g->row(i);
        const auto [at, other] = std::mismatch(x, x + g->w, g->row(best));
        return at == x + g->w ? 0 : *at - *other;
    });
}

Value extreme_of(const Value* items, uint32_t n, bool largest) {
    bool all_compare = true;
    const uint32_t at = shape::best_of(n, largest, [&](uint32_t k, uint32_t best) {
        int order = 0;
        all_compare = all_compare && comparable(items[k], items[best], order);
        return order;
    });
    return all_compare ? items[at] : wrong_type();
}

Value extreme(Context& c, Value v, bool largest) {
    if (!is_container(v)) return wrong_type();
    if (!c.charge(weight(v))) return out_of_fuel();
    const uint32_t n = size_of(v);
    if (n == 0) return make_int(0);
    if (v.is_pair()) return largest ? scalars::maximum(v) : scalars::minimum(v);
    if (v.is_cell()) return wrong_type();  // a number and a tuple
    switch (v.heap()->kind) {
        case Kind::Grid: return grid_row(c, as_grid(v), extreme_row(as_grid(v), largest));
        case Kind::Patch:
        case Kind::Object: return element_at(c, v, largest ? n - 1 : 0);
        case Kind::Row: {
            const int8_t* cells = as_row(v)->cells;
            return make_int(largest ? *std::max_element(cells, cells + n) : *std::min_element(cells, cells + n));
        }
        case Kind::Set: {
            // Numbers at both ends leave nothing else between.
            const Value* items = as_set(v)->items;
            if (items[0].is_int() && items[n - 1].is_int()) return items[largest ? n - 1 : 0];
            return extreme_of(items, n, largest);
        }
        default: return extreme_of(as_tuple(v)->items, n, largest);
    }
}

Value maximum(Context& c, const Value* a) { return extreme(c, a[0], true); }
Value minimum(Context& c, const Value* a) { return extreme(c, a[0], false); }

auto place_of(Context& c) {
    return [&c](Value i, Value j) { return c.charge(1) ? make_tuple2(c, i, j) : out_of_fuel(); };
}

}  // namespace

std::span<const OpBody> numbers_ops() {
    static constexpr OpBody kOps[] = {
        // Two values below 2^60 cannot overflow 64 bits by one addition; numerical_value checks the sum.
#define X(op, code, divides) \
    {#op, 2, [](Context& c, const Value* a) { return componentwise(c, a, scalars::k##code); }, runs_as(Code::code)},
        ARCLOOM_ARITHMETIC(X)
#undef X
#define X(op, code) {#op, 1, [](Context& c, const Value* a) { return scalar(c, scalars::op(a[0])); }, runs_as(Code::code)},
        ARCLOOM_TRUTHS_OF_NUMBERS(X)
#undef X
#define X(name, op, code) \
    {op, 1, [](Context& c, const Value* a) { return each_component(c, a[0], scalars::k##code); }, runs_as(Code::code)},
        ARCLOOM_NUMBER_OPS(X)
#undef X
        {"greater", 2, greater, runs_as(Code::Greater)},
        {"maximum", 1, maximum, runs_as(Code::Maximum)},
        {"minimum", 1, minimum, runs_as(Code::Minimum)},
        {"toivec", 1, [](Context& c, const Value* a) { return shape::toivec(a[0], make_int(0), place_of(c)); }},
        {"tojvec", 1, [](Context& c, const Value* a) { return shape::tojvec(a[0], make_int(0), place_of(c)); }},
    };
    return kOps;
}

}  // namespace arcloom
