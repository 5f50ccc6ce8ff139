// native/ops/support/grid_planes.cpp: objects out of grids, plane by plane
#include "grid_planes.hpp"

#include <algorithm>

namespace arcloom {

namespace {

// each_cell(f) calls f(colour) for each cell. Mostly all colours lie in 0..63: then a bit each tells.
template <class EachCell>
void list_colours(EachCell&& each_cell, Colours& out) {
    uint64_t small = 0;
    int any = 0;
    each_cell([&](int8_t colour) {
        small |= uint64_t{1} << (colour & 63);
        any |= colour;
    });
    out.count = 0;
    if ((any & ~63) == 0) {
        for (; small != 0; small &= small - 1) out.list[out.count++] = static_cast<int8_t>(std::countr_zero(small));
        return;
    }
    bool seen[256] = {};
    each_cell([&](int8_t colour) { seen[colour + 128] = true; });
    for (int k = 0; k < 256; ++k) {
        if (seen[k]) out.list[out.count++] = static_cast<int8_t>(k - 128);
    }
}

bool fits_cells(const Box& b) {
    return fits_cell(b.top) && fits_cell(b.bottom()) && fits_cell(b.left) && fits_cell(b.right());
}

}  // namespace

void find_colours(const GridData* g, Colours& out) {
    list_colours([g](auto&& f) { std::for_each(g->cells, grid_end(g), f); }, out);
}

void find_colours(const GridData* g, const Window& mask, Colours& out) {
    list_colours([&](auto&& f) { mask.each([&](int32_t i, int32_t j) { f(g->at(i, j)); }); }, out);
}

void ObjectBuilder::add(int32_t colour, const Window& places) {
    if (!fits_patch(places.box()) && fits_cells(places.box()) && !fits_patch(places.tight())) {
        places.each([&](int32_t i, int32_t j) { cells_.push_back(raw_cell(colour, i, j)); });
        return;
    }
    const Value set = places.finish(context_);
    if (set.heap()->count == 0) return;
    if (is_kind(set, Kind::Patch) && fits_cells(as_patch(set)->box)) {
        planes_[count_++] = {colour, as_patch(set)};
        return;
    }
    const size_t from = cells_.size();
    append_elements(context_, set, cells_);
    for (size_t k = from; k < cells_.size(); ++k) {
        const Place p = cells_[k].pair();
        cells_[k] = make_cell(context_, colour, p.i, p.j);
    }
}

Value ObjectBuilder::finish() {
    const size_t n = count_;
    count_ = 0;
    if (cells_.empty()) return make_object(context_, planes_, n);
    for (size_t k = 0; k < n; ++k) {
        each_place(planes_[k].patch, [&](int32_t i, int32_t j) {
            cells_.push_back(make_cell(context_, planes_[k].colour, i, j));
        });
    }
    const Value set = make_set(context_, cells_);
    cells_.clear();
    return set;
}

void match_window(const GridData* g, int8_t colour, const Window* mask, Window& out) {
    const Box box = out.box();
    const uint64_t colour8 = broadcast(colour);
    const int8_t* end = grid_end(g);
    if (out.stride() == 1) {
        const int8_t* row = g->row(box.top) + box.left;
        for (int32_t y = 0; y < box.h; ++y, row += g->w) {
            const uint64_t bits = match_bits(row, box.w, colour8, end);
            out.row(y)[0] = mask != nullptr ? bits & mask->row(y)[0] : bits;
        }
        return;
    }
    for (int32_t y = 0; y < box.h; ++y) {
        const int8_t* row = g->row(box.top + y) + box.left;
        for (int32_t k = 0; k < out.stride(); ++k) {
            const int32_t n = std::min(box.w - k * 64, 64);
            uint64_t bits = match_bits(row + k * 64, n, colour8, end);
            if (mask != nullptr) bits &= mask->row(y)[k];
            out.row(y)[k] = bits;
        }
    }
}

}  // namespace arcloom
