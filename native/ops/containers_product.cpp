// native/ops/containers_product.cpp: pairs, copies and runs of values, repeats taken out
#include <algorithm>

#include "ops/support/listed.hpp"
#include "ops/support/planes.hpp"
#include "containers.hpp"

namespace arcloom {

namespace {

// Integers of a narrow range, as bits from `least` on.
struct Span {
    int64_t least = 0, greatest = 0;
    uint64_t bits[kPatchColumns / 64] = {};
};

bool read_span(const std::vector<Value>& items, Span& out) {
    if (!items[0].is_int()) return false;
    out.least = out.greatest = items[0].as_int();
    for (const Value v : items) {
        if (!v.is_int()) return false;
        out.least = std::min(out.least, v.as_int());
        out.greatest = std::max(out.greatest, v.as_int());
    }
    if (out.greatest - out.least >= kPatchColumns) return false;
    if (!fits_pair(out.least) || !fits_pair(out.greatest)) return false;
    for (const Value v : items) {
        const int64_t x = v.as_int() - out.least;
        out.bits[x >> 6] |= uint64_t{1} << (x & 63);
    }
    return true;
}

Value product_of_spans(Context& c, const Span& rows, const Span& columns) {
    const Box box{static_cast<int32_t>(rows.least), static_cast<int32_t>(columns.least),
                  static_cast<int32_t>(rows.greatest - rows.least + 1),
                  static_cast<int32_t>(columns.greatest - columns.least + 1)};
    if (!c.charge(words_of(box))) return out_of_fuel();
    Window w(box);
    for (int32_t y = 0; y < box.h; ++y) {
        if (((rows.bits[y >> 6] >> (y & 63)) & 1) == 0) continue;
        for (int32_t k = 0; k < w.stride(); ++k) w.row(y)[k] = columns.bits[k];
    }
    return w.finish(c);
}

// Open addressing over value bits; no value has bits of 0.
class SeenValues {
  public:
    SeenValues(Context& c, size_t n) : slots_(c), mask_(std::bit_ceil(2 * n) - 1) {
        slots_->assign(mask_ + 1, Value{0});
    }
    // Whether v is new.
    bool add(Value v) {
        size_t at = mix(v.bits) & mask_;
        while ((*slots_)[at].bits != 0) {
            if ((*slots_)[at] == v) return false;
            at = (at + 1) & mask_;
        }
        (*slots_)[at] = v;
        return true;
    }

  private:
    Scratch slots_;
    size_t mask_;
};

// Elements of which those alike are told, as they come.
struct Distinct : Elements {
    Distinct(Context& c, Value tuple) : Elements(c, tuple), seen(c, items.size()) {}
    bool is_new(Value v, size_t) { return seen.add(v); }

  private:
    SeenValues seen;
};

// Makes tuples (shape/lists.hpp).
struct Maker {
    Context& context;

    template <class T>
    Value made(T n, auto element) const {
        Scratch items(context);
        fill(items, n, element);
        return make_tuple(context, items.data(), items.size());
    }
    static void fill(Scratch& items, auto n, auto element) {
        items->resize(static_cast<size_t>(n));
        for (decltype(n) k = 0; k < n; ++k) items.data()[k] = element(k);
    }
    static Value number(int64_t v) { return make_int(v); }
    Value pair(Value x, Value y) const { return make_tuple2(context, x, y); }
};

// Of a row of bytes, or 0 where v is none.
int32_t byte_row_width(Value v) {
    const auto small = [](int32_t x) { return x >= -128 && x <= 127; };
    if (v.is_pair()) return small(v.pair_i()) && small(v.pair_j()) ? 2 : 0;
    return is_kind(v, Kind::Row) ? static_cast<int32_t>(v.heap()->count) : 0;
}

Value repeated_row(Context& c, Value row, int32_t width, int64_t n) {
    if (!c.charge(n * width / 8 + width)) return out_of_fuel();
    GridData* g = new_grid(c, static_cast<int32_t>(n), width);
    for (int32_t j = 0; j < width; ++j) {
        g->cells[j] = static_cast<int8_t>(element_at(c, row, static_cast<uint32_t>(j)).as_int());
    }
    for (int64_t i = 1; i < n; ++i) std::memcpy(g->cells + i * width, g->cells, static_cast<size_t>(width));
    return finish_grid(c, g);
}

// Of numbers that are paid for when it is known how many there are.
struct PaidMaker : Maker {
    Value made(int64_t n, auto element) const {
        return n > kMaxElements || !context.charge(1 + n) ? out_of_fuel() : Maker::made(n, element);
    }
};
struct SetMaker : Maker {
    bool ascending;  // what is made comes in order

