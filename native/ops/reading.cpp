// native/ops/reading.cpp: places and objects read off grids
#include "reading.hpp"

#include <algorithm>

#include "ops/support/colour_rows.hpp"
#include "ops/support/grid_lines.hpp"
#include "ops/support/grid_planes.hpp"
#include "ops/support/rows.hpp"
#include "shape/figures.hpp"
#include "colours.hpp"

namespace arcloom {

Value object_of_grid(Context& c, const GridData* g) {
    Colours colours;
    find_colours(g, colours);
    ObjectBuilder object(c);
    Window places({0, 0, g->h, g->w});
    for (int32_t k = 0; k < colours.count; ++k) {
        match_window(g, colours.list[k], nullptr, places);
        object.add(colours.list[k], places);
    }
    return object.finish();
}

namespace {

Box box_of(const GridData* g) { return {0, 0, g->h, g->w}; }

// f(colour, i, j) for every cell of a grid in general form, row by row; false where v is none.
template <class F>
bool each_general_cell(Context& c, Value v, Value& why, F&& f) {
    Table t;
    if (!read_table(c, v, t, why)) return false;
    for (size_t i = 0; i < t.height(); ++i) {
        for (size_t j = 0; j < t.rows[i].size(); ++j) {
            f(t.rows[i][j], static_cast<int64_t>(i), static_cast<int64_t>(j));
        }
    }
    return true;
}

Value general_cell(Context& c, Value colour, int64_t i, int64_t j) {
    return make_tuple2(c, colour, make_pair(c, i, j));
}

Value asindices(Context& c, const Value* a) {
    if (!is_tuple(a[0])) return wrong_type();
    const int64_t h = size_of(a[0]);
    int64_t w = 0;
    if (h == 0) return c.empty_set();
    if (!first_width(c, a[0], w)) return wrong_type();
    const bool bits = h <= kPatchRows && w <= kPatchColumns;
    if (!afford(c, h, bits ? w / 64 + 1 : w)) return out_of_fuel();
    if (w == 0) return c.empty_set();
    Window all(shape::asindices(static_cast<int32_t>(h), static_cast<int32_t>(w)).box);
    all.fill();
    return all.finish(c);
}

Value asobject(Context& c, const Value* a) {
    if (is_kind(a[0], Kind::Grid)) {
        const GridData* g = as_grid(a[0]);
        return c.charge(g->cell_count() + 8) ? object_of_grid(c, g) : out_of_fuel();
    }
    Scratch cells(c);
    Value why;
    const bool ok = each_general_cell(c, a[0], why, [&](Value colour, int64_t i, int64_t j) {
        cells.push(general_cell(c, colour, i, j));
    });
    return ok ? make_set(c, *cells) : why;
}

Value ofcolor(Context& c, const Value* a) {
    if (is_kind(a[0], Kind::Grid)) {
        const GridData* g = as_grid(a[0]);
        if (!c.charge(g->cell_count() / 4 + 8)) return out_of_fuel();
        if (!is_byte(a[1])) return c.empty_set();
        Window places(box_of(g));
        match_window(g, static_cast<int8_t>(a[1].as_int()), nullptr, places);
        return places.finish(c);
    }
    Scratch places(c);
    Value why;
    const bool ok = each_general_cell(c, a[0], why, [&](Value colour, int64_t i, int64_t j) {
        if (colour == a[1]) places.push(make_pair(c, i, j));
    });
    return ok ? make_set(c, *places) : why;
}

Value index(Context& c, const Value* a) {
    int64_t i = 0, j = 0, w = 0;
    if (!first_width(c, a[0], w) || !get_pair(a[1], i, j)) return wrong_type();
    if (!c.charge(8)) return out_of_fuel();
    if (!shape::has_cell_at(i, j, int64_t{size_of(a[0])}, w)) return nothing();
    if (is_kind(a[0], Kind::Grid)) {
        return make_int(as_grid(a[0])->at(static_cast<int32_t>(i), static_cast<int32_t>(j)));
    }
    const Value row = element_at(c, a[0], static_cast<uint32_t>(i));
    if (!is_tuple(row)) return wrong_type();
    return j < int64_t{size_of(row)} ? element_at(c, row, static_cast<uint32_t>(j)) : out_of_range();
}

Value toobject_general(Context& c, const Places& places, Value grid) {
    Table t;
    Value why;
    if (!read_wide_table(c, grid, t, why)) return why;
    Scratch cells(c);
    bool ok = true;
    each_within(places, static_cast<int64_t>(t.height()), static_cast<int64_t>(t.width()),
                [&](int64_t i, int64_t j) {
                    const auto& row = t.rows[static_cast<size_t>(i)];
                    if (static_cast<size_t>(j) >= row.size()) {
                        ok = false;
                    } else {
                        cells.push(general_cell(c, row[static_cast<size_t>(j)], i, j));
                    }
                });
    return ok ? make_set(c, *cells) : out_of_range();
}

// The part of the places' box that lies on the grid; of no height where none does.
Box clip(const Box& b, const GridData* g) {
    const int32_t top = std::max(b.top, 0), left = std::max(b.left, 0);
    const int32_t bottom = std::min(b.bottom(), g->h - 1), right = std::min(b.right(), g->w - 1);
    if (bottom < top || right < left) return {0, 0, 0, 0};
    return {top, left, bottom - top + 1, right - left + 1};
}

void cover(const Places& places, Window& mask) {
    if (places.patch != nullptr) {
        mask.unite(places.patch);
    } else if (places.object != nullptr) {
        for (uint32_t k = 0; k < places.object->nplanes; ++k) mask.unite(places.object->planes[k].patch);
    } else {
        for (const Place p : places.list) {
            if (mask.covers(p.i, p.j)) mask.set(p.i, p.j);
        }
    }
}

// Of few places in few rows, as neighbours are.
constexpr int32_t kFewRows = 4;
constexpr uint32_t kFewPlaces = 16;

bool is_small(const Places& places, const Box& on_grid) {
    const Patch* p = places.patch;
    return p != nullptr && p->count <= kFewPlaces && p->box.h <= kFewRows && p->stride == 1 &&
           fits_cell(on_grid.bottom()) && fits_cell(on_grid.right());
}

// The cells of a small patch within the box, which lies on the grid: the bits of all colours at once. Nothing where these
// are not small.
Value small_object(Context& c, const Patch* p, const Box& box, const GridData* g) {
    ColourRows<kFewRows> rows(box);
    for (int32_t y = 0; y < box.h; ++y) {
        const int8_t* row = g->row(box.top + y) + box.left;
        uint64_t word = p->words[box.top + y - p->box.top] >> (box.left - p->box.left) & low_mask(box.w);
        for (; word != 0; word &= word - 1) {
            const int32_t colour = row[std::countr_zero(word)];
            if (!rows.takes(colour)) return nothing();
            rows.add(colour, y, word & -word);
        }
    }
    return rows.object(c);
}

Value toobject(Context& c, const Value* a) {
    Places places;
    Value why;
    if (!take_places(c, a[0], places, why)) return why;
    if (!is_kind(a[1], Kind::Grid)) return toobject_general(c, places, a[1]);
    const GridData* g = as_grid(a[1]);
    if (places.empty()) return c.empty_set();
    const Box box = clip(places.box, g);
    if (!c.charge(int64_t{box.h} * box.w + 8)) return out_of_fuel();
    if (box.h == 0) return c.empty_set();
    if (is_small(places, box)) {
        if (const Value small = small_object(c, places.patch, box, g); !small.is_nothing()) return small;
    }
    Window mask(box);
    cover(places, mask);
    Colours colours;
    find_colours(g, mask, colours);
    ObjectBuilder object(c);
    Window plane(box);
    for (int32_t k = 0; k < colours.count; ++k) {
        match_window(g, colours.list[k], &mask, plane);
        object.add(colours.list[k], plane);
    }
    return object.finish();
}

// A grid that is taken apart by its colours (shape/parts.hpp).
class ByColours {
  public:
    ByColours(Context& c, const GridData* g) : parts(c), grid_(g), object_(c), places_(box_of(g)) {}
    Scratch parts;

