// native/gpu/memory.hpp: tiles in a GPU's memory, read and written by a warp or half of one
#pragma once

#include "flat.hpp"

namespace arcloom::gpu {

using tile::kLanes;
using tile::lane;

// A block's threads, and the blocks that a multiprocessor holds at once: 48 warps, which leaves 40 registers a thread.
// On an H200 more warps are worth what moves to memory for want of registers: with 48, the plain ops of
// bench/gpu_ops.py were faster than with 32 (3.2 against 2.8 G/s, in blocks of four warps).
inline constexpr int kThreads = 128, kBlocks = 12;
// The same where a kernel has one op.
inline constexpr int kOpBlocks = 8;

// Tiles lie in the device's memory, which a pointer that went through a shuffle does not tell.
inline Tile read(const FlatTile& from) {
    __builtin_assume(__isGlobal(&from));
    Tile out;
    for (int k = 0; k < kPlanes; ++k) out.plane[k].row = from.plane[k][lane()];
    out.h = from.h;
    out.w = from.w;
    return out;
}
inline void write(const Tile& t, FlatTile& to) {
    __builtin_assume(__isGlobal(&to));
    for (int k = 0; k < kPlanes; ++k) {
        to.plane[k][lane()] = t.plane[k].row;
        if constexpr (kLanes < kFlatRows) to.plane[k][lane() + kLanes] = 0;
    }
    if (lane() == 0) {
        to.h = t.h;
        to.w = t.w;
    }
}
// One lane writes what all agree on.
inline bool leads() { return lane() == 0; }

// The exclusive or of f(row's number, its word in each of the planes) over all rows. Those that have no lane are empty.
template <class F>
constexpr uint64_t over_empty_rows(F f) {
    uint64_t out = 0;
    for (int i = kLanes; i < kFlatRows; ++i) out ^= f(i, 0U, 0U, 0U, 0U);
    return out;
}
template <class F>
uint64_t over_rows(const Tile& t, F f) {
    const uint64_t mine = f(lane(), t.plane[0].row, t.plane[1].row, t.plane[2].row, t.plane[3].row);
    const uint32_t low = tile::xor_of_lanes(static_cast<uint32_t>(mine));
    const uint64_t all = static_cast<uint64_t>(tile::xor_of_lanes(static_cast<uint32_t>(mine >> 32))) << 32 | low;
    return all ^ over_empty_rows(f);
}

// f(k) for each k below n, at most as many as there are lanes: lane k asks for its own, and all can have it.
template <class T>
class Spread {
  public:
    explicit Spread(const T& mine) : mine_(mine) {}
    T of(int k) const {
        constexpr int kWords = sizeof(T) / sizeof(uint32_t);
        static_assert(sizeof(T) == kWords * sizeof(uint32_t));
        uint32_t words[kWords];
        memcpy(words, &mine_, sizeof(T));
TILE_UNROLL
        for (int i = 0; i < kWords; ++i) words[i] = tile::shuffle(words[i], k);
        T out;
        memcpy(&out, words, sizeof(T));
        return out;
    }

  private:
    T mine_;
};
template <class F>
auto spread(int n, F f) {
    using T = decltype(f(0));
    return Spread<T>(lane() < n ? f(lane()) : T{});
}

// The number of this warp, or half of one, among all of the launch, and how many there are.
inline int64_t warp_number() { return (int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / kLanes; }
inline int64_t warp_count() { return int64_t{gridDim.x} * blockDim.x / kLanes; }

}  // namespace arcloom::gpu
