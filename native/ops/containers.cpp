// native/ops/containers.cpp: ends, sizes and counts of containers; the list of the theme
#include "containers.hpp"

#include <algorithm>

#include "ops/support/listed.hpp"
#include "ops/support/merge.hpp"
#include "ops/support/runs.hpp"
#include "shape/colours.hpp"

namespace arcloom {

namespace {

Value size(Context& c, const Value* a) {
    if (!c.charge(1)) return out_of_fuel();
    return is_container(a[0]) ? make_int(size_of(a[0])) : wrong_type();
}

Value initset(Context& c, const Value* a) {
    if (!c.charge(1)) return out_of_fuel();
    Value item = a[0];
    return make_set(c, &item, 1);
}

// A grid is a tuple of rows: they are joined end to end.
Value joined_rows(Context& c, const GridData* g) {
    const int64_t n = int64_t{g->h} * g->w;
    if (!c.charge(n)) return out_of_fuel();
    if (n <= 2) {
        Scratch items(c);
        for (int64_t k = 0; k < n; ++k) items.push(make_int(g->cells[k]));
        return make_tuple(c, items.data(), items.size());
    }
    RowData* row = new_row(c, static_cast<size_t>(n));
    std::memcpy(row->cells, g->cells, static_cast<size_t>(n));
    return finish_row(c, row);
}

Value merge(Context& c, const Value* a) {
    const Value outer = a[0];
    if (!is_container(outer) || outer.is_pair() || outer.is_cell()) return wrong_type();
    if (is_kind(outer, Kind::Grid)) return joined_rows(c, as_grid(outer));
    if (size_of(outer) == 0) return outer;
    Scratch inner(c);
    append_elements(c, outer, *inner);
    return merge_all(c, inner.data(), inner.size(), is_set(outer));
}

// The set of pairs as a tuple: two bytes a row where they fit.
Value pairs_as_grid(Context& c, const Patch* p) {
    GridData* g = new_grid(c, static_cast<int32_t>(p->count), 2);
    int8_t* out = g->cells;
    each_place(p, [&](int32_t i, int32_t j) {
        *out++ = static_cast<int8_t>(i);
        *out++ = static_cast<int8_t>(j);
    });
    return finish_grid(c, g);
}

bool fits_bytes(const Box& b) {
    return b.top >= -128 && b.left >= -128 && b.bottom() <= 127 && b.right() <= 127;
}

}  // namespace

Value totuple(Context& c, const Value* a) {
    if (!is_container(a[0])) return wrong_type();
    if (is_tuple(a[0])) return c.charge(1) ? a[0] : out_of_fuel();
    if (!c.charge(1 + size_of(a[0]))) return out_of_fuel();
    if (is_kind(a[0], Kind::Patch) && fits_bytes(as_patch(a[0])->box)) {
        return pairs_as_grid(c, as_patch(a[0]));
    }
    Scratch items(c);
    append_elements(c, a[0], *items);
    return make_tuple(c, items.data(), items.size());
}

namespace {

Place last_place(const Patch* p) {
    const uint64_t* row = p->row(p->box.h - 1);
    int32_t k = p->stride - 1;
    while (row[k] == 0) --k;
    return {p->box.bottom(), p->box.left + k * 64 + 63 - std::countl_zero(row[k])};
}

int64_t element_cost(Value v) { return is_kind(v, Kind::Grid) ? as_grid(v)->w : 1; }

Value last_element(Context& c, Value v) {
    if (is_kind(v, Kind::Patch)) return raw_pair(last_place(as_patch(v)));
    if (is_kind(v, Kind::Object)) {
        const Plane& plane = as_object(v)->planes[as_object(v)->nplanes - 1];
        const Place p = last_place(plane.patch);
        return raw_cell(plane.colour, p.i, p.j);
    }
    return element_at(c, v, size_of(v) - 1);
}

// A container of which one element is asked for (shape/lists.hpp).
struct Asked {
    Context& context;
    Value container;

    bool is_empty() const { return size_of(container) == 0; }
    static Value none() { return empty(); }
    Value front() const { return pay() ? element_at(context, container, 0) : out_of_fuel(); }
    Value back() const { return pay() ? last_element(context, container) : out_of_fuel(); }
    Value first_where(auto holds) const {
        for (uint32_t k = 0; k < size_of(container); ++k) {
            if (!pay()) return out_of_fuel();
            const Value x = element_at(context, container, k);
            if (holds(x)) return x;
        }
        return none();
    }
    static bool alike(Value x, Value v) { return x == v; }

