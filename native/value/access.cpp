// native/value/access.cpp: elements of tuples, grids, sets, patches and objects
#include "access.hpp"

#include <algorithm>

namespace arcloom {

namespace {

Place nth_place(const Patch* p, uint32_t k) {
    for (int32_t y = 0;; ++y) {
        for (int32_t s = 0; s < p->stride; ++s) {
            uint64_t word = p->row(y)[s];
            const auto n = static_cast<uint32_t>(std::popcount(word));
            if (k >= n) {
                k -= n;
                continue;
            }
            for (; k > 0; --k) word &= word - 1;
            return {p->box.top + y, p->box.left + s * 64 + std::countr_zero(word)};
        }
    }
}

Value nth_cell(const Object* o, uint32_t k) {
    const Plane* plane = o->planes;
    while (k >= plane->patch->count) k -= (plane++)->patch->count;
    const Place p = nth_place(plane->patch, k);
    return raw_cell(plane->colour, p.i, p.j);
}

// Writes what `first` is for each place of the patch, `first` being that for its upper left corner; from there on a row
// is one field, and a column the lowest one. Gives where to go on.
Value* write_places(const Patch* p, uint64_t first, uint64_t row_step, Value* to) {
    constexpr int kColumnShift = 3;
    for (int32_t y = 0; y < p->box.h; ++y, first += row_step) {
        const uint64_t* row = p->row(y);
        for (int32_t k = 0; k < p->stride; ++k) {
            const uint64_t begin = first + (static_cast<uint64_t>(k) * 64 << kColumnShift);
            for (uint64_t word = row[k]; word != 0; word &= word - 1) {
                (to++)->bits = begin + (static_cast<uint64_t>(std::countr_zero(word)) << kColumnShift);
            }
        }
    }
    return to;
}

}  // namespace

Value grid_row(Context& c, const GridData* g, int32_t i) {
    if (g->w == 2) return raw_pair(g->at(i, 0), g->at(i, 1));
    RowData* row = new_row(c, static_cast<size_t>(g->w));
    std::memcpy(row->cells, g->row(i), static_cast<size_t>(g->w));
    return finish_row(c, row);
}

Value element_at(Context& c, Value v, uint32_t k) {
    if (v.is_pair()) return make_int(k == 0 ? v.pair_i() : v.pair_j());
    if (v.is_cell()) return k == 0 ? make_int(v.cell_colour()) : raw_pair(v.cell_place());
    switch (v.heap()->kind) {
        case Kind::Tuple: return as_tuple(v)->items[k];
        case Kind::Row: return make_int(as_row(v)->cells[k]);
        case Kind::Set: return as_set(v)->items[k];
        case Kind::Grid: return grid_row(c, as_grid(v), static_cast<int32_t>(k));
        case Kind::Patch: return raw_pair(nth_place(as_patch(v), k));
        case Kind::Object: return nth_cell(as_object(v), k);
        case Kind::Func: break;
    }
    return undefined(Reason::Type);
}

void append_elements(Context& c, Value v, std::vector<Value>& out) {
    if (is_kind(v, Kind::Func)) return;
    const size_t before = out.size(), n = size_of(v);
    out.resize(before + n);
    Value* to = out.data() + before;
    if (!v.is_heap()) {
        to[0] = element_at(c, v, 0);
        to[1] = element_at(c, v, 1);
        return;
    }
    switch (v.heap()->kind) {
        case Kind::Tuple: std::copy_n(as_tuple(v)->items, n, to); return;
        case Kind::Row: std::transform(as_row(v)->cells, as_row(v)->cells + n, to, make_int); return;
        case Kind::Set: std::copy_n(as_set(v)->items, n, to); return;
        case Kind::Grid:
            for (size_t i = 0; i < n; ++i) to[i] = grid_row(c, as_grid(v), static_cast<int32_t>(i));
            return;
        case Kind::Patch:
            write_places(as_patch(v), raw_pair(as_patch(v)->box.top, as_patch(v)->box.left).bits,
                         raw_pair(1, 0).bits - raw_pair(0, 0).bits, to);
            return;
        case Kind::Object:
            for (uint32_t k = 0; k < as_object(v)->nplanes; ++k) {
                const Plane& plane = as_object(v)->planes[k];
                to = write_places(plane.patch, raw_cell(plane.colour, plane.patch->box.top, plane.patch->box.left).bits,
                                  raw_cell(0, 1, 0).bits - raw_cell(0, 0, 0).bits, to);
            }
            return;
        case Kind::Func: return;
    }
}

void list_elements(Context& c, Value v, std::vector<Value>& out) {
    constexpr uint32_t kWorthKeeping = 8;
    const bool bits = is_kind(v, Kind::Patch) || is_kind(v, Kind::Object);
    if (!bits || v.heap()->count < kWorthKeeping) return append_elements(c, v, out);
    Context::Listed& listed = c.listed;
    if (listed.container == v && !listed.items.empty()) {
        out.insert(out.end(), listed.items.begin(), listed.items.end());
        return;
    }
    append_elements(c, v, out);
    if (listed.container == v) {  // the second time: it may come again
        listed.items.assign(out.end() - v.heap()->count, out.end());
    } else if (v.heap()->born != UINT32_MAX) {
        listed.items.clear();
        listed.container = v;
    }
}

bool contains(Context& c, Value v, Value x) {
    if (!v.is_heap()) return element_at(c, v, 0) == x || element_at(c, v, 1) == x;
    switch (v.heap()->kind) {
        case Kind::Tuple: {
            const Tuple* t = as_tuple(v);
            return std::find(t->items, t->items + t->count, x) != t->items + t->count;
        }
        case Kind::Row: {
            const int8_t* cells = as_row(v)->cells;
            return x.is_int() && std::find(cells, cells + v.heap()->count, x.as_int()) != cells + v.heap()->count;
        }
        case Kind::Set: {
            const SetData* s = as_set(v);
            return std::find(s->items, s->items + s->count, x) != s->items + s->count;
        }
        case Kind::Grid: {
            const GridData* g = as_grid(v);
            if (!is_tuple(x) || static_cast<int32_t>(size_of(x)) != g->w) return false;
            for (int32_t i = 0; i < g->h; ++i) {
                if (grid_row(c, g, i) == x) return true;
            }
            return false;
        }
        case Kind::Patch: return x.is_pair() && as_patch(v)->has(x.pair_i(), x.pair_j());
        case Kind::Object: {
            if (!x.is_cell()) return false;
            const Object* o = as_object(v);
            for (uint32_t k = 0; k < o->nplanes; ++k) {
                if (o->planes[k].colour != x.cell_colour()) continue;
                const Place p = x.cell_place();
                return o->planes[k].patch->has(p.i, p.j);
            }
            return false;
        }
        case Kind::Func: return false;
    }
    return false;
}

}  // namespace arcloom
