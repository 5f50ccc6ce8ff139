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

// Moves by k cells in one of eight directions: 0 north, then clockwise.
template <class R>
R moved(const R& a, int direction, int k = 1) {
    switch (direction) {
        case 0: return north(a, k);
        case 1: return north(east(a, k), k);
        case 2: return east(a, k);
        case 3: return south(east(a, k), k);
        case 4: return south(a, k);
        case 5: return south(west(a, k), k);
        case 6: return west(a, k);
        default: return north(west(a, k), k);
    }
}

// Spreads `seed` through the cells of `through` in one direction until stopped, `most` cells at most.
// Doubling: after each step the run is known for twice as many cells.
template <class R>
R run(const R& seed, const R& through, int direction, int most) {
    R reached = seed, open = through;
    for (int k = 1; k < most; k *= 2) {
        reached = reached | (open & moved(reached, direction, k));
        open = open & moved(open, direction, k);
    }
    return reached;
}

}  // namespace arcloom::tile
