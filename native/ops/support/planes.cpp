// native/ops/support/planes.cpp: unions of patches and of objects, by bits where the result is bits
#include "planes.hpp"

#include <algorithm>

#include "merge.hpp"

namespace arcloom {

namespace {

// Sets of places as bits (shape/unions.hpp); nothing where these do not hold them.
class UnitedBits {
  public:
    explicit UnitedBits(Context& c) : context_(c) {}
    bool measure(const Patch* p) {
        box_ = work_ == 0 ? p->box : unite(box_, p->box);
        work_ += p->box.h;
        return true;
    }
    bool makes_room() {
        if (!fits_patch(box_)) return false;
        why_ = out_of_fuel();
        if (!context_.charge(words_of(box_) + work_)) return false;
        window_.reset(box_);
        return true;
    }
    bool take(const Patch* p) {
        window_.unite(p);
        return true;
    }
    Value done() { return window_.finish(context_); }
    Value none() const { return why_; }

  private:
    Context& context_;
    Value why_ = nothing();
    Box box_{};
    int64_t work_ = 0;
    Window window_;
};

int64_t places_in(const Plane* planes, size_t n) {
    int64_t total = 0;
    for (size_t k = 0; k < n; ++k) total += planes[k].patch->count;
    return total;
}

Value unite_wide_places(Context& c, const Plane* planes, size_t n) {
    if (!c.charge(places_in(planes, n) * 4)) return out_of_fuel();
    Gathered whole(c, true);
    return shape::merge(whole, n, [=](size_t k) { return heap_value(planes[k].patch); });
}

// Some colour spreads too far for bits: the cells one by one.
Value unite_wide_cells(Context& c, const Plane* planes, size_t n) {
    if (!c.charge(places_in(planes, n) * 4)) return out_of_fuel();
    Scratch cells(c);
    for (size_t k = 0; k < n; ++k) {
        const int32_t colour = planes[k].colour;
        each_place(planes[k].patch, [&](int32_t i, int32_t j) { cells.push(raw_cell(colour, i, j)); });
    }
    return make_set(c, *cells);
}

}  // namespace

Value unite_places(Context& c, const Plane* planes, size_t n) {
    if (n == 0) return c.empty_set();
    if (n == 1) return heap_value(planes[0].patch);
    UnitedBits whole(c);
    const Value united = shape::merge(whole, n, [=](size_t k) { return planes[k].patch; });
    return united.is_nothing() ? unite_wide_places(c, planes, n) : united;
}

Value unite_cells(Context& c, Plane* planes, size_t n) {
    if (!c.charge(static_cast<int64_t>(n))) return out_of_fuel();
    const auto by_colour = [](const Plane& a, const Plane& b) { return a.colour < b.colour; };
    if (!std::is_sorted(planes, planes + n, by_colour)) std::sort(planes, planes + n, by_colour);
    PlaneList united;
    for (size_t first = 0, k = 0; first < n; first = k) {
        while (k < n && planes[k].colour == planes[first].colour) ++k;
        const Value places = unite_places(c, planes + first, k - first);
        if (places.undefined()) return places;
        if (!is_kind(places, Kind::Patch)) return unite_wide_cells(c, planes, n);
        united.push(planes[first].colour, as_patch(places));
    }
    return make_object(c, united.data(), united.size());
}

}  // namespace arcloom
