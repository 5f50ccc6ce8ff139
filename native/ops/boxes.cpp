// native/ops/boxes.cpp: corners, filling and borders of bounding boxes
#include "ops/support/places.hpp"
#include "patches.hpp"

namespace arcloom {

namespace {

// More than this no result may hold, whatever fuel there is.
constexpr int64_t kMostPlaces = int64_t{1} << 22;

bool windowable(const Box& b) {
    return fits_patch(b) && fits_pair(b.top) && fits_pair(b.left) && fits_pair(b.bottom()) && fits_pair(b.right());
}

// The border of a rectangle that bits do not hold.
Value wide_border(Context& c, const Box& box) {
    const int64_t length = int64_t{box.h} + box.w;
    if (length > kMostPlaces || !c.charge(32 * length)) return out_of_fuel();
    Scratch items(c);
    for (int64_t j = box.left; j <= box.right(); ++j) {
        items.push(make_pair(c, box.top, j));
        items.push(make_pair(c, box.bottom(), j));
    }
    for (int64_t i = box.top; i <= box.bottom(); ++i) {
        items.push(make_pair(c, i, box.left));
        items.push(make_pair(c, i, box.right()));
    }
    return make_set(c, *items);
}

Value border(Context& c, const Box& box) {
    if (!windowable(box)) return wide_border(c, box);
    if (!c.charge(2 * box.h + 16)) return out_of_fuel();
    Window w(box);
    w.fill_row(box.top, box.left, box.right());
    w.fill_row(box.bottom(), box.left, box.right());
    for (int32_t i = box.top + 1; i < box.bottom(); ++i) {
        w.set(i, box.left);
        w.set(i, box.right());
    }
    return w.finish(c);
}

// A window over the box for filling; false where the box is more than fuel, or sense, allows.
bool full_window(Context& c, const Box& box, Window& out) {
    const int64_t places = int64_t{box.h} * box.w;
    if (places > kMostPlaces) return false;
    // A box too wide for bits ends as a list of its places.
    if (!c.charge(fits_patch(box) ? 2 * int64_t{box.h} + 16 : 16 * places)) return false;
    out.reset(box);
    out.fill();
    return true;
}

void clear(Window& w, Place p) {
    const int32_t x = p.j - w.box().left;
    w.row(p.i - w.box().top)[x >> 6] &= ~(uint64_t{1} << (x & 63));
}

}  // namespace

namespace patches {

Value corners(Context& c, const Value* a) {
    Places places;
    if (!c.charge(16) || !read_places(c, a[0], places)) return no_places(c);
    if (places.empty()) {
        Value none = c.empty_tuple();
        return make_set(c, &none, 1);
    }
    const Box& b = places.box;
    Value four[4] = {raw_pair(shape::ulcorner(b)), raw_pair(shape::urcorner(b)), raw_pair(shape::llcorner(b)),
                     raw_pair(shape::lrcorner(b))};
    return make_set(c, four, 4);
}

Value backdrop(Context& c, const Value* a) {
    Places places;
    if (!read_places(c, a[0], places)) return no_places(c);
    if (places.empty()) return c.empty_set();
    Window w;
    return full_window(c, places.box, w) ? w.finish(c) : out_of_fuel();
}

Value delta(Context& c, const Value* a) {
    Places places;
    if (!read_places(c, a[0], places)) return no_places(c);
    if (places.empty()) return c.empty_set();
    if (is_tuple(a[0])) {  // cells may stand in a tuple, places may not
        bool ok = false;
        if (!first_is_cell(c, a[0], ok)) return wrong_type();
    }
    Window w;
    if (!full_window(c, places.box, w)) return out_of_fuel();
    if (places.patch != nullptr) {
        w.subtract(places.patch);
    } else if (places.object != nullptr) {
        for (uint32_t k = 0; k < places.object->nplanes; ++k) w.subtract(places.object->planes[k].patch);
    } else {
        for (const Place p : places.list) clear(w, p);
    }
    return w.finish(c);
}

Value box(Context& c, const Value* a) {
    Places places;
    if (!read_places(c, a[0], places)) return no_places(c);
    return places.empty() ? a[0] : border(c, shape::box(places.box));
}

Value inbox(Context& c, const Value* a) {
    Places places;
    if (!read_places(c, a[0], places)) return no_places(c);
    if (places.empty()) return empty();
    return border(c, shape::inbox(places.box));
}

Value outbox(Context& c, const Value* a) {
    Places places;
    if (!read_places(c, a[0], places)) return no_places(c);
    if (places.empty()) return empty();
    return border(c, shape::outbox(places.box));
}

}  // namespace patches

}  // namespace arcloom
