// native/bind/search.hpp: what enumerators take from Python and give back alike: grids, costs, a stop, fits
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "enumerate/canvas.hpp"
#include "tile/fitted.hpp"
#include "tiles.hpp"

namespace arcloom {

// The cost of each action after each other one; the first row is for the first action of a chain.
using CostTable = nb::ndarray<const int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class Table>
void check_table(const Table& table, size_t actions) {
    if (table.shape(0) != actions + 1 || table.shape(1) != actions) {
        throw nb::value_error("tables of steps need a row more than there are actions, and a column an action");
    }
}

inline std::vector<tile::FittedTile> to_tiles(const std::vector<GridArray>& grids) {
    std::vector<tile::FittedTile> out;
    for (const GridArray& g : grids) out.push_back(read_tile<tile::Fitted>(g));
    return out;
}

// A fit as Python sees it: kind, cost, entries of its table, roles of its states in a stack, states.
inline nb::tuple fit_row(const Fit& fit) {
    std::vector<int> roles;
    for (const Role role : fit.roles) roles.push_back(static_cast<int>(role));
    return nb::make_tuple(static_cast<int>(fit.kind), fit.cost, fit.table, roles, fit.states);
}

// Runs a search without the GIL. `stop` is a Python function without arguments, or None; the search asks it now and
// then whether to end.
template <class Run>
bool run_until(const nb::object& stop, const Run& run) {
    const auto stopped = [&] {
        if (stop.is_none()) return false;
        const nb::gil_scoped_acquire acquire;
        return nb::cast<bool>(stop());
    };
    const nb::gil_scoped_release release;
    return run(stopped);
}

}  // namespace arcloom
