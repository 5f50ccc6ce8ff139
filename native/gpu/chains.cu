// native/gpu/chains.cu: chains of ops from grid to grid, a warp a chain, the grid in registers throughout
#include "dispatch.hpp"
#include "memory.hpp"

using namespace arcloom;
using namespace arcloom::gpu;

namespace arcloom::gpu {

struct Step {
    int32_t op, arg;
};

// An op that is Undefined leaves the grid as it is, so that every chain takes all its steps.
inline void take_step(Step s, Tile& t) {
    with_op<kMapForm>(s.op, [&](auto number) {
        Tile out;
        if (Ops::kOps[decltype(number)::value].map(t, s.arg, out)) t = out;
    });
}

}  // namespace arcloom::gpu

// Chain c goes through steps[c * length ...] and begins with tile first[c]; its last grid goes to out[c].
extern "C" __global__ void run_chains(const Step* steps, int length, int64_t nchains, const FlatTile* tiles,
                                      const int32_t* first, FlatTile* out) {
    for (int64_t c = warp_number(); c < nchains; c += warp_count()) {
        Tile t = read(tiles[first[c]]);
        for (int k = 0; k < length; ++k) take_step(steps[c * length + k], t);
        write(t, out[c]);
    }
}
