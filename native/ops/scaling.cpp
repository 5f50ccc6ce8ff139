// native/ops/scaling.cpp: cells of grids and objects blown up to blocks, grids thinned out
#include <algorithm>

#include "ops/support/buffer.hpp"
#include "ops/support/bytes.hpp"
#include "ops/support/grid_planes.hpp"
#include "ops/support/rows.hpp"
#include "shape/scaling.hpp"
#include "reshaping.hpp"

namespace arcloom {

namespace {

using DrawnLines = tile::Repeated<int64_t>;  // rows or columns that are drawn out (shape/scaling.hpp)

// Rows and columns at least once.
Value scale_grid(Context& c, const GridData* g, DrawnLines rows, DrawnLines columns) {
    if (rows.times > INT32_MAX || columns.times > INT32_MAX) return out_of_fuel();
    const int64_t h = rows.size(g->h), w = columns.size(g->w);
    if (h > INT32_MAX || w > INT32_MAX || !afford(c, h, w)) return out_of_fuel();
    GridData* out = new_grid(c, static_cast<int32_t>(h), static_cast<int32_t>(w));
    const auto width = static_cast<size_t>(w), block = static_cast<size_t>(columns.times);
    int8_t* to = out->cells;
    const int8_t* const end = grid_end(out);
    for (int32_t i = 0; i < g->h; ++i) {
        const int8_t *row = g->row(i), *first = to;
        for (int32_t j = 0; j < g->w; ++j, to += block) {
            if (block <= 8 && end - to >= 8) {  // what is too much is written again
                const uint64_t eight = broadcast(row[j]);
                std::memcpy(to, &eight, 8);
            } else {
                std::memset(to, row[j], block);
            }
        }
        for (int64_t k = 1; k < rows.times; ++k, to += width) std::memcpy(to, first, width);
    }
    return finish_grid(c, out);
}

void push_all(Scratch& out, Value v, DrawnLines each) {
    for (int64_t k = 0; k < each.times; ++k) out.push(v);
}

Value scale_row(Context& c, Value row, DrawnLines columns) {
    if (!is_tuple(row)) return wrong_type();
    if (!afford(c, size_of(row), std::max<int64_t>(columns.times, 0))) return out_of_fuel();
    Scratch cells(c), out(c);
    append_elements(c, row, *cells);
    for (const Value cell : *cells) push_all(out, cell, columns);
    return make_tuple(c, out.data(), out.size());
}

// What is drawn out: a grid, or any tuple; where columns stay as they are, its elements need not be rows.
struct DrawnGrid {
    Context& context;
    Value value;
    bool any_elements = false;

    Value drawn_out(DrawnLines rows, DrawnLines columns) const {
        const bool is_grid = is_kind(value, Kind::Grid) && rows.times >= 1 && columns.times >= 1;
        return is_grid ? scale_grid(context, as_grid(value), rows, columns) : scale_tuple(rows, columns);
    }

  private:
    Value scale_tuple(DrawnLines down, DrawnLines across) const {
        if (!afford(context, size_of(value), std::max<int64_t>(down.times, 1))) return out_of_fuel();
        Scratch rows(context), out(context);
        append_elements(context, value, *rows);
        for (const Value row : *rows) {
            const Value wide = any_elements ? row : scale_row(context, row, across);
            if (wide.undefined()) return wide;
            push_all(out, wide, down);
        }
        return make_tuple(context, out.data(), out.size());
    }
};

// Whether some row has a cell: only then is the factor of hupscale looked at.
bool has_cells(Context& c, Value v) {
    for (uint32_t i = 0; i < size_of(v); ++i) {
        const Value row = element_at(c, v, i);
        if (!is_tuple(row) || size_of(row) > 0) return true;
    }
    return false;
}

// Objects.

using DrawnBits = tile::Repeated<int32_t>;

// Sets the blocks of one row of the patch into row y of the window.
void scale_bits(const Patch* p, int32_t y, DrawnBits rows, DrawnBits columns, Window& out) {
    const Box box = out.box();
    const int32_t begin = rows.first(y), i = box.top + begin;
    for (int32_t k = 0; k < p->stride; ++k) {
        for (uint64_t word = p->row(y)[k]; word != 0; word &= word - 1) {
            const int32_t j = box.left + columns.first(k * 64 + std::countr_zero(word));
            out.fill_row(i, j, j + columns.times - 1);
        }
    }
    const uint64_t* first = out.row(begin);
    for (int32_t d = 1; d < rows.times; ++d) std::copy_n(first, out.stride(), out.row(begin + d));
}

const Patch* scale_patch(Context& c, const Patch* p, const Box& frame, DrawnBits rows, DrawnBits columns) {
    const int32_t top = frame.top + rows.first(p->box.top - frame.top);
    const int32_t left = frame.left + columns.first(p->box.left - frame.left);
    Window out({top, left, rows.size(p->box.h), columns.size(p->box.w)});
    for (int32_t y = 0; y < p->box.h; ++y) scale_bits(p, y, rows, columns, out);
    return as_patch(out.finish(c));
}

// Whether every plane still fits bits, and every cell stays an immediate one.
bool fits_scaled(const Object* o, int64_t factor) {
    const Box& b = o->box;
    if (factor > kPatchRows || !fits_cell(b.top) || !fits_cell(b.left)) return false;
    if (!fits_cell(b.top + b.h * factor) || !fits_cell(b.left + b.w * factor)) return false;
    return std::all_of(o->planes, o->planes + o->nplanes, [&](const Plane& plane) {
        return plane.patch->box.h * factor <= kPatchRows && plane.patch->box.w * factor <= kPatchColumns;
    });
}

Value scale_planes(Context& c, const Object* o, DrawnBits rows, DrawnBits columns) {
    Buffer<Plane, 64> planes(o->nplanes);
    for (uint32_t k = 0; k < o->nplanes; ++k) {
        planes[k] = {o->planes[k].colour, scale_patch(c, o->planes[k].patch, o->box, rows, columns)};
    }
    return make_object(c, planes.data(), o->nplanes);
}

bool all_cells(const std::vector<Value>& items) {
    return std::all_of(items.begin(), items.end(), [](Value v) {
        return v.is_cell() || (is_tuple(v) && size_of(v) == 2 && !v.is_pair());
    });
}

Value scale_set(Context& c, Value v, const Places& places, DrawnLines rows, DrawnLines columns) {
    Scratch items(c), out(c);
    append_elements(c, v, *items);
    if (!all_cells(*items)) return wrong_type();
    if (rows.size(1) == 0) return c.empty_set();
    if (!afford(c, rows.times, columns.times)) return out_of_fuel();
    if (!afford(c, rows.times * columns.times * 8, places.count)) return out_of_fuel();
    size_t k = 0;
    places.each([&](int32_t i, int32_t j) {
        const Value colour = element_at(c, items.data()[k++], 0);
        const int64_t top = places.box.top + rows.first(i - places.box.top);
        const int64_t left = places.box.left + columns.first(j - places.box.left);
        for (int64_t d = 0; d < rows.times; ++d) {
            for (int64_t e = 0; e < columns.times; ++e) {
                out.push(make_tuple2(c, colour, make_pair(c, top + d, left + e)));
            }
        }
    });
    return make_set(c, *out);
}

// The cells of an object, drawn out in its box, whose first corner stays.
struct DrawnCells {
    Context& context;
    Value value;
    const Places& places;

