// native/bind/played/played.cpp: a GPU that one thread of the CPU plays, as a module for tests
//
// Tests compare it with the general engine on machines without a GPU. No user needs it, so only `make test` and its
// kin compile it.
#include <vector>

#include "bind/structure.hpp"
#include "gpu/batt.hpp"
#include "gpu/look.hpp"

namespace arcloom {

namespace {

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

void play_pieces(StructWords words) {
    const auto& step = structure<gpu::Step>(words);
    const nb::gil_scoped_release release;
    for (int64_t k = 0; k < step.npieces; ++k) gpu::play_piece(step, k);
}

void play_looks(StructWords words) {
    const auto& look = structure<gpu::Look>(words);
    const nb::gil_scoped_release release;
    for (int64_t k = 0; k < look.nstates; ++k) gpu::look_at(look, k);
}

}  // namespace

}  // namespace arcloom

NB_MODULE(_played, m) {
    m.def("play_batt", &arcloom::play_batt, nanobind::arg("run"));
    m.def("play_pieces", &arcloom::play_pieces, nanobind::arg("step"));
    m.def("play_looks", &arcloom::play_looks, nanobind::arg("look"));
}