    void each_colour(auto f) const {
        Colours colours;
        find_colours(grid_, colours);
        for (int32_t k = 0; k < colours.count; ++k) f(colours.list[k]);
    }
    void add_colour(int8_t colour) {
        match_window(grid_, colour, nullptr, places_);
        object_.add(colour, places_);
        parts.push(object_.finish());
    }

  private:
    const GridData* grid_;
    ObjectBuilder object_;
    Window places_;
};

constexpr int64_t kAnyColour = INT64_MAX;

Value partition_grid(Context& c, const GridData* g, int64_t ground) {
    if (!c.charge(g->cell_count() + 8)) return out_of_fuel();
    ByColours grid(c, g);
    shape::partition(grid, ground);
    return make_set(c, *grid.parts);
}

Value partition_general(Context& c, Value grid, Value skip) {
    Scratch cells(c), objects(c), one(c);
    Value why;
    const bool ok = each_general_cell(c, grid, why, [&](Value colour, int64_t i, int64_t j) {
        if (colour == skip) return;
        cells.push(colour);
        cells.push(general_cell(c, colour, i, j));
    });
    if (!ok) return why;
    // The first cell left decides the next colour.
    const Value taken = undefined(Reason::None);
    for (size_t first = 0; first < cells.size(); first += 2) {
        const Value colour = cells.data()[first];
        if (colour == taken) continue;
        if (!c.charge(static_cast<int64_t>(cells.size() - first))) return out_of_fuel();
        one->clear();
        for (size_t k = first; k < cells.size(); k += 2) {
            if (cells.data()[k] != colour) continue;
            one.push(cells.data()[k + 1]);
            cells.data()[k] = taken;
        }
        objects.push(make_set(c, *one));
    }
    return make_set(c, *objects);
}

Value partition(Context& c, const Value* a) {
    if (is_kind(a[0], Kind::Grid)) return partition_grid(c, as_grid(a[0]), kAnyColour);
    return partition_general(c, a[0], undefined(Reason::None));
}

Value fgpartition(Context& c, const Value* a) {
    int64_t background = 0;
    if (!is_tuple(a[0])) return wrong_type();
    if (!grid_mostcolor(c, a[0], background)) return no_background(c);
    if (is_kind(a[0], Kind::Grid)) return partition_grid(c, as_grid(a[0]), background);
    return partition_general(c, a[0], make_int(background));
}

// A grid that is taken apart into lines of one colour.
class ByLines : public GridLines {
  public:
    ByLines(Context& c, const GridData* g) : GridLines(g), parts(c), object_(c) {}
    Scratch parts;

