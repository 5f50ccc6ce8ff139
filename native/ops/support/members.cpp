// native/ops/support/members.cpp: membership by bits, bytes or bisection
#include "members.hpp"

#include <algorithm>

namespace arcloom {

namespace {

constexpr uint32_t kScan = 16;  // up to here a scan beats bisection

bool grid_has_row(Context& c, const GridData* g, Value x) {
    if (!is_tuple(x) || x.is_cell() || static_cast<int64_t>(size_of(x)) != g->w) return false;
    if (x.is_heap() && x.heap()->kind != Kind::Row) return false;
    for (int32_t i = 0; i < g->h; ++i) {
        const int8_t* row = g->row(i);
        int32_t j = 0;
        while (j < g->w && element_at(c, x, static_cast<uint32_t>(j)).as_int() == row[j]) ++j;
        if (j == g->w) return true;
    }
    return false;
}

}  // namespace

bool has_element(Context& c, Value container, Value x) {
    if (container.is_heap()) {
        const Heap* h = container.heap();
        if (h->kind == Kind::Grid) return grid_has_row(c, as_grid(container), x);
        if (h->kind == Kind::Set && h->count > kScan) {
            const Value* items = as_set(container)->items;
            return std::binary_search(items, items + h->count, x,
                                      [](Value a, Value b) { return compare(a, b) < 0; });
        }
    }
    return contains(c, container, x);
}

int64_t lookup_cost(Value container) {
    if (!container.is_heap()) return 1;
    const Heap* h = container.heap();
    switch (h->kind) {
        case Kind::Patch: return 1;
        case Kind::Object: return 1 + as_object(container)->nplanes / 4;
        case Kind::Set: return h->count > kScan ? std::bit_width(h->count) * 4 : 1 + h->count / 4;
        default: return 1 + h->count / 4;
    }
}

Value lookup_form(Context& c, Value container, uint32_t lookups) {
    if (is_set(container) || size_of(container) <= kScan || lookups <= kScan) return container;
    if (!c.charge(int64_t{size_of(container)} * 8)) return out_of_fuel();
    Scratch items(c);
    append_elements(c, container, *items);
    return make_set(c, *items);
}

}  // namespace arcloom
