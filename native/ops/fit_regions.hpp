// native/ops/fit_regions.hpp: ways to cut a picture into regions one of which may be the output
#pragma once

#include "fit_blobs.hpp"

namespace arcloom::fit {

struct Region {
    Blob blob;     // facts are told of this
    Picture look;  // what is handed out
};

// Ways, written into rules as one number.
inline constexpr int kRegionWays = 2 * kSegmentations + 28;

// Besides, a window of a size at one of the corners, or in the middle.
inline constexpr int kWindowPlaces = 5, kMostWindow = 32, kWindowWays = kWindowPlaces * kMostWindow * kMostWindow;
constexpr int window_way(int place, int h, int w) {
    return kRegionWays + (place * kMostWindow + h - 1) * kMostWindow + w - 1;
}

// False where the way does not cut this picture.
bool cut_regions(const Picture&, int way, std::vector<Region>& out, Work&);
// Facts of each region; none where the work was too much.
Facts measure_regions(const Picture&, const std::vector<Region>&, Work&);

// Rows and columns that are of one colour throughout, the same colour for all: they separate panels.
struct Panels {
    std::vector<Blob> boxes;  // row by row; cells are those that are not black
    int rows = 0, columns = 0;
    int line_colour = -1;
};
bool split_by_lines(const Picture&, Panels&, Work&);
bool split_evenly(const Picture&, int rows, int columns, Panels&, Work&);

}  // namespace arcloom::fit
