// native/ops/recolouring.cpp: grids of one colour, colours exchanged, grids compared cell by cell
#include <algorithm>

#include "ops/support/rows.hpp"
#include "painting.hpp"
#include "shape/colours.hpp"

namespace arcloom {

namespace {

// A grid of g's size, its cells those of g as `to` has them.
Value map_bytes(Context& c, const GridData* g, auto to) {
    GridData* out = new_grid(c, g->h, g->w);
    const size_t n = static_cast<size_t>(g->cell_count());
    for (size_t k = 0; k < n; ++k) out->cells[k] = to(g->cells[k]);
    return finish_grid(c, out);
}

Value map_cells(Context& c, Value v, auto to) {
    Table t;
    Value why;
    if (!read_table(c, v, t, why)) return why;
    for (auto& row : t.rows) std::transform(row.begin(), row.end(), row.begin(), to);
    return make_table(c, t);
}

int8_t byte_of(Value v) { return static_cast<int8_t>(v.as_int()); }

// Every cell as rule(cell, a[1], a[2]) says.
Value mapped(Context& c, const Value* a, auto rule) {
    if (!is_kind(a[0], Kind::Grid) || !is_byte(a[1]) || !is_byte(a[2])) {
        return map_cells(c, a[0], [&](Value v) { return rule(v, a[1], a[2]); });
    }
    if (!pay_for_cells(c, as_grid(a[0]))) return out_of_fuel();
    const int8_t x = byte_of(a[1]), y = byte_of(a[2]);
    return map_bytes(c, as_grid(a[0]), [=](int8_t v) { return rule(v, x, y); });
}

Value cellwise_grids(Context& c, const GridData* a, const GridData* b, int8_t fallback) {
    if (b->h < a->h || b->w < a->w) return out_of_range();
    if (!pay_for_cells(c, a)) return out_of_fuel();
    GridData* out = new_grid(c, a->h, a->w);
    int8_t* to = out->cells;
    for (int32_t i = 0; i < a->h; ++i, to += a->w) {
        const int8_t *x = a->row(i), *y = b->row(i);
        for (int32_t j = 0; j < a->w; ++j) to[j] = shape::agreed(x[j], y[j], fallback);
    }
    return finish_grid(c, out);
}

Value cellwise_general(Context& c, const Value* a) {
    Table x, y;
    Value why;
    if (!read_wide_table(c, a[0], x, why)) return why;
    const size_t w = x.width();
    if (w == 0) return make_hollow_grid(c, static_cast<int64_t>(x.height()));  // the other is never looked at
    if (!read_table(c, a[1], y, why)) return why;
    if (y.height() < x.height()) return out_of_range();
    for (size_t i = 0; i < x.height(); ++i) {
        auto& row = x.rows[i];
        if (row.size() < w || y.rows[i].size() < w) return out_of_range();
        row.resize(w);
        for (size_t j = 0; j < w; ++j) row[j] = shape::agreed(row[j], y.rows[i][j], a[2]);
    }
    return make_table(c, x);
}

}  // namespace

Value canvas(Context& c, const Value* a) {
    int64_t h = 0, w = 0;
    if (!component(c, a[1], 0, h)) return wrong_type();
    if (h <= 0) return c.empty_tuple();
    if (!component(c, a[1], 1, w)) return wrong_type();
    w = std::max<int64_t>(w, 0);
    if (!afford(c, h, w / 8 + 1) || !afford(c, 1, w)) return out_of_fuel();
    if (w == 0) return make_hollow_grid(c, h);
    if (is_byte(a[0])) {
        if (h > INT32_MAX || w > INT32_MAX) return out_of_fuel();
        GridData* out = new_grid(c, static_cast<int32_t>(h), static_cast<int32_t>(w));
        std::memset(out->cells, byte_of(a[0]), static_cast<size_t>(out->cell_count()));
        return finish_grid(c, out);
    }
    Scratch items(c);
    items->assign(static_cast<size_t>(w), a[0]);
    const Value row = make_tuple(c, items.data(), items.size());
    items->assign(static_cast<size_t>(h), row);
    return make_tuple(c, items.data(), items.size());
}

Value replace(Context& c, const Value* a) {
    if (is_kind(a[0], Kind::Grid) && !is_byte(a[1])) return a[0];
    return mapped(c, a, [](auto v, auto from, auto to) { return shape::replaced(v, from, to); });
}

Value switch_colours(Context& c, const Value* a) {
    return mapped(c, a, [](auto v, auto x, auto y) { return shape::exchanged(v, x, y); });
}

Value cellwise(Context& c, const Value* a) {
    if (is_kind(a[0], Kind::Grid) && is_kind(a[1], Kind::Grid) && is_byte(a[2])) {
        return cellwise_grids(c, as_grid(a[0]), as_grid(a[1]), byte_of(a[2]));
    }
    return cellwise_general(c, a);
}

}  // namespace arcloom
