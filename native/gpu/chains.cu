// native/gpu/chains.cu: chains of ops from grid to grid, a warp a chain: for measuring
#include "steps.hpp"

using namespace arcloom;
using namespace arcloom::gpu;

namespace arcloom::gpu {

// As many warps as elsewhere, in larger blocks: those of a block take each step together. Else the code of all steps of a
// chain is fetched again and again, which on an H200 takes most of the time.
inline constexpr int kChainThreads = 512, kChainBlocks = 3;

}  // namespace arcloom::gpu

// The number of warps is a multiple of a block's. Warp c goes through `length` steps and begins with tile first[c]; out[c] is the last grid. `sharing` warps in a row
// take the same steps.
extern "C" __global__ void __launch_bounds__(kChainThreads, kChainBlocks)
run_chains(const Step* steps, int length, int64_t nwarps, int sharing, const FlatTile* tiles, const int32_t* first,
           FlatTile* out) {
    for (int64_t c = warp_number(); c < nwarps; c += warp_count()) {
        const Step* mine = steps + c / sharing * length;
        Tile t = read(tiles[first[c]]);
#pragma unroll 1
        for (int k = 0; k < length; ++k) {
            __syncthreads();
            take_step(mine[k], t);
        }
        write(t, out[c]);
    }
}
