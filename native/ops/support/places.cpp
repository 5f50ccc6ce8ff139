// native/ops/support/places.cpp: patches out of bits, plain sets and tuples
#include "places.hpp"

namespace arcloom {

bool first_is_cell(Context& c, Value v, bool& ok) {
    if (is_kind(v, Kind::Grid)) {  // its rows hold numbers
        ok = as_grid(v)->w >= 2;
        return false;
    }
    const Value first = element_at(c, v, 0);
    ok = is_tuple(first) && size_of(first) >= 2;
    return ok && (first.is_cell() || is_tuple(element_at(c, first, 1)));
}

namespace {

// More words than this no patch needs, whatever fuel there is.
constexpr int64_t kMostPlaceWords = int64_t{1} << 22;

// The place an element stands for; cells are (anything, place), pairs are places.
bool place_of(Context& c, Value element, bool cell, Place& out) {
    if (cell) {
        if (element.is_cell()) {
            out = element.cell_place();
            return true;
        }
        if (!is_tuple(element) || size_of(element) != 2) return false;
        element = element_at(c, element, 1);
    }
    return get_place(element, out);
}

// The box of a list that is not empty.
Box box_around(const std::vector<Place>& list) {
    Place least = list[0], most = least;
    for (const Place p : list) {
        least = {std::min(least.i, p.i), std::min(least.j, p.j)};
        most = {std::max(most.i, p.i), std::max(most.j, p.j)};
    }
    return {least.i, least.j, most.i - least.i + 1, most.j - least.j + 1};
}

bool read_grid(const GridData* g, Places& out) {
    if (g->w != 2) return false;
    out.list.resize(static_cast<size_t>(g->h));
    for (int32_t i = 0; i < g->h; ++i) out.list[static_cast<size_t>(i)] = {g->at(i, 0), g->at(i, 1)};
    out.box = box_around(out.list);
    return true;
}

bool read_list(Context& c, Value v, Places& out) {
    if (!c.charge(int64_t{4} * out.count)) return false;
    if (is_kind(v, Kind::Grid)) return read_grid(as_grid(v), out);
    bool ok = false;
    const bool cell = first_is_cell(c, v, ok);
    if (!ok) return false;
    out.list.reserve(out.count);
    for (uint32_t k = 0; k < out.count; ++k) {  // plain sets and tuples: element_at is an array access
        Place p;
        if (!place_of(c, element_at(c, v, k), cell, p)) return false;
        out.list.push_back(p);
    }
    out.box = box_around(out.list);
    return true;
}

// The second place of each element, distinct.
Value second_elements(Context& c, Value v) {
    const uint32_t n = size_of(v);
    if (!c.charge(int64_t{8} * n)) return out_of_fuel();
    Scratch items(c);
    append_elements(c, v, *items);
    for (Value& item : *items) {
        if (item.is_cell()) {  // nearly all
            item = raw_pair(item.cell_place());
            continue;
        }
        if (!is_container(item) || size_of(item) != 2) return wrong_type();
        item = element_at(c, item, 1);
    }
    return make_set(c, *items);
}

Value places_of_object(Context& c, const Object* o) {
    if (o->nplanes == 1) return heap_value(o->planes[0].patch);
    if (!fits_patch(o->box)) {
        return c.charge(int64_t{8} * o->count) ? make_wide_places(c, o) : out_of_fuel();
    }
    if (!c.charge(int64_t{2} * o->box.h * (o->nplanes + 1))) return out_of_fuel();
    Window w(o->box);
    for (uint32_t k = 0; k < o->nplanes; ++k) w.unite(o->planes[k].patch);
    return w.finish(c);
}

}  // namespace

bool read_places(Context& c, Value v, Places& out) {
    if (!is_container(v)) return false;
    out.count = size_of(v);
    if (out.count == 0) return true;
    if (is_kind(v, Kind::Patch)) {
        out.patch = as_patch(v);
        out.box = out.patch->box;
        return true;
    }
    if (is_kind(v, Kind::Object)) {
        out.object = as_object(v);
        out.box = out.object->box;
        return true;
    }
    return read_list(c, v, out);
}

bool window_of(Context& c, const Places& places, Window& out) {
    const int64_t words = int64_t{places.box.h} * ((int64_t{places.box.w} + 63) / 64);
    if (words > kMostPlaceWords || !c.charge(words + 8)) return false;
    out.reset(places.box);
    unite_into(out, places);
    return true;
}

void unite_into(Window& out, const Places& places) {
    if (places.patch != nullptr) {
        out.unite(places.patch);
    } else if (places.object != nullptr) {
        for (uint32_t k = 0; k < places.object->nplanes; ++k) out.unite(places.object->planes[k].patch);
    } else {
        for (const Place p : places.list) out.set(p.i, p.j);
    }
}

Value to_indices(Context& c, Value v) {
    if (!is_container(v)) return wrong_type();
    if (size_of(v) == 0) return c.empty_set();
    if (is_kind(v, Kind::Patch)) return v;
    if (is_kind(v, Kind::Object)) return places_of_object(c, as_object(v));
    bool ok = false;
    const bool cell = first_is_cell(c, v, ok);
    if (!ok) return wrong_type();
    return cell ? second_elements(c, v) : v;
}

}  // namespace arcloom
