// native/ops/boxes.cpp: corners, filling and borders of bounding boxes
#include <algorithm>

#include "ops/support/places.hpp"
#include "patches.hpp"

namespace arcloom {

namespace {

// More than this no result may hold, whatever fuel there is.
constexpr int64_t kMostPlaces = int64_t{1} << 22;

struct Sides {
    int64_t top, left, bottom, right;
};

Sides sides_of(const Box& b) { return {b.top, b.left, b.bottom(), b.right()}; }

bool windowable(const Sides& s) {
    return s.bottom - s.top < kPatchRows && s.right - s.left < kPatchColumns && fits_pair(s.top) &&
           fits_pair(s.left) && fits_pair(s.bottom) && fits_pair(s.right);
}

// The border of a rectangle that bits do not hold.
Value wide_border(Context& c, const Sides& s) {
    const int64_t length = s.bottom - s.top + s.right - s.left + 2;
    if (length > kMostPlaces || !c.charge(32 * length)) return out_of_fuel();
    Scratch items(c);
    for (int64_t j = s.left; j <= s.right; ++j) {
        items.push(make_pair(c, s.top, j));
        items.push(make_pair(c, s.bottom, j));
    }
    for (int64_t i = s.top; i <= s.bottom; ++i) {
        items.push(make_pair(c, i, s.left));
        items.push(make_pair(c, i, s.right));
    }
    return make_set(c, *items);
}

Value border(Context& c, const Sides& s) {
    if (!windowable(s)) return wide_border(c, s);
    const Box box{static_cast<int32_t>(s.top), static_cast<int32_t>(s.left),
                  static_cast<int32_t>(s.bottom - s.top + 1), static_cast<int32_t>(s.right - s.left + 1)};
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
    const Sides s = sides_of(places.box);
    Value four[4] = {raw_pair(s.top, s.left), raw_pair(s.top, s.right), raw_pair(s.bottom, s.left),
                     raw_pair(s.bottom, s.right)};
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
    return places.empty() ? a[0] : border(c, sides_of(places.box));
}

Value inbox(Context& c, const Value* a) {
    Places places;
    if (!read_places(c, a[0], places)) return no_places(c);
    if (places.empty()) return empty();
    const Sides s = sides_of(places.box);
    // A box of one or two rows turns inside out; so do columns.
    const auto [top, bottom] = std::minmax({s.top + 1, s.bottom - 1});
    const auto [left, right] = std::minmax({s.left + 1, s.right - 1});
    return border(c, {top, left, bottom, right});
}

Value outbox(Context& c, const Value* a) {
    Places places;
    if (!read_places(c, a[0], places)) return no_places(c);
    if (places.empty()) return empty();
    const Sides s = sides_of(places.box);
    return border(c, {s.top - 1, s.left - 1, s.bottom + 1, s.right + 1});
}

}  // namespace patches

}  // namespace arcloom
