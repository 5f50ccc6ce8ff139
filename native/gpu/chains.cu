// native/gpu/chains.cu: chains of ops from grid to grid, a warp a chain, or half of one: for measuring
#include "steps.hpp"

using namespace arcloom;
using namespace arcloom::gpu;

namespace arcloom::gpu {

// As many warps as elsewhere, in larger blocks: those of a block take each step together. Else the code of all steps of a
// chain is fetched again and again, which on an H200 takes most of the time.
inline constexpr int kChainThreads = 512, kChainBlocks = 3;

}  // namespace arcloom::gpu

// Chain c = which[k] goes through `length` steps and begins with tile first[c]; out[c] is the last grid. `sharing` chains in
// a row take the same steps. There are n, a multiple of what a block takes at once.
extern "C" __global__ void __launch_bounds__(kChainThreads, kChainBlocks)
run_chains(const Step* steps, int length, int sharing, const FlatTile* tiles, const int32_t* first, FlatTile* out,
           const int32_t* which, int64_t n) {
    for (int64_t k = warp_number(); k < n; k += warp_count()) {
        const int32_t c = which[k];
        const Step* mine = steps + c / sharing * length;
        Tile t = read(tiles[first[c]]);
#pragma unroll 1
        for (int i = 0; i < length; ++i) {
            __syncthreads();
            take_step(mine[i], t);
        }
        write(t, out[c]);
    }
}
