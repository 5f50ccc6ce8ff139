// native/ops/support/grid_planes.hpp: objects out of grids, colour by colour; places that lie on the grid
#pragma once

#include "bytes.hpp"
#include "places.hpp"

namespace arcloom {

// The colours that occur, ascending.
struct Colours {
    int32_t count = 0;
    int8_t list[256];
};
void find_colours(const GridData*, Colours& out);
void find_colours(const GridData*, const Window& mask, Colours& out);  // under the mask, which is on the grid

// Collects an object's planes, to be added ascending by colour. A plane that does not fit bits makes the
// object a plain set of cells.
class ObjectBuilder {
  public:
    explicit ObjectBuilder(Context& c) : context_(c) {}
    void add(int32_t colour, const Window& places);
    Value finish();  // and starts anew

  private:
    Context& context_;
    size_t count_ = 0;
    Plane planes_[256];
    std::vector<Value> cells_;  // of the planes that do not fit
};

// The places of that colour into a window that lies on the grid, within `mask` where there is one.
void match_window(const GridData*, int8_t colour, const Window* mask, Window& out);

// f(i, j, word) for the patch moved by (di, dj), where it lies on an h x w grid: bit k of a word is place (i, j + k).
template <class F>
void each_word_within(const Patch* p, int64_t h, int64_t w, int64_t di, int64_t dj, F&& f) {
    const int64_t top = p->box.top + di, left = p->box.left + dj;
    if (p->stride == 1 && top >= 0 && left >= 0 && top + p->box.h <= h && left + p->box.w <= w) {  // nearly always
        for (int32_t y = 0; y < p->box.h; ++y) f(top + y, left, p->words[y]);
        return;
    }
    const int64_t first = top < 0 ? -top : 0, last = top + p->box.h > h ? h - top : p->box.h;
    for (int64_t y = first; y < last; ++y) {
        for (int32_t k = 0; k < p->stride; ++k) {
            const int64_t base = left + k * 64;
            if (base <= -64 || base >= w) continue;
            const uint64_t word = p->row(static_cast<int32_t>(y))[k] & low_mask(w - base);
            f(top + y, base < 0 ? 0 : base, base < 0 ? word >> -base : word);
        }
    }
}

// f(i, j) for the places that do.
template <class F>
void each_within(const Patch* p, int64_t h, int64_t w, int64_t di, int64_t dj, F&& f) {
    each_word_within(p, h, w, di, dj, [&](int64_t i, int64_t j, uint64_t word) {
        for (; word != 0; word &= word - 1) f(i, j + std::countr_zero(word));
    });
}

template <class F>
void each_within(const Places& places, int64_t h, int64_t w, F&& f) {
    if (places.patch != nullptr) {
        each_within(places.patch, h, w, 0, 0, f);
    } else if (places.object != nullptr) {
        for (uint32_t k = 0; k < places.object->nplanes; ++k) {
            each_within(places.object->planes[k].patch, h, w, 0, 0, f);
        }
    } else {
        for (const Place p : places.list) {
            if (p.i >= 0 && p.i < h && p.j >= 0 && p.j < w) f(int64_t{p.i}, int64_t{p.j});
        }
    }
}

// Reads places and charges for them. Where false, `why` is the answer.
inline bool take_places(Context& c, Value v, Places& out, Value& why) {
    const bool paid = !is_container(v) || c.charge(int64_t{size_of(v)} * 2 + 8);
    if (paid && read_places(c, v, out)) return true;
    why = paid ? wrong_type() : out_of_fuel();
    return false;
}

}  // namespace arcloom
