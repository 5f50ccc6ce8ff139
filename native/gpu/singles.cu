// native/gpu/singles.cu: one op again and again on grids that stay as they are: for measuring
#include "steps.hpp"

namespace arcloom::gpu {

// The same tile, but the compiler cannot know: else it would take the step once.
inline Tile again(Tile t) {
    for (int k = 0; k < kPlanes; ++k) asm volatile("" : "+r"(t.plane[k].row));
    asm volatile("" : "+r"(t.h), "+r"(t.w));
    return t;
}

}  // namespace arcloom::gpu

using namespace arcloom;
using namespace arcloom::gpu;

// Warp c takes the step `times` times on tile first[c]. All results go into out[c]: each word is moved up by a bit
// before the next is added, by exclusive or.
extern "C" __global__ void __launch_bounds__(kThreads, kBlocks)
repeat_step(Step step, int times, int64_t nwarps, const FlatTile* tiles, const int32_t* first, FlatTile* out) {
    for (int64_t c = warp_number(); c < nwarps; c += warp_count()) {
        const Tile given = read(tiles[first[c]]);
        Tile sum = tile::blank<tile::Lanes>(0, 0);
#pragma unroll 1
        for (int k = 0; k < times; ++k) {
            Tile t = again(given);
            take_step(step, t);
            for (int p = 0; p < kPlanes; ++p) sum.plane[p] = east(sum.plane[p]) ^ t.plane[p];
            sum.h = 2 * sum.h ^ t.h;
            sum.w = 2 * sum.w ^ t.w;
        }
        write(sum, out[c]);
    }
}
