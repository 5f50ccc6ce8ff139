// native/ops/colours.hpp: how often each colour occurs in a grid, for every op that needs a background
#pragma once

#include "op.hpp"

namespace arcloom {

// The colours lo..hi occur n[0]..n[hi - lo] times, others not at all (shape/colours.hpp).
struct Histogram {
    int32_t lo, hi;
    uint32_t n[256];

    void operator()(auto&& f) const {
        for (int32_t v = lo; v <= hi; ++v) f(v, static_cast<int>(n[v - lo]));
    }
};
void count_colours(const GridData*, Histogram& out);  // the caller charged for the cells

// The commonest colour of a grid, the smallest of a tie: its background. False without an integer one
// (no cells, not a grid) or without the fuel to count.
bool grid_mostcolor(Context&, Value grid, int64_t& colour);

}  // namespace arcloom
