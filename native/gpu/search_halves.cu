// native/gpu/search_halves.cu: the same for states of small tiles, half a warp a piece
#define ARCLOOM_HALF_WARPS
#include "search.cu"
