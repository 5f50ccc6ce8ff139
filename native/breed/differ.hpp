// native/breed/differ.hpp: partial credit for an output that is not yet right
//
// Each differ gives 0 to 1000, 1000 where the output is right in its respect; docs/differs.md has them in
// words. Outputs that are no grids get 0 from all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arcloom {

enum class Differ : uint32_t { Size, Cells, Palette, Counts, Shapes, Places, Colours, Count };
inline constexpr size_t kDiffers = static_cast<size_t>(Differ::Count);
inline constexpr int kColours = 10;  // of pictures

// What is compared, of one grid: read once for an expected output, then for each candidate. The cells are
// the caller's; objects go by hashes of their places.
struct Features {
    int32_t h = 0, w = 0;
    const int8_t* cells = nullptr;
    int32_t counts[256] = {};
    bool usual = false;  // all cells have colours of pictures: other counts are 0
    std::vector<uint64_t> shapes, places, colours;  // of its objects, each list ascending
};
void read_features(const int8_t* cells, int32_t h, int32_t w, Features& out);

struct DifferScores {
    int32_t of[kDiffers] = {};
    int32_t sum() const;
};
DifferScores differ(const Features& candidate, const Features& expected);

}  // namespace arcloom
