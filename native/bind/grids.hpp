// native/bind/grids.hpp: grids that come from Python, kept beyond the arrays they came in
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <deque>

#include "../batt/evaluate.hpp"

namespace arcloom {

namespace nb = nanobind;

using GridArray = nb::ndarray<const uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using MaybeGrid = std::optional<GridArray>;

// Copies of the cells, so that a run without the GIL depends on no Python object.
class GridStore {
  public:
    GridIn keep(const GridArray& a) {
        cells_.emplace_back(a.data(), a.data() + a.size());
        return {cells_.back().data(), static_cast<int32_t>(a.shape(0)), static_cast<int32_t>(a.shape(1))};
    }
    GridIn keep(const MaybeGrid& a) { return a ? keep(*a) : GridIn{}; }

  private:
    std::deque<std::vector<uint8_t>> cells_;
};

}  // namespace arcloom
