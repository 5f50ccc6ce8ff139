// native/tile/fitted.hpp: the tiles of search: a grid of at most 32x32 in the smaller of two sizes that has room for it
//
// Four in five grids of tasks are at most 16x16: their planes have 128 bytes rather than 512, and a plane is two
// registers. Height and width alone tell which size a tile has, so equal grids are equal in memory too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "cells.hpp"

namespace arcloom::tile {

// Stands for rows of either size.
struct Fitted {
    static constexpr int kSize = Rows32::kSize;
};
inline bool is_small(int h, int w) { return h <= Rows16::kSize && w <= Rows16::kSize; }

template <>
struct TileOf<Fitted> {
    union {
        TileOf<Rows16> small;
        TileOf<Rows32> large;
    };
    // Both begin with them. They may have been written as those of either.
    int h() const { return number(0); }
    int w() const { return number(1); }
    bool is_small() const { return tile::is_small(h(), w()); }

  private:
    int number(size_t place) const {
        int32_t out;
        std::memcpy(&out, reinterpret_cast<const char*>(this) + place * sizeof out, sizeof out);
        return out;
    }
};
static_assert(offsetof(TileOf<Rows16>, w) == sizeof(int32_t) && offsetof(TileOf<Rows32>, w) == sizeof(int32_t));
using FittedTile = TileOf<Fitted>;

// f(the tile in the size it has).
template <class R, class F>
TILE_INLINE decltype(auto) visit(const TileOf<R>& t, F f) {
    return f(t);
}
template <class F>
TILE_INLINE decltype(auto) visit(const FittedTile& t, F f) {
    return t.is_small() ? f(t.small) : f(t.large);
}

// The same grid in another size, which has room for it.
template <class From, class To>
TILE_INLINE void resize(const TileOf<From>& from, TileOf<To>& to) {
    constexpr int kRows = std::min(From::kSize, To::kSize);
    to.h = from.h;
    to.w = from.w;
    for (int k = 0; k < kPlanes; ++k) {
        for (int i = 0; i < kRows; ++i) to.plane[k].row[i] = static_cast<typename To::Word>(from.plane[k].row[i]);
        for (int i = kRows; i < To::kSize; ++i) to.plane[k].row[i] = 0;
    }
}
template <class R>
void resize(const FittedTile& from, TileOf<R>& to) {
    visit(from, [&](const auto& t) { resize(t, to); });
}
// Any tile of at most 32x32 in the size it should have.
template <class R>
void fit(const TileOf<R>& from, FittedTile& to) {
    if (is_small(from.h, from.w)) {
        resize(from, to.small);
    } else {
        resize(from, to.large);
    }
}

template <class Byte>
bool read_cells(const Byte* cells, int h, int w, FittedTile& out) {
    return is_small(h, w) ? read_cells(cells, h, w, out.small) : read_cells(cells, h, w, out.large);
}

}  // namespace arcloom::tile
