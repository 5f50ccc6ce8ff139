// native/value/build.cpp: canonical tuples, sets, grids, objects and callables
#include "build.hpp"

#include <algorithm>

#include "key.hpp"
#include "order.hpp"

namespace arcloom {

namespace {

// One more than the deepest element. Past the bound the fuel is gone, and nothing stands for what is too deep.
uint16_t depth_over(Context& c, Value* items, size_t n) {
    uint16_t deepest = 0;
    for (size_t k = 0; k < n; ++k) {
        if (items[k].is_heap()) deepest = std::max(deepest, items[k].heap()->depth);
    }
    if (deepest < kMaxDepth) [[likely]] return deepest + 1;
    c.fuel.drain();
    for (size_t k = 0; k < n; ++k) {
        if (items[k].is_heap() && items[k].heap()->depth >= kMaxDepth) items[k] = nothing();
    }
    return kMaxDepth;
}

// Zeroes the fixed part, so that padding compares equal.
template <class T>
T* take_zeroed(Context& c, size_t bytes) {
    auto* t = static_cast<T*>(c.arena.take(bytes));
    std::memset(static_cast<void*>(t), 0, sizeof(T));
    return t;
}

bool fits_byte(Value v) { return v.is_int() && v.as_int() >= -128 && v.as_int() <= 127; }

// Length of a row of bytes, or 0 where v is none.
int32_t byte_row_length(Value v) {
    if (v.is_pair()) {
        const Place p = v.pair();
        return p.i >= -128 && p.i <= 127 && p.j >= -128 && p.j <= 127 ? 2 : 0;
    }
    return is_kind(v, Kind::Row) ? static_cast<int32_t>(v.heap()->count) : 0;
}

void copy_byte_row(int8_t* out, Value v) {
    if (v.is_pair()) {
        out[0] = static_cast<int8_t>(v.pair_i());
        out[1] = static_cast<int8_t>(v.pair_j());
        return;
    }
    std::memcpy(out, as_row(v)->cells, v.heap()->count);
}

// The grid these rows make, or nothing if they make none.
Value try_grid(Context& c, const Value* rows, size_t n) {
    const int32_t w = byte_row_length(rows[0]);
    if (w == 0 || n > size_t{INT32_MAX}) return nothing();
    for (size_t i = 1; i < n; ++i) {
        if (byte_row_length(rows[i]) != w) return nothing();
    }
    GridData* g = new_grid(c, static_cast<int32_t>(n), w);
    for (size_t i = 0; i < n; ++i) copy_byte_row(g->cells + i * static_cast<size_t>(w), rows[i]);
    return finish_grid(c, g);
}

Value plain_tuple(Context& c, const Value* items, size_t n) {
    if (n > 0 && std::all_of(items, items + n, fits_byte)) {
        RowData* row = new_row(c, n);
        for (size_t k = 0; k < n; ++k) row->cells[k] = static_cast<int8_t>(items[k].as_int());
        return finish_row(c, row);
    }
    const size_t bytes = sizeof(Tuple) + n * sizeof(Value);
    auto* t = take_zeroed<Tuple>(c, bytes);
    t->kind = Kind::Tuple;
    t->count = static_cast<uint32_t>(n);
    std::copy(items, items + n, t->items);
    t->depth = depth_over(c, t->items, n);
    if (!c.transient) t->key = table_key(17 + n, t->items, n * sizeof(Value));
    return heap_value(c.intern(t, bytes));
}

Value plain_set(Context& c, Value* items, size_t n) {
    const size_t bytes = sizeof(SetData) + n * sizeof(Value);
    auto* s = take_zeroed<SetData>(c, bytes);
    s->kind = Kind::Set;
    s->count = static_cast<uint32_t>(n);
    std::copy(items, items + n, s->items);
    s->depth = depth_over(c, s->items, n);
    if (!c.transient) s->key = table_key(29 + n, s->items, n * sizeof(Value));
    return heap_value(c.intern(s, bytes));
}

Box box_of(Place p) { return {p.i, p.j, 1, 1}; }

void widen(Box& b, Place p) {
    if (p.i < b.top) {
        b.h += b.top - p.i;
        b.top = p.i;
    } else if (p.i > b.bottom()) {
        b.h = p.i - b.top + 1;
    }
    if (p.j < b.left) {
        b.w += b.left - p.j;
        b.left = p.j;
    } else if (p.j > b.right()) {
        b.w = p.j - b.left + 1;
    }
}

// Repeats go first where there may be many: comparing costs more than looking up.
size_t distinct(Context& c, Value* items, size_t n) {
    if (n < 16) return n;
    Scratch slots(c);
    const size_t mask = std::bit_ceil(2 * n) - 1;
    slots->assign(mask + 1, Value{0});  // no value has bits of 0
    size_t kept = 0;
    for (size_t k = 0; k < n; ++k) {
        size_t at = mix(items[k].bits) & mask;
        while (slots.data()[at].bits != 0 && slots.data()[at] != items[k]) at = (at + 1) & mask;
        if (slots.data()[at] == items[k]) continue;
        slots.data()[at] = items[k];
        items[kept++] = items[k];
    }
    return kept;
}

// What sorts as the value does, or ties: its beginning in a word. Only among values of one kind, whose first
// elements, where they are tuples, are of one kind too and no such tuples.
uint64_t order_key(Value v) {
    if (!v.is_heap()) return v.is_int() ? static_cast<uint64_t>(v.as_int() + kIntLimit) : v.bits;
    const auto bytes_key = [](const int8_t* cells, size_t n) {
        uint64_t key = 0;
        for (size_t k = 0; k < 8; ++k) key = key << 8 | (k < n ? static_cast<uint8_t>(cells[k] + 128) : 0u);
        return key;
    };
    switch (v.heap()->kind) {
        case Kind::Object: {
            const Plane& p = as_object(v)->planes[0];
            const Place at = first_place(p.patch);
            return raw_cell(p.colour, at.i, at.j).bits;
        }
        case Kind::Patch: return raw_pair(first_place(as_patch(v))).bits;
        case Kind::Row: return bytes_key(as_row(v)->cells, v.heap()->count);
        case Kind::Grid: return bytes_key(as_grid(v)->cells, static_cast<size_t>(as_grid(v)->w));
        case Kind::Tuple: return v.heap()->count == 0 ? 0 : order_key(as_tuple(v)->items[0]);
        default: return 0;
    }
}

uint64_t reversed(uint64_t bits) {
    const auto swap = [&](int by, uint64_t low) { bits = (bits >> by & low) | (bits & low) << by; };
    swap(1, 0x5555555555555555ULL);
    swap(2, 0x3333333333333333ULL);
    swap(4, 0x0F0F0F0F0F0F0F0FULL);
    return __builtin_bswap64(bits);
}

// Of places with one first place: what sorts as they do, or ties: the 64 columns from there on. The first column where
// they differ decides: who has it comes first, unless the other one has no more places at all. `last`: nothing is behind
// the patch.
uint64_t row_key(const Patch* p, bool last) {
    uint64_t row = p->words[0], more = p->stride > 1 ? p->words[1] : 0;
    if (row == 0) std::swap(row, more);
    const int x = std::countr_zero(row);
    if (x > 0) {
        row = row >> x | more << (64 - x);
        more >>= x;
    }
    const uint64_t key = ~reversed(row);
    const bool ends = last && p->box.h == 1 && more == 0;
    return ends ? key & ~((uint64_t{1} << std::countl_zero(row)) - 1) : key;
}

// Of values with one order_key: what sorts as they do, or ties.
uint64_t next_key(Value v) {
    if (is_kind(v, Kind::Tuple) && size_of(v) > 0) v = as_tuple(v)->items[0];
    if (is_kind(v, Kind::Patch)) return row_key(as_patch(v), true);
    return is_kind(v, Kind::Object) ? row_key(as_object(v)->planes[0].patch, as_object(v)->nplanes == 1) : 0;
}

// Whether order_key may be used.
bool keyed(const Value* items, size_t n) {
    const auto kind_of = [](Value v) { return v.is_heap() ? static_cast<int>(v.heap()->kind) : -1; };
    const auto alike = [&](Value a, Value b) { return a.tag() == b.tag() && kind_of(a) == kind_of(b); };
    for (size_t k = 1; k < n; ++k) {
        if (!alike(items[0], items[k])) return false;
    }
    if (!is_kind(items[0], Kind::Tuple)) return true;
    const auto first = [](Value v) { return size_of(v) == 0 ? nothing() : as_tuple(v)->items[0]; };
    for (size_t k = 0; k < n; ++k) {
        if (is_kind(first(items[k]), Kind::Tuple) || !alike(first(items[k]), first(items[0]))) return false;
    }
    return true;
}

// What a value is sorted by: most comparisons are of one word or two.
struct Keyed {
    uint64_t key, next, bits;  // bits: of the value; as a Value each would be set up first
    friend bool operator<(const Keyed& a, const Keyed& b) {
        if (a.key != b.key) return a.key < b.key;
        return a.next != b.next ? a.next < b.next : compare(Value{a.bits}, Value{b.bits}) < 0;
    }
};

// Sorts what is ascending in parts, as the elements of several sets are, by merging neighbours; `ends` are the parts' ends.
void merge_parts(std::vector<Keyed>& sorted, std::vector<size_t>& ends) {
    std::vector<Keyed> merged(sorted.size());
    while (ends.size() > 1) {
        size_t first = 0, left = 0;
        for (size_t k = 0; k < ends.size(); k += 2) {
            const size_t middle = ends[k], end = ends[std::min(k + 1, ends.size() - 1)];
            const auto at = [&](size_t place) { return sorted.begin() + static_cast<ptrdiff_t>(place); };
            std::merge(at(first), at(middle), at(middle), at(end), merged.begin() + static_cast<ptrdiff_t>(first));
            ends[left++] = first = end;
        }
        ends.resize(left);
        sorted.swap(merged);
    }
}

void sort_many(std::vector<Keyed>& sorted) {
    constexpr size_t kLong = 16;  // parts that are shorter in the mean are not worth merging
    std::vector<size_t> ends;
    for (size_t k = 1; k <= sorted.size(); ++k) {
        if (k < sorted.size() && sorted[k - 1] < sorted[k]) continue;
        ends.push_back(k);
        if (ends.size() * kLong > sorted.size()) return std::sort(sorted.begin(), sorted.end());
    }
    merge_parts(sorted, ends);
}

void sort_keyed(Value* items, size_t n) {
    constexpr size_t kFew = 64;
    Keyed few[kFew];
    std::vector<Keyed> many;
    Keyed* sorted = few;
    if (n > kFew) {
        many.resize(n);
        sorted = many.data();
    }
    bool ascending = true;
    for (size_t k = 0; k < n; ++k) {
        sorted[k] = {order_key(items[k]), 0, items[k].bits};
        ascending &= k == 0 || sorted[k - 1].key < sorted[k].key;
    }
    if (ascending) return;
    for (size_t k = 0; k < n; ++k) sorted[k].next = next_key(items[k]);
    if (n > kFew) {
        sort_many(many);
        sorted = many.data();
    } else if (std::is_sorted(sorted, sorted + n)) {
        return;
    } else {
        std::sort(sorted, sorted + n);
    }
    for (size_t k = 0; k < n; ++k) items[k] = Value{sorted[k].bits};
}

int64_t sorting_fuel(size_t n) { return static_cast<int64_t>(n) * 8 * std::bit_width(n); }

Value sorted_set(Context& c, Value* items, size_t n) {
    n = distinct(c, items, n);
    const auto before = [](Value a, Value b) { return compare(a, b) < 0; };
    c.fuel.take(sorting_fuel(n));
    if (keyed(items, n)) {
        sort_keyed(items, n);
    } else if (!std::is_sorted(items, items + n, before)) {
        std::sort(items, items + n, before);
    }
    return plain_set(c, items, static_cast<size_t>(std::unique(items, items + n) - items));
}

// Whether sorting n places by bits over their box takes less than comparing them.
bool worth_bits(const Box& box, size_t n) {
    return int64_t{box.h} * ((int64_t{box.w} + 63) / 64) <= 4096 + 4 * static_cast<int64_t>(n);
}

Value set_of_pairs(Context& c, Value* items, size_t n) {
    Place least = items[0].pair(), most = least;
    for (size_t k = 1; k < n; ++k) {
        const Place p = items[k].pair();
        least = {std::min(least.i, p.i), std::min(least.j, p.j)};
        most = {std::max(most.i, p.i), std::max(most.j, p.j)};
    }
    const Box box{least.i, least.j, most.i - least.i + 1, most.j - least.j + 1};
    if (!fits_patch(box)) {
        c.fuel.take(static_cast<int64_t>(n) * 8);
        if (!worth_bits(box, n)) {
            std::sort(items, items + n, [](Value a, Value b) { return a.bits < b.bits; });
            return plain_set(c, items, static_cast<size_t>(std::unique(items, items + n) - items));
        }
    }
    Window w(box);
    for (size_t k = 0; k < n; ++k) w.set(items[k].pair_i(), items[k].pair_j());
    return w.finish(c);
}

Value plain_set_of_cells(Context& c, Value* items, size_t n) {
    const auto before = [](Value a, Value b) { return a.bits < b.bits; };
    if (!std::is_sorted(items, items + n, before)) std::sort(items, items + n, before);
    return plain_set(c, items, static_cast<size_t>(std::unique(items, items + n) - items));
}

// More colours than a picture has: by sorting, a run of one colour a plane.
Value many_coloured(Context& c, Value* items, size_t n) {
    std::sort(items, items + n, [](Value a, Value b) { return a.bits < b.bits; });
    n = static_cast<size_t>(std::unique(items, items + n) - items);
    std::vector<Plane> planes;
    for (size_t first = 0, k = 0; first < n; first = k) {
        const int32_t colour = items[first].cell_colour();
        Box box = box_of(items[first].cell_place());
        for (k = first; k < n && items[k].cell_colour() == colour; ++k) widen(box, items[k].cell_place());
        if (!fits_patch(box)) return plain_set(c, items, n);
        Window w(box);
        for (size_t m = first; m < k; ++m) {
            const Place p = items[m].cell_place();
            w.set(p.i, p.j);
        }
        planes.push_back({colour, as_patch(w.finish(c))});
    }
    return make_object(c, planes.data(), planes.size());
}

// One pass finds the colours with their boxes, a second one sets the bits.
Value set_of_cells(Context& c, Value* items, size_t n) {
    struct Part {
        int32_t colour;
        Box box;
    };
    constexpr size_t kParts = 32;
    Part parts[kParts];
    size_t count = 0, last = 0;
    for (size_t k = 0; k < n; ++k) {
        const int32_t colour = items[k].cell_colour();
        const Place p = items[k].cell_place();
        if (count == 0 || parts[last].colour != colour) {
            last = 0;
            while (last < count && parts[last].colour != colour) ++last;
            if (last == kParts) return many_coloured(c, items, n);
            if (last == count) parts[count++] = {colour, box_of(p)};
        }
        widen(parts[last].box, p);
    }
    std::sort(parts, parts + count, [](const Part& a, const Part& b) { return a.colour < b.colour; });
    Plane planes[kParts];
    const bool bits = std::all_of(parts, parts + count, [](const Part& p) { return fits_patch(p.box); });
    if (!bits) return plain_set_of_cells(c, items, n);
    for (size_t m = 0; m < count; ++m) {
        Window w(parts[m].box);
        for (size_t k = 0; k < n; ++k) {
            if (items[k].cell_colour() != parts[m].colour) continue;
            const Place p = items[k].cell_place();
            w.set(p.i, p.j);
        }
        planes[m] = {parts[m].colour, as_patch(w.finish(c))};
    }
    return make_object(c, planes, count);
}

}  // namespace

Value make_pair(Context& c, int64_t i, int64_t j) {
    if (fits_pair(i) && fits_pair(j)) return raw_pair(i, j);
    const Value items[2] = {make_int(i), make_int(j)};
    return plain_tuple(c, items, 2);
}

Value make_tuple2(Context& c, Value a, Value b) {
    const Value items[2] = {a, b};
    return make_tuple(c, items, 2);
}

Value make_cell(Context& c, int64_t colour, int64_t i, int64_t j) {
    if (fits_colour(colour) && fits_cell(i) && fits_cell(j)) return raw_cell(colour, i, j);
    return make_tuple2(c, make_int(colour), make_pair(c, i, j));
}

Value make_tuple(Context& c, const Value* items, size_t n) {
    if (n == 0) return c.empty_tuple();
    if (n == 2 && items[0].is_int()) {
        const int64_t a = items[0].as_int();
        if (items[1].is_int() && fits_pair(a) && fits_pair(items[1].as_int())) {
            return raw_pair(a, items[1].as_int());
        }
        if (items[1].is_pair() && fits_colour(a)) {
            const Place p = items[1].pair();
            if (fits_cell(p.i) && fits_cell(p.j)) return raw_cell(a, p.i, p.j);
        }
    }
    const Value grid = try_grid(c, items, n);
    return grid.is_nothing() ? plain_tuple(c, items, n) : grid;
}

Value make_set(Context& c, Value* items, size_t n) {
    if (n == 0) return c.empty_set();
    const Tag tag = items[0].tag();
    if (n == 1 && tag == Tag::Pair) return heap_value(single_place(c, items[0].pair()));
    if (n == 1 && tag == Tag::Cell) {
        return make_object1(c, items[0].cell_colour(), single_place(c, items[0].cell_place()));
    }
    bool uniform = tag == Tag::Pair || tag == Tag::Cell;
    for (size_t k = 1; uniform && k < n; ++k) uniform = items[k].tag() == tag;
    if (!uniform) return sorted_set(c, items, n);
    return tag == Tag::Pair ? set_of_pairs(c, items, n) : set_of_cells(c, items, n);
}

Value make_ascending_set(Context& c, Value* items, size_t n) {
    if (n == 0 || items[0].is_pair() || items[0].is_cell()) return make_set(c, items, n);
    return plain_set(c, items, n);
}

Value make_sorted_set(Context& c, Value* items, size_t n) {
    if (n == 0) return c.empty_set();
    c.fuel.take(sorting_fuel(n));
    return plain_set(c, items, n);
}

Value make_wide_places(Context& c, const Object* o) {
    if (worth_bits(o->box, o->count)) {
        c.fuel.take(int64_t{8} * o->count);
        Window w(o->box);
        for (uint32_t k = 0; k < o->nplanes; ++k) w.unite(o->planes[k].patch);
        return w.finish(c);
    }
    Scratch places(c);
    each_cell(o, [&](int32_t, int32_t i, int32_t j) { places.push(raw_pair(i, j)); });
    return set_of_pairs(c, places.data(), places.size());
}

Value make_part(Context& c, Value whole, std::vector<Value>& items) {
    if (!is_set(whole)) return make_tuple(c, items.data(), items.size());
    return make_set_of_part(c, whole, items);
}

Value make_set_of_part(Context& c, Value whole, std::vector<Value>& items) {
    // Such elements are neither places nor cells all, so the form is Set, and the whole set had them in order.
    const bool ascending = is_kind(whole, Kind::Set) && !items.empty() && items[0].is_heap();
    return ascending ? make_sorted_set(c, items.data(), items.size()) : make_set(c, items);
}

Value make_plain_set(Context& c, Value* items, size_t n) { return plain_set(c, items, n); }

SetData* new_set(Context& c, size_t n) {
    auto* s = take_zeroed<SetData>(c, sizeof(SetData) + n * sizeof(Value));
    s->kind = Kind::Set;
    s->depth = 1;
    s->count = static_cast<uint32_t>(n);
    return s;
}

Value finish_set(Context& c, SetData* s) {
    if (!c.transient) s->key = table_key(29 + s->count, s->items, s->count * sizeof(Value));
    return heap_value(c.intern(s, sizeof(SetData) + s->count * sizeof(Value)));
}

Value make_like(Context& c, Value like, std::vector<Value>& items) {
    return is_set(like) ? make_set(c, items) : make_tuple(c, items.data(), items.size());
}

GridData* new_grid(Context& c, int32_t h, int32_t w) {
    const size_t bytes = sizeof(GridData) + static_cast<size_t>(h) * static_cast<size_t>(w);
    auto* g = take_zeroed<GridData>(c, bytes);
    g->kind = Kind::Grid;
    g->count = static_cast<uint32_t>(h);
    g->h = h;
    g->w = w;
    g->most = g->least = kUnknownColour;
    return g;
}

Value finish_grid(Context& c, GridData* g) {
    const size_t n = static_cast<size_t>(g->h) * static_cast<size_t>(g->w);
    if (!c.transient) g->key = table_key(static_cast<uint64_t>(g->h) << 32 | static_cast<uint32_t>(g->w), g->cells, n);
    return heap_value(c.intern(g, sizeof(GridData) + n));
}

RowData* new_row(Context& c, size_t n) {
    auto* row = take_zeroed<RowData>(c, sizeof(RowData) + n);
    row->kind = Kind::Row;
    row->count = static_cast<uint32_t>(n);
    return row;
}

Value finish_row(Context& c, RowData* row) {
    if (!c.transient) row->key = table_key(37 + row->count, row->cells, row->count);
    return heap_value(c.intern(row, sizeof(RowData) + row->count));
}

Value make_hollow_grid(Context& c, int64_t h) {
    Scratch rows(c);
    rows->assign(static_cast<size_t>(std::max<int64_t>(h, 0)), c.empty_tuple());
    return make_tuple(c, rows.data(), rows.size());
}

namespace {

// Inlined, so that it is short where n is known.
[[gnu::always_inline]] inline Value object_of(Context& c, const Plane* planes, size_t n) {
    const size_t bytes = sizeof(Object) + n * sizeof(Plane);
    auto* o = take_zeroed<Object>(c, bytes);
    o->kind = Kind::Object;
    o->nplanes = static_cast<uint32_t>(n);
    o->box = planes[0].patch->box;
    for (size_t k = 0; k < n; ++k) {
        std::memset(static_cast<void*>(o->planes + k), 0, sizeof(Plane));
        o->planes[k].colour = planes[k].colour;
        o->planes[k].patch = planes[k].patch;
        o->count += planes[k].patch->count;
        if (k > 0) o->box = unite(o->box, planes[k].patch->box);
    }
    if (!c.transient) o->key = table_key(31 + n, o->planes, n * sizeof(Plane));
    return heap_value(c.intern(o, bytes));
}

}  // namespace

Value make_object(Context& c, const Plane* planes, size_t n) {
    if (n == 0) return c.empty_set();
    return n == 1 ? object_of(c, planes, 1) : object_of(c, planes, n);
}

Value make_object1(Context& c, int64_t colour, const Patch* patch) {
    const Plane plane{static_cast<int32_t>(colour), patch};
    return object_of(c, &plane, 1);
}

Value make_func(Context& c, uint32_t builder, uint32_t nparams, const Value* args, size_t n, uint64_t host) {
    auto* f = take_zeroed<Func>(c, sizeof(Func) + n * sizeof(Value));
    f->kind = Kind::Func;
    f->born = UINT32_MAX;
    f->count = static_cast<uint32_t>(n);
    f->builder = builder;
    f->nparams = nparams;
    f->rank = c.next_rank++;
    f->host = host;
    std::copy(args, args + n, f->args);
    f->depth = depth_over(c, f->args, n);
    return heap_value(f);
}

}  // namespace arcloom
