// native/tile/rows.hpp: rows of bits, the type that tile kernels are written over
//
// Bit j of row i is the cell (i, j). There are two implementations of one set of functions, and kernels use
// nothing else: arrays of words (arrays.hpp), and a row a lane of a warp (lanes.hpp), where every value but the
// rows is the same in all lanes. What follows from those functions is here.
#pragma once

#if defined(__CUDACC_RTC__) || defined(ARCLOOM_LANES)
#include "lanes.hpp"
#else
#include "arrays.hpp"
#endif

namespace arcloom::tile {

// The cells beside a (4 neighbours) or around it (8), a itself among them.
template <class R>
R beside(const R& a) {
    return a | east(a) | west(a) | south(a) | north(a);
}
template <class R>
R around(const R& a) {
    const R wide = a | east(a) | west(a);
    return wide | south(wide) | north(wide);
}
// The cells of which all eight neighbours are cells of a too; beyond the rows nothing is.
template <class R>
R inner(const R& a) {
    const R wide = a & east(a) & west(a);
    return wide & south(wide) & north(wide);
}

}  // namespace arcloom::tile
