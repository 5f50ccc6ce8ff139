// native/ops/support/planes.hpp: unions of patches and of objects, by bits
#pragma once

#include "answers.hpp"

namespace arcloom {

// Planes in any order, several of one colour allowed; no memory up to 48 of them.
class PlaneList {
  public:
    void push(int32_t colour, const Patch* patch) {
        if (count_ < kSmall) {
            small_[count_++] = {colour, patch};
            return;
        }
        if (count_ == kSmall) large_.assign(small_, small_ + kSmall);
        large_.push_back({colour, patch});
        ++count_;
    }
    void push(const Object* o) {
        for (uint32_t k = 0; k < o->nplanes; ++k) push(o->planes[k].colour, o->planes[k].patch);
    }
    Plane* data() { return count_ <= kSmall ? small_ : large_.data(); }
    size_t size() const { return count_; }

  private:
    static constexpr size_t kSmall = 48;
    Plane small_[kSmall];
    std::vector<Plane> large_;
    size_t count_ = 0;
};

inline int64_t words_of(const Box& b) { return int64_t{b.h} * ((b.w + 63) / 64); }

// The union of the patches as a set of places; `planes` may be in any order, colours are not looked at.
Value unite_places(Context&, const Plane* planes, size_t n);

// The union of the planes as a set of cells; the array is sorted by colour.
Value unite_cells(Context&, Plane* planes, size_t n);

}  // namespace arcloom
