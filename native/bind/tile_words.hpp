// native/bind/tile_words.hpp: tiles as rows of words in arrays, as a GPU has them
#pragma once

#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "../batt/evaluate.hpp"
#include "../tile/fitted.hpp"
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

// Bits [first, first + 8) of a row, or less at its end, in each of the planes; nothing is read beyond the grid.
inline void add_cells(const uint8_t* cells, const uint8_t* end, int32_t first, int32_t n, uint32_t* words) {
    uint64_t eight = 0;
    std::memcpy(&eight, cells, static_cast<size_t>(end - cells < 8 ? end - cells : 8));
    const uint64_t mine = n < 8 ? (uint64_t{1} << n) - 1 : 0xFF;
    for (int k = 0; k < tile::kPlanes; ++k) {
        const uint64_t bits = ((eight >> k) & 0x0101010101010101ULL) * 0x0102040810204080ULL >> 56;
        words[k * tile::Rows32::kSize] |= static_cast<uint32_t>(bits & mine) << first;
    }
}
// A grid as a tile; what is none, or too large, has no rows.
inline void write_words(const GridIn& g, uint32_t* words) {
    std::fill_n(words, kTileWords, 0U);
    constexpr int32_t kMost = tile::Rows32::kSize;
    if (g.cells == nullptr || g.h < 1 || g.w < 1 || g.h > kMost || g.w > kMost) return;
    const uint8_t* end = g.cells + g.h * g.w;
    for (int32_t i = 0; i < g.h; ++i) {
        for (int32_t j = 0; j < g.w; j += 8) add_cells(g.cells + i * g.w + j, end, j, g.w - j, words + i);
    }
    words[kRowWords] = static_cast<uint32_t>(g.h);
    words[kRowWords + 1] = static_cast<uint32_t>(g.w);
}

}  // namespace arcloom
