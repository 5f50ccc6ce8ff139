// native/gpu/steps.hpp: ops from grid to grid on a grid that stays in registers
#pragma once

#include "dispatch.hpp"
#include "memory.hpp"

namespace arcloom::gpu {

struct Step {
    int32_t op, arg;
};

// An op that is Undefined leaves the grid as it is, so that every step counts. Half a warp takes no steps that may make
// more of a grid than it has room for.
inline void take_step(Step s, Tile& t) {
    with_op<kMapForm>(s.op, [&](auto row) {
        if constexpr (kLanes == kFlatRows || !row.grows()) {
            const Outcome out = row.map(t, s.arg);
            if (out.good) t = out.tile;
        }
    });
}

}  // namespace arcloom::gpu
