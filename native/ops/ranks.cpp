// native/ops/ranks.cpp: additions that pick by number: the n-th element, value or colour
#include <algorithm>

#include "ops/support/members.hpp"
#include "containers.hpp"
#include "measures.hpp"

namespace arcloom {

namespace {

// A rank counted from the end where negative; false where there is none.
bool resolve(int64_t rank, int64_t n, int64_t& out) {
    out = rank < 0 ? rank + n : rank;
    return out >= 0 && out < n;
}

Value get_nth(Context& c, const Value* a) {
    if (!is_container(a[0]) || !a[1].is_int()) return wrong_type();
    int64_t k = 0;
    if (!resolve(a[1].as_int(), size_of(a[0]), k)) return out_of_range();
    const int64_t cost = is_kind(a[0], Kind::Grid) ? as_grid(a[0])->w : 4;
    return c.charge(cost) ? element_at(c, a[0], static_cast<uint32_t>(k)) : out_of_fuel();
}

Value get_common_rank(Context& c, const Value* a) {
    if (!is_tuple(a[0]) || !a[1].is_int()) return wrong_type();
    return size_of(a[0]) == 0 ? out_of_range() : common_by_rank(c, a[0], a[1].as_int());
}

struct Tally {
    int64_t colour;
    uint32_t cells;
};

// Colours ascending; the most frequent come first, equally frequent ones stay ascending.
Value colour_of_rank(std::vector<Tally>& tallies, int64_t rank) {
    int64_t k = 0;
    if (!resolve(rank, static_cast<int64_t>(tallies.size()), k)) return out_of_range();
    std::stable_sort(tallies.begin(), tallies.end(),
                     [](const Tally& x, const Tally& y) { return x.cells > y.cells; });
    return make_int(tallies[static_cast<size_t>(k)].colour);
}

std::vector<Tally> tallies_of(const GridData* g) {
    uint32_t counts[256] = {};
    const int64_t n = int64_t{g->h} * g->w;
    for (int64_t k = 0; k < n; ++k) ++counts[g->cells[k] + 128];
    std::vector<Tally> out;
    for (int v = 0; v < 256; ++v) {
        if (counts[v] > 0) out.push_back({v - 128, counts[v]});
    }
    return out;
}

// The colours of a grid of any numbers (cells: false) or of cells in a set (cells: true), in a list.
bool list_colours(Context& c, Value element, bool cells, std::vector<Value>& out) {
    Scratch parts(c);
    append_elements(c, element, *parts);
    for (const Value part : *parts) {
        if (cells) {
            if (!is_tuple(part) || size_of(part) != 2) return false;
            out.push_back(element_at(c, part, 0));
        } else {
            if (!is_container(part)) return false;
            append_elements(c, part, out);
        }
    }
    return std::all_of(out.begin(), out.end(), [](Value v) { return v.is_int(); });
}

Value listed_colour_of_rank(Context& c, Value element, int64_t rank) {
    int64_t work = 1 + int64_t{size_of(element)} * 4;
    if (is_kind(element, Kind::Tuple)) {
        const Tuple* rows = as_tuple(element);
        for (uint32_t i = 0; i < rows->count; ++i) {
            if (is_container(rows->items[i])) work += size_of(rows->items[i]);
        }
    }
    if (!c.charge(work)) return out_of_fuel();
    Scratch colours(c);
    if (!list_colours(c, element, is_set(element), *colours)) return wrong_type();
    if (colours.size() == 0) return out_of_range();
    std::sort(colours->begin(), colours->end(), [](Value x, Value y) { return x.as_int() < y.as_int(); });
    std::vector<Tally> tallies;
    for (const Value v : *colours) {
        if (tallies.empty() || tallies.back().colour != v.as_int()) tallies.push_back({v.as_int(), 0});
        ++tallies.back().cells;
    }
    return colour_of_rank(tallies, rank);
}

Value get_color_rank(Context& c, const Value* a) {
    if (!is_container(a[0]) || !a[1].is_int()) return wrong_type();
    const int64_t rank = a[1].as_int();
    if (is_kind(a[0], Kind::Grid)) {
        const GridData* g = as_grid(a[0]);
        if (!c.charge(32 + int64_t{g->h} * g->w)) return out_of_fuel();
        std::vector<Tally> tallies = tallies_of(g);
        return colour_of_rank(tallies, rank);
    }
    if (is_kind(a[0], Kind::Object)) {
        const Object* o = as_object(a[0]);
        if (!c.charge(8 + o->nplanes)) return out_of_fuel();
        std::vector<Tally> tallies;
        for (uint32_t k = 0; k < o->nplanes; ++k) {
            tallies.push_back({o->planes[k].colour, o->planes[k].patch->count});
        }
        return colour_of_rank(tallies, rank);
    }
    if (is_kind(a[0], Kind::Patch)) return wrong_type();  // places have no colour
    return listed_colour_of_rank(c, a[0], rank);
}

Value p_g(Context& c, const Value* a) {
    const Value colours = measures::palette(c, a);
    return colours.undefined() ? colours : totuple(c, &colours);
}

Value difference_tuple(Context& c, const Value* a) {
    return is_tuple(a[0]) && is_container(a[1]) ? difference(c, a) : wrong_type();
}

}  // namespace

std::span<const OpBody> ranks_ops() {
    static constexpr OpBody kOps[] = {
        {"get_nth", 2, get_nth},
        {"get_common_rank", 2, get_common_rank},
        {"get_color_rank", 2, get_color_rank},
        {"p_g", 1, p_g},
        {"difference_tuple", 2, difference_tuple},
    };
    return kOps;
}

}  // namespace arcloom
