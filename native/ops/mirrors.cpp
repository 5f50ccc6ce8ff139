// native/ops/mirrors.cpp: grids turned and mirrored; patches mirrored within their boxes, by bits
#include <algorithm>

#include "ops/support/buffer.hpp"
#include "ops/support/grid_planes.hpp"
#include "ops/support/rows.hpp"
#include "reshaping.hpp"
#include "shape/boxes.hpp"
#include "tile/turns.hpp"

namespace arcloom {

namespace {

using tile::exchanges_sides, tile::Turn;

// Grids.

// The word with its bytes exchanged across the diagonal: byte k of word r for byte r of word k.
void transpose_bytes(uint64_t (&rows)[8]) {
    const auto exchange = [&rows](int apart, int bits, uint64_t low) {
        for (int r = 0; r < 8; ++r) {
            if ((r & apart) != 0) continue;
            uint64_t &a = rows[r], &b = rows[r + apart];
            const uint64_t differ = ((a >> bits) ^ b) & low;
            b ^= differ;
            a ^= differ << bits;
        }
    };
    exchange(4, 32, 0x00000000FFFFFFFFULL);
    exchange(2, 16, 0x0000FFFF0000FFFFULL);
    exchange(1, 8, 0x00FF00FF00FF00FFULL);
}

// Eight rows of n >= 8 cells each, which are eight columns of what stands at `from`: the first of them is there, the next
// ones beside it, to the right or, where `back`, to the left. `step` leads from row to row.
void turn_columns(int8_t* out, int32_t n, const int8_t* from, ptrdiff_t step, bool back) {
    const int8_t* left = back ? from - 7 : from;
    for (int32_t k = 0; k < n; k += 8) {
        const int32_t at = std::min(k, n - 8);
        uint64_t rows[8];
        for (int32_t r = 0; r < 8; ++r) std::memcpy(&rows[r], left + (at + r) * step, 8);
        transpose_bytes(rows);
        for (int32_t r = 0; r < 8; ++r) std::memcpy(out + r * ptrdiff_t{n} + at, &rows[back ? 7 - r : r], 8);
    }
}

// Each row goes over the grid's cells from some cell on, in steps of a cell or a row, back or forth.
void turn_row(int8_t* out, int32_t n, const int8_t* from, ptrdiff_t step) {
    if (step == 1) {
        std::memcpy(out, from, static_cast<size_t>(n));
    } else if (step == -1) {
        for (int32_t k = 0; k < n; ++k) out[k] = *(from - k);
    } else {
        for (int32_t k = 0; k < n; ++k) out[k] = from[k * step];
    }
}

Value turn_grid(Context& c, const GridData* g, Turn t) {
    if (!c.charge(int64_t{g->h} * g->w / 2 + 8)) return out_of_fuel();
    GridData* out = exchanges_sides(t) ? new_grid(c, g->w, g->h) : new_grid(c, g->h, g->w);
    const tile::Sources cells(t, g->h, g->w);
    const auto offset = [g](tile::Spot s) { return ptrdiff_t{s.i} * g->w + s.j; };
    const int8_t* from = g->cells + offset(cells.first);
    int8_t* to = out->cells;
    const ptrdiff_t right = offset(cells.right), down = offset(cells.down);
    int32_t r = 0;
    if (exchanges_sides(t) && out->w >= 8) {
        for (; r + 8 <= out->h; r += 8, from += 8 * down, to += 8 * ptrdiff_t{out->w}) {
            turn_columns(to, out->w, from, right, down < 0);
        }
    }
    for (; r < out->h; ++r, from += down, to += out->w) turn_row(to, out->w, from, right);
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
    const bool upside_down = t == tile::kCMirror || t == tile::kRot90 || t == tile::kRot180;
    if (upside_down) std::reverse(rows.begin(), rows.end());
    if (t == tile::kVMirror || t == tile::kRot180 || t == tile::kCMirror) {
        for (auto& row : rows) std::reverse(row.begin(), row.end());
    }
    if (!exchanges_sides(t)) return make_table(c, table);
    Table out;
    out.rows.resize(table.shortest());
    for (size_t j = 0; j < out.rows.size(); ++j) {
        for (const auto& row : rows) out.rows[j].push_back(row[j]);
    }
    if (t == tile::kRot270) std::reverse(out.rows.begin(), out.rows.end());
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

// Where places go when the frame is mirrored.
class Mirrored {
  public:
    Mirrored(const Box& frame, Turn t) : frame_(frame), targets_(tile::targets(t, frame.h, frame.w)) {}
    Place of(int32_t i, int32_t j) const {
        const tile::Spot to = targets_.of(i - frame_.top, j - frame_.left);
        return {frame_.top + to.i, frame_.left + to.j};
    }

  private:
    const Box& frame_;
    tile::Sources targets_;
};

Box mirrored(const Box& frame, const Box& box, Turn t) {
    const Mirrored all(frame, t);
    const Place p = all.of(box.top, box.left), q = all.of(box.bottom(), box.right());
    const bool swap = exchanges_sides(t);
    return {std::min(p.i, q.i), std::min(p.j, q.j), swap ? box.w : box.h, swap ? box.h : box.w};
}

// The patch, part of something in `frame`, after the mirror. Its size stays within bits.
const Patch* mirror_patch(Context& c, const Patch* p, const Box& frame, Turn t) {
    Window out(mirrored(frame, p->box, t));
    const int32_t h = p->box.h, w = p->box.w;
    const tile::Steps steps = tile::steps(t);
    if (!steps.across) {
        const int32_t first = steps.up ? h - 1 : 0, down = steps.up ? -1 : 1;
        for (int32_t y = 0; y < h; ++y) {
            uint64_t* to = out.row(first + y * down);
            if (steps.back) {
                reverse_row(to, p->row(y), p->stride, w);
            } else {
                std::copy_n(p->row(y), p->stride, to);
            }
        }
    } else {
        // Rows come of columns alone, and columns of rows.
        const tile::Sources to = tile::targets(t, frame.h, frame.w);
        const int32_t top = frame.top + to.first.i - frame.left * to.right.i;
        const int32_t left = frame.left + to.first.j - frame.top * to.down.j;
        each_place(p, [&](int32_t i, int32_t j) { out.set(top + j * to.right.i, left + i * to.down.j); });
    }
    return as_patch(out.finish(c));
}

// Whether the frame stays among the places (or cells) that bits may stand for, also where its sides change places.
bool stays_near(const Box& frame, Turn t) {
    const int64_t side = std::max(frame.h, frame.w);
    const bool upright = t == tile::kHMirror || t == tile::kVMirror;
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
    const Mirrored all(places.box, t);
    places.each([&](int32_t i, int32_t j) {
        const Place to = all.of(i, j);
        const Value place = make_pair(c, to.i, to.j);
        Value& item = items.data()[k++];
        item = cells ? make_tuple2(c, element_at(c, item, 0), place) : place;
    });
    return make_set(c, *items);
}

// Places, or cells, that are turned in their box (shape/boxes.hpp).
struct TurnedInBox {
    Context& context;
    Value value;
    const Places& places;

    bool is_empty() const { return places.empty(); }
    static Value none() { return empty(); }
    Value turned(Turn t) const {
        if (stays_near(places.box, t)) {
            if (places.patch != nullptr) return heap_value(mirror_patch(context, places.patch, places.box, t));
            if (places.object != nullptr) return mirror_object(context, places.object, t);
        }
        return mirror_general(context, value, places, t);
    }
};

Value mirror(Context& c, Value v, Turn t) {
    if (is_tuple(v)) {  // upside down, rows need not be rows
        return t == tile::kHMirror && !is_kind(v, Kind::Grid) ? reversed(c, v) : turn_tuple(c, v, t);
    }
    Places places;
    Value why;
    if (!take_places(c, v, places, why)) return why;
    const TurnedInBox patch{c, v, places};
    return shape::turn(patch, t);
}

}  // namespace

Value hmirror(Context& c, const Value* a) { return mirror(c, a[0], tile::kHMirror); }
Value vmirror(Context& c, const Value* a) { return mirror(c, a[0], tile::kVMirror); }
Value dmirror(Context& c, const Value* a) { return mirror(c, a[0], tile::kDMirror); }
Value cmirror(Context& c, const Value* a) { return mirror(c, a[0], tile::kCMirror); }
Value rot90(Context& c, const Value* a) { return turn_tuple(c, a[0], tile::kRot90); }
Value rot180(Context& c, const Value* a) { return turn_tuple(c, a[0], tile::kRot180); }
Value rot270(Context& c, const Value* a) { return turn_tuple(c, a[0], tile::kRot270); }

}  // namespace arcloom
