// native/tile/rows.hpp: rows of bits, the type that tile kernels are written over
//
// Bit j of row i is the cell (i, j). There are two implementations of the same set of functions: arrays.hpp for the
// CPU, which says what each does, and lanes.hpp for a GPU. A kernel uses nothing but these and those of words.
#pragma once

#if defined(__CUDACC_RTC__) || defined(ARCLOOM_LANES)
#include "lanes.hpp"
#else
#include "sweeps.hpp"
#endif
