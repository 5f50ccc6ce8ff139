// native/bind/tiles.hpp: tiles from arrays of cells, and back
#pragma once

#include "tile/fitted.hpp"
#include "grids.hpp"

namespace arcloom {

template <class R>
tile::TileOf<R> read_tile(const GridArray& a) {
    tile::TileOf<R> out;
    const auto h = static_cast<int>(a.shape(0)), w = static_cast<int>(a.shape(1));
    if (h < 1 || w < 1 || h > R::kSize || w > R::kSize || !tile::read_cells(a.data(), h, w, out)) {
        throw nb::value_error("not a grid of colours that fits the tile");
    }
    return out;
}
template <class R>
nb::object cells_of(const tile::TileOf<R>& t) {
    auto* cells = new uint8_t[static_cast<size_t>(t.h * t.w)];
    const nb::capsule owner(cells, [](void* p) noexcept { delete[] static_cast<uint8_t*>(p); });
    tile::write_cells(t, cells);
    return nb::cast(nb::ndarray<nb::numpy, uint8_t, nb::ndim<2>>(cells, {static_cast<size_t>(t.h), static_cast<size_t>(t.w)}, owner));
}
template <class R>
nb::object to_array(const tile::TileOf<R>& tile) {
    return tile::visit(tile, [](const auto& t) { return cells_of(t); });
}

}  // namespace arcloom
