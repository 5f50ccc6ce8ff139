// native/bind/search.hpp: what enumerators take from Python and give back alike: grids, costs, a stop, fits
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <vector>

#include "enumerate/canvas.hpp"
#include "enumerate/order.hpp"
#include "tile/fitted.hpp"
#include "tiles.hpp"

namespace arcloom {

// The cost of each action after each other one; the first row is for the first action of a chain.
using CostTable = nb::ndarray<const int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// For each row of the costs, the actions in the order in which they are tried.
using StepOrder = nb::ndarray<const uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// The caller keeps both alive as long as the table.
inline StepTable to_steps(const CostTable& costs, const StepOrder& order, size_t actions) {
    for (const size_t rows : {costs.shape(0), order.shape(0)}) {
        if (rows != actions + 1) throw nb::value_error("costs need a row more than there are actions");
    }
    for (const size_t columns : {costs.shape(1), order.shape(1)}) {
        if (columns != actions) throw nb::value_error("costs need a column an action");
    }
    const auto known = [&](uint16_t action) { return action < actions || action == kNoStep; };
    if (!std::all_of(order.data(), order.data() + order.size(), known)) throw nb::value_error("no such action");
    return {costs.data(), order.data(), actions};
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
