// native/tile/warp.hpp: what a group of lanes can do together: a warp of 32, or either half of one
//
// All lanes of a group call each function together. With ARCLOOM_HALF_WARPS everything is compiled for groups of 16:
// each half of a warp works for itself. Halves that run the same code run it at once; where they go different ways,
// one waits for the other. Elsewhere than on a GPU the first three are only declared: a test plays the group, so that
// kernels on lanes are checked where there is no GPU.
#pragma once

#include "words.hpp"

namespace arcloom::tile {

#ifdef ARCLOOM_HALF_WARPS
inline constexpr int kLanes = 16;
#else
inline constexpr int kLanes = 32;
#endif
inline constexpr int kRowBits = 32;  // of a lane's word, whatever the number of lanes

#ifdef __CUDACC_RTC__
inline int lane() { return static_cast<int>(threadIdx.x % kLanes); }
#ifdef ARCLOOM_HALF_WARPS
inline int first_lane() { return static_cast<int>(threadIdx.x & kLanes); }
inline uint32_t all_lanes() { return 0xFFFFU << first_lane(); }
#else
inline int first_lane() { return 0; }
inline uint32_t all_lanes() { return 0xFFFFFFFFU; }
#endif
inline uint32_t shuffle(uint32_t v, int from) { return __shfl_sync(all_lanes(), v, from, kLanes); }
inline uint32_t ballot(bool v) { return __ballot_sync(all_lanes(), v) >> first_lane(); }
#else
int lane();
// The value of another lane; of `from` only the lowest bits count, as many as number the lanes.
uint32_t shuffle(uint32_t v, int from);
// Bit k: what lane k says.
uint32_t ballot(bool v);
#endif

// A warp has instructions for these from sm_80 on; they cannot serve two halves at once.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 && !defined(ARCLOOM_HALF_WARPS)
inline uint32_t or_of_lanes(uint32_t v) { return __reduce_or_sync(all_lanes(), v); }
inline uint32_t xor_of_lanes(uint32_t v) { return __reduce_xor_sync(all_lanes(), v); }
inline uint32_t sum_of_lanes(uint32_t v) { return __reduce_add_sync(all_lanes(), v); }
#else
inline uint32_t or_of_lanes(uint32_t v) {
TILE_UNROLL
    for (int k = kLanes / 2; k > 0; k /= 2) v |= shuffle(v, lane() ^ k);
    return v;
}
inline uint32_t xor_of_lanes(uint32_t v) {
TILE_UNROLL
    for (int k = kLanes / 2; k > 0; k /= 2) v ^= shuffle(v, lane() ^ k);
    return v;
}
inline uint32_t sum_of_lanes(uint32_t v) {
TILE_UNROLL
    for (int k = kLanes / 2; k > 0; k /= 2) v += shuffle(v, lane() ^ k);
    return v;
}
#endif

}  // namespace arcloom::tile
