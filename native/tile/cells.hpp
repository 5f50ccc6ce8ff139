// native/tile/cells.hpp: between bytes, a colour each, and tiles; the host's side, no kernel
#pragma once

#include <cstring>

#include "tile.hpp"

namespace arcloom::tile {

// Reads h x w cells, which fit the tile; false where one is no colour.
template <class R, class Byte>
bool read_cells(const Byte* cells, int h, int w, TileOf<R>& out) {
    static_assert(sizeof(Byte) == 1);
    using W = typename R::Word;
    constexpr uint64_t kOnes = 0x0101010101010101ULL, kHigh = 0x80 * kOnes;
    const Byte* const end = cells + h * w;
    out = blank<R>(h, w);
    for (int i = 0; i < h; ++i, cells += w) {
        for (int j = 0; j < w; j += 8) {
            // Eight at a time, of which those of the row count; nothing is read beyond the grid.
            uint64_t eight = 0;
            std::memcpy(&eight, cells + j, static_cast<size_t>(end - (cells + j) < 8 ? end - (cells + j) : 8));
            if (w - j < 8) eight &= (uint64_t{1} << (8 * (w - j))) - 1;
            if ((((eight & ~kHigh) + (0x80 - kColours) * kOnes) | eight) & kHigh) return false;
            for (int k = 0; k < kPlanes; ++k) {
                const W bits = static_cast<W>(((eight >> k) & kOnes) * 0x0102040810204080ULL >> 56);
                out.plane[k].row[i] = static_cast<W>(out.plane[k].row[i] | bits << j);
            }
        }
    }
    return true;
}
// Writes the tile's h x w cells.
template <class R, class Byte>
void write_cells(const TileOf<R>& t, Byte* cells) {
    for (int i = 0; i < t.h; ++i) {
        for (int j = 0; j < t.w; ++j) *cells++ = static_cast<Byte>(colour_at(t, i, j));
    }
}

}  // namespace arcloom::tile
