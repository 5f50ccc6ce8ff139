// native/learn/regions.hpp: ways to cut a picture into regions one of which may be the output
#pragma once

#include <functional>

#include "choice.hpp"

namespace arcloom::fit {

struct Region {
    Blob blob;     // facts are told of this
    Picture look;  // what is handed out
};

inline constexpr int kRegionWays = 2 * kSegmentations + 28;
const Names& region_ways();  // besides, at kRegionWays, windows

// Besides, a window of a size at one of the corners, or in the middle.
inline constexpr int kWindowPlaces = 5, kMostWindow = 32, kWindowWays = kWindowPlaces * kMostWindow * kMostWindow;
constexpr int window_way(int place, int h, int w) {
    return kRegionWays + (place * kMostWindow + h - 1) * kMostWindow + w - 1;
}

// How rules hold a way: its row, and of a window the place and the size too.
void write_way(int way, Rule&);
int read_way(Reader&);

// False where the way does not cut this picture.
bool cut_regions(const Picture&, int way, std::vector<Region>& out, Work&);
// Facts of each region; none where the work was too much.
Facts measure_regions(const Picture&, const std::vector<Region>&, Work&);

// The ways, as people might see a picture: objects, corners touching and colours mixed, first; then panels.
std::vector<int> ordered_ways();

// The regions of one picture, with their facts where somebody asked for them.
struct Cut {
    std::vector<Region> regions;
    Facts facts;
};
// False where the way does not cut every input, or into so many that they are noise.
bool cut_all(const Examples&, int way, std::vector<Cut>&, Work&);

// By example and region: whether it is one of those looked for.
using Marks = std::vector<std::vector<uint8_t>>;
template <class Good>
Marks mark(const std::vector<Cut>& cuts, Good good) {
    Marks marks(cuts.size());
    for (size_t k = 0; k < cuts.size(); ++k) {
        for (const Region& r : cuts[k].regions) marks[k].push_back(good(k, r.look));
    }
    return marks;
}
// Whether there is one in every example.
bool everywhere(const Marks&);
// use(test) for each test that some regions of every example pass, marked ones only; the simplest first, until it gives true.
// About the usual facts, or about the further ones.
void tell_apart(const Examples&, std::vector<Cut>&, const Marks&, bool further,
                const std::function<bool(const Test&)>& use, Work&);
// A rule names regions by a way and a test. How those that pass it look; false where none does, or they look different.
bool read_look(Reader&, const Picture&, Picture& look, Work&);
void check_look(Reader&);

// Rows and columns that are of one colour throughout, the same colour for all: they separate panels.
struct Panels {
    std::vector<Blob> boxes;  // row by row; cells are those that are not black
    int rows = 0, columns = 0;
    int line_colour = -1;
};
bool split_by_lines(const Picture&, Panels&, Work&);
bool split_evenly(const Picture&, int rows, int columns, Panels&, Work&);

}  // namespace arcloom::fit
