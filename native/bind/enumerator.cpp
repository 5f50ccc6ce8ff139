// native/bind/enumerator.cpp: exhaustive search over tiles, seen from Python
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "enumerate/enumerate.hpp"
#include "bind.hpp"
#include "search.hpp"

namespace arcloom {

namespace {

using ActionRow = std::tuple<std::string, int, int>;  // op, argument, mode

std::vector<Action> to_actions(const std::vector<ActionRow>& rows) {
    std::vector<Action> out;
    const auto ops = tile::all_ops<tile::Fitted>();
    for (const auto& [name, arg, mode] : rows) {
        const auto op = std::find_if(ops.begin(), ops.end(), [&](const SearchOp& o) { return o.name == name; });
        if (op == ops.end()) throw nb::value_error(("no tile op " + name).c_str());
        out.push_back({&*op, arg, static_cast<Mode>(mode)});
    }
    return out;
}

class PyEnumerator {
  public:
    PyEnumerator(const std::vector<GridArray>& inputs, const std::vector<GridArray>& outputs,
                 const std::vector<ActionRow>& actions, CostTable costs, StepOrder order)
        : costs_(costs), order_(order),
          search_(to_tiles(inputs), to_tiles(outputs), to_actions(actions),
                  to_steps(costs_, order_, actions.size())) {}

    PyEnumerator(const PyEnumerator&) = delete;
    PyEnumerator& operator=(const PyEnumerator&) = delete;

    bool run(int64_t fuel, size_t memory, int cost, nb::object stop) {
        return run_until(stop, [&](const auto& stopped) { return search_.run({fuel, memory, cost}, stopped); });
    }

    nb::list fits(int most) {
        std::vector<Fit> found;
        {
            const nb::gil_scoped_release release;
            found = search_.canvas().fits(most);
        }
        nb::list out;
        for (const Fit& f : found) out.append(fit_row(f));
        return out;
    }

    // A grid for each input, as arrays.
    nb::list grids(uint32_t state) {
        nb::list out;
        for (const tile::FittedTile& t : search_.grids(state)) out.append(to_array(t));
        return out;
    }

    // The search reads both.
    CostTable costs_;
    StepOrder order_;
    Enumerator search_;
};

}  // namespace

void bind_enumerator(nb::module_& m) {
    nb::class_<PyEnumerator>(m, "Enumerator")
        .def(nb::init<const std::vector<GridArray>&, const std::vector<GridArray>&, const std::vector<ActionRow>&,
                      CostTable, StepOrder>(),
             nb::arg("inputs"), nb::arg("outputs"), nb::arg("actions"), nb::arg("costs"), nb::arg("order"))
        .def("run", &PyEnumerator::run, nb::arg("fuel"), nb::arg("memory"), nb::arg("cost"),
             nb::arg("stop").none())
        .def("fits", &PyEnumerator::fits, nb::arg("most"))
        .def("trace", [](const PyEnumerator& e, uint32_t state) { return e.search_.trace(state); }, nb::arg("state"))
        .def("grid_states", [](const PyEnumerator& e, size_t most) { return e.search_.grid_states(most); },
             nb::arg("most"))
        .def("cost_of", [](const PyEnumerator& e, uint32_t state) { return e.search_.cost_of(state); },
             nb::arg("state"))
        .def("grids", &PyEnumerator::grids, nb::arg("state"))
        .def_prop_ro("fuel_used", [](const PyEnumerator& e) { return e.search_.fuel_used(); })
        .def_prop_ro("met", [](const PyEnumerator& e) { return e.search_.met(); })
        .def_prop_ro("expanded", [](const PyEnumerator& e) { return e.search_.expanded(); })
        .def_prop_ro("layers", [](PyEnumerator& e) { return e.search_.canvas().layers(); });
}

}  // namespace arcloom
