// native/ops/periods.cpp: hperiod and vperiod: how far an object can be moved onto itself
#include <algorithm>

#include "ops/support/bitrows.hpp"
#include "ops/support/places.hpp"
#include "measures.hpp"
#include "patches.hpp"

namespace arcloom {

namespace {

// Whether each place of the plane at column p or beyond, counted from `d` columns left of the plane, has
// a place p columns to its left.
template <class W>
bool repeats_across(const Patch* plane, int32_t d, int32_t p) {
    const W ahead = ~low_ones<W>(p - d), close = low_ones<W>(p);
    for (int32_t y = 0; y < plane->box.h; ++y) {
        const W row = whole_row<W>(plane, y);
        const W moved = row & ahead;
        if ((moved & close) != 0) return false;  // would land left of the plane, where it has none
        if ((shifted_down(moved, p) & ~row) != 0) return false;
    }
    return true;
}

bool repeats_across(const Object* o, int32_t p) {
    for (uint32_t k = 0; k < o->nplanes; ++k) {
        const Patch* plane = o->planes[k].patch;
        const int32_t d = plane->box.left - o->box.left;
        if (p >= d + plane->box.w) continue;
        const bool ok = plane->stride == 1 ? repeats_across<uint64_t>(plane, d, p)
                                           : repeats_across<Wide>(plane, d, p);
        if (!ok) return false;
    }
    return true;
}

bool repeats_down(const Object* o, int32_t p) {
    for (uint32_t k = 0; k < o->nplanes; ++k) {
        const Patch* plane = o->planes[k].patch;
        const int32_t d = plane->box.top - o->box.top;
        for (int32_t y = std::max(p - d, 0); y < plane->box.h; ++y) {
            if (y < p) {
                if (!row_empty(plane, y)) return false;
                continue;
            }
            const uint64_t *row = plane->row(y), *before = plane->row(y - p);
            if ((row[0] & ~before[0]) != 0) return false;
            if (plane->stride > 1 && (row[1] & ~before[1]) != 0) return false;
        }
    }
    return true;
}

Value period_of_object(Context& c, const Object* o, bool across) {
    const int32_t extent = across ? o->box.w : o->box.h;
    bool paid = true;
    const int32_t least = shape::period(extent, [&](int32_t p) {
        paid = c.charge(2 + 4 * int64_t{o->nplanes});
        return !paid || (across ? repeats_across(o, p) : repeats_down(o, p));
    });
    return paid ? make_int(least) : out_of_fuel();
}

// Any order does for looking up cells, and equal values have equal bits.
bool by_bits(Value a, Value b) { return a.bits < b.bits; }

// Whether every moved cell is among the cells, which stand by_bits; wrong_type for one that is no cell.
Value repeats(Context& c, Scratch& cells, int64_t p, bool across) {
    for (const Value cell : *cells) {
        int64_t i = 0, j = 0;
        if (!is_tuple(cell) || size_of(cell) != 2) return wrong_type();
        if (!get_pair(element_at(c, cell, 1), i, j)) return wrong_type();
        (across ? j : i) -= p;
        if ((across ? j : i) < 0) continue;
        const Value target = make_tuple2(c, element_at(c, cell, 0), make_pair(c, i, j));
        if (!std::binary_search(cells->begin(), cells->end(), target, by_bits)) return make_bool(false);
    }
    return make_bool(true);
}

Value period_of_set(Context& c, Value v, int64_t extent, bool across) {
    Scratch cells(c);
    append_elements(c, v, *cells);
    std::sort(cells->begin(), cells->end(), by_bits);
    Value fits = nothing();
    const int64_t least = shape::period(extent, [&](int64_t p) {
        fits = c.charge(int64_t{16} * size_of(v)) ? repeats(c, cells, p, across) : out_of_fuel();
        return fits.undefined() || truth(fits);
    });
    return fits.undefined() ? fits : make_int(least);
}

Value period(Context& c, Value v, bool across) {
    if (!is_container(v)) return wrong_type();
    if (!c.charge(4 + int64_t{size_of(v)} / 8)) return out_of_fuel();
    if (size_of(v) == 0) return make_int(0);
    if (is_kind(v, Kind::Object)) return period_of_object(c, as_object(v), across);
    const Value set = to_origin(c, v);
    if (set.undefined()) return set;
    if (is_kind(set, Kind::Object)) return period_of_object(c, as_object(set), across);
    int64_t extent = 0;
    if (!(across ? width_of(c, set, extent) : height_of(c, set, extent))) return no_places(c);
    if (extent <= 1) return make_int(extent);
    if (is_kind(set, Kind::Patch)) return wrong_type();  // pairs have no colour to repeat
    return period_of_set(c, set, extent, across);
}

}  // namespace

namespace measures {

Value hperiod(Context& c, const Value* a) { return period(c, a[0], true); }

Value vperiod(Context& c, const Value* a) { return period(c, a[0], false); }

}  // namespace measures

}  // namespace arcloom
