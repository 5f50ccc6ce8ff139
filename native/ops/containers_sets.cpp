// native/ops/containers_sets.cpp: union, intersection, difference, one element more or less
#include "ops/support/buffer.hpp"
#include "ops/support/listed.hpp"
#include "ops/support/merge.hpp"
#include "ops/support/planes.hpp"
#include "containers.hpp"
#include "shape/windows.hpp"

namespace arcloom {

namespace {

// The plane of that colour, or null.
const Patch* plane_of(const Object* o, int32_t colour) {
    for (uint32_t k = 0; k < o->nplanes; ++k) {
        if (o->planes[k].colour == colour) return o->planes[k].patch;
    }
    return nullptr;
}

bool both_are(Value a, Value b, Kind k) { return is_kind(a, k) && is_kind(b, k); }

// Pairs are never cells: one of the two holds only pairs, the other only cells.
bool of_other_elements(Value a, Value b) {
    return (is_kind(a, Kind::Patch) && is_kind(b, Kind::Object)) ||
           (is_kind(a, Kind::Object) && is_kind(b, Kind::Patch));
}

bool overlap(const Box& a, const Box& b) {
    return a.top <= b.bottom() && b.top <= a.bottom() && a.left <= b.right() && b.left <= a.right();
}

// What an op keeps of a container's elements, in its kind; itself where all of them.
Value kept(Context& c, Value container, auto op) {
    Elements list(c, container);
    return op(list) ? container : make_part(c, container, *list.items);
}

constexpr size_t kUsualRows = 64;

// f(row of a, what b has in its columns), row by row, as places. Both are one word wide, and their boxes overlap.
template <class F>
Value by_rows(Context& c, const Patch* a, const Patch* b, F&& f) {
    Buffer<uint64_t, kUsualRows> rows(static_cast<size_t>(a->box.h));
    const int32_t down = a->box.top - b->box.top, right = a->box.left - b->box.left;
    const int32_t back = std::max(right, 0), ahead = std::max(-right, 0);
    const int32_t first = std::max(-down, 0), last = std::min(a->box.h, b->box.h - down);
    for (int32_t y = 0; y < first; ++y) rows[static_cast<size_t>(y)] = f(a->words[y], 0);
    for (int32_t y = first; y < last; ++y) {
        rows[static_cast<size_t>(y)] = f(a->words[y], b->words[y + down] >> back << ahead);
    }
    for (int32_t y = last; y < a->box.h; ++y) rows[static_cast<size_t>(y)] = f(a->words[y], 0);
    return make_rows(c, a->box.top, a->box.left, rows.data(), a->box.h);
}

Value patch_without(Context& c, const Patch* a, const Patch* b) {
    if (!overlap(a->box, b->box)) return heap_value(a);
    if (!c.charge(words_of(a->box))) return out_of_fuel();
    if (a->stride == 1 && b->stride == 1) {
        return by_rows(c, a, b, [](uint64_t row, uint64_t other) { return shape::without(row, other); });
    }
    Window w(a->box);
    w.unite(a);
    w.subtract(b);
    return w.finish(c);
}

Value common_places(Context& c, const Patch* a, const Patch* b) {
    if (!overlap(a->box, b->box)) return c.empty_set();
    const Patch* small = a->box.h <= b->box.h ? a : b;
    const Patch* large = small == a ? b : a;
    if (!c.charge(words_of(small->box))) return out_of_fuel();
    if (a->stride == 1 && b->stride == 1) {
        return by_rows(c, small, large, [](uint64_t row, uint64_t other) { return shape::shared(row, other); });
    }
    Window w(small->box);
    w.unite(small);
    w.intersect(large);
    return w.finish(c);
}

// Calls f(plane) for each plane of o; f answers a set of places, the planes of the result.
template <class F>
Value by_planes(Context& c, const Object* o, F&& f) {
    PlaneList planes;
    for (uint32_t k = 0; k < o->nplanes; ++k) {
        const Value places = f(o->planes[k]);
        if (places.undefined()) return places;
        if (is_kind(places, Kind::Patch)) planes.push(o->planes[k].colour, as_patch(places));
    }
    return make_object(c, planes.data(), planes.size());
}

// Adds the place, or gives nothing where the patch would be too wide for bits.
Value with_place(Context& c, const Patch* p, Place at) {
    const Box box = unite(p->box, {at.i, at.j, 1, 1});
    if (!fits_patch(box)) return nothing();
    if (!c.charge(words_of(box))) return out_of_fuel();
    Window w(box);
    w.unite(p);
    w.set(at.i, at.j);
    return w.finish(c);
}

Value without_place(Context& c, const Patch* p, Place at) {
    if (!p->has(at.i, at.j)) return heap_value(p);
    if (!c.charge(words_of(p->box))) return out_of_fuel();
    Window w(p->box);
    w.unite(p);
    const int32_t x = at.j - p->box.left;
    w.row(at.i - p->box.top)[x >> 6] &= ~(uint64_t{1} << (x & 63));
    return w.finish(c);
}

// Adds the cell, or gives nothing where its colour would be too wide for bits.
Value with_cell(Context& c, const Object* o, Value cell) {
    Value one = raw_pair(cell.cell_place());
    const Patch* single = as_patch(make_set(c, &one, 1));
    const Patch* old = plane_of(o, cell.cell_colour());
    if (old != nullptr && !fits_patch(unite(old->box, single->box))) return nothing();
    PlaneList planes;
    planes.push(o);
    planes.push(cell.cell_colour(), single);
    return unite_cells(c, planes.data(), planes.size());
}

// A set that lacks the value, with it; nothing where bits do not serve.
Value inserted_bits(Context& c, Value set, Value value) {
    if (is_kind(set, Kind::Patch) && value.is_pair()) return with_place(c, as_patch(set), value.pair());
    if (is_kind(set, Kind::Object) && value.is_cell()) return with_cell(c, as_object(set), value);
    return nothing();
}

}  // namespace

Value combine(Context& c, const Value* a) {
    if (!c.charge(1)) return out_of_fuel();
    if (!is_container(a[0]) || !is_container(a[1])) return wrong_type();
    if (size_of(a[1]) == 0) return a[0];
    if (size_of(a[0]) == 0 && is_set(a[0]) == is_set(a[1])) return a[1];
    if (both_are(a[0], a[1], Kind::Grid) && as_grid(a[0])->w == as_grid(a[1])->w) {
        Stacked whole(c, [&](int64_t h, int64_t w) { return c.charge(h * w / 8 + 1); });
        return shape::combine(whole, a[0], a[1]);
    }
    if (both_are(a[0], a[1], Kind::Patch)) {
        const Plane planes[2] = {{0, as_patch(a[0])}, {0, as_patch(a[1])}};
        return unite_places(c, planes, 2);
    }
    if (both_are(a[0], a[1], Kind::Object)) {
        PlaneList planes;
        planes.push(as_object(a[0]));
        planes.push(as_object(a[1]));
        return unite_cells(c, planes.data(), planes.size());
    }
    if (!c.charge((int64_t{size_of(a[0])} + size_of(a[1])) * 2)) return out_of_fuel();
    Gathered whole(c, is_set(a[0]));
    return shape::combine(whole, a[0], a[1]);
}

Value intersection(Context& c, const Value* a) {
    if (!c.charge(1)) return out_of_fuel();
    if (!is_set(a[0]) || !is_set(a[1])) return wrong_type();
    if (a[0] == a[1]) return a[0];
    if (of_other_elements(a[0], a[1])) return c.empty_set();
    if (both_are(a[0], a[1], Kind::Patch)) return common_places(c, as_patch(a[0]), as_patch(a[1]));
    if (both_are(a[0], a[1], Kind::Object)) {
        return by_planes(c, as_object(a[0]), [&](const Plane& p) {
            const Patch* other = plane_of(as_object(a[1]), p.colour);
            return other != nullptr ? common_places(c, p.patch, other) : c.empty_set();
        });
    }
    const bool swap = size_of(a[0]) > size_of(a[1]);
    const Value small = a[swap ? 1 : 0], large = a[swap ? 0 : 1];
    if (!c.charge(1 + size_of(small) * (2 + lookup_cost(large)))) return out_of_fuel();
    return kept(c, small, [&](Elements& list) { return shape::intersection(list, Members{c, large}); });
}

Value difference(Context& c, const Value* a) {
    if (!c.charge(1)) return out_of_fuel();
    if (!is_container(a[0])) return wrong_type();
    if (size_of(a[0]) == 0) return a[0];  // the other is never looked at
    if (!is_container(a[1])) return wrong_type();
    if (size_of(a[1]) == 0 || of_other_elements(a[0], a[1])) return a[0];
    if (both_are(a[0], a[1], Kind::Patch)) return patch_without(c, as_patch(a[0]), as_patch(a[1]));
    if (both_are(a[0], a[1], Kind::Object)) {
        return by_planes(c, as_object(a[0]), [&](const Plane& p) {
            const Patch* other = plane_of(as_object(a[1]), p.colour);
            return other != nullptr ? patch_without(c, p.patch, other) : heap_value(p.patch);
        });
    }
    const Value gone = lookup_form(c, a[1], size_of(a[0]));
    if (gone.undefined()) return gone;
    if (!c.charge(size_of(a[0]) * (2 + lookup_cost(gone)))) return out_of_fuel();
    return kept(c, a[0], [&](Elements& list) { return shape::difference(list, Members{c, gone}); });
}

Value insert(Context& c, const Value* a) {
    if (!is_set(a[1])) return wrong_type();
    if (!c.charge(lookup_cost(a[1]))) return out_of_fuel();
    if (has_element(c, a[1], a[0])) return a[1];
    const Value bits = inserted_bits(c, a[1], a[0]);
    if (!bits.is_nothing()) return bits;
    if (!c.charge(int64_t{size_of(a[1])} * 2)) return out_of_fuel();
    Scratch items(c);
    append_elements(c, a[1], *items);
    items.push(a[0]);
    return make_set(c, *items);
}

Value remove(Context& c, const Value* a) {
    if (!is_container(a[1])) return wrong_type();
    if (!c.charge(lookup_cost(a[1]))) return out_of_fuel();
    if (!has_element(c, a[1], a[0])) return a[1];
    if (is_kind(a[1], Kind::Patch)) return without_place(c, as_patch(a[1]), a[0].pair());
    if (is_kind(a[1], Kind::Object)) {
        return by_planes(c, as_object(a[1]), [&](const Plane& p) {
            return p.colour == a[0].cell_colour() ? without_place(c, p.patch, a[0].cell_place())
                                                  : heap_value(p.patch);
        });
    }
    if (!c.charge(int64_t{size_of(a[1])} * 2)) return out_of_fuel();
    return kept(c, a[1], [&](Elements& list) { return shape::remove(a[0], list); });
}

}  // namespace arcloom
