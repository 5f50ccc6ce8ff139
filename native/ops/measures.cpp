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

Value shape(Context& c, const Value* a) {
    int64_t h = 0, w = 0;
    return both(c, a[0], h, w) ? make_pair(c, h, w) : no_places(c);
}

Value portrait(Context& c, const Value* a) {
    int64_t h = 0, w = 0;
    return both(c, a[0], h, w) ? make_bool(h > w) : no_places(c);
}

Value square(Context& c, const Value* a) {
    int64_t h = 0, w = 0;
    if (!both(c, a[0], h, w)) return no_places(c);
    if (is_tuple(a[0])) return h == 0 ? empty() : make_bool(h == w);
    return make_bool(h == w && h * w == int64_t{size_of(a[0])});
}

// The second extent is looked at only if the first one fits: a flat tuple has a height but no width.
Value vline(Context& c, const Value* a) {
    int64_t h = 0, w = 0;
    if (!c.charge(2) || !height_of(c, a[0], h)) return no_places(c);
    if (h != int64_t{size_of(a[0])}) return make_bool(false);
    return width_of(c, a[0], w) ? make_bool(w == 1) : no_places(c);
}

Value hline(Context& c, const Value* a) {
    int64_t h = 0, w = 0;
    if (!c.charge(2) || !width_of(c, a[0], w)) return no_places(c);
    if (w != int64_t{size_of(a[0])}) return make_bool(false);
    return height_of(c, a[0], h) ? make_bool(h == 1) : no_places(c);
}

}  // namespace

std::span<const OpBody> measures_ops() {
    using namespace measures;
    static constexpr OpBody kOps[] = {
        {"height", 1, height, kMeasures},
        {"width", 1, width, kMeasures},
        {"shape", 1, shape, kMeasures},
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
