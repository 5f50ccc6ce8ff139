// native/gpu/batt.cu: bytecode, a warp a program on a sample
#include "batt.hpp"

using namespace arcloom;
using namespace arcloom::gpu;

namespace arcloom::gpu {

// Warps of a block, and blocks that a multiprocessor holds at once: registers for 64 values a thread.
inline constexpr int kBattWarps = 4, kBattBlocks = 8;

}  // namespace arcloom::gpu

// Warps take pairs one after the other: neighbours have the same program, as far as there are samples.
extern "C" __global__ void __launch_bounds__(kBattWarps * kLanes, kBattBlocks) run_batt(const BattRun* given) {
    __shared__ Word registers[kBattWarps][kMostRegisters];
    const BattRun r = *given;
    const int64_t warp = warp_number(), npairs = r.nprograms * r.nsamples;
    uint32_t* blocks = r.blocks + warp * r.room * kBlockWords;
    for (;;) {
        unsigned long long pair = lane() == 0 ? atomicAdd(r.next, 1ULL) : 0ULL;
        pair = __shfl_sync(tile::all_lanes(), pair, 0);
        if (static_cast<int64_t>(pair) >= npairs) return;
        run_pair(r, static_cast<int64_t>(pair), blocks, registers[threadIdx.x / kLanes]);
    }
}
