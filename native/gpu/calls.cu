// native/gpu/calls.cu: calls of tile ops, a warp a call; and chains of ops from grid to grid, for measuring
#include "dispatch.hpp"
#include "memory.hpp"

namespace arcloom::gpu {

struct Call {
    int32_t op, arg;
    int32_t first, n;  // of the tiles that it takes
};

}  // namespace arcloom::gpu

using namespace arcloom;
using namespace arcloom::gpu;

// `made`: how many tiles each call gives, or -1; they are at kMostParts times its number.
extern "C" __global__ void __launch_bounds__(kThreads, kBlocks)
call_ops(const Call* calls, int64_t ncalls, const FlatTile* tiles, FlatTile* out, int32_t* made) {
    for (int64_t k = warp_number(); k < ncalls; k += warp_count()) {
        const Call c = calls[k];
        Tile in[tile::kMostParts], results[tile::kMostParts];
        for (int i = 0; i < c.n; ++i) in[i] = read(tiles[c.first + i]);
        const int n = call(c.op, in, c.n, c.arg, results);
        for (int i = 0; i < n; ++i) write(results[i], out[k * tile::kMostParts + i]);
        if (lane() == 0) made[k] = n;
    }
}
