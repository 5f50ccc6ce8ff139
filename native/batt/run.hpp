// native/batt/run.hpp: a dag on many samples, on all cores
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "evaluate.hpp"

namespace arcloom {

struct SampleIn {
    GridIn input, expected;  // expected without cells: unknown
    GridIn candidate;        // C, for differs
};

struct TaskIn {
    bool has_demos = false;
    std::vector<DemoIn> demos;  // S
    std::vector<SampleIn> samples;
    size_t first = 0;  // column of the first sample in the results
};

struct RunOptions {
    Limits limits;
    unsigned threads = 1;
    bool match = false;  // an output that misses one expected grid of a task is not run on its further samples
};

// Row-major, outputs x samples; filled by run. Any may be null.
struct RunResults {
    size_t samples = 0;
    uint8_t* matches = nullptr;
    uint8_t* reasons = nullptr;  // Reason, or kSkipped in match mode
    int64_t* fuel = nullptr;
    uint64_t* hashes = nullptr;  // of the result's content; 0 where Undefined
    const uint8_t* done = nullptr;  // pairs that are there already: neither run nor written; not in match mode
};
inline constexpr uint8_t kSkipped = 255;

// Calls `poll` on the calling thread about 20 times a second with the number of finished samples; it
// returns false to stop. Results do not depend on the number of threads. False where it was stopped.
bool run(const Dag&, const std::vector<TaskIn>&, const RunOptions&, Host*, const RunResults&,
         const std::function<bool(size_t)>& poll);

}  // namespace arcloom
