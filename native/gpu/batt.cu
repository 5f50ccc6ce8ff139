// native/gpu/batt.cu: bytecode, a warp a program on a sample
#include "batt.hpp"

using namespace arcloom;
using namespace arcloom::gpu;

namespace arcloom::gpu {

// Warps of a block, and blocks that a multiprocessor holds at once: registers for 64 values a thread.
inline constexpr int kBattWarps = 16, kBattBlocks = 2;

}  // namespace arcloom::gpu

// A block takes one program on as many samples as it has warps, which go step by step together: there is more code than
// a multiprocessor keeps, and to wait for it took most of the time where each warp was at another op.
extern "C" __global__ void __launch_bounds__(kBattWarps * kLanes, kBattBlocks) run_batt(const BattRun* given) {
    __shared__ Word registers[kBattWarps][kMostRegisters];
    __shared__ unsigned long long taken;
    const BattRun r = *given;
    const int64_t groups = (r.nsamples + kBattWarps - 1) / kBattWarps;
    const int mine = threadIdx.x / kLanes;
    uint32_t* blocks = r.blocks + warp_number() * r.room * kBlockWords;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) taken = atomicAdd(r.next, 1ULL);
        __syncthreads();
        const int64_t group = static_cast<int64_t>(taken);
        if (group >= r.nprograms * groups) return;
        const ProgramCode& program = r.programs[group / groups];
        const int64_t sample = group % groups * kBattWarps + mine;
        const bool given_one = sample < r.nsamples;
        Pair pair(r, program, given_one ? sample : 0, blocks, registers[mine]);
        bool active = given_one;
        while (__syncthreads_or(active) != 0) active = active && pair.step();
        if (given_one) pair.end(r, program, sample);
    }
}
