// native/ops/colours.cpp: counting colours of grids, objects and whatever stands in for them
#include "colours.hpp"

#include <algorithm>

#include "ops/support/bytes.hpp"
#include "ops/support/listed.hpp"
#include "ops/support/places.hpp"
#include "ops/support/runs.hpp"
#include "measures.hpp"
#include "shape/colours.hpp"

namespace arcloom {

namespace {

uint64_t eight_cells(const int8_t* cells) {
    uint64_t word;
    std::memcpy(&word, cells, sizeof word);
    return word;
}

// Whether all cells lie in 0..15, as they mostly do: told eight at a time.
bool all_small(const int8_t* cells, size_t n) {
    uint64_t any = 0;
    size_t k = 0;
    for (; k + 8 <= n; k += 8) any |= eight_cells(cells + k);
    for (; k < n; ++k) any |= static_cast<uint8_t>(cells[k]);
    return (any & 0xF0F0F0F0F0F0F0F0) == 0;
}

#ifdef __AVX2__
// How many cells equal x, 32 at a time; byte counters are emptied before they can overflow.
uint32_t count_cells(const GridData* g, int8_t x) {
    const int8_t *p = g->cells, *end = grid_end(g);
    const __m256i x32 = _mm256_set1_epi8(x), zero = _mm256_setzero_si256();
    __m256i total = zero;
    while (end - p >= 32) {
        __m256i bytes = zero;
        for (int round = 0; round < 255 && end - p >= 32; ++round, p += 32) {
            bytes = _mm256_sub_epi8(bytes, _mm256_cmpeq_epi8(load32(p), x32));
        }
        total = _mm256_add_epi64(total, _mm256_sad_epu8(bytes, zero));
    }
    const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    auto count = static_cast<uint32_t>(_mm_cvtsi128_si64(two) + _mm_extract_epi64(two, 1));
    if (p < end) count += static_cast<uint32_t>(std::popcount(equal_bytes(load32(end - 32), x32) >> (32 - (end - p))));
    return count;
}
#else
// How many cells equal x, eight at a time; byte counters are emptied before they can overflow.
uint32_t count_cells(const GridData* g, int8_t x) {
    const int8_t* cells = g->cells;
    const auto n = static_cast<size_t>(grid_end(g) - cells);
    constexpr uint64_t kOnes = 0x0101010101010101, kLow7 = 0x7F * kOnes, kEven = 0x00FF00FF00FF00FF;
    const uint64_t pattern = kOnes * static_cast<uint8_t>(x);
    uint32_t count = 0;
    size_t k = 0;
    while (k + 8 <= n) {
        uint64_t bytes = 0;
        for (int round = 0; round < 255 && k + 8 <= n; ++round, k += 8) {
            const uint64_t differs = eight_cells(cells + k) ^ pattern;
            const uint64_t high = ((differs & kLow7) + kLow7) | differs;  // top bit of each byte not 0
            bytes += (~high >> 7) & kOnes;
        }
        const uint64_t pairs = (bytes & kEven) + ((bytes >> 8) & kEven);
        count += static_cast<uint32_t>((pairs * 0x0001000100010001) >> 48);
    }
    for (; k < n; ++k) count += cells[k] == x;
    return count;
}
#endif

}  // namespace

void count_colours(const GridData* g, Histogram& out) {
    const size_t n = static_cast<size_t>(g->h) * static_cast<size_t>(g->w);
    if (all_small(g->cells, n)) {  // colour by colour, until all cells are counted
        out.lo = out.hi = 0;
        for (auto left = static_cast<uint32_t>(n);; ++out.hi) {
            left -= out.n[out.hi] = count_cells(g, static_cast<int8_t>(out.hi));
            if (left == 0) return;
        }
    }
    const auto [least, greatest] = std::minmax_element(g->cells, g->cells + n);
    out.lo = *least;
    out.hi = *greatest;
    std::fill(out.n, out.n + (out.hi - out.lo + 1), 0);
    for (size_t k = 0; k < n; ++k) ++out.n[g->cells[k] - out.lo];
}

namespace {

// Both extremes at once: programs that ask for one often ask for the other.
void rank_colours(const GridData* g) {
    Histogram hist;
    count_colours(g, hist);
    g->most = static_cast<int16_t>(shape::common(hist, int32_t{kUnknownColour}, true));
    g->least = static_cast<int16_t>(shape::common(hist, int32_t{kUnknownColour}, false));
}

// The values that count as colours: what rows of a tuple hold, or the first of two of a set's elements.
bool gather(Context& c, Value v, std::vector<Value>& out) {
    if (!is_container(v)) return false;
    const uint32_t n = size_of(v);
    if (!c.charge(int64_t{4} * n + 4)) return false;
    Scratch elements(c);
    append_elements(c, v, *elements);
    const bool grid = is_tuple(v);
    for (const Value element : *elements) {
        if (!is_container(element)) return false;
        if (!grid) {
            if (size_of(element) != 2) return false;
            out.push_back(element_at(c, element, 0));
        } else {
            if (!c.charge(int64_t{4} * size_of(element))) return false;
            append_elements(c, element, out);
        }
    }
    return true;
}

Value extreme_of_values(Context& c, std::vector<Value>& values, bool most) {
    if (values.empty()) return empty();
    if (!c.charge(int64_t{8} * static_cast<int64_t>(values.size()))) return out_of_fuel();
    std::sort(values.begin(), values.end(), [](Value a, Value b) { return compare(a, b) < 0; });
    return shape::common(Runs{values}, nothing(), most);
}

Value extreme_of_object(const Object* o, bool most) {
    const auto counts = [o](auto&& f) {
        for (uint32_t k = 0; k < o->nplanes; ++k) f(o->planes[k].colour, static_cast<int>(o->planes[k].patch->count));
    };
    return make_int(shape::common(counts, int32_t{0}, most));
}

Value extreme_colour(Context& c, Value v, bool most) {
    if (!c.charge(2)) return out_of_fuel();
    if (is_kind(v, Kind::Grid)) {
        const GridData* g = as_grid(v);
        // Charged also where another program, or another sample, has asked before: fuel must not tell.
        if (!c.charge(g->cell_count() / 2 + 16)) return out_of_fuel();
        if (g->most == kUnknownColour) rank_colours(g);
        return make_int(most ? g->most : g->least);
    }
    if (is_kind(v, Kind::Object)) return extreme_of_object(as_object(v), most);
    Scratch values(c);
    return gather(c, v, *values) ? extreme_of_values(c, *values, most) : no_places(c);
}

Value palette_of_grid(Context& c, const GridData* g) {
    if (!c.charge(g->cell_count() / 2 + 32)) return out_of_fuel();
    Histogram hist;
    count_colours(g, hist);
    Value colours[256];
    size_t n = 0;
    shape::palette(hist, [&](int32_t colour) { colours[n++] = make_int(colour); });
    return make_set(c, colours, n);
}

Value palette_of(Context& c, Value v) {
    if (is_kind(v, Kind::Grid)) return palette_of_grid(c, as_grid(v));
    Scratch values(c);
    if (is_kind(v, Kind::Object)) {
        const Object* o = as_object(v);
        if (!c.charge(int64_t{4} * o->nplanes)) return out_of_fuel();
        for (uint32_t k = 0; k < o->nplanes; ++k) values.push(make_int(o->planes[k].colour));
    } else if (!gather(c, v, *values)) {
        return no_places(c);
    }
    if (!c.charge(int64_t{8} * static_cast<int64_t>(values.size()))) return out_of_fuel();
    return make_set(c, *values);
}

Value count_in_grid(Context& c, const GridData* g, Value colour) {
    if (!colour.is_int() || colour.as_int() < -128 || colour.as_int() > 127) return make_int(0);
    const int64_t n = g->cell_count();
    if (!c.charge(n / 16 + 4)) return out_of_fuel();
    const auto x = static_cast<int8_t>(colour.as_int());
    return make_int(count_cells(g, x));
}

int64_t count_in_object(const Object* o, Value colour) {
    for (uint32_t k = 0; k < o->nplanes; ++k) {
        if (make_int(o->planes[k].colour) == colour) return o->planes[k].patch->count;
    }
    return 0;
}

// Rows that are no tuples cannot be counted in, though a palette would take them.
bool rows_are_tuples(Context& c, Value v) {
    if (!is_tuple(v) || is_kind(v, Kind::Grid)) return true;
    for (uint32_t k = 0; k < size_of(v); ++k) {
        if (!is_tuple(element_at(c, v, k))) return false;
    }
    return true;
}

// First component of the first element of a container.
Value first_colour(Context& c, Value v) {
    if (is_kind(v, Kind::Object)) return make_int(as_object(v)->planes[0].colour);
    if (is_kind(v, Kind::Grid)) return make_int(as_grid(v)->cells[0]);
    if (!is_container(v)) return wrong_type();
    if (size_of(v) == 0) return empty();
    const Value first = element_at(c, v, 0);
    if (!is_tuple(first)) return wrong_type();
    return size_of(first) == 0 ? empty() : element_at(c, first, 0);
}

// Elements as a filter by colour is told of them, up to the first that has none.
struct Coloured : Elements {
    Context& context;
    Value why = nothing();

