// native/ops/patches.cpp: moving and measuring patches
#include "patches.hpp"

#include "ops/support/bitrows.hpp"
#include "ops/support/places.hpp"
#include "measures.hpp"
#include "shape/ops.hpp"

namespace arcloom {

namespace {

int64_t words_of(const Patch* p) { return int64_t{p->box.h} * p->stride; }

int64_t words_of(const Object* o) {
    int64_t n = 0;
    for (uint32_t k = 0; k < o->nplanes; ++k) n += words_of(o->planes[k].patch) + 8;
    return n;
}

// Whether the box moved by (di, dj) stays within `fits`.
bool box_fits(const Box& b, int64_t di, int64_t dj, bool (*fits)(int64_t)) {
    return fits(b.top + di) && fits(b.bottom() + di) && fits(b.left + dj) && fits(b.right() + dj);
}

Value shift_object(Context& c, const Object* o, int32_t di, int32_t dj) {
    constexpr uint32_t kSmall = 16;
    Plane small[kSmall];
    std::vector<Plane> large;
    Plane* planes = small;
    if (o->nplanes > kSmall) {
        large.resize(o->nplanes);
        planes = large.data();
    }
    for (uint32_t k = 0; k < o->nplanes; ++k) {
        planes[k] = {o->planes[k].colour, moved(c, o->planes[k].patch, di, dj)};
    }
    return make_object(c, planes, o->nplanes);
}

// (i + di, j + dj), or undefined where that leaves the integers.
Value moved_pair(Context& c, Value pair, int64_t di, int64_t dj) {
    int64_t i = 0, j = 0;
    if (!get_pair(pair, i, j)) return wrong_type();
    const Value a = checked_int(i + di), b = checked_int(j + dj);
    if (a.undefined() || b.undefined()) return undefined(Reason::Overflow);
    return make_pair(c, i + di, j + dj);
}

Value moved_element(Context& c, Value element, bool cell, int64_t di, int64_t dj) {
    if (!cell) return moved_pair(c, element, di, dj);
    if (!is_tuple(element) || size_of(element) != 2) return wrong_type();
    const Value place = moved_pair(c, element_at(c, element, 1), di, dj);
    return place.undefined() ? place : make_tuple2(c, element_at(c, element, 0), place);
}

Value shift_elements(Context& c, Value v, int64_t di, int64_t dj) {
    if (!c.charge(int64_t{8} * size_of(v))) return out_of_fuel();
    bool ok = false;
    const bool cell = first_is_cell(c, v, ok);
    if (!ok) return wrong_type();
    Scratch items(c);
    append_elements(c, v, *items);
    for (Value& item : *items) {
        item = moved_element(c, item, cell, di, dj);
        if (item.undefined()) return item;
    }
    return make_set(c, *items);
}

// Two integers, from a container of exactly two elements.
bool get_direction(Context& c, Value v, int64_t& di, int64_t& dj) {
    if (get_pair(v, di, dj)) return true;
    if (!is_kind(v, Kind::Set) || size_of(v) != 2) return false;
    const Value a = element_at(c, v, 0), b = element_at(c, v, 1);
    di = a.as_int();
    dj = b.as_int();
    return a.is_int() && b.is_int();
}

}  // namespace

Value shift_by(Context& c, Value v, int64_t di, int64_t dj) {
    if (!is_container(v)) return wrong_type();
    if (size_of(v) == 0) return v;
    if (is_set(v) && di == 0 && dj == 0) {
        Places check;
        return read_places(c, v, check) ? v : no_places(c);
    }
    if (is_kind(v, Kind::Patch) && box_fits(as_patch(v)->box, di, dj, fits_pair)) {
        if (!c.charge(words_of(as_patch(v)) + 8)) return out_of_fuel();
        return heap_value(moved(c, as_patch(v), static_cast<int32_t>(di), static_cast<int32_t>(dj)));
    }
    if (is_kind(v, Kind::Object) && box_fits(as_object(v)->box, di, dj, fits_cell)) {
        if (!c.charge(words_of(as_object(v)) + 8)) return out_of_fuel();
        return shift_object(c, as_object(v), static_cast<int32_t>(di), static_cast<int32_t>(dj));
    }
    return shift_elements(c, v, di, dj);
}

Value to_origin(Context& c, Value v) {
    Places places;
    if (!read_places(c, v, places)) return no_places(c);
    if (places.empty()) return v;
    const auto [di, dj] = shape::normalize(places.box);
    return shift_by(c, v, di, dj);
}

static bool is_place_of_cell(Value v) { return v.is_pair() && fits_cell(v.pair_i()) && fits_cell(v.pair_j()); }

Value recolored(Context& c, Value colour, Value patch) {
    const Value places = to_indices(c, patch);
    if (places.undefined() || size_of(places) == 0) return places;
    if (is_kind(places, Kind::Patch) && colour.is_int() && fits_colour(colour.as_int()) &&
        box_fits(as_patch(places)->box, 0, 0, fits_cell)) {
        return c.charge(8) ? make_object1(c, colour.as_int(), as_patch(places)) : out_of_fuel();
    }
    if (!c.charge(int64_t{8} * size_of(places))) return out_of_fuel();
    Scratch items(c);
    append_elements(c, places, *items);
    bool wide = is_kind(places, Kind::Set) && colour.is_int() && fits_colour(colour.as_int());
    for (size_t k = 0; k < items.size() && wide; ++k) wide = is_place_of_cell(items.data()[k]);
    if (wide) {  // places that no patch spans: neither do their cells, which ascend as they do
        for (Value& item : *items) item = raw_cell(colour.as_int(), item.pair_i(), item.pair_j());
        return make_plain_set(c, items.data(), items.size());
    }
    for (Value& item : *items) item = make_tuple2(c, colour, item);
    return make_set(c, *items);
}

namespace {

Value toindices(Context& c, const Value* a) { return c.charge(1) ? to_indices(c, a[0]) : out_of_fuel(); }

Value recolor(Context& c, const Value* a) { return recolored(c, a[0], a[1]); }

Value shift(Context& c, const Value* a) {
    if (!is_container(a[0])) return wrong_type();
    if (!c.charge(1)) return out_of_fuel();
    if (size_of(a[0]) == 0) return a[0];  // the direction stays unseen
    int64_t di = 0, dj = 0;
    return get_direction(c, a[1], di, dj) ? shift_by(c, a[0], di, dj) : wrong_type();
}

Value normalize(Context& c, const Value* a) { return c.charge(1) ? to_origin(c, a[0]) : out_of_fuel(); }

// What is said of the box; `none` is the answer for an empty patch.
template <class F>
Value of_box(Context& c, Value v, Value none, F&& answer) {
    if (!c.charge(1)) return out_of_fuel();
    if (is_kind(v, Kind::Object)) return answer(as_object(v)->box);
    if (is_kind(v, Kind::Patch)) return answer(as_patch(v)->box);
    Places places;
    if (!read_places(c, v, places)) return no_places(c);
    return places.empty() ? none : answer(places.box);
}

template <int (*kSay)(const Box&)>
Value number_of_box(Context& c, const Value* a) {
    return of_box(c, a[0], empty(), [](const Box& b) { return make_int(kSay(b)); });
}
template <Place (*kSay)(const Box&)>
Value place_of_box(Context& c, const Value* a) {
    return of_box(c, a[0], c.empty_tuple(), [](const Box& b) { return raw_pair(kSay(b)); });
}

Value center(Context& c, const Value* a) {
    return of_box(c, a[0], empty(), [&](const Box& b) {
        Place at;
        return centre_of_box(c, a[0], b, at) ? make_pair(c, at.i, at.j) : no_places(c);
    });
}

// The sum of the positions of a word's bits, one bit of the position at a time.
int64_t sum_of_positions(uint64_t word) {
    static constexpr uint64_t kMask[6] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                          0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
    int64_t sum = 0;
    for (int b = 0; b < 6; ++b) sum += int64_t{std::popcount(word & kMask[b])} << b;
    return sum;
}

void sum_patch(const Patch* p, int64_t& rows, int64_t& columns) {
    for (int32_t y = 0; y < p->box.h; ++y) {
        for (int32_t k = 0; k < p->stride; ++k) {
            const uint64_t word = p->row(y)[k];
            if (word == 0) continue;
            const int64_t n = std::popcount(word);
            rows += n * (p->box.top + y);
            columns += n * (p->box.left + k * 64) + sum_of_positions(word);
        }
    }
}

Value centerofmass(Context& c, const Value* a) {
    if (!is_container(a[0])) return wrong_type();
    if (size_of(a[0]) == 0) return c.empty_tuple();
    // A tuple of pairs comes through with its repeats, cells as distinct places.
    const Value places = to_indices(c, a[0]);
    if (places.undefined()) return places;
    int64_t rows = 0, columns = 0;
    if (is_kind(places, Kind::Patch)) {
        if (!c.charge(words_of(as_patch(places)) * 8)) return out_of_fuel();
        sum_patch(as_patch(places), rows, columns);
    } else {
        Places all;
        if (!read_places(c, places, all)) return no_places(c);
        all.each([&](int32_t i, int32_t j) {
            rows += i;
            columns += j;
        });
    }
    const auto [i, j] = shape::centerofmass(rows, columns, int64_t{size_of(a[0])});
    return make_pair(c, i, j);
}

}  // namespace

std::span<const OpBody> patches_ops() {
    using namespace patches;
    static constexpr OpBody kOps[] = {
        {"toindices", 1, toindices},
        {"recolor", 2, recolor, makes_as(Code::Recolor)},
        {"shift", 2, shift, makes_as(Code::Shift)},
        {"normalize", 1, normalize},
#define X(op) {#op, 1, number_of_box<shape::op>, kMeasures},
        ARCLOOM_NUMBERS_OF_BOXES(X)
#undef X
#define X(op) {#op, 1, place_of_box<shape::op>, kMeasures},
        ARCLOOM_PLACES_OF_BOXES(X)
#undef X
        {"center", 1, center, kMeasures},
        {"centerofmass", 1, centerofmass, kMeasures},
#define X(op, ...) {#op, 1, op, kMakes},
        ARCLOOM_FIGURES_OF_BOXES(X) ARCLOOM_PLACES_OF_WINDOWS(X)
#undef X
    };
    return kOps;
}

}  // namespace arcloom
