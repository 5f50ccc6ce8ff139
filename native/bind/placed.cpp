// native/bind/placed.cpp: the search over placed grids, seen from Python
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "enumerate/placed.hpp"
#include "bind.hpp"
#include "search.hpp"

namespace arcloom {

namespace {

using PlacedActionRow = std::tuple<std::string, int, bool, int>;  // op ("" moves to the origin), argument, each, size
using SizeRows = std::vector<std::vector<std::pair<int, int>>>;

void check_range(const std::string& name, int arg, int low, int high) {
    if (arg < low || arg > high) throw nb::value_error((name + ": no such argument").c_str());
}

PlacedAction to_action(const PlacedActionRow& row, size_t sizes) {
    const auto& [name, arg, each, size] = row;
    PlacedAction out{.arg = arg, .each = each, .size = size};
    if (name.empty()) return out;
    const auto own = placed::all_ops();
    if (const auto op = std::find_if(own.begin(), own.end(), [&](const auto& o) { return o.name == name; }); op != own.end()) {
        check_range(name, arg, op->low, op->high);
        const bool fits = op->form == placed::Form::Fit;
        if (fits && (size < 0 || static_cast<size_t>(size) >= sizes)) throw nb::value_error("no such size");
        if (each && op->form != placed::Form::Map) throw nb::value_error((name + " is not for elements").c_str());
        out.own = &*op;
        return out;
    }
    const auto ops = tile::all_ops<tile::Fitted>();
    const auto op = std::find_if(ops.begin(), ops.end(), [&](const auto& o) { return o.name == name; });
    if (op == ops.end() || op->form != tile::Form::Map) throw nb::value_error(("no op on one grid: " + name).c_str());
    if (op->args != 0) check_range(name, arg, op->low, op->high);
    out.tile = &*op;
    return out;
}

std::vector<PlacedAction> to_actions(const std::vector<PlacedActionRow>& rows, size_t sizes) {
    std::vector<PlacedAction> out;
    for (const PlacedActionRow& row : rows) out.push_back(to_action(row, sizes));
    return out;
}

std::vector<PlacedEnumerator::Sizes> to_sizes(const SizeRows& rows, size_t inputs) {
    std::vector<PlacedEnumerator::Sizes> out;
    for (const auto& row : rows) {
        if (row.size() != inputs) throw nb::value_error("a size for each input");
        auto& sizes = out.emplace_back();
        for (const auto& [h, w] : row) {
            if (h < 1 || w < 1 || h > placed::kMostSide || w > placed::kMostSide) throw nb::value_error("no such size");
            sizes.push_back({h, w});
        }
    }
    return out;
}

class PyPlacedEnumerator {
  public:
    PyPlacedEnumerator(const std::vector<GridArray>& inputs, const std::vector<GridArray>& outputs,
                       const std::vector<PlacedActionRow>& actions, CostTable costs, StepOrder order,
                       const SizeRows& sizes, bool known)
        : costs_(costs), order_(order),
          search_(to_tiles(inputs), to_tiles(outputs), to_actions(actions, sizes.size()),
                  to_steps(costs_, order_, actions.size()), to_sizes(sizes, inputs.size()), known) {
        if (outputs.size() > inputs.size() || (known && sizes.empty())) throw nb::value_error("no such task");
        for (size_t d = 0; known && d < outputs.size(); ++d) {
            const auto [h, w] = sizes.back()[d];
            if (static_cast<size_t>(h) != outputs[d].shape(0) || static_cast<size_t>(w) != outputs[d].shape(1)) {
                throw nb::value_error("the last size is the outputs'");
            }
        }
    }
    PyPlacedEnumerator(const PyPlacedEnumerator&) = delete;
    PyPlacedEnumerator& operator=(const PyPlacedEnumerator&) = delete;

    bool run(int64_t fuel, size_t memory, int cost, nb::object stop) {
        return run_until(stop, [&](const auto& stopped) { return search_.run(fuel, memory, cost, stopped); });
    }

    nb::list fits(int most) {
        std::vector<Fit> found;
        {
            const nb::gil_scoped_release release;
            found = search_.fits(most);
        }
        nb::list out;
        for (const Fit& f : found) out.append(fit_row(f));
        return out;
    }

    // The actions that lead to the layer, whether a list was put together, where it is laid, its new colour or 0.
    nb::tuple layer(uint32_t number) const {
        const auto& layer = search_.layer(number);
        return nb::make_tuple(search_.trace(layer.state), layer.laying.piled, static_cast<int>(layer.laying.at),
                              static_cast<int>(layer.laying.colour));
    }

    nb::list shapes() const {
        nb::list out;
        for (const auto& shape : search_.shapes()) {
            nb::list sizes;
            for (const auto& s : shape.sizes) sizes.append(nb::make_tuple(s.h, s.w));
            out.append(nb::make_tuple(search_.trace(shape.state), shape.cost, sizes));
        }
        return out;
    }

    // The search reads both.
    CostTable costs_;
    StepOrder order_;
    PlacedEnumerator search_;
};

}  // namespace

void bind_placed(nb::module_& m) {
    nb::class_<PyPlacedEnumerator>(m, "PlacedEnumerator")
        .def(nb::init<const std::vector<GridArray>&, const std::vector<GridArray>&, const std::vector<PlacedActionRow>&,
                      CostTable, StepOrder, const SizeRows&, bool>(),
             nb::arg("inputs"), nb::arg("outputs"), nb::arg("actions"), nb::arg("costs"), nb::arg("order"),
             nb::arg("sizes"), nb::arg("known"))
        .def("run", &PyPlacedEnumerator::run, nb::arg("fuel"), nb::arg("memory"), nb::arg("cost"),
             nb::arg("stop").none())
        .def("fits", &PyPlacedEnumerator::fits, nb::arg("most"))
        .def("layer", &PyPlacedEnumerator::layer, nb::arg("number"))
        .def("shapes", &PyPlacedEnumerator::shapes)
        .def_prop_ro("fuel_used", [](const PyPlacedEnumerator& e) { return e.search_.fuel_used(); })
        .def_prop_ro("met", [](const PyPlacedEnumerator& e) { return e.search_.met(); })
        .def_prop_ro("layers", [](const PyPlacedEnumerator& e) { return e.search_.layers(); });
    m.def("placed_ops", [] {
        nb::list out;
        for (const placed::Op& op : placed::all_ops()) {
            out.append(nb::make_tuple(std::string(op.name), static_cast<int>(op.form), op.low, op.high));
        }
        return out;
    });
}

}  // namespace arcloom
