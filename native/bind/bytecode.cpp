// native/bind/bytecode.cpp: the device's bytecode: the names of its ops, and a device that one thread plays
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "gpu/batt.hpp"
#include "structure.hpp"

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

void play_batt(StructWords words) {
    const auto& run = structure<gpu::BattRun>(words);
    const nb::gil_scoped_release release;
    std::vector<gpu::Word> registers(gpu::kMostRegisters);
    for (int64_t program = 0; program < run.nprograms; ++program) {
        const gpu::ProgramCode& code = run.programs[program];
        for (int64_t sample = 0; sample < run.nsamples; ++sample) {
            gpu::Pair pair(run, code, sample, run.blocks, registers.data());
            while (pair.step()) {
            }
            pair.end(run, code, sample);
        }
    }
}

}  // namespace

void bind_bytecode(nb::module_& m) {
    m.def("device_ops", &device_ops);
    m.def("scalar_device_ops", &scalar_device_ops);
    m.def("play_batt", &play_batt, nb::arg("run"));
}

}  // namespace arcloom