    void add_row(int32_t i) { add({i, 0, 1, width()}); }
    void add_column(int32_t j) { add({0, j, height(), 1}); }

  private:
    ObjectBuilder object_;

    void add(const Box& box) {
        Window line(box);
        line.fill();
        object_.add(grid_->at(box.top, box.left), line);
        parts.push(object_.finish());
    }
};

Value frontiers_grid(Context& c, const GridData* g) {
    if (!c.charge(g->cell_count() / 2 + 8 * (int64_t{g->h} + g->w))) return out_of_fuel();
    ByLines grid(c, g);
    shape::frontiers(grid);
    return make_set(c, *grid.parts);
}

Value frontiers_general(Context& c, Value grid) {
    Table t;
    Value why;
    if (!read_wide_table(c, grid, t, why)) return why;
    Scratch objects(c), one(c);
    const size_t h = t.height(), w = t.width();
    for (size_t i = 0; i < h; ++i) {
        const auto& row = t.rows[i];
        if (row.empty() || std::count(row.begin(), row.end(), row[0]) != std::ssize(row)) continue;
        if (row.size() < w) return out_of_range();
        one->clear();
        for (size_t j = 0; j < w; ++j) one.push(general_cell(c, row[j], int64_t(i), int64_t(j)));
        objects.push(make_set(c, *one));
    }
    for (size_t j = 0; j < t.shortest(); ++j) {
        one->clear();
        for (size_t i = 0; i < h && t.rows[i][j] == t.rows[0][j]; ++i) {
            one.push(general_cell(c, t.rows[i][j], int64_t(i), int64_t(j)));
        }
        if (one.size() == h) objects.push(make_set(c, *one));
    }
    return make_set(c, *objects);
}

Value frontiers(Context& c, const Value* a) {
    if (is_kind(a[0], Kind::Grid)) return frontiers_grid(c, as_grid(a[0]));
    return frontiers_general(c, a[0]);
}

}  // namespace

std::span<const OpBody> reading_ops() {
    static constexpr OpBody kOps[] = {
        {"asindices", 1, asindices}, {"asobject", 1, asobject}, {"ofcolor", 2, ofcolor},
        {"index", 2, index, kMeasures},
        {"toobject", 2, toobject, kMakesReading},
        {"objects", 4, objects}, {"partition", 1, partition}, {"fgpartition", 1, fgpartition},
        {"frontiers", 1, frontiers}, {"occurrences", 2, occurrences},
    };
    return kOps;
}

}  // namespace arcloom
