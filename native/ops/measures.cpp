// native/ops/measures.cpp: height, width and what follows from them
#include "measures.hpp"

#include "ops/support/places.hpp"

namespace arcloom {

namespace {

// The box of a non-empty set; false where it holds no places.
bool box_of_set(Context& c, Value v, Box& out) {
    if (is_kind(v, Kind::Patch)) {
        out = as_patch(v)->box;
    } else if (is_kind(v, Kind::Object)) {
        out = as_object(v)->box;
    } else {
        Places places;
        if (!read_places(c, v, places)) return false;
        out = places.box;
    }
    return true;
}

// Length of a non-empty tuple's first element.
bool first_length(Context& c, Value v, int64_t& out) {
    if (is_kind(v, Kind::Grid)) {
        out = as_grid(v)->w;
        return true;
    }
    const Value first = element_at(c, v, 0);
    if (!is_container(first)) return false;
    out = size_of(first);
    return true;
}

}  // namespace

bool height_of(Context& c, Value v, int64_t& out) {
    if (!is_container(v)) return false;
    out = size_of(v);
    if (out == 0 || is_tuple(v)) return true;
    Box box;
    if (!box_of_set(c, v, box)) return false;
    out = box.h;
    return true;
}

bool width_of(Context& c, Value v, int64_t& out) {
    if (!is_container(v)) return false;
    out = 0;
    if (size_of(v) == 0) return true;
    if (is_tuple(v)) return first_length(c, v, out);
    Box box;
    if (!box_of_set(c, v, box)) return false;
    out = box.w;
    return true;
}

bool centre_of_box(Context& c, Value v, const Box& box, Place& out) {
    int64_t h = box.h, w = box.w;
    if (is_tuple(v) && (!height_of(c, v, h) || !width_of(c, v, w))) return false;
    out = shape::centre({box.top, box.left, static_cast<int32_t>(h), static_cast<int32_t>(w)});
    return true;
}

namespace {

bool both(Context& c, Value v, int64_t& h, int64_t& w) {
    return c.charge(2) && height_of(c, v, h) && width_of(c, v, w);
}

Value height(Context& c, const Value* a) {
    int64_t h = 0;
    return c.charge(1) && height_of(c, a[0], h) ? make_int(h) : no_places(c);
}

Value width(Context& c, const Value* a) {
    int64_t w = 0;
    return c.charge(1) && width_of(c, a[0], w) ? make_int(w) : no_places(c);
}

Value sides(Context& c, const Value* a) {
    int64_t h = 0, w = 0;
    return both(c, a[0], h, w) ? make_pair(c, h, w) : no_places(c);
}

Value portrait(Context& c, const Value* a) {
    int64_t h = 0, w = 0;
    return both(c, a[0], h, w) ? make_bool(shape::portrait(h, w)) : no_places(c);
}

Value square(Context& c, const Value* a) {
    int64_t h = 0, w = 0;
    if (!both(c, a[0], h, w)) return no_places(c);
    if (is_tuple(a[0])) return h == 0 ? empty() : make_bool(h == w);
    return make_bool(shape::square(h, w, [&] { return int64_t{size_of(a[0])}; }));
}

// The second extent is looked at only if the first one fits: a flat tuple has a height but no width.
using Extent = bool (*)(Context&, Value, int64_t&);
Value line(Context& c, Value v, Extent along, Extent across) {
    int64_t length = 0, breadth = 0;
    if (!c.charge(2) || !along(c, v, length)) return no_places(c);
    bool known = true;
    const bool found = shape::is_line(length, int64_t{size_of(v)}, [&] {
        known = across(c, v, breadth);
        return breadth;
    });
    return known ? make_bool(found) : no_places(c);
}

Value vline(Context& c, const Value* a) { return line(c, a[0], height_of, width_of); }
Value hline(Context& c, const Value* a) { return line(c, a[0], width_of, height_of); }

}  // namespace

std::span<const OpBody> measures_ops() {
    using namespace measures;
    static constexpr OpBody kOps[] = {
        {"height", 1, height, kMeasures},
        {"width", 1, width, kMeasures},
        {"shape", 1, sides, kMeasures},
        {"portrait", 1, portrait, kMeasures},
        {"square", 1, square, kMeasures},
        {"vline", 1, vline, kMeasures},
        {"hline", 1, hline, kMeasures},
        {"mostcolor", 1, mostcolor, kMeasures},
        {"leastcolor", 1, leastcolor, kMeasures},
        {"colorcount", 2, colorcount, kMeasures},
        {"palette", 1, palette, kMakesReading},
        {"numcolors", 1, numcolors, kMeasures},
        {"color", 1, color, kMeasures},
        {"colorfilter", 2, colorfilter}, {"hperiod", 1, hperiod}, {"vperiod", 1, vperiod},
    };
    return kOps;
}

}  // namespace arcloom
