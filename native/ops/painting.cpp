// native/ops/painting.cpp: patches and objects put onto grids
#include "painting.hpp"

#include <algorithm>

#include "ops/support/cells.hpp"
#include "ops/support/grid_planes.hpp"
#include "ops/support/rows.hpp"
#include "colours.hpp"
#include "shape/ops.hpp"

namespace arcloom {

namespace {

// Where a fill may go: everywhere, or only where the cell has this colour.
constexpr int32_t kAnywhere = INT32_MAX;

GridData* copy_grid(Context& c, const GridData* g) {
    GridData* out = new_grid(c, g->h, g->w);
    std::memcpy(out->cells, g->cells, static_cast<size_t>(g->h) * static_cast<size_t>(g->w));
    return out;
}

int32_t only_byte(Value only) { return only.undefined() ? kAnywhere : static_cast<int32_t>(only.as_int()); }

// The cells from `to` on that have a bit, eight at a time.
void fill_word(int8_t* to, const int8_t* end, uint64_t word, int8_t colour, int32_t only) {
    for (; word != 0; word >>= 8, to += 8) {
        if ((word & 0xFF) == 0) continue;
        if (end - to < 8) break;
        uint64_t cells, mask = bytes_of_bits(word);
        std::memcpy(&cells, to, 8);
        if (only != kAnywhere) mask &= whole_bytes(high_where_zero(cells ^ broadcast(static_cast<int8_t>(only))));
        cells = (cells & ~mask) | (broadcast(colour) & mask);
        std::memcpy(to, &cells, 8);
    }
    for (; word != 0; word &= word - 1) {
        int8_t& cell = to[std::countr_zero(word)];
        if (only == kAnywhere || cell == only) cell = colour;
    }
}

// The patch moved by (di, dj).
void fill_patch(GridData* out, const Patch* p, int64_t di, int64_t dj, int8_t colour, int32_t only) {
    const int8_t* end = grid_end(out);
    each_word_within(p, out->h, out->w, di, dj, [=](int64_t i, int64_t j, uint64_t word) {
        fill_word(out->cells + i * out->w + j, end, word, colour, only);
    });
}

void fill_places(GridData* out, const Places& places, int8_t colour, int32_t only) {
    if (places.patch != nullptr) return fill_patch(out, places.patch, 0, 0, colour, only);
    if (const Object* o = places.object) {
        for (uint32_t k = 0; k < o->nplanes; ++k) fill_patch(out, o->planes[k].patch, 0, 0, colour, only);
        return;
    }
    each_within(places, out->h, out->w, [=](int64_t i, int64_t j) {
        int8_t& cell = out->cells[i * out->w + j];
        if (only == kAnywhere || cell == only) cell = colour;
    });
}

// The cell of a table at a place within its height and first width; none where its row is too short.
Value* cell_at(Table& t, int64_t i, int64_t j) {
    auto& row = t.rows[static_cast<size_t>(i)];
    return static_cast<size_t>(j) < row.size() ? &row[static_cast<size_t>(j)] : nullptr;
}

// `only` is undefined where every cell may be filled.
Value fill_general(Context& c, Value grid, const Places& places, Value colour, Value only) {
    Table t;
    Value why;
    if (!read_wide_table(c, grid, t, why)) return why;
    bool ok = true;
    each_within(places, static_cast<int64_t>(t.height()), static_cast<int64_t>(t.width()),
                [&](int64_t i, int64_t j) {
                    Value* cell = cell_at(t, i, j);
                    ok = ok && cell != nullptr;
                    if (ok && (only.undefined() || *cell == only)) *cell = colour;
                });
    return ok ? make_table(c, t) : out_of_range();
}

// Of a set too wide for bits, in which all are pairs; false where they are not.
bool fill_pairs(GridData* out, const SetData* pairs, int8_t colour, int32_t only) {
    for (uint32_t k = 0; k < pairs->count; ++k) {
        if (!pairs->items[k].is_pair()) return false;
        const Place p = pairs->items[k].pair();
        if (p.i < 0 || p.i >= out->h || p.j < 0 || p.j >= out->w) continue;
        int8_t& cell = out->cells[static_cast<ptrdiff_t>(p.i) * out->w + p.j];
        if (only == kAnywhere || cell == only) cell = colour;
    }
    return true;
}

Value fill_where(Context& c, Value grid, Value colour, Value patch, Value only) {
    if (is_kind(patch, Kind::Set) && is_kind(grid, Kind::Grid) && is_byte(colour)) {
        if (!pay_for_cells(c, as_grid(grid)) || !c.charge(size_of(patch))) return out_of_fuel();
        GridData* out = copy_grid(c, as_grid(grid));
        if (fill_pairs(out, as_set(patch), static_cast<int8_t>(colour.as_int()), only_byte(only))) {
            return finish_grid(c, out);
        }
        c.arena.undo_take(out);
    }
    Places places;
    Value why;
    if (!take_places(c, patch, places, why)) return why;
    if (!is_kind(grid, Kind::Grid) || !is_byte(colour)) return fill_general(c, grid, places, colour, only);
    if (!pay_for_cells(c, as_grid(grid))) return out_of_fuel();
    GridData* out = copy_grid(c, as_grid(grid));
    fill_places(out, places, static_cast<int8_t>(colour.as_int()), only_byte(only));
    return finish_grid(c, out);
}

// The grid's background as a value, or undefined where the grid has none.
Value background_of(Context& c, Value grid) {
    int64_t colour = 0;
    if (!is_tuple(grid)) return wrong_type();
    return grid_mostcolor(c, grid, colour) ? make_int(colour) : no_background(c);
}

// Objects.

bool byte_colours(const Object* o) {
    // Planes ascend by colour.
    return fits_byte(o->planes[0].colour) && fits_byte(o->planes[o->nplanes - 1].colour);
}

void paint_planes(GridData* out, const Object* o, int64_t di, int64_t dj, int32_t only) {
    for (uint32_t k = 0; k < o->nplanes; ++k) {
        fill_patch(out, o->planes[k].patch, di, dj, static_cast<int8_t>(o->planes[k].colour), only);
    }
}

// The cells one by one onto bytes, moved by (di, dj).
Value paint_bytes(Context& c, const GridData* g, const std::vector<CellItem>& cells, int64_t di, int64_t dj,
                  int32_t only) {
    if (!pay_for_cells(c, g)) return out_of_fuel();
    GridData* out = copy_grid(c, g);
    for (const CellItem& item : cells) {
        const int64_t i = item.place.i + di, j = item.place.j + dj;
        if (i < 0 || i >= g->h || j < 0 || j >= g->w) continue;
        int8_t& cell = out->cells[i * g->w + j];
        if (only == kAnywhere || cell == only) cell = static_cast<int8_t>(item.colour.as_int());
    }
    return finish_grid(c, out);
}

bool byte_colours(const std::vector<CellItem>& cells) {
    return std::all_of(cells.begin(), cells.end(), [](const CellItem& item) { return is_byte(item.colour); });
}

// The cells one by one, moved by (di, dj). `only` as in fill_general.
Value paint_cells(Context& c, Value grid, const std::vector<CellItem>& cells, int64_t di, int64_t dj,
                  Value only) {
    if (is_kind(grid, Kind::Grid) && byte_colours(cells)) {
        return paint_bytes(c, as_grid(grid), cells, di, dj, only_byte(only));
    }
    Table t;
    Value why;
    if (!read_wide_table(c, grid, t, why)) return why;
    const auto h = static_cast<int64_t>(t.height()), w = static_cast<int64_t>(t.width());
    for (const CellItem& item : cells) {
        const int64_t i = item.place.i + di, j = item.place.j + dj;
        if (i < 0 || i >= h || j < 0 || j >= w) continue;
        Value* cell = cell_at(t, i, j);
        if (cell == nullptr) return out_of_range();
        if (only.undefined() || *cell == only) *cell = item.colour;
    }
    return make_table(c, t);
}

bool take_cells(Context& c, Value v, std::vector<CellItem>& out, Value& why) {
    const bool paid = !is_container(v) || c.charge(int64_t{size_of(v)} * 4 + 8);
    if (paid && read_cells(c, v, out)) return true;
    why = paid ? wrong_type() : out_of_fuel();
    return false;
}

bool by_planes(Value grid, Value obj) {
    return is_kind(grid, Kind::Grid) && is_kind(obj, Kind::Object) && byte_colours(as_object(obj));
}

Value paint_where(Context& c, Value grid, Value obj, Value only) {
    if (by_planes(grid, obj)) {
        if (!pay_for_cells(c, as_grid(grid)) || !c.charge(as_object(obj)->count)) return out_of_fuel();
        GridData* out = copy_grid(c, as_grid(grid));
        paint_planes(out, as_object(obj), 0, 0, only_byte(only));
        return finish_grid(c, out);
    }
    std::vector<CellItem> cells;
    Value why;
    if (!take_cells(c, obj, cells, why)) return why;
    return paint_cells(c, grid, cells, 0, 0, only);
}

// A grid that is painted on (shape/painting.hpp).
struct Canvas {
    Context& c;
    Value grid;

