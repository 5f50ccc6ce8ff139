// native/ops/reshaping.cpp: parts of grids, grids side by side
#include "reshaping.hpp"

#include <algorithm>

#include "ops/support/grid_lines.hpp"
#include "ops/support/merge.hpp"
#include "ops/support/places.hpp"
#include "ops/support/rows.hpp"
#include "shape/halves.hpp"
#include "tile/runs.hpp"

namespace arcloom {

namespace {

Value crop(Context& c, const Value* a) {
    int64_t i = 0, j = 0, h = 0, w = 0;
    if (!is_tuple(a[0]) || !component(c, a[1], 0, i) || !component(c, a[2], 0, h)) return wrong_type();
    if (slice(i, i + h, size_of(a[0])).size() == 0) return c.empty_tuple();  // the columns stay unseen
    if (!component(c, a[1], 1, j) || !component(c, a[2], 1, w)) return wrong_type();
    return crop_value(c, a[0], i, i + h, j, j + w);
}

Value subgrid(Context& c, const Value* a) {
    if (!is_container(a[0]) || !is_tuple(a[1])) return wrong_type();
    if (size_of(a[0]) == 0) return empty();
    const bool bits = is_kind(a[0], Kind::Patch) || is_kind(a[0], Kind::Object);
    if (!c.charge(bits ? 8 : int64_t{size_of(a[0])} * 2 + 8)) return out_of_fuel();
    Places places;
    if (!read_places(c, a[0], places)) return wrong_type();
    const Box box = places.box;
    int64_t h = box.h, w = box.w;
    if (is_tuple(a[0])) {  // measured as a grid
        h = size_of(a[0]);
        if (!first_width(c, a[0], w)) return wrong_type();
    }
    return crop_value(c, a[1], box.top, box.top + h, box.left, box.left + w);
}

Value trim(Context& c, const Value* a) { return crop_value(c, a[0], 1, -1, 1, -1); }

Value half_of_rows(Context& c, Value v, shape::Slice<int64_t> (*half)(int64_t)) {
    if (!is_tuple(v)) return wrong_type();
    const auto [first, last] = half(size_of(v));
    return tuple_part(c, v, first, last);
}

// A ragged grid ends with its shortest row.
Value half_of_columns(Context& c, Value v, shape::Slice<int64_t> (*half)(int64_t)) {
    int64_t w = 0;
    if (is_kind(v, Kind::Grid)) {
        w = as_grid(v)->w;
    } else {
        Table t;
        Value why;
        if (!read_table(c, v, t, why)) return why;
        w = static_cast<int64_t>(t.shortest());
    }
    const auto part = half(w);
    return part.size() == 0 ? c.empty_tuple() : crop_value(c, v, 0, INT32_MAX, part.first, part.last);
}

// n pieces of `side` div n along one axis; piece(k, size) gives the one from k on.
template <class F>
Value split(Context& c, int64_t side, int64_t n, F&& piece) {
    const auto [size, step] = shape::pieces(side, n);
    if (n > 0 && !afford(c, n, 2)) return out_of_fuel();
    Scratch pieces(c);
    for (int64_t k = 0; k < n; ++k) {
        const Value part = piece(k * step, size);
        if (part.undefined()) return part;
        pieces.push(part);
    }
    return make_tuple(c, pieces.data(), pieces.size());
}

// The common demands of both splits.
Value split_trouble(Context& c, const Value* a, int64_t& w) {
    if (!is_tuple(a[0]) || !a[1].is_int()) return wrong_type();
    if (size_of(a[0]) == 0) return empty();
    if (!first_width(c, a[0], w)) return wrong_type();
    return a[1].as_int() == 0 ? out_of_range() : nothing();
}

Value hsplit(Context& c, const Value* a) {
    int64_t w = 0;
    const Value trouble = split_trouble(c, a, w);
    if (trouble.undefined()) return trouble;
    return split(c, w, a[1].as_int(), [&](int64_t from, int64_t size) {
        return crop_value(c, a[0], 0, size_of(a[0]), from, from + size);
    });
}

Value vsplit(Context& c, const Value* a) {
    int64_t w = 0;
    const Value trouble = split_trouble(c, a, w);
    if (trouble.undefined()) return trouble;
    return split(c, size_of(a[0]), a[1].as_int(), [&](int64_t from, int64_t size) {
        return crop_value(c, a[0], from, from + size, 0, w);
    });
}

Value hconcat_grids(Context& c, const GridData* a, const GridData* b) {
    const int32_t h = tile::rows_side_by_side(a->h, b->h);
    const tile::Joined<int64_t> columns{a->w, b->w};
    if (columns.size() > INT32_MAX || !afford(c, h, columns.size() / 4 + 1)) return out_of_fuel();
    GridData* out = new_grid(c, h, static_cast<int32_t>(columns.size()));
    int8_t* to = out->cells;
    for (int32_t i = 0; i < h; ++i) {
        std::memcpy(to, a->row(i), static_cast<size_t>(columns.first));
        to += columns.first;
        std::memcpy(to, b->row(i), static_cast<size_t>(columns.second));
        to += columns.second;
    }
    return finish_grid(c, out);
}

Value hconcat(Context& c, const Value* a) {
    if (is_kind(a[0], Kind::Grid) && is_kind(a[1], Kind::Grid)) {
        return hconcat_grids(c, as_grid(a[0]), as_grid(a[1]));
    }
    if (!is_tuple(a[0]) || !is_tuple(a[1])) return wrong_type();
    const uint32_t h = tile::rows_side_by_side(size_of(a[0]), size_of(a[1]));
    if (!c.charge(int64_t{h} * 8 + 8)) return out_of_fuel();
    Scratch rows(c);
    for (uint32_t i = 0; i < h; ++i) {
        const Value x = element_at(c, a[0], i), y = element_at(c, a[1], i);
        if (!is_tuple(x) || !is_tuple(y)) return wrong_type();
        if (!c.charge((int64_t{size_of(x)} + size_of(y)) * 2)) return out_of_fuel();
        Gathered row(c, false);
        rows.push(shape::combine(row, x, y));
    }
    return make_tuple(c, rows.data(), rows.size());
}

Value vconcat(Context& c, const Value* a) {
    if (!is_tuple(a[0]) || !is_tuple(a[1])) return wrong_type();
    if (is_kind(a[0], Kind::Grid) && is_kind(a[1], Kind::Grid) && as_grid(a[0])->w == as_grid(a[1])->w) {
        Stacked whole(c, [&](int64_t h, int64_t w) { return h <= INT32_MAX && afford(c, h, w / 4 + 1); });
        return shape::combine(whole, a[0], a[1]);
    }
    if (!c.charge((int64_t{size_of(a[0])} + size_of(a[1])) * 4 + 8)) return out_of_fuel();
    Gathered whole(c, false);
    return shape::combine(whole, a[0], a[1]);
}

using LineNumbers = Buffer<int32_t, 256>;

// Those of n lines that stay, ascending; gives how many.
size_t lines_that_stay(int32_t n, auto stays, LineNumbers& out) {
    size_t count = 0;
    for (int32_t k = 0; k < n; ++k) {
        if (stays(k)) out[count++] = k;
    }
    return count;
}

// A grid of which some rows and columns stay.
class Thinned : public GridLines {
  public:
    Thinned(Context& c, const GridData* g) : GridLines(g), context_(c) {}
    Value only(auto row_stays, auto column_stays) const {
        LineNumbers columns(static_cast<size_t>(width())), rows(static_cast<size_t>(height()));
        const size_t w = lines_that_stay(width(), column_stays, columns), h = lines_that_stay(height(), row_stays, rows);
        if (h == 0 || w == 0) return make_hollow_grid(context_, static_cast<int64_t>(h));
        GridData* out = new_grid(context_, static_cast<int32_t>(h), static_cast<int32_t>(w));
        int8_t* to = out->cells;
        for (size_t i = 0; i < h; ++i) {
            const int8_t* row = grid_->row(rows[i]);
            for (size_t j = 0; j < w; ++j) *to++ = row[columns[j]];
        }
        return finish_grid(context_, out);
    }

