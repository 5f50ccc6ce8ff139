// native/bind/bytecode.cpp: the table of the ops of a device's bytecode
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "gpu/values/rows.hpp"

namespace arcloom {

namespace {

// Each with its versions.
std::vector<std::pair<std::string, std::string>> device_ops() {
    return {
        {"loop", ""}, {"end_loop", ""}, {"skip", ""},
#define ROW(name, rule, with_nowhere, versions) {#name, versions},
        ARCLOOM_DEVICE_OPS
#undef ROW
    };
}

// What says each: a name in shape/ or tile/, or form.
std::vector<std::pair<std::string, std::string>> device_rules() {
    return {
#define ROW(name, rule, with_nowhere, versions) {#name, #rule},
        ARCLOOM_DEVICE_OPS
#undef ROW
    };
}

std::vector<std::string> scalar_device_ops() {
    return {
#define ROW(name, rule, with_nowhere, versions) #name,
        ARCLOOM_SCALAR_OPS
#undef ROW
    };
}

}  // namespace

void bind_bytecode(nb::module_& m) {
    m.def("device_ops", &device_ops);
    m.def("device_rules", &device_rules);
    m.def("scalar_device_ops", &scalar_device_ops);
}

}  // namespace arcloom
