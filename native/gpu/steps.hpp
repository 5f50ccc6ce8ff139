// native/gpu/steps.hpp: ops from grid to grid on a grid that stays in registers
#pragma once

#include "dispatch.hpp"
#include "memory.hpp"

namespace arcloom::gpu {

struct Step {
    int32_t op, arg;
};

// An op that is Undefined leaves the grid as it is, so that every step counts. Each op works on a copy: were it the
// tile itself, one op that needs it in memory would keep it there for all.
inline void take_step(Step s, Tile& t) {
    with_op<kMapForm>(s.op, [&](auto row) {
        constexpr auto map = row.op().map;
        const Tile in = t;
        Tile out;
        if (map(in, s.arg, out)) t = out;
    });
}

}  // namespace arcloom::gpu
