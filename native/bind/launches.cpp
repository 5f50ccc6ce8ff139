// native/bind/launches.cpp: many kernels started one after the other by the GPU's driver, without Python between them
//
// A step of a search starts a kernel for every op. The driver's functions come as addresses, so that nothing of CUDA is
// needed to build this.
#include <nanobind/ndarray.h>

#include <algorithm>

#include "bind.hpp"
#include "structure.hpp"

namespace arcloom {

namespace {

// As cuda.h declares cuLaunchKernel, cuEventRecord and cuStreamWaitEvent.
struct Driver {
    int (*launch)(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
                  unsigned block_z, unsigned shared, void* stream, void** arguments, void** extra);
    int (*record)(void* event, void* stream);
    int (*wait)(void* stream, void* event, unsigned flags);
};
// Kernels take a structure, and which of its pieces are theirs.
struct Kernel {
    void* function;
    int64_t blocks, first, count;
};
static_assert(sizeof(Kernel) == 4 * sizeof(int64_t));

using Rows = nb::ndarray<const int64_t, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

void* pointer(int64_t address) { return reinterpret_cast<void*>(address); }

// All kernels, dealt to the streams but the first, which they wait for and which waits for them. There is an event for
// each stream. Gives the driver's first error, or 0.
int start_all(const Driver& driver, const StructWords& streams, const StructWords& events, const Rows& rows, const StructWords& given,
              unsigned threads) {
    const auto* kernels = reinterpret_cast<const Kernel*>(rows.data());
    const size_t n = rows.shape(0), used = std::min(n, streams.size() - 1);
    const auto stream = [&](size_t k) { return pointer(streams.data()[k]); };
    const auto event = [&](size_t k) { return pointer(events.data()[k]); };
    int error = driver.record(event(0), stream(0));
    for (size_t k = 1; k <= used && error == 0; ++k) error = driver.wait(stream(k), event(0), 0);
    // The last first: those of lists take longest, and none should begin when others end.
    for (size_t k = n; k-- > 0 && error == 0;) {
        Kernel kernel = kernels[k];
        void* arguments[] = {const_cast<int64_t*>(given.data()), &kernel.first, &kernel.count};
        error = driver.launch(kernel.function, static_cast<unsigned>(kernel.blocks), 1, 1, threads, 1, 1, 0,
                              stream(1 + k % used), arguments, nullptr);
    }
    for (size_t k = 1; k <= used && error == 0; ++k) {
        error = driver.record(event(k), stream(k));
        if (error == 0) error = driver.wait(stream(0), event(k), 0);
    }
    return error;
}

int launch_all(StructWords driver, StructWords streams, StructWords events, Rows kernels, StructWords given, unsigned threads) {
    const auto& functions = structure<Driver>(driver);
    if (streams.size() < 2 || events.size() != streams.size()) throw nb::value_error("streams without events");
    const nb::gil_scoped_release release;
    return start_all(functions, streams, events, kernels, given, threads);
}

}  // namespace

void bind_launches(nb::module_& m) {
    m.def("launch_all", &launch_all, nb::arg("driver"), nb::arg("streams"), nb::arg("events"), nb::arg("kernels"),
          nb::arg("given"), nb::arg("threads"));
}

}  // namespace arcloom
