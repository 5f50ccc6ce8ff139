// native/ops/call.hpp: calling values: named ops, built callables, the host's functions
#pragma once

#include "registry.hpp"

namespace arcloom {

// How many arguments a callable takes (as `rbind` counts them).
uint32_t params_of(Value f);

// Calls any value; Undefined (Type) where it is none that can be called, (Arity) by wrong count.
Value call_value(Context&, Value f, const Value* args, uint32_t nargs);

// Numbers from here on are the host's own ops (a user's Python functions); the host knows their arity.
inline constexpr uint32_t kFirstUserOp = 100'000;
inline bool is_user_op(OpId op) { return number_of(op) >= kFirstUserOp; }

// The host tells how many parameters its ops have, before programs that use them are woven; 0: unknown.
void set_user_params(OpId, uint32_t nparams);
uint32_t user_params(OpId);

}  // namespace arcloom
