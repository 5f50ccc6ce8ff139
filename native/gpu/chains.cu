// native/gpu/chains.cu: many ops from grid to grid in one launch, the grid in registers throughout: for measuring
#include "dispatch.hpp"
#include "memory.hpp"

namespace arcloom::gpu {

struct Step {
    int32_t op, arg;
};

// An op that is Undefined leaves the grid as it is, so that every step counts.
inline void take_step(Step s, Tile& t) {
    with_op<kMapForm>(s.op, [&](auto row) {
        constexpr auto map = row.op().map;
        Tile out;
        if (map(t, s.arg, out)) t = out;
    });
}
inline void fold(Tile& sum, const Tile& t) {
    for (int k = 0; k < kPlanes; ++k) sum.plane[k] = sum.plane[k] ^ t.plane[k];
    sum.h ^= t.h;
    sum.w ^= t.w;
}

}  // namespace arcloom::gpu

using namespace arcloom;
using namespace arcloom::gpu;

// Warp c goes through `length` steps and begins with tile first[c]; out[c] is the last grid. `sharing` warps in a row
// take the same steps. With `apart`, each step has a tile of its own, the next, and out[c] is the exclusive or of
// all results.
extern "C" __global__ void __launch_bounds__(kThreads, kBlocks)
run_chains(const Step* steps, int length, int64_t nwarps, int sharing, const FlatTile* tiles, int ntiles,
           const int32_t* first, int apart, FlatTile* out) {
    for (int64_t c = warp_number(); c < nwarps; c += warp_count()) {
        const Step* mine = steps + c / sharing * length;
        Tile t = read(tiles[first[c]]), sum = tile::blank<tile::Lanes>(0, 0);
        for (int k = 0; k < length; ++k) {
            if (apart != 0) t = read(tiles[(first[c] + k) % ntiles]);
            take_step(mine[k], t);
            if (apart != 0) fold(sum, t);
        }
        write(apart != 0 ? sum : t, out[c]);
    }
}
