// native/ops/mirrors.cpp: grids turned and mirrored; patches mirrored within their boxes, by bits
#include <algorithm>

#include "ops/support/buffer.hpp"
#include "ops/support/grid_planes.hpp"
#include "ops/support/rows.hpp"
#include "reshaping.hpp"

namespace arcloom {

namespace {

enum class Turn : uint8_t { HMirror, VMirror, DMirror, CMirror, Rot90, Rot180, Rot270 };

bool exchanges_sides(Turn t) {
    return t == Turn::DMirror || t == Turn::CMirror || t == Turn::Rot90 || t == Turn::Rot270;
}

// Grids.

void reverse_row(int8_t* out, const int8_t* in, int32_t w) {
    for (int32_t j = 0; j < w; ++j) out[j] = in[w - 1 - j];
}

// Row r of the result is a column of the grid, read from `start` in steps of `step`.
void read_column(int8_t* out, const int8_t* start, ptrdiff_t step, int32_t n) {
    for (int32_t k = 0; k < n; ++k) out[k] = start[k * step];
}

void turn_row(int8_t* out, const GridData* g, int32_t r, Turn t) {
    const ptrdiff_t w = g->w;
    const int8_t *top = g->cells, *bottom = g->row(g->h - 1);
    switch (t) {
        case Turn::HMirror: std::memcpy(out, g->row(g->h - 1 - r), static_cast<size_t>(w)); return;
        case Turn::VMirror: reverse_row(out, g->row(r), g->w); return;
        case Turn::Rot180: reverse_row(out, g->row(g->h - 1 - r), g->w); return;
        case Turn::DMirror: read_column(out, top + r, w, g->h); return;
        case Turn::CMirror: read_column(out, bottom + (w - 1 - r), -w, g->h); return;
        case Turn::Rot90: read_column(out, bottom + r, -w, g->h); return;
        case Turn::Rot270: read_column(out, top + (w - 1 - r), w, g->h); return;
    }
}

Value turn_grid(Context& c, const GridData* g, Turn t) {
    if (!c.charge(int64_t{g->h} * g->w / 2 + 8)) return out_of_fuel();
    GridData* out = exchanges_sides(t) ? new_grid(c, g->w, g->h) : new_grid(c, g->h, g->w);
    for (int32_t r = 0; r < out->h; ++r) turn_row(out->cells + static_cast<ptrdiff_t>(r) * out->w, g, r, t);
    return finish_grid(c, out);
}

// Any tuple, as a grid. Transposing goes as far as the shortest row; CMirror counts from the rows' ends,
// as it reverses them first.
Value turn_tuple(Context& c, Value v, Turn t) {
    if (is_kind(v, Kind::Grid)) return turn_grid(c, as_grid(v), t);
    Table table;
    Value why;
    if (!read_table(c, v, table, why)) return why;
    auto& rows = table.rows;
    const bool upside_down = t == Turn::CMirror || t == Turn::Rot90 || t == Turn::Rot180;
    if (upside_down) std::reverse(rows.begin(), rows.end());
    if (t == Turn::VMirror || t == Turn::Rot180 || t == Turn::CMirror) {
        for (auto& row : rows) std::reverse(row.begin(), row.end());
    }
    if (!exchanges_sides(t)) return make_table(c, table);
    Table out;
    out.rows.resize(table.shortest());
    for (size_t j = 0; j < out.rows.size(); ++j) {
        for (const auto& row : rows) out.rows[j].push_back(row[j]);
    }
    if (t == Turn::Rot270) std::reverse(out.rows.begin(), out.rows.end());
    return make_table(c, out);
}

// The elements of any tuple, last first.
Value reversed(Context& c, Value v) {
    if (!c.charge(int64_t{size_of(v)} + 8)) return out_of_fuel();
    Scratch items(c);
    append_elements(c, v, *items);
    std::reverse(items->begin(), items->end());
    return make_tuple(c, items.data(), items.size());
}

// Patches.

uint64_t reverse_bits(uint64_t x) {
    x = ((x >> 1) & 0x5555555555555555ULL) | ((x & 0x5555555555555555ULL) << 1);
    x = ((x >> 2) & 0x3333333333333333ULL) | ((x & 0x3333333333333333ULL) << 2);
    x = ((x >> 4) & 0x0F0F0F0F0F0F0F0FULL) | ((x & 0x0F0F0F0F0F0F0F0FULL) << 4);
    return __builtin_bswap64(x);
}

// The w bits of `in`, last first; a patch has at most two words a row.
void reverse_row(uint64_t* out, const uint64_t* in, int32_t stride, int32_t w) {
    if (stride == 1) {
        out[0] = reverse_bits(in[0]) >> (64 - w);
        return;
    }
    const uint64_t lo = reverse_bits(in[1]), hi = reverse_bits(in[0]);
    const int32_t s = 128 - w;  // 0..63
    out[0] = s == 0 ? lo : (lo >> s) | (hi << (64 - s));
    out[1] = hi >> s;
}

struct Spot {
    int64_t i, j;
};

// Where (i, j) goes when the frame is mirrored.
Spot mirrored(const Box& frame, int64_t i, int64_t j, Turn t) {
    const int64_t a = frame.top, b = frame.left;
    switch (t) {
        case Turn::HMirror: return {a + frame.bottom() - i, j};
        case Turn::VMirror: return {i, b + frame.right() - j};
        case Turn::DMirror: return {a + j - b, b + i - a};
        default: return {a + frame.w - 1 - (j - b), b + frame.h - 1 - (i - a)};
    }
}

Box mirrored(const Box& frame, const Box& box, Turn t) {
    const Spot p = mirrored(frame, box.top, box.left, t), q = mirrored(frame, box.bottom(), box.right(), t);
    const bool swap = exchanges_sides(t);
    return {static_cast<int32_t>(std::min(p.i, q.i)), static_cast<int32_t>(std::min(p.j, q.j)),
            swap ? box.w : box.h, swap ? box.h : box.w};
}

// The patch, part of something in `frame`, after the mirror. Its size stays within bits.
const Patch* mirror_patch(Context& c, const Patch* p, const Box& frame, Turn t) {
    Window out(mirrored(frame, p->box, t));
    const int32_t h = p->box.h, w = p->box.w;
    if (t == Turn::HMirror) {
        for (int32_t y = 0; y < h; ++y) std::copy_n(p->row(y), p->stride, out.row(h - 1 - y));
    } else if (t == Turn::VMirror) {
        for (int32_t y = 0; y < h; ++y) reverse_row(out.row(y), p->row(y), p->stride, w);
    } else {
        each_place(p, [&](int32_t i, int32_t j) {
            const Spot to = mirrored(frame, i, j, t);
            out.set(static_cast<int32_t>(to.i), static_cast<int32_t>(to.j));
        });
    }
    return as_patch(out.finish(c));
}

// Whether the frame stays among the places (or cells) that bits may stand for, also where its sides change places.
bool stays_near(const Box& frame, Turn t) {
    const int64_t side = std::max(frame.h, frame.w);
    const bool upright = t == Turn::HMirror || t == Turn::VMirror;
    if (!upright && !fits_patch({frame.top, frame.left, frame.w, frame.h})) return false;
    return fits_cell(frame.top) && fits_cell(frame.top + side) && fits_cell(frame.left) &&
           fits_cell(frame.left + side);
}

Value mirror_object(Context& c, const Object* o, Turn t) {
    Buffer<Plane, 64> planes(o->nplanes);
    for (uint32_t k = 0; k < o->nplanes; ++k) {
        planes[k] = {o->planes[k].colour, mirror_patch(c, o->planes[k].patch, o->box, t)};
    }
    return make_object(c, planes.data(), o->nplanes);
}

// Sets that are not bits, element by element.
Value mirror_general(Context& c, Value v, const Places& places, Turn t) {
    bool ok = false;
    const bool cells = first_is_cell(c, v, ok);
    Scratch items(c);
    append_elements(c, v, *items);
    size_t k = 0;
    places.each([&](int32_t i, int32_t j) {
        const Spot to = mirrored(places.box, i, j, t);
        const Value place = make_pair(c, to.i, to.j);
        Value& item = items.data()[k++];
        item = cells ? make_tuple2(c, element_at(c, item, 0), place) : place;
    });
    return make_set(c, *items);
}

Value mirror(Context& c, Value v, Turn t) {
    if (is_tuple(v)) {  // upside down, rows need not be rows
        return t == Turn::HMirror && !is_kind(v, Kind::Grid) ? reversed(c, v) : turn_tuple(c, v, t);
    }
    Places places;
    Value why;
    if (!take_places(c, v, places, why)) return why;
    if (places.empty()) return empty();
    if (stays_near(places.box, t)) {
        if (places.patch != nullptr) return heap_value(mirror_patch(c, places.patch, places.box, t));
        if (places.object != nullptr) return mirror_object(c, places.object, t);
    }
    return mirror_general(c, v, places, t);
}

}  // namespace

Value hmirror(Context& c, const Value* a) { return mirror(c, a[0], Turn::HMirror); }
Value vmirror(Context& c, const Value* a) { return mirror(c, a[0], Turn::VMirror); }
Value dmirror(Context& c, const Value* a) { return mirror(c, a[0], Turn::DMirror); }
Value cmirror(Context& c, const Value* a) { return mirror(c, a[0], Turn::CMirror); }
Value rot90(Context& c, const Value* a) { return turn_tuple(c, a[0], Turn::Rot90); }
Value rot180(Context& c, const Value* a) { return turn_tuple(c, a[0], Turn::Rot180); }
Value rot270(Context& c, const Value* a) { return turn_tuple(c, a[0], Turn::Rot270); }

}  // namespace arcloom
