// native/batt/run.hpp: a dag on many samples, on all cores
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
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

// Row-major, outputs x samples; filled by a run. Any may be null.
struct RunResults {
    size_t samples = 0;
    uint8_t* matches = nullptr;
    uint8_t* reasons = nullptr;  // Reason, or kSkipped in match mode
    int64_t* fuel = nullptr;
    uint64_t* hashes = nullptr;  // of the result's content; 0 where Undefined
};
inline constexpr uint8_t kSkipped = 255;

// What a run is asked for: the pairs of some columns.
struct Wanted {
    size_t first = 0, last = 0;
    bool match = false;             // an output that misses one expected grid of a task is not run on its further samples
    const uint8_t* done = nullptr;  // pairs that are there already: neither run nor written; whole rows in match mode
};

// A run under way: threads that take what they are given, until it is over. Results do not depend on their number.
class Run {
  public:
    Run(const Dag&, const std::vector<TaskIn>&, const Limits&, unsigned threads, Host*, const RunResults&);
    // Stops what is still at work.
    ~Run();

    void add(const Wanted&);
    // Waits until all is done. Calls `poll` on the calling thread about 20 times a second with the number of finished
    // samples; it returns false to stop. False where it was stopped. What a thread threw is thrown here.
    bool end(const std::function<bool(size_t)>& poll);

  private:
    struct Threads;
    std::unique_ptr<Threads> threads_;
};

}  // namespace arcloom
