// native/ops/containers_product.cpp: pairs, copies and runs of values, repeats taken out
#include <algorithm>

#include "ops/support/planes.hpp"
#include "containers.hpp"
#include "shape/numbers.hpp"

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

}  // namespace

Value product(Context& c, const Value* a) {
    if (!c.charge(1)) return out_of_fuel();
    if (!is_container(a[1])) return wrong_type();
    if (size_of(a[1]) == 0) return c.empty_set();  // the loop over a is inside the one over b
    if (!is_container(a[0])) return wrong_type();
    if (size_of(a[0]) == 0) return c.empty_set();
    if (!c.charge(int64_t{size_of(a[0])} + size_of(a[1]))) return out_of_fuel();
    Scratch xs(c), ys(c), items(c);
    append_elements(c, a[0], *xs);
    append_elements(c, a[1], *ys);
    Span rows, columns;
    if (read_span(*xs, rows) && read_span(*ys, columns)) return product_of_spans(c, rows, columns);
    int64_t n = 0;
    if (__builtin_mul_overflow(static_cast<int64_t>(xs.size()), static_cast<int64_t>(ys.size()), &n) ||
        n > kMaxElements || !c.charge(n * 4)) {
        return out_of_fuel();
    }
    for (const Value x : *xs) {
        for (const Value y : *ys) items.push(make_tuple2(c, x, y));
    }
    if (is_set(a[0]) && is_set(a[1])) return make_ascending_set(c, items.data(), items.size());
    return make_set(c, *items);
}

Value pair_rows(Context& c, const RowData* a, const RowData* b) {
    GridData* g = new_grid(c, static_cast<int32_t>(std::min(a->count, b->count)), 2);
    for (int32_t k = 0; k < g->h; ++k) {
        g->cells[2 * k] = a->cells[k];
        g->cells[2 * k + 1] = b->cells[k];
    }
    return finish_grid(c, g);
}

Value pair(Context& c, const Value* a) {
    if (!is_container(a[0]) || !is_container(a[1])) return wrong_type();
    if (!c.charge(1 + int64_t{size_of(a[0])} + size_of(a[1]))) return out_of_fuel();
    if (is_kind(a[0], Kind::Row) && is_kind(a[1], Kind::Row)) return pair_rows(c, as_row(a[0]), as_row(a[1]));
    Scratch xs(c), ys(c);
    append_elements(c, a[0], *xs);
    append_elements(c, a[1], *ys);
    const size_t n = std::min(xs.size(), ys.size());
    for (size_t k = 0; k < n; ++k) (*xs)[k] = make_tuple2(c, (*xs)[k], (*ys)[k]);
    return make_tuple(c, xs.data(), n);
}

Value dedupe(Context& c, const Value* a) {
    if (!is_container(a[0])) return wrong_type();
    const uint32_t n = size_of(a[0]);
    if (!c.charge(1 + int64_t{n} * 4)) return out_of_fuel();
    if (n == 0) return c.empty_tuple();
    if (is_set(a[0])) return wrong_type();
    Scratch items(c);
    append_elements(c, a[0], *items);
    SeenValues seen(c, n);
    std::erase_if(*items, [&](Value v) { return !seen.add(v); });
    return items.size() == n ? a[0] : make_tuple(c, items.data(), items.size());
}

Value repeat(Context& c, const Value* a) {
    if (!a[1].is_int()) return wrong_type();
    if (!c.charge(1)) return out_of_fuel();
    const int64_t n = a[1].as_int();
    if (n <= 0) return c.empty_tuple();
    if (n > kMaxElements) return out_of_fuel();
    if (const int32_t width = byte_row_width(a[0])) return repeated_row(c, a[0], width, n);
    if (!c.charge(n)) return out_of_fuel();
    Scratch items(c);
    items->assign(static_cast<size_t>(n), a[0]);
    return make_tuple(c, items.data(), items.size());
}

Value interval(Context& c, const Value* a) {
    if (!a[0].is_int() || !a[1].is_int() || !a[2].is_int()) return wrong_type();
    const int64_t start = a[0].as_int(), step = a[2].as_int();
    if (step == 0) return out_of_range();
    const int64_t n = shape::numbers_between(start, a[1].as_int(), step);
    if (n > kMaxElements || !c.charge(1 + n)) return out_of_fuel();
    Scratch items(c);
    for (int64_t k = 0; k < n; ++k) items.push(make_int(start + k * step));
    return make_tuple(c, items.data(), items.size());
}

}  // namespace arcloom
