// native/ops/support/cover.hpp: the places of a patch as planes of bits, and how two of them lie to each other
#pragma once

#include <algorithm>

#include "answers.hpp"

namespace arcloom {

// Every place lies in some plane; colours mean nothing here. Sets too wide for bits come in tiles.
struct Cover {
    Plane single{0, nullptr};
    const Plane* planes = nullptr;
    uint32_t n = 0;  // planes; none for an empty patch
    Box box{0, 0, 0, 0};
    std::vector<Plane> tiles;

    Cover() = default;
    Cover(const Cover&) = delete;  // planes may point into itself
    Cover& operator=(const Cover&) = delete;
};

// False where v is no patch; no_places tells why.
bool read_wide_cover(Context&, Value v, Cover& out);
inline bool read_cover(Context& c, Value v, Cover& out) {
    if (is_kind(v, Kind::Object)) {
        const Object* o = as_object(v);
        out.planes = o->planes;
        out.n = o->nplanes;
        out.box = o->box;
        return true;
    }
    if (is_kind(v, Kind::Patch)) {
        out.single.patch = as_patch(v);
        out.planes = &out.single;
        out.n = 1;
        out.box = out.single.patch->box;
        return true;
    }
    return read_wide_cover(c, v, out);
}

// Steps from one range to the other; 0 where they overlap.
inline int64_t gap(int64_t first_a, int64_t last_a, int64_t first_b, int64_t last_b) {
    return std::max({int64_t{0}, first_b - last_a, first_a - last_b});
}
inline int64_t row_gap(const Box& a, const Box& b, int64_t di = 0) {
    return gap(a.top + di, a.bottom() + di, b.top, b.bottom());
}
inline int64_t column_gap(const Box& a, const Box& b, int64_t dj = 0) {
    return gap(a.left + dj, a.right() + dj, b.left, b.right());
}

bool share_row(const Cover&, const Cover&);
bool share_column(const Cover&, const Cover&);

// Whether a, moved by (di, dj), has a place beside one of b and none in common with it.
bool touch_nearby(const Cover& a, int64_t di, int64_t dj, const Cover& b);
inline bool touch(const Cover& a, int64_t di, int64_t dj, const Cover& b) {
    return row_gap(a.box, b.box, di) + column_gap(a.box, b.box, dj) <= 1 && touch_nearby(a, di, dj, b);
}

// The least sum of row and column distance; negative where fuel does not allow it. Neither is empty.
int64_t distance(Context&, const Cover& a, const Cover& b);

}  // namespace arcloom
