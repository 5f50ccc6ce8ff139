// native/search/differ.cpp: size, cells, palette, colour counts, and objects by shape, place and colour
#include "differ.hpp"

#include <algorithm>

#include "../ops/registry.hpp"

namespace arcloom {

namespace {

int32_t share(int64_t part, int64_t whole) {
    return whole == 0 ? 1000 : static_cast<int32_t>(1000 * part / whole);
}

// How much two ascending multisets have in common, of both together.
int32_t common_share(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
    size_t i = 0, j = 0, common = 0;
    while (i < a.size() && j < b.size()) {
        if (a[i] == b[j]) {
            ++common;
            ++i;
            ++j;
        } else {
            ++(a[i] < b[j] ? i : j);
        }
    }
    return share(static_cast<int64_t>(2 * common), static_cast<int64_t>(a.size() + b.size()));
}

int32_t cells_share(const Features& a, const Features& b) {
    const int32_t h = std::min(a.h, b.h), w = std::min(a.w, b.w);
    int64_t same = 0;
    for (int32_t i = 0; i < h; ++i) {
        const int8_t *x = a.cells + int64_t{i} * a.w, *y = b.cells + int64_t{i} * b.w;
        for (int32_t j = 0; j < w; ++j) same += x[j] == y[j];
    }
    return share(same, int64_t{std::max(a.h, b.h)} * std::max(a.w, b.w));
}

void read_objects(Context& c, Value grid, Features& out) {
    static const OpFn objects = find_op("objects")->fn, normalize = find_op("normalize")->fn,
                      places = find_op("toindices")->fn;
    const Value args[4] = {grid, make_int(1), make_int(0), make_int(1)};
    const Value found = objects(c, args);
    if (!is_kind(found, Kind::Set)) return;
    const SetData* set = as_set(found);
    for (uint32_t k = 0; k < set->count; ++k) {
        const Value object = set->items[k];
        const Value indices = places(c, &object);
        if (!is_kind(object, Kind::Object) || !indices.is_heap()) continue;
        const Value shape = normalize(c, &indices);
        out.places.push_back(indices.heap()->hash);
        if (shape.is_heap()) out.shapes.push_back(shape.heap()->hash);
        out.colours.push_back(static_cast<uint64_t>(as_object(object)->planes[0].colour));
    }
    std::sort(out.places.begin(), out.places.end());
    std::sort(out.shapes.begin(), out.shapes.end());
    std::sort(out.colours.begin(), out.colours.end());
}

}  // namespace

void read_features(Context& c, const int8_t* cells, int32_t h, int32_t w, Features& out) {
    out = Features{};
    out.h = h;
    out.w = w;
    out.cells = cells;
    const int64_t n = int64_t{h} * w;
    for (int64_t k = 0; k < n; ++k) ++out.counts[static_cast<uint8_t>(cells[k])];
    const Context::Mark before = c.mark();
    GridData* g = new_grid(c, h, w);
    std::memcpy(g->cells, cells, static_cast<size_t>(n));
    read_objects(c, finish_grid(c, g), out);
    c.rewind(before);
}

DifferScores differ(const Features& a, const Features& b) {
    DifferScores s;
    const auto set = [&](Differ d, int32_t v) { s.of[static_cast<size_t>(d)] = v; };
    set(Differ::Size, (share(std::min(a.h, b.h), std::max(a.h, b.h)) + share(std::min(a.w, b.w), std::max(a.w, b.w))) / 2);
    set(Differ::Cells, cells_share(a, b));
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
