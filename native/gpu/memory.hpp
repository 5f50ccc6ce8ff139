// native/gpu/memory.hpp: tiles in a GPU's memory, read and written by a warp
#pragma once

#include "../tile/tile.hpp"

namespace arcloom::gpu {

using tile::kLanes;
using tile::kPlanes;
using tile::lane;
using tile::Tile;

// A block's threads, and the blocks that a multiprocessor holds at once: 48 warps, which leaves 40 registers a thread.
// Ops wait for shuffles more than they compute, so on an H200 more warps are worth what moves to memory for want of
// registers: of 24, 32, 48 and 64 warps, 48 were fastest on the mixed ops of bench/gpu_ops.py.
inline constexpr int kThreads = 128, kBlocks = 12;

// As the CPU has a tile: planes, rows, then height and width.
struct FlatTile {
    uint32_t plane[kPlanes][kLanes];
    int32_t h, w;
};

inline Tile read(const FlatTile& from) {
    Tile out;
    for (int k = 0; k < kPlanes; ++k) out.plane[k].row = from.plane[k][lane()];
    out.h = from.h;
    out.w = from.w;
    return out;
}
inline void write(const Tile& t, FlatTile& to) {
    for (int k = 0; k < kPlanes; ++k) to.plane[k][lane()] = t.plane[k].row;
    if (lane() == 0) {
        to.h = t.h;
        to.w = t.w;
    }
}

// The number of this warp among all of the launch, and how many there are.
inline int64_t warp_number() { return (int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / kLanes; }
inline int64_t warp_count() { return int64_t{gridDim.x} * blockDim.x / kLanes; }

}  // namespace arcloom::gpu
