// native/tile/warp.hpp: what a warp of 32 lanes can do together
//
// All lanes call each function together. Elsewhere than on a GPU the first three are only declared: a test plays
// the warp, so that kernels on lanes are checked where there is no GPU.
#pragma once

#include "words.hpp"

namespace arcloom::tile {

inline constexpr int kLanes = 32;

#ifdef __CUDACC_RTC__
inline constexpr uint32_t kAllLanes = 0xFFFFFFFFU;
inline int lane() { return static_cast<int>(threadIdx.x % kLanes); }
inline uint32_t shuffle(uint32_t v, int from) { return __shfl_sync(kAllLanes, v, from); }
inline uint32_t ballot(bool v) { return __ballot_sync(kAllLanes, v); }
#else
int lane();
// The value of another lane; of `from` only the lowest five bits count.
uint32_t shuffle(uint32_t v, int from);
// Bit k: what lane k says.
uint32_t ballot(bool v);
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
inline uint32_t or_of_lanes(uint32_t v) { return __reduce_or_sync(kAllLanes, v); }
inline uint32_t xor_of_lanes(uint32_t v) { return __reduce_xor_sync(kAllLanes, v); }
inline uint32_t sum_of_lanes(uint32_t v) { return __reduce_add_sync(kAllLanes, v); }
#else
inline uint32_t or_of_lanes(uint32_t v) {
    for (int k = kLanes / 2; k > 0; k /= 2) v |= shuffle(v, lane() ^ k);
    return v;
}
inline uint32_t xor_of_lanes(uint32_t v) {
    for (int k = kLanes / 2; k > 0; k /= 2) v ^= shuffle(v, lane() ^ k);
    return v;
}
inline uint32_t sum_of_lanes(uint32_t v) {
    for (int k = kLanes / 2; k > 0; k /= 2) v += shuffle(v, lane() ^ k);
    return v;
}
#endif

}  // namespace arcloom::tile
