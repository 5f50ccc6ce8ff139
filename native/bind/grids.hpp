// native/bind/grids.hpp: grids that come from Python, kept beyond the arrays they came in
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "batt/run.hpp"

namespace arcloom {

namespace nb = nanobind;

using GridArray = nb::ndarray<const uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using MaybeGrid = std::optional<GridArray>;
using Demos = std::vector<std::pair<GridArray, GridArray>>;

// Copies of the cells, so that a run without the GIL depends on no Python object.
class GridStore {
  public:
    GridIn keep(const GridArray& a) {
        cells_.emplace_back(a.data(), a.data() + a.size());
        return {cells_.back().data(), static_cast<int32_t>(a.shape(0)), static_cast<int32_t>(a.shape(1))};
    }
    GridIn keep(const MaybeGrid& a) { return a ? keep(*a) : GridIn{}; }
    // Of a sample of Python's; tests have no output.
    SampleIn keep(nb::handle sample) {
        const auto grid = [&](const char* name) { return keep(nb::cast<MaybeGrid>(sample.attr(name))); };
        return {grid("input"), grid("output"), {}};
    }
    std::vector<DemoIn> keep(const Demos& demos) {
        std::vector<DemoIn> out;
        for (const auto& [in, wanted] : demos) out.push_back({keep(in), keep(wanted)});
        return out;
    }

  private:
    std::deque<std::vector<uint8_t>> cells_;
};

// A task's grids, which come from Python once.
class TaskGrids {
  public:
    // Its samples are Python's, which live as long as their task; demos are those with an output.
    explicit TaskGrids(nb::sequence samples) {
        for (const nb::handle sample : samples) {
            names_.push_back(sample.ptr());
            const SampleIn& in = samples_.emplace_back(store_.keep(sample));
            if (in.expected.cells != nullptr) demos_.push_back({in.input, in.expected});
        }
    }
    TaskGrids(const TaskGrids&) = delete;
    TaskGrids& operator=(const TaskGrids&) = delete;

    const std::vector<DemoIn>& demos() const { return demos_; }
    // Null where the task does not have that one.
    const SampleIn* find(nb::handle sample) const {
        const auto at = std::find(names_.begin(), names_.end(), sample.ptr());
        return at == names_.end() ? nullptr : &samples_[static_cast<size_t>(at - names_.begin())];
    }

  private:
    GridStore store_;
    std::vector<DemoIn> demos_;
    std::vector<PyObject*> names_;
    std::vector<SampleIn> samples_;
};

}  // namespace arcloom
