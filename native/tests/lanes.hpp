// native/tests/lanes.hpp: the tile ops on lanes, as a GPU runs them, on a warp or half of one that is played by the CPU
#pragma once

#include <cstddef>
#include <cstdint>

namespace arcloom::test {

// A tile in a form that both implementations of rows can be read into.
struct FlatTile {
    uint32_t plane[4][32];
    int32_t h, w;
};

// Like tile::call, for the op of this number.
int call_on_lanes(size_t op, const FlatTile* in, int n, int arg, FlatTile* out);
// The same on 16 lanes, for tiles of at most 16x16; rows beyond are left as they are.
int call_on_half_warp(size_t op, const FlatTile* in, int n, int arg, FlatTile* out);

// Every op with every argument on random grids, lanes against arrays; prints what differs, gives how many calls did.
size_t compare_lanes(int rounds);

}  // namespace arcloom::test