    Value made(size_t n, auto element) const {
        Scratch items(context);
        fill(items, n, element);
        return ascending ? make_ascending_set(context, items.data(), n) : make_set(context, *items);
    }
};
// Of pairs of bytes, which are a grid.
struct RowMaker {
    Context& context;

    struct Pair {
        int8_t first, second;
    };
    static Pair pair(int8_t x, int8_t y) { return {x, y}; }
    Value made(uint32_t n, auto element) const {
        GridData* g = new_grid(context, static_cast<int32_t>(n), 2);
        int8_t* to = g->cells;
        for (uint32_t k = 0; k < n; ++k) {
            const Pair row = element(k);
            *to++ = row.first;
            *to++ = row.second;
        }
        return finish_grid(context, g);
    }
};

auto element_of(Scratch& items) {
    return [list = items.data()](size_t k) { return list[k]; };
}

}  // namespace

Value product(Context& c, const Value* a) {
    if (!c.charge(1)) return out_of_fuel();
    if (!is_container(a[1])) return wrong_type();
    if (size_of(a[1]) == 0) return c.empty_set();  // the loop over a is inside the one over b
    if (!is_container(a[0])) return wrong_type();
    if (size_of(a[0]) == 0) return c.empty_set();
    if (!c.charge(int64_t{size_of(a[0])} + size_of(a[1]))) return out_of_fuel();
    Scratch xs(c), ys(c);
    append_elements(c, a[0], *xs);
    append_elements(c, a[1], *ys);
    Span rows, columns;
    if (read_span(*xs, rows) && read_span(*ys, columns)) return product_of_spans(c, rows, columns);
    int64_t n = 0;
    if (__builtin_mul_overflow(static_cast<int64_t>(xs.size()), static_cast<int64_t>(ys.size()), &n) ||
        n > kMaxElements || !c.charge(n * 4)) {
        return out_of_fuel();
    }
    SetMaker maker{{c}, is_set(a[0]) && is_set(a[1])};
    return shape::product(maker, xs.size(), ys.size(), element_of(xs), element_of(ys));
}

Value pair_rows(Context& c, const RowData* a, const RowData* b) {
    RowMaker maker{c};
    return shape::pair(maker, a->count, b->count, [cells = a->cells](uint32_t k) { return cells[k]; },
                       [cells = b->cells](uint32_t k) { return cells[k]; });
}

Value pair(Context& c, const Value* a) {
    if (!is_container(a[0]) || !is_container(a[1])) return wrong_type();
    if (!c.charge(1 + int64_t{size_of(a[0])} + size_of(a[1]))) return out_of_fuel();
    if (is_kind(a[0], Kind::Row) && is_kind(a[1], Kind::Row)) return pair_rows(c, as_row(a[0]), as_row(a[1]));
    Scratch xs(c), ys(c);
    append_elements(c, a[0], *xs);
    append_elements(c, a[1], *ys);
    Maker maker{c};
    return shape::pair(maker, xs.size(), ys.size(), element_of(xs), element_of(ys));
}

Value dedupe(Context& c, const Value* a) {
    if (!is_container(a[0])) return wrong_type();
    const uint32_t n = size_of(a[0]);
    if (!c.charge(1 + int64_t{n} * 4)) return out_of_fuel();
    if (n == 0) return c.empty_tuple();
    if (is_set(a[0])) return wrong_type();
    Distinct list(c, a[0]);
    return shape::dedupe(list) ? a[0] : make_tuple(c, list.items.data(), list.items.size());
}

Value repeat(Context& c, const Value* a) {
    if (!a[1].is_int()) return wrong_type();
    if (!c.charge(1)) return out_of_fuel();
    const int64_t n = a[1].as_int();
    if (n <= 0) return c.empty_tuple();
    if (n > kMaxElements) return out_of_fuel();
    if (const int32_t width = byte_row_width(a[0])) return repeated_row(c, a[0], width, n);
    Maker maker{c};
    return c.charge(n) ? shape::repeat(maker, a[0], n) : out_of_fuel();
}

Value interval(Context& c, const Value* a) {
    if (!a[0].is_int() || !a[1].is_int() || !a[2].is_int()) return wrong_type();
    const int64_t start = a[0].as_int(), step = a[2].as_int();
    if (step == 0) return out_of_range();
    PaidMaker maker{{c}};
    return shape::interval(maker, start, a[1].as_int(), step);
}

}  // namespace arcloom
