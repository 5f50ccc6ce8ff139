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
    std::vector<DemoIn> demos;  // S
    std::vector<SampleIn> samples;
    size_t first = 0;  // column of the first sample in the results
};

// Row-major, outputs x samples; filled by a run. Any may be null.
struct RunResults {
    size_t samples = 0;
    uint8_t* matches = nullptr;
    uint8_t* reasons = nullptr;  // Reason, or kSkipped in match mode
    int64_t* fuel = nullptr;     // kNoFuel where it ran elsewhere
    uint64_t* hashes = nullptr;  // of the result's content; 0 where Undefined
};
inline constexpr uint8_t kSkipped = 255;
inline constexpr int64_t kNoFuel = -1;

// What a run is asked for: outputs on columns.
struct Wanted {
    std::vector<size_t> columns;    // ascending
    std::vector<uint32_t> outputs;  // ascending; empty: all
    bool match = false;  // an output that misses one expected grid of a task is not run on its further samples: whole tasks
};

// What came elsewhere of some outputs on some columns, row-major; kept by the caller until the run is over. What is left is
// not written, but run.
struct Part {
    std::vector<size_t> outputs, columns;
    const uint8_t *matches, *reasons;
    const uint64_t* hashes;
    const uint8_t* left;
};

// How long samples may take, in relation to each other: by cells, and by how many neighbours differ, since objects are
// many where these are.
size_t weight_of(const GridIn&);

// A run under way: threads that take what they are given, until it is over. Results do not depend on their number.
class Run {
  public:
    Run(const Dag&, const std::vector<TaskIn>&, const Limits&, unsigned threads, Host*, const RunResults&);
    // Stops what is still at work.
    ~Run();

    void add(Wanted);
    // Takes what is there, and runs what is left.
    void finish(Part);
    // Calls f(k) for each k below n, by the threads and the caller, and waits for it.
    void spread(size_t n, const std::function<void(size_t)>& f);
    // Waits until all is done. Calls `poll` on the calling thread about 20 times a second with the number of finished
    // samples; it returns false to stop. False where it was stopped. What a thread threw is thrown here.
    bool end(const std::function<bool(size_t)>& poll);
    // The fuel of all nodes that were run here, a shared one once, after the end: what the run cost, where `fuel` has each
    // program's price.
    int64_t work() const;

  private:
    struct Threads;
    std::unique_ptr<Threads> threads_;
};

}  // namespace arcloom
