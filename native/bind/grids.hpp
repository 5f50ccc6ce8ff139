// native/bind/grids.hpp: grids that come from Python, kept beyond the arrays they came in
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "../batt/run.hpp"

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
    // Its samples are Python's, which live as long as their task.
    TaskGrids(const Demos& demos, nb::sequence samples) : demos_(store_.keep(demos)) {
        for (const nb::handle sample : samples) {
            names_.push_back(sample.ptr());
            samples_.push_back({grid(sample, "input"), grid(sample, "output"), {}});
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

    GridIn grid(nb::handle sample, const char* name) { return store_.keep(nb::cast<MaybeGrid>(sample.attr(name))); }
};

}  // namespace arcloom
