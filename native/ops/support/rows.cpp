// native/ops/support/rows.cpp: tuples of tuples as tables, slice rules, crops
#include "rows.hpp"

#include <algorithm>

namespace arcloom {

namespace {

constexpr int64_t kMostCells = int64_t{1} << 31;

bool refuse(Value& why, Value answer) {
    why = answer;
    return false;
}

Value crop_grid(Context& c, const GridData* g, Slice rows, Slice columns) {
    if (!afford(c, rows.size(), columns.size() / 8 + 1)) return out_of_fuel();
    if (rows.size() == 0) return c.empty_tuple();
    if (columns.size() == 0) return make_hollow_grid(c, rows.size());
    if (rows.size() == g->h && columns.size() == g->w) return heap_value(g);
    const auto w = static_cast<size_t>(columns.size());
    GridData* out = new_grid(c, static_cast<int32_t>(rows.size()), static_cast<int32_t>(w));
    for (int32_t i = 0; i < out->h; ++i) {
        std::memcpy(out->cells + static_cast<size_t>(i) * w,
                    g->row(static_cast<int32_t>(rows.first) + i) + columns.first, w);
    }
    return finish_grid(c, out);
}

}  // namespace

size_t Table::shortest() const {
    if (rows.empty()) return 0;
    size_t n = rows.front().size();
    for (const auto& row : rows) n = std::min(n, row.size());
    return n;
}

bool read_table(Context& c, Value v, Table& out, Value& why) {
    if (!is_tuple(v)) return refuse(why, wrong_type());
    if (!c.charge(int64_t{size_of(v)} * 4 + 8)) return refuse(why, out_of_fuel());
    Scratch items(c);
    append_elements(c, v, *items);
    out.rows.resize(items.size());
    for (size_t i = 0; i < items.size(); ++i) {
        const Value row = items.data()[i];
        if (!is_tuple(row)) return refuse(why, wrong_type());
        if (!c.charge(int64_t{size_of(row)} * 2)) return refuse(why, out_of_fuel());
        append_elements(c, row, out.rows[i]);
    }
    return true;
}

bool read_wide_table(Context& c, Value v, Table& out, Value& why) {
    if (!read_table(c, v, out, why)) return false;
    return !out.rows.empty() || refuse(why, empty());
}

Value make_table(Context& c, const Table& t) {
    Scratch rows(c);
    for (const auto& row : t.rows) {
        if (!c.charge(static_cast<int64_t>(row.size()) + 4)) return out_of_fuel();
        rows.push(make_tuple(c, row.data(), row.size()));
    }
    return make_tuple(c, rows.data(), rows.size());
}

bool afford(Context& c, int64_t h, int64_t w) {
    int64_t cells = 0;
    if (__builtin_mul_overflow(h, w, &cells) || cells > kMostCells) return false;
    return h <= kMostCells && w <= kMostCells && c.charge(cells + 8);
}

bool component(Context& c, Value v, uint32_t k, int64_t& out) {
    if (!is_tuple(v) || size_of(v) <= k) return false;
    const Value element = element_at(c, v, k);
    if (!element.is_int()) return false;
    out = element.as_int();
    return true;
}

Value crop_value(Context& c, Value v, int64_t top, int64_t bottom, int64_t left, int64_t right) {
    if (!is_tuple(v)) return wrong_type();
    const Slice rows = slice(top, bottom, size_of(v));
    if (is_kind(v, Kind::Grid)) {
        return crop_grid(c, as_grid(v), rows, slice(left, right, as_grid(v)->w));
    }
    if (!c.charge(int64_t{size_of(v)} + 8)) return out_of_fuel();
    Scratch out(c);
    for (int64_t i = rows.first; i < rows.last; ++i) {
        const Value row = element_at(c, v, static_cast<uint32_t>(i));
        if (!is_tuple(row)) return wrong_type();
        const Slice columns = slice(left, right, size_of(row));
        const Value part = tuple_part(c, row, columns.first, columns.last);
        if (part.undefined()) return part;
        out.push(part);
    }
    return make_tuple(c, out.data(), out.size());
}

Value tuple_part(Context& c, Value v, int64_t first, int64_t last) {
    if (is_kind(v, Kind::Grid)) return crop_value(c, v, first, last, 0, as_grid(v)->w);
    if (!c.charge(int64_t{size_of(v)} + 8)) return out_of_fuel();
    Scratch items(c);
    append_elements(c, v, *items);
    return make_tuple(c, items.data() + first, static_cast<size_t>(last - first));
}

bool first_width(Context& c, Value v, int64_t& out) {
    if (is_kind(v, Kind::Grid)) {
        out = as_grid(v)->w;
        return true;
    }
    if (!is_tuple(v) || size_of(v) == 0) return false;
    const Value row = element_at(c, v, 0);
    if (!is_container(row)) return false;
    out = size_of(row);
    return true;
}

}  // namespace arcloom
