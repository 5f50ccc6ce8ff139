// native/gpu/flat.hpp: tiles as they lie in memory, the same for CPU and GPU
#pragma once

#include "../tile/tile.hpp"

namespace arcloom::gpu {

using tile::kPlanes;
using tile::Tile;

inline constexpr int kFlatRows = 32;

// Planes, rows, then height and width.
struct FlatTile {
    uint32_t plane[kPlanes][kFlatRows];
    int32_t h, w;
};

}  // namespace arcloom::gpu
