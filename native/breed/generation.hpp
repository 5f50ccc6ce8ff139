// native/breed/generation.hpp: one generation: for each task breed children, weave, run and score them
//
// A job's outcome depends on its hand, its seed and its task alone, so the threads may take jobs in any
// order. Nothing here sees a test's expected output.
#pragma once

#include <functional>
#include <unordered_set>

#include "batt/evaluate.hpp"
#include "differ.hpp"
#include "mutate.hpp"

namespace arcloom {

// Programs met before, by identity. Forgets all when it is full: meeting one again only costs its run.
class SeenSet {
  public:
    bool insert(uint64_t id);  // whether it is new

  private:
    static constexpr size_t kMost = 1 << 14;
    std::vector<uint64_t> slots_;  // open addressing; 0: free
    size_t used_ = 0;
};

// What search knows of a task, and which programs it has seen there.
struct BreedTask {
    std::vector<DemoIn> demos;
    std::vector<GridIn> tests;
    SeenSet seen;
};

struct BreedJob {
    uint32_t task;
    std::vector<uint32_t> hand;  // genomes of the population
    uint32_t children;
    uint32_t keep;               // the best so many of different behaviour are reported, and
    bool all;                    // all of these, or only those
    uint32_t least_matched;      // that are not worse than the task's worst: matched demos,
    int64_t least_score;         // then score
    uint64_t seed;
    bool as_they_are;            // the hand itself is scored, nothing is bred
};

// A child worth looking at.
struct Child {
    uint32_t job;
    Genome genome;
    uint64_t identity;
    uint32_t matched;   // demos
    int64_t score;      // of the differs, 0 to 1000 a demo, summed over the demos
    int64_t fuel;       // over all demos
    uint64_t behaviour; // hash of its outputs on all demos and test inputs
    bool fits;          // every demo
    std::vector<Portable> answers;  // its outputs for the tests, where it fits
    uint32_t parent = 0;  // the genome of the population that it was changed from
    uint32_t other = 0;   // the one that it has a part of; the parent itself where there is none
};

struct StageTimes {
    int64_t generate = 0, weave = 0, evaluate = 0, score = 0, dedupe = 0;  // nanoseconds over all threads
};

struct GenerationResult {
    std::vector<Child> children;  // job by job, best first
    uint64_t scored = 0, known = 0, unchanged = 0;  // unchanged: no mutation was possible
    StageTimes times;
};

struct GenerationOptions {
    Limits limits;
    unsigned threads;
    bool use_differs;           // else only matches count
    const Dag* scorers = nullptr;  // differs that score as well as the built-in ones
};

// Outputs of tasks have at most 30 x 30 cells; what is far larger is not looked at.
inline bool plausible(const GridData* g) { return int64_t{g->h} * g->w <= 4096; }

bool run_generation(const Mutator&, const ConstantPool&, const std::vector<Genome>& population,
                    std::vector<BreedTask>& tasks, const std::vector<BreedJob>& jobs, const GenerationOptions&, Host*,
                    const std::function<bool()>& poll, GenerationResult& out);

}  // namespace arcloom
