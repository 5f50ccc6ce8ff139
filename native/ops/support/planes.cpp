// native/ops/support/planes.cpp: unions of patches and of objects, by bits where the result is bits
#include "planes.hpp"

#include <algorithm>

namespace arcloom {

namespace {

Box box_of(const Plane* planes, size_t n) {
    Box box = planes[0].patch->box;
    for (size_t k = 1; k < n; ++k) box = unite(box, planes[k].patch->box);
    return box;
}

int64_t places_in(const Plane* planes, size_t n) {
    int64_t total = 0;
    for (size_t k = 0; k < n; ++k) total += planes[k].patch->count;
    return total;
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
    const Box box = box_of(planes, n);
    if (!fits_patch(box)) {
        if (!c.charge(places_in(planes, n) * 4)) return out_of_fuel();
        Scratch places(c);
        for (size_t k = 0; k < n; ++k) append_elements(c, heap_value(planes[k].patch), *places);
        return make_set(c, *places);
    }
    int64_t work = words_of(box);
    for (size_t k = 0; k < n; ++k) work += planes[k].patch->box.h;
    if (!c.charge(work)) return out_of_fuel();
    Window w(box);
    for (size_t k = 0; k < n; ++k) w.unite(planes[k].patch);
    return w.finish(c);
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
