// native/gpu/chains_halves.cu: the same for small grids, half a warp a chain
#define ARCLOOM_HALF_WARPS
#include "chains.cu"
