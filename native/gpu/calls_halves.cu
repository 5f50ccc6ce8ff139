// native/gpu/calls_halves.cu: the same for small tiles, half a warp a call
#define ARCLOOM_HALF_WARPS
#include "calls.cu"