  private:
    Context& context_;
};

Value compress_grid(Context& c, const GridData* g) {
    if (!c.charge(int64_t{g->h} * g->w / 2 + 8)) return out_of_fuel();
    const Thinned lines(c, g);
    return shape::compress(lines);
}

bool all_equal(const std::vector<Value>& cells) {
    return !cells.empty() && std::all_of(cells.begin(), cells.end(), [&](Value v) { return v == cells[0]; });
}

bool column_equal(const Table& t, size_t j) {
    return std::all_of(t.rows.begin(), t.rows.end(), [&](const auto& row) { return row[j] == t.rows[0][j]; });
}

Value compress(Context& c, const Value* a) {
    if (is_kind(a[0], Kind::Grid)) return compress_grid(c, as_grid(a[0]));
    Table t, out;
    Value why;
    if (!read_table(c, a[0], t, why)) return why;
    std::vector<bool> dropped(t.shortest());  // columns beyond the shortest row stay
    for (size_t j = 0; j < dropped.size(); ++j) dropped[j] = column_equal(t, j);
    for (const auto& row : t.rows) {
        if (all_equal(row)) continue;
        auto& kept = out.rows.emplace_back();
        for (size_t j = 0; j < row.size(); ++j) {
            if (j >= dropped.size() || !dropped[j]) kept.push_back(row[j]);
        }
    }
    return make_table(c, out);
}

}  // namespace

std::span<const OpBody> reshaping_ops() {
    static constexpr OpBody kOps[] = {
        {"rot90", 1, rot90},           {"rot180", 1, rot180},         {"rot270", 1, rot270},
        {"hmirror", 1, hmirror},       {"vmirror", 1, vmirror},       {"dmirror", 1, dmirror},
        {"cmirror", 1, cmirror},       {"crop", 3, crop},             {"subgrid", 2, subgrid},
        {"trim", 1, trim},             {"hsplit", 2, hsplit},         {"vsplit", 2, vsplit},
        {"hconcat", 2, hconcat},       {"vconcat", 2, vconcat},
#define X(op, half, side) {#op, 1, [](Context& c, const Value* a) { return half_of_##side(c, a[0], shape::half); }},
        ARCLOOM_HALVES(X)
#undef X
        {"upscale", 2, upscale},       {"hupscale", 2, hupscale},     {"vupscale", 2, vupscale},
        {"downscale", 2, downscale},   {"compress", 1, compress},
    };
    return kOps;
}

}  // namespace arcloom
