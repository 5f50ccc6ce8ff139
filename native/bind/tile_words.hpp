// native/bind/tile_words.hpp: tiles as rows of words in arrays, as a GPU has them
#pragma once

#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "batt/evaluate.hpp"
#include "tile/fitted.hpp"
#include "bind.hpp"

namespace arcloom {

// Rows of the planes, height, width.
inline constexpr size_t kRowWords = size_t{tile::kPlanes} * tile::Rows32::kSize, kTileWords = kRowWords + 2;
using TileWords = nb::ndarray<const uint32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline void read_words(const uint32_t* words, tile::FittedTile& out) {
    tile::Tile t;
    std::memcpy(t.plane, words, kRowWords * sizeof *words);
    t.h = static_cast<int32_t>(words[kRowWords]);
    t.w = static_cast<int32_t>(words[kRowWords + 1]);
    tile::fit(t, out);
}
inline void add_words(const tile::FittedTile& made, std::vector<uint32_t>& out) {
    tile::Tile t;
    tile::resize(made, t);
    for (const tile::Rows32& plane : t.plane) out.insert(out.end(), plane.row, plane.row + tile::Rows32::kSize);
    out.push_back(static_cast<uint32_t>(t.h));
    out.push_back(static_cast<uint32_t>(t.w));
}

// A grid as a tile; what is none, or too large, has no rows.
inline void write_words(const GridIn& g, uint32_t* words) {
    std::fill_n(words, kTileWords, 0U);
    constexpr int32_t kMost = tile::Rows32::kSize;
    tile::Tile t;
    if (g.cells == nullptr || g.h < 1 || g.w < 1 || g.h > kMost || g.w > kMost) return;
    if (!tile::read_cells(g.cells, g.h, g.w, t)) return;
    std::memcpy(words, t.plane, kRowWords * sizeof *words);
    words[kRowWords] = static_cast<uint32_t>(g.h);
    words[kRowWords + 1] = static_cast<uint32_t>(g.w);
}

}  // namespace arcloom
