// native/gpu/batt_tiles.cu: bytecode whose programs have tile ops
#define ARCLOOM_TILE_OPS
#include "batt.cu"
