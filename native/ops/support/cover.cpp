// native/ops/support/cover.cpp: overlap, contact and distance of patches, row of bits by row of bits
#include "cover.hpp"

#include <algorithm>
#include <cstdlib>

#include "bitrows.hpp"
#include "places.hpp"

namespace arcloom {

namespace {

// A wide set is cut into squares of 128 x 128. The key ascends with a square's rows, then columns.
constexpr int32_t kSide = 128;
uint64_t square_of(Place p) { return raw_pair(p.i >> 7, p.j >> 7).bits; }  // arithmetic shifts: floor

void add_tile(Cover& out, Value patch) { out.tiles.push_back({0, as_patch(patch)}); }

// Few squares: by bits over the whole box.
void tile_by_bits(Context& c, const Places& places, Cover& out) {
    const Box& box = places.box;
    Window all(box), part;
    for (const Place p : places.list) all.set(p.i, p.j);
    for (int32_t top = box.top; top <= box.bottom(); top = (top | (kSide - 1)) + 1) {
        for (int32_t left = box.left; left <= box.right(); left = (left | (kSide - 1)) + 1) {
            const int32_t bottom = std::min(top | (kSide - 1), box.bottom()), right = std::min(left | (kSide - 1), box.right());
            part.reset({top, left, bottom - top + 1, right - left + 1});
            part.copy(all);
            if (const Value patch = part.finish(c); patch != c.empty_set()) add_tile(out, patch);
        }
    }
}

// Far apart: by sorting, a run a square.
void tile_by_sorting(Context& c, const Places& places, Cover& out) {
    const auto key_of = [](Value v) { return square_of(v.pair()); };
    Scratch pairs(c);
    for (const Place p : places.list) pairs.push(raw_pair(p));
    std::sort(pairs->begin(), pairs->end(), [&](Value a, Value b) { return key_of(a) < key_of(b); });
    for (size_t first = 0, k = 0; first < pairs.size(); first = k) {
        while (k < pairs.size() && key_of(pairs.data()[k]) == key_of(pairs.data()[first])) ++k;
        add_tile(out, make_set(c, pairs.data() + first, k - first));
    }
}

// Patches of the parts of a wide set, square by square.
bool cut_up(Context& c, const Places& places, Cover& out) {
    if (!c.charge(int64_t{32} * static_cast<int64_t>(places.list.size()))) return false;
    constexpr int64_t kMostWords = 1024;
    if (int64_t{places.box.h} * (int64_t{places.box.w} / 64 + 1) <= kMostWords) {
        tile_by_bits(c, places, out);
    } else {
        tile_by_sorting(c, places, out);
    }
    return true;
}

void point_at_tiles(Cover& out) {
    out.planes = out.tiles.data();
    out.n = static_cast<uint32_t>(out.tiles.size());
}

// A loop asks of many elements how they lie to one wide set or tuple. It is cut up once, and the others pay the same.
bool recall(Context& c, Value v, Cover& out) {
    const Context::CutUp& known = c.cut_up;
    if (known.container != v || known.transient != c.transient || !c.fuel.charge_if_enough(known.fuel)) return false;
    out.box = known.box;
    for (size_t at = 0; at < known.patches.size();) {
        const auto* patch = reinterpret_cast<const Patch*>(known.patches.data() + at);
        out.tiles.push_back({0, patch});
        at += static_cast<size_t>(bytes_of(patch));
    }
    return true;
}

void remember(Context& c, Value v, const Cover& cut, int64_t fuel) {
    if (!v.is_heap() || v.heap()->born == UINT32_MAX) return;
    Context::CutUp& known = c.cut_up;
    known.patches.swap(known.before);  // the other cover of two may point there
    known.patches.clear();
    for (const Plane& tile : cut.tiles) {
        const auto* bytes = reinterpret_cast<const std::byte*>(tile.patch);
        known.patches.insert(known.patches.end(), bytes, bytes + bytes_of(tile.patch));
    }
    known.container = v;
    known.transient = c.transient;
    known.fuel = fuel;
    known.box = cut.box;
}

// Calls f on each pair of planes until it is true.
template <class F>
bool any_planes(const Cover& a, const Cover& b, F&& f) {
    for (uint32_t x = 0; x < a.n; ++x) {
        for (uint32_t y = 0; y < b.n; ++y) {
            if (f(a.planes[x].patch, b.planes[y].patch)) return true;
        }
    }
    return false;
}

bool share_row(const Patch* p, const Patch* q) {
    const int32_t first = std::max(p->box.top, q->box.top);
    const int32_t last = std::min(p->box.bottom(), q->box.bottom());
    for (int32_t i = first; i <= last; ++i) {
        if (!row_empty(p, i - p->box.top) && !row_empty(q, i - q->box.top)) return true;
    }
    return false;
}

bool share_column(const Patch* p, const Patch* q) {
    if (column_gap(p->box, q->box) > 0) return false;
    const int32_t ahead = q->box.left - p->box.left;  // within 127, as the boxes overlap
    const Wide a = columns_of(p), b = columns_of(q);
    return ((ahead >= 0 ? a >> ahead & b : b >> -ahead & a) != 0);
}

enum class Contact { None, Beside, Overlap };

// Of rows first..last of p, which lie `down` rows and `right` columns further in q; both have one word a row.
Contact narrow_contact(const Patch* p, const Patch* q, int32_t down, int32_t right, int32_t first, int32_t last) {
    const auto row = [q](int32_t y) { return y >= 0 && y < q->box.h ? q->words[y] : 0; };
    const auto from = [](uint64_t word, int32_t at) { return word >> std::max(at, 0) << std::max(-at, 0); };
    uint64_t above = row(first + down - 1), here = row(first + down), beside = 0;
    for (int32_t y = first; y <= last; ++y) {
        const uint64_t word = p->words[y], below = row(y + down + 1);
        if ((word & from(here, right)) != 0) return Contact::Overlap;
        beside |= word & (from(here, right - 1) | from(here, right + 1) | from(above | below, right));
        above = here;
        here = below;
    }
    return beside != 0 ? Contact::Beside : Contact::None;
}

Contact contact(const Patch* p, int64_t di, int64_t dj, const Patch* q) {
    if (row_gap(p->box, q->box, di) + column_gap(p->box, q->box, dj) > 1) return Contact::None;
    // So near that both offsets are small.
    const auto down = static_cast<int32_t>(p->box.top + di - q->box.top);
    const auto right = static_cast<int32_t>(p->box.left + dj - q->box.left);
    const int32_t first = std::max(0, -down - 1), last = std::min(p->box.h - 1, q->box.h - down);
    if (p->stride == 1 && q->stride == 1 && right > -63 && right < 63) return narrow_contact(p, q, down, right, first, last);
    uint64_t beside = 0;
    for (int32_t y = first; y <= last; ++y) {
        for (int32_t k = 0; k < p->stride; ++k) {
            const uint64_t word = p->row(y)[k];
            if (word == 0) continue;
            const int32_t qy = y + down, at = right + k * 64;
            if ((word & bits_at(q, qy, at)) != 0) return Contact::Overlap;
            beside |= word & (bits_at(q, qy, at - 1) | bits_at(q, qy, at + 1) | bits_at(q, qy - 1, at) |
                              bits_at(q, qy + 1, at));
        }
    }
    return beside != 0 ? Contact::Beside : Contact::None;
}

bool full(const Patch* p) { return int64_t{p->count} == int64_t{p->box.h} * p->box.w; }

// Where all of p lies left of all of q, only the ends of rows count.
int64_t distance_sideways(const Patch* p, const Patch* q, int64_t best) {
    int32_t starts[kPatchRows];
    for (int32_t z = 0; z < q->box.h; ++z) starts[z] = row_empty(q, z) ? INT32_MAX : first_column(q, z);
    for (int32_t y = 0; y < p->box.h; ++y) {
        if (row_empty(p, y)) continue;
        const int64_t i = p->box.top + y, end = last_column(p, y);
        for (int32_t z = 0; z < q->box.h; ++z) {
            if (starts[z] == INT32_MAX) continue;
            best = std::min(best, std::abs(i - (q->box.top + z)) + starts[z] - end);
        }
    }
    return best;
}

// Rows of a patch in words that start at column `left`.
template <class W>
void load_rows(const Patch* p, int32_t left, W* out) {
    for (int32_t y = 0; y < p->box.h; ++y) out[y] = whole_row<W>(p, y) << (p->box.left - left);
}

// The least distance, up to `limit`, of a bit of a from a bit of b; limit + 1 where all are farther.
template <class W>
int64_t bit_distance(W a, W b, int64_t limit) {
    if ((spread(a, static_cast<int32_t>(std::min<int64_t>(limit, kBits<W>))) & b) == 0) return limit + 1;
    int64_t d = 0;
    for (; (a & b) == 0; ++d) a |= a << 1 | a >> 1;
    return d;
}

// Both patches fit W side by side. Near rows first: the best so far bounds all that follows.
template <class W>
int64_t distance_by_rows(const Patch* p, const Patch* q, int64_t best, int64_t bound) {
    const int32_t left = std::min(p->box.left, q->box.left);
    W a[kPatchRows], b[kPatchRows];
    load_rows(p, left, a);
    load_rows(q, left, b);
    const int32_t down = p->box.top - q->box.top;
    const int64_t farthest =
        std::max(std::abs(p->box.bottom() - q->box.top), std::abs(q->box.bottom() - p->box.top));
    for (int64_t d = row_gap(p->box, q->box); d <= farthest && d < best; ++d) {
        for (int32_t y = 0; y < p->box.h; ++y) {
            for (const int64_t z : {y + down - d, y + down + d}) {
                if (a[y] == 0 || z < 0 || z >= q->box.h || b[z] == 0 || d >= best) continue;
                best = d + bit_distance(a[y], b[z], best - d - 1);
                if (best <= bound) return best;
            }
        }
    }
    return best;
}

// Patches that overlap in columns and together are over 128 wide: no use has been seen, so simple.
int64_t distance_by_places(const Patch* p, const Patch* q, int64_t best) {
    each_place(p, [&](int64_t i, int64_t j) {
        each_place(q, [&](int64_t y, int64_t x) {
            best = std::min(best, std::abs(i - y) + std::abs(j - x));
        });
    });
    return best;
}

// The lesser of `best` and the distance of p and q; negative without fuel.
int64_t distance(Context& c, const Patch* p, const Patch* q, int64_t best) {
    const int64_t across = column_gap(p->box, q->box);
    const int64_t bound = row_gap(p->box, q->box) + across;
    if (bound >= best) return best;
    if (full(p) && full(q)) return bound;
    if (!c.charge(int64_t{p->box.h} * q->box.h + 8)) return -1;
    if (across > 0) {
        const bool ahead = p->box.left < q->box.left;
        return distance_sideways(ahead ? p : q, ahead ? q : p, best);
    }
    const int32_t width = unite(p->box, q->box).w;
    if (width <= 64) return distance_by_rows<uint64_t>(p, q, best, bound);
    if (width <= 128) return distance_by_rows<Wide>(p, q, best, bound);
    return c.charge(int64_t{p->count} * q->count) ? distance_by_places(p, q, best) : -1;
}

}  // namespace

bool read_wide_cover(Context& c, Value v, Cover& out) {
    if (!recall(c, v, out)) {
        const int64_t before = c.fuel.spent();
        Places places;
        if (!read_places(c, v, places)) return false;
        out.box = places.box;
        if (places.empty()) return true;
        if (!cut_up(c, places, out)) return false;
        if (!c.fuel.dry()) remember(c, v, out, c.fuel.spent() - before);
    }
    point_at_tiles(out);
    return true;
}

bool share_row(const Cover& a, const Cover& b) {
    if (row_gap(a.box, b.box) > 0) return false;
    return any_planes(a, b, [](const Patch* p, const Patch* q) { return share_row(p, q); });
}

bool share_column(const Cover& a, const Cover& b) {
    if (column_gap(a.box, b.box) > 0) return false;
    return any_planes(a, b, [](const Patch* p, const Patch* q) { return share_column(p, q); });
}

bool touch_nearby(const Cover& a, int64_t di, int64_t dj, const Cover& b) {
    bool beside = false;
    const bool overlap = any_planes(a, b, [&](const Patch* p, const Patch* q) {
        const Contact k = contact(p, di, dj, q);
        beside |= k == Contact::Beside;
        return k == Contact::Overlap;
    });
    return beside && !overlap;
}

int64_t distance(Context& c, const Cover& a, const Cover& b) {
    int64_t best = INT64_MAX;
    any_planes(a, b, [&](const Patch* p, const Patch* q) {
        best = distance(c, p, q, best);
        return best <= 0;
    });
    return best;
}

}  // namespace arcloom
