// native/gpu/values/table.hpp: calls the ops of bytecode by their numbers
#pragma once

#include "names.hpp"
#include "tiles.hpp"

namespace arcloom::gpu {

// A loop runs what follows up to its end for each element, and makes a list of what that gives; a skip leaves out what
// follows.
enum Op : int16_t {
    kLoop,
    kEndLoop,
    kSkip,
#define X(name) k_##name,
    ARCLOOM_DEVICE_OPS(X)
#undef X
};

// What comes of an op that is given (): a reason, or kGood where it takes that as it is.
inline Status with_nowhere(int op, int number) {
    switch (op) {
        case k_add_p: case k_subtract_p: case k_multiply_p: case k_divide_p: case k_invert_p: case k_twice_p:
        case k_halve_p: case k_increment_p: case k_decrement_p: case k_crement_p: case k_sign_p: case k_connect:
        case k_shoot: case k_crop: case k_index: case k_canvas: case k_neighbors: case k_vfrontier: case k_hfrontier:
            return kKind;
        case k_equality: case k_without: return kGood;
        case k_patch_of_place: return number != 0 ? kGood : kBailed;
        default: return kBailed;
    }
}

#define ARCLOOM_CASE(name) \
    case k_##name: return ops::name(m, a, b, c, d, number);
#define ARCLOOM_CALL(name, every)                                                           \
    inline Word name(Machine& m, int op, Word a, Word b, Word c, Word d, int number) {       \
        switch (op) {                                                                       \
            every(ARCLOOM_CASE) default: m.bail();                                          \
                return {0, 0};                                                              \
        }                                                                                   \
    }
ARCLOOM_CALL(call, ARCLOOM_DEVICE_OPS)
ARCLOOM_CALL(call_scalar, ARCLOOM_SCALAR_OPS)
#undef ARCLOOM_CALL
#undef ARCLOOM_CASE

}  // namespace arcloom::gpu