    Value drawn_out(DrawnLines rows, DrawnLines columns) const {
        const Object* o = places.object;
        if (o == nullptr || rows.times < 1 || !fits_scaled(o, rows.times)) {
            return scale_set(context, value, places, rows, columns);
        }
        if (!context.charge(places.count * rows.times + 8)) return out_of_fuel();
        const auto bits = [](DrawnLines each) { return DrawnBits{static_cast<int32_t>(each.times)}; };
        return scale_planes(context, o, bits(rows), bits(columns));
    }
};

Value upscale_object(Context& c, Value v, Value factor) {
    Places places;
    Value why;
    if (!take_places(c, v, places, why)) return why;
    if (places.empty()) return c.empty_set();
    return factor.is_int() ? shape::upscale(DrawnCells{c, v, places}, factor.as_int()) : wrong_type();
}

// Grids thinned out.
struct EveryNth {
    Context& context;
    const GridData* grid;

    int32_t height() const { return grid->h; }
    int32_t width() const { return grid->w; }
    Value made(int32_t h, int32_t w, auto source) const {
        GridData* out = new_grid(context, h, w);
        int8_t* to = out->cells;
        for (int32_t i = 0; i < h; ++i) {
            const int8_t* row = grid->row(source(i));
            for (int32_t j = 0; j < w; ++j) *to++ = row[source(j)];
        }
        return finish_grid(context, out);
    }
};

Value thin_grid(Context& c, const GridData* g, int64_t factor) {
    if (!c.charge(int64_t{g->h} * g->w / 2 + 8)) return out_of_fuel();
    return shape::downscale(EveryNth{c, g}, static_cast<int32_t>(std::min<int64_t>(factor, INT32_MAX / 2)));
}

Value thin_tuple(Context& c, Value v, int64_t factor) {
    Table t, out;
    Value why;
    if (!read_wide_table(c, v, t, why)) return why;
    const size_t w = t.width(), step = static_cast<size_t>(factor);
    for (size_t i = 0; i < t.height(); ++i) {
        std::vector<Value> row;
        for (size_t j = 0; j < w; j += step) {
            if (j >= t.rows[i].size()) return out_of_range();
            row.push_back(t.rows[i][j]);
        }
        if (i % step == 0) out.rows.push_back(std::move(row));
    }
    return make_table(c, out);
}

}  // namespace

Value upscale(Context& c, const Value* a) {
    if (!is_tuple(a[0])) return upscale_object(c, a[0], a[1]);
    if (size_of(a[0]) == 0) return a[0];
    if (!a[1].is_int()) return wrong_type();
    return shape::upscale(DrawnGrid{c, a[0]}, a[1].as_int());
}

Value hupscale(Context& c, const Value* a) {
    if (!is_tuple(a[0])) return wrong_type();
    if (!is_kind(a[0], Kind::Grid) && !has_cells(c, a[0])) return a[0];
    return a[1].is_int() ? shape::hupscale(DrawnGrid{c, a[0]}, a[1].as_int()) : wrong_type();
}

Value vupscale(Context& c, const Value* a) {
    if (!is_tuple(a[0])) return wrong_type();
    if (size_of(a[0]) == 0) return a[0];
    return a[1].is_int() ? shape::vupscale(DrawnGrid{c, a[0], true}, a[1].as_int()) : wrong_type();
}

Value downscale(Context& c, const Value* a) {
    if (!is_tuple(a[0]) || !a[1].is_int()) return wrong_type();
    const int64_t factor = a[1].as_int() < 0 ? -a[1].as_int() : a[1].as_int();
    if (factor == 0) return out_of_range();
    return is_kind(a[0], Kind::Grid) ? thin_grid(c, as_grid(a[0]), factor) : thin_tuple(c, a[0], factor);
}

}  // namespace arcloom
