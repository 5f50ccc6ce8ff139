// native/ops/occurrences.cpp: where an object's cells match a grid
#include <algorithm>

#include "ops/support/buffer.hpp"
#include "ops/support/cells.hpp"
#include "ops/support/grid_planes.hpp"
#include "ops/support/rows.hpp"
#include "shape/windows.hpp"
#include "reading.hpp"

namespace arcloom {

namespace {

constexpr int32_t kWord = 64;

// Every (i, j) with i <= h and j <= w.
Value everywhere(Context& c, int64_t h, int64_t w) {
    if (!afford(c, h + 1, w + 1)) return out_of_fuel();
    Window all({0, 0, static_cast<int32_t>(h + 1), static_cast<int32_t>(w + 1)});
    all.fill();
    return all.finish(c);
}

// Where an object may be found in a grid, a word a row (shape/windows.hpp).
class Candidates {
  public:
    Candidates(const GridData* g, int32_t h, int32_t w)
        : places({0, 0, h, w}), grid_(g), match_(static_cast<size_t>(g->h)), rows_(places.row(0)), count_(h) {
        places.fill();
    }
    Window places;

    const uint64_t* cells_of(int8_t colour) {
        const int8_t* end = grid_end(grid_);
        const uint64_t colour8 = broadcast(colour);
        uint64_t* match = match_.data();
        for (int32_t i = 0; i < grid_->h; ++i) match[i] = match_bits(grid_->row(i), grid_->w, colour8, end);
        return match;
    }
    // Where a cell (a, b) further is there.
    bool keep(const uint64_t* there, int32_t a, int32_t b) {
        uint64_t left = 0;
        uint64_t* __restrict rows = rows_;
        const uint64_t* __restrict here = there + a;
        for (int32_t i = 0, n = count_; i < n; ++i) left |= rows[i] &= here[i] >> b;
        return left != 0;
    }

  private:
    const GridData* grid_;
    Buffer<uint64_t, kWord> match_;
    uint64_t* rows_;
    int32_t count_;
};

struct Sought {
    const Object* object;

    struct Cells {
        const Patch* patch;
        int32_t top, left;

        bool each(auto f) const {
            for (int32_t y = 0; y < patch->box.h; ++y) {
                for (uint64_t word = patch->row(y)[0]; word != 0; word &= word - 1) {
                    if (!f(top + y, left + std::countr_zero(word))) return false;
                }
            }
            return true;
        }
    };
    // A colour that no grid of bytes has is not found.
    bool each_colour(auto f) const {
        for (uint32_t k = 0; k < object->nplanes; ++k) {
            const auto& [colour, patch] = object->planes[k];
            const Cells cells{patch, patch->box.top - object->box.top, patch->box.left - object->box.left};
            if (!fits_byte(colour) || !f(static_cast<int8_t>(colour), cells)) return false;
        }
        return true;
    }
};

// For grids of one word a row: all placements at once, a word a row.
Value occurrences_bits(Context& c, const GridData* g, const Object* o) {
    const int32_t h = g->h - o->box.h + 1, w = g->w - o->box.w + 1;
    if (h < 1 || w < 1) return c.empty_set();
    if (!c.charge(int64_t{o->nplanes} * g->h * 4 + int64_t{o->count} * h / 2 + 16)) return out_of_fuel();
    Candidates found(g, h, w);
    return shape::occurrences(found, Sought{o}) ? found.places.finish(c) : c.empty_set();
}

// Whether all cells match with the box's corner at (i, j).
bool matches(const Table& t, const std::vector<CellItem>& cells, const Box& box, int64_t i, int64_t j) {
    const auto h = static_cast<int64_t>(t.height()), w = static_cast<int64_t>(t.width());
    return std::all_of(cells.begin(), cells.end(), [&](const CellItem& cell) {
        const int64_t a = i + cell.place.i - box.top, b = j + cell.place.j - box.left;
        if (a < 0 || a >= h || b < 0 || b >= w) return false;
        const auto& row = t.rows[static_cast<size_t>(a)];
        return static_cast<size_t>(b) < row.size() && row[static_cast<size_t>(b)] == cell.colour;
    });
}

// The size by which placements are bounded: a tuple's is a grid's.
bool placed_size(Context& c, Value v, const Places& places, int64_t& h, int64_t& w) {
    h = places.box.h;
    w = places.box.w;
    if (!is_tuple(v)) return true;
    h = size_of(v);
    return first_width(c, v, w);
}

Value occurrences_general(Context& c, const Table& t, Value obj, const Places& places) {
    int64_t oh = 0, ow = 0;
    if (!placed_size(c, obj, places, oh, ow)) return wrong_type();
    const int64_t h = static_cast<int64_t>(t.height()) - oh + 1, w = static_cast<int64_t>(t.width()) - ow + 1;
    if (h < 1 || w < 1) return c.empty_set();
    std::vector<CellItem> cells;
    if (!read_cells(c, obj, cells)) return wrong_type();
    Scratch found(c);
    for (int64_t i = 0; i < h; ++i) {
        if (!c.charge(w * 4)) return out_of_fuel();
        for (int64_t j = 0; j < w; ++j) {
            if (matches(t, cells, places.box, i, j)) found.push(make_pair(c, i, j));
        }
    }
    return make_set(c, *found);
}

}  // namespace

Value occurrences(Context& c, const Value* a) {
    if (is_kind(a[0], Kind::Grid) && is_kind(a[1], Kind::Object) && as_grid(a[0])->w <= kWord) {
        return occurrences_bits(c, as_grid(a[0]), as_object(a[1]));
    }
    Places places;
    Table t;
    Value why;
    if (!take_places(c, a[1], places, why) || !read_wide_table(c, a[0], t, why)) return why;
    if (places.empty()) {
        return everywhere(c, static_cast<int64_t>(t.height()), static_cast<int64_t>(t.width()));
    }
    return occurrences_general(c, t, a[1], places);
}

}  // namespace arcloom
