// native/search/differ.cpp: size, cells, palette, colour counts, and objects by shape, place and colour
#include "differ.hpp"

#include <algorithm>

#include "../ops/registry.hpp"

namespace arcloom {

namespace {

int32_t share(int64_t part, int64_t whole) {
    return whole == 0 ? 1000 : static_cast<int32_t>(1000 * part / whole);
}

// How much two multisets have in common, of both together.
int32_t common_share(const std::vector<Value>& a, const std::vector<Value>& b) {
    size_t i = 0, j = 0, common = 0;
    while (i < a.size() && j < b.size()) {
        if (a[i] == b[j]) {
            ++common;
            ++i;
            ++j;
        } else {
            ++(a[i].bits < b[j].bits ? i : j);
        }
    }
    return share(static_cast<int64_t>(2 * common), static_cast<int64_t>(a.size() + b.size()));
}

int32_t cells_share(const GridData* a, const GridData* b) {
    const int32_t h = std::min(a->h, b->h), w = std::min(a->w, b->w);
    int64_t same = 0;
    for (int32_t i = 0; i < h; ++i) {
        const int8_t *x = a->row(i), *y = b->row(i);
        for (int32_t j = 0; j < w; ++j) same += x[j] == y[j];
    }
    return share(same, int64_t{std::max(a->h, b->h)} * std::max(a->w, b->w));
}

void by_bits(std::vector<Value>& v) {
    std::sort(v.begin(), v.end(), [](Value a, Value b) { return a.bits < b.bits; });
}

}  // namespace

void read_features(Context& c, const GridData* g, Features& out) {
    out = Features{};
    out.grid = g;
    const int64_t n = int64_t{g->h} * g->w;
    for (int64_t k = 0; k < n; ++k) ++out.counts[static_cast<uint8_t>(g->cells[k])];
    static const OpFn objects = find_op("objects")->fn, normalize = find_op("normalize")->fn,
                      places = find_op("toindices")->fn;
    const Value args[4] = {heap_value(g), make_int(1), make_int(0), make_int(1)};
    const Value found = objects(c, args);
    if (!is_kind(found, Kind::Set)) return;
    const SetData* set = as_set(found);
    for (uint32_t k = 0; k < set->count; ++k) {
        const Value indices = places(c, &set->items[k]);
        if (indices.undefined()) continue;
        out.places.push_back(indices);
        out.shapes.push_back(normalize(c, &indices));
        if (is_kind(set->items[k], Kind::Object)) out.colours.push_back(make_int(as_object(set->items[k])->planes[0].colour));
    }
    by_bits(out.places);
    by_bits(out.shapes);
    by_bits(out.colours);
}

DifferScores differ(const Features& a, const Features& b) {
    DifferScores s;
    if (a.grid == nullptr || b.grid == nullptr) return s;
    const auto set = [&](Differ d, int32_t v) { s.of[static_cast<size_t>(d)] = v; };
    const GridData *x = a.grid, *y = b.grid;
    set(Differ::Size, (share(std::min(x->h, y->h), std::max(x->h, y->h)) +
                       share(std::min(x->w, y->w), std::max(x->w, y->w))) / 2);
    set(Differ::Cells, cells_share(x, y));
    int64_t both = 0, either = 0, least = 0, most = 0;
    for (size_t k = 0; k < 256; ++k) {
        both += a.counts[k] > 0 && b.counts[k] > 0;
        either += a.counts[k] > 0 || b.counts[k] > 0;
        least += std::min(a.counts[k], b.counts[k]);
        most += std::max(a.counts[k], b.counts[k]);
    }
    set(Differ::Palette, share(both, either));
    set(Differ::Counts, share(least, most));
    set(Differ::Shapes, common_share(a.shapes, b.shapes));
    set(Differ::Places, common_share(a.places, b.places));
    set(Differ::Colours, common_share(a.colours, b.colours));
    return s;
}

int32_t DifferScores::total() const {
    int32_t sum = 0;
    for (const int32_t v : of) sum += v;
    return sum / static_cast<int32_t>(kDiffers);
}

}  // namespace arcloom