  private:
    bool pay() const { return context.charge(element_cost(container)); }
};

Value asked(Context& c, Value v, auto question) {
    if (!is_container(v)) return wrong_type();
    Asked list{c, v};
    return question(list);
}
Value first(Context& c, const Value* a) {
    return asked(c, a[0], [](Asked& list) { return shape::first(list); });
}
Value last(Context& c, const Value* a) {
    return asked(c, a[0], [](Asked& list) { return shape::last(list); });
}
Value other(Context& c, const Value* a) {
    return asked(c, a[0], [&](Asked& list) { return shape::other(list, a[1]); });
}

Value astuple(Context& c, const Value* a) {
    if (!c.charge(1)) return out_of_fuel();
    return make_tuple2(c, a[0], a[1]);
}

// How often each value of a row is there. Its cells need not be sorted for that.
template <class F>
void count_row(const RowData* row, F&& f) {
    const auto [least, most] = std::minmax_element(row->cells, row->cells + row->count);
    const int lo = *least, range = *most - lo + 1;
    uint32_t counts[256];
    std::fill_n(counts, range, 0);
    for (uint32_t k = 0; k < row->count; ++k) ++counts[row->cells[k] - lo];
    for (int v = 0; v < range; ++v) {
        if (counts[v] > 0) f(make_int(lo + v), static_cast<int>(counts[v]));
    }
}

// Calls f(value, how often) for the values that a tuple holds, ascending; false where v has no counts.
template <class F>
bool each_run(Context& c, Value v, Value& why, F&& f) {
    why = wrong_type();
    if (!is_tuple(v)) return false;
    why = empty();
    if (size_of(v) == 0) return false;
    why = out_of_fuel();
    if (!c.charge(int64_t{size_of(v)} * 8)) return false;
    if (is_kind(v, Kind::Row)) {
        count_row(as_row(v), f);
        return true;
    }
    Scratch items(c);
    append_elements(c, v, *items);
    if (std::all_of(items->begin(), items->end(), [](Value x) { return x.is_int(); })) {
        std::sort(items->begin(), items->end(), [](Value x, Value y) { return x.as_int() < y.as_int(); });
    } else {
        std::sort(items->begin(), items->end(), [](Value x, Value y) { return compare(x, y) < 0; });
    }
    Runs{*items}(f);
    return true;
}

Value common(Context& c, Value tuple, bool most) {
    Value why;
    bool counted = false;
    const Value best = shape::common([&](auto&& f) { counted = each_run(c, tuple, why, f); }, nothing(), most);
    return counted ? best : why;
}
Value mostcommon(Context& c, const Value* a) { return common(c, a[0], true); }
Value leastcommon(Context& c, const Value* a) { return common(c, a[0], false); }

// Elements as a filter by size is told of them.
struct Sized : Elements {
    using Elements::Elements;
    static bool has_size(Value v, Value n) { return make_int(size_of(v)) == n; }
};

// Each element's size decides; the result is a set in any case.
Value sizefilter(Context& c, const Value* a) {
    if (!is_container(a[0])) return wrong_type();
    if (is_kind(a[0], Kind::Patch) || is_kind(a[0], Kind::Object)) {
        return c.charge(1) ? (a[1] == make_int(2) ? a[0] : c.empty_set()) : out_of_fuel();
    }
    if (!c.charge(1 + int64_t{size_of(a[0])} * 2)) return out_of_fuel();
    Sized list(c, a[0]);
    for (const Value v : *list.items) {
        if (!is_container(v)) return wrong_type();
    }
    return shape::sizefilter(list, a[1]) && is_set(a[0]) ? a[0] : make_set_of_part(c, a[0], *list.items);
}

}  // namespace

Value common_by_rank(Context& c, Value tuple, int64_t rank) {
    if (rank == 0) return common(c, tuple, true);
    Value why;
    std::vector<std::pair<Value, int>> runs;
    if (!each_run(c, tuple, why, [&](Value v, int n) { runs.emplace_back(v, n); })) return why;
    const auto n = static_cast<int64_t>(runs.size());
    if (rank < 0) rank += n;
    if (rank < 0 || rank >= n) return out_of_range();
    std::stable_sort(runs.begin(), runs.end(), [](const auto& x, const auto& y) { return x.second > y.second; });
    return runs[static_cast<size_t>(rank)].first;
}

std::span<const OpBody> containers_ops() {
    static constexpr OpBody kOps[] = {
        {"combine", 2, combine},
        {"intersection", 2, intersection, kMakes},
        {"difference", 2, difference, kMakes},
        {"dedupe", 1, dedupe}, {"repeat", 2, repeat},
        {"size", 1, size, kMeasures},
        {"merge", 1, merge},
        {"initset", 1, initset, {.transient = true, .total = true}},
        {"insert", 2, insert}, {"remove", 2, remove}, {"other", 2, other}, {"totuple", 1, totuple},
        {"first", 1, first, runs_as(Code::First)},
        {"last", 1, last, runs_as(Code::Last)},
        {"interval", 3, interval},
        {"astuple", 2, astuple, {.code = Code::Astuple, .transient = true, .total = true}},
        {"product", 2, product}, {"pair", 2, pair}, {"mostcommon", 1, mostcommon},
        {"leastcommon", 1, leastcommon}, {"sizefilter", 2, sizefilter},
    };
    return kOps;
}

}  // namespace arcloom