    Coloured(Context& c, Value v) : Elements(c, v), context(c) {}
    bool has_colour(Value v, Value colour) {
        const Value own = first_colour(context, v);
        if (own == colour) return true;
        if (own.undefined() && !why.undefined()) why = own;
        return false;
    }
};

}  // namespace

bool grid_mostcolor(Context& c, Value grid, int64_t& colour) {
    const Value most = extreme_colour(c, grid, true);
    if (!most.is_int()) return false;
    colour = most.as_int();
    return true;
}

namespace measures {

Value mostcolor(Context& c, const Value* a) { return extreme_colour(c, a[0], true); }

Value leastcolor(Context& c, const Value* a) { return extreme_colour(c, a[0], false); }

Value colorcount(Context& c, const Value* a) {
    if (!c.charge(2)) return out_of_fuel();
    if (is_kind(a[0], Kind::Grid)) return count_in_grid(c, as_grid(a[0]), a[1]);
    if (is_kind(a[0], Kind::Object)) return make_int(count_in_object(as_object(a[0]), a[1]));
    Scratch values(c);
    if (!gather(c, a[0], *values) || !rows_are_tuples(c, a[0])) return no_places(c);
    return make_int(std::count(values->begin(), values->end(), a[1]));
}

Value palette(Context& c, const Value* a) { return c.charge(2) ? palette_of(c, a[0]) : out_of_fuel(); }

Value numcolors(Context& c, const Value* a) {
    if (!c.charge(2)) return out_of_fuel();
    if (is_kind(a[0], Kind::Object)) return make_int(as_object(a[0])->nplanes);
    if (is_kind(a[0], Kind::Grid)) {
        const GridData* g = as_grid(a[0]);
        if (!c.charge(g->cell_count() / 2 + 16)) return out_of_fuel();
        Histogram hist;
        count_colours(g, hist);
        return make_int(shape::numcolors(hist));
    }
    const Value colours = palette_of(c, a[0]);
    return colours.undefined() ? colours : make_int(size_of(colours));
}

Value color(Context& c, const Value* a) { return c.charge(1) ? first_colour(c, a[0]) : out_of_fuel(); }

Value color_of_pair(Context& c, const Value* a) {
    const Value pair = make_tuple2(c, a[0], a[0]);
    return color(c, &pair);
}

Value colorfilter(Context& c, const Value* a) {
    if (!is_container(a[0])) return wrong_type();
    const uint32_t n = size_of(a[0]);
    if (!c.charge(int64_t{4} * n + 2)) return out_of_fuel();
    Coloured list(c, a[0]);
    const bool all = shape::colorfilter(list, a[1]);
    if (list.why.undefined()) return list.why;
    return all && is_set(a[0]) ? a[0] : make_set_of_part(c, a[0], *list.items);
}

}  // namespace measures

}  // namespace arcloom
