// native/ops/reshaping.hpp: bodies of the reshaping theme that have files of their own
#pragma once

#include "op.hpp"

namespace arcloom {

// mirrors.cpp
Value hmirror(Context&, const Value* args);
Value vmirror(Context&, const Value* args);
Value dmirror(Context&, const Value* args);
Value cmirror(Context&, const Value* args);
Value rot90(Context&, const Value* args);
Value rot180(Context&, const Value* args);
Value rot270(Context&, const Value* args);

// scaling.cpp
Value upscale(Context&, const Value* args);
Value hupscale(Context&, const Value* args);
Value vupscale(Context&, const Value* args);
Value downscale(Context&, const Value* args);

}  // namespace arcloom
