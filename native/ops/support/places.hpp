// native/ops/support/places.hpp: reading a patch argument, whatever stands in for it: bits, plain set, tuple
#pragma once

#include "answers.hpp"

namespace arcloom {

// The bounding box and the places of anything that `toindices` takes.
// Fast where `patch` or `object` is set; `list` holds the places of the rare rest, in iteration order
// (repeats possible, as in a tuple).
struct Places {
    const Patch* patch = nullptr;    // the argument is a set of places in bits
    const Object* object = nullptr;  // the argument is a set of cells in planes
    std::vector<Place> list;
    Box box{0, 0, 0, 0};
    uint32_t count = 0;  // elements of the argument, clashes and repeats counted
    bool empty() const { return count == 0; }

    template <class F>
    void each(F&& f) const {  // f(i, j); a clash of an object comes once a colour
        if (patch != nullptr) {
            each_place(patch, f);
        } else if (object != nullptr) {
            each_cell(object, [&](int32_t, int32_t i, int32_t j) { f(i, j); });
        } else {
            for (const Place p : list) f(p.i, p.j);
        }
    }
};

// False where v is no patch (not a container, or an element is neither cell nor pair as the first one
// says), or where reading a plain set or tuple costs more than is left; no_places tells which.
bool read_places(Context&, Value v, Places& out);
inline Value no_places(const Context& c) { return c.fuel.dry() ? out_of_fuel() : wrong_type(); }

// As the original tells cells from pairs: the first element's second place holds a tuple.
// Only for a non-empty container; false in `ok` where that element has no second place.
bool first_is_cell(Context&, Value v, bool& ok);

// The distinct places as bits; the window covers the box. Charges for itself: box.h * box.w may be large
// where list is used; false where it is over what fuel allows.
bool window_of(Context&, const Places&, Window& out);

// All of them into a window that covers their box.
void unite_into(Window&, const Places&);

// What `toindices` answers: the set of places, or a tuple of pairs as it is.
Value to_indices(Context&, Value v);

}  // namespace arcloom
