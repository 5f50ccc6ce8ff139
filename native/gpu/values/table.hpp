// native/gpu/values/table.hpp: calls the ops of bytecode by their numbers
#pragma once

#include "rows.hpp"
#include "tiles.hpp"

namespace arcloom::gpu {

// A loop runs what follows up to its end for each element, and makes a list of what that gives; a skip leaves out what
// follows.
enum Op : int16_t {
    kLoop,
    kEndLoop,
    kSkip,
#define ROW(name, rule, with_nowhere, versions) k_##name,
    ARCLOOM_DEVICE_OPS
#undef ROW
};

// What comes of an op that is given (): a reason, or kGood where it takes that as it is.
inline Status with_nowhere(int op) {
    switch (op) {
#define ROW(name, rule, with_nowhere, versions) \
    case k_##name: return with_nowhere;
        ARCLOOM_DEVICE_OPS
#undef ROW
        default: return kBailed;
    }
}

#define ROW(name, rule, with_nowhere, versions) \
    case k_##name: return ops::name(m, a, b, c, d, number);
inline Word call(Machine& m, int op, Word a, Word b, Word c, Word d, int number) {
    switch (op) {
        ARCLOOM_DEVICE_OPS
        default: m.bail(kNoReason); return {0, 0};
    }
}
inline Word call_scalar(Machine& m, int op, Word a, Word b, Word c, Word d, int number) {
    switch (op) {
        ARCLOOM_SCALAR_OPS
        default: m.bail(kNoReason); return {0, 0};
    }
}
#undef ROW

}  // namespace arcloom::gpu
