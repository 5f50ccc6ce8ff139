// native/tile/cells.hpp: between bytes, a colour each, and tiles; the host's side, no kernel
#pragma once

#include "tile.hpp"

namespace arcloom::tile {

// Reads h x w cells, which fit the tile; false where one is no colour.
template <class R, class Byte>
bool read_cells(const Byte* cells, int h, int w, TileOf<R>& out) {
    using W = typename R::Word;
    out = blank<R>(h, w);
    for (int i = 0; i < h; ++i, cells += w) {
        W row[kPlanes] = {};
        for (int j = 0; j < w; ++j) {
            const auto colour = static_cast<unsigned>(cells[j]);
            if (colour >= kColours) return false;
            for (int k = 0; k < kPlanes; ++k) row[k] |= static_cast<W>(static_cast<W>((colour >> k) & 1) << j);
        }
        for (int k = 0; k < kPlanes; ++k) out.plane[k].row[i] = row[k];
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
