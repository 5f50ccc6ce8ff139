// native/bind/bytecode.cpp: the names of the ops of a device's bytecode
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "bind.hpp"
#include "gpu/values/names.hpp"

namespace arcloom {

namespace {

std::vector<std::string> device_ops() {
    return {
        "loop", "end_loop", "skip",
#define X(name) #name,
        ARCLOOM_DEVICE_OPS(X)
#undef X
    };
}

std::vector<std::string> scalar_device_ops() {
    return {
#define X(name) #name,
        ARCLOOM_SCALAR_OPS(X)
#undef X
    };
}

}  // namespace

void bind_bytecode(nb::module_& m) {
    m.def("device_ops", &device_ops);
    m.def("scalar_device_ops", &scalar_device_ops);
}

}  // namespace arcloom