    static Value anywhere() { return undefined(Reason::None); }
    Value on_ground(auto f) const {
        const Value ground = background_of(c, grid);
        return ground.undefined() ? ground : f(ground);
    }
    Value filled(Value colour, Value patch, Value only) const { return fill_where(c, grid, colour, patch, only); }
    Value painted(Value obj, Value only) const { return paint_where(c, grid, obj, only); }
};

struct Offset {
    int64_t i, j;
};
struct GridCopy {
    Context& context;
    GridData* grid;

    void fill(int8_t colour, const Object* o) const {
        Places places;
        places.object = o;
        fill_places(grid, places, colour, kAnywhere);
    }
    void paint_moved(const Object* o, Offset by) const { paint_planes(grid, o, by.i, by.j, kAnywhere); }
    Value done() const { return finish_grid(context, grid); }
};
Value move_planes(Context& c, const GridData* g, const Object* o, int8_t background, Offset offset) {
    if (!pay_for_cells(c, g) || !c.charge(int64_t{o->count} * 2)) return out_of_fuel();
    const GridCopy copy{c, copy_grid(c, g)};
    return shape::move(copy, background, o, offset);
}

Value move_general(Context& c, Value grid, Value obj, Value background, int64_t di, int64_t dj) {
    const Value covered = fill_where(c, grid, background, obj, undefined(Reason::None));
    if (covered.undefined()) return covered;
    // A tuple of cells turns into a set as it is shifted, so the larger colour of a clash stays.
    if (is_tuple(obj)) {
        Scratch items(c);
        append_elements(c, obj, *items);
        obj = make_set(c, *items);
    }
    std::vector<CellItem> cells;
    Value why;
    if (!take_cells(c, obj, cells, why)) return why;
    return paint_cells(c, covered, cells, di, dj, undefined(Reason::None));
}

Value move(Context& c, const Value* a) {
    const Value background = background_of(c, a[0]);
    if (background.undefined()) return background;
    if (!is_container(a[1])) return wrong_type();
    if (size_of(a[1]) == 0) return a[0];  // the offset stays unseen
    int64_t di = 0, dj = 0;
    if (!get_pair(a[2], di, dj)) return wrong_type();
    if (!by_planes(a[0], a[1])) return move_general(c, a[0], a[1], background, di, dj);
    return move_planes(c, as_grid(a[0]), as_object(a[1]), static_cast<int8_t>(background.as_int()), {di, dj});
}

}  // namespace

std::span<const OpBody> painting_ops() {
    static constexpr OpBody kOps[] = {
        {"canvas", 2, canvas},
#define X(op, nargs, types, clipped)                                                                             \
    {#op, nargs, [](Context& c, const Value* a) {                                                                \
         return applied<nargs - 1>([](const auto&... x) { return shape::op(x...); }, a + 1, Canvas{c, a[0]}); \
     }, {.clips = Clipped::clipped}},
        ARCLOOM_PAINTING(X)
#undef X
        {"move", 3, move}, {"replace", 3, replace}, {"switch", 3, switch_colours},
        {"cellwise", 3, cellwise},
    };
    return kOps;
}

}  // namespace arcloom
