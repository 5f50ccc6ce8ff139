// native/search/generation.hpp: one generation: for each task breed children, weave, run and score them
//
// A job's outcome depends on its hand, its seed and its task alone, so the threads may take jobs in any
// order. Nothing here sees a test's expected output.
#pragma once

#include <functional>
#include <unordered_set>

#include "../batt/evaluate.hpp"
#include "differ.hpp"
#include "mutate.hpp"

namespace arcloom {

// What search knows of a task, and which programs it has seen there.
struct Quest {
    std::vector<DemoIn> demos;
    std::vector<GridIn> tests;
    std::unordered_set<uint64_t> seen;
};

struct BreedJob {
    uint32_t quest;
    std::vector<uint32_t> hand;  // genomes of the population
    uint32_t children;
    uint32_t keep;               // at most so many of the children are reported
    uint64_t seed;
    bool as_they_are;            // the hand itself is scored, nothing is bred
};

// A child worth looking at.
struct Child {
    uint32_t job;
    Genome genome;
    uint64_t identity;
    uint32_t matched;   // demos
    int32_t score;      // mean over demos of the differs, 0 to 1000
    int64_t fuel;       // over all demos
    uint64_t behaviour; // hash of its outputs on all demos and test inputs
    bool fits;          // every demo
    std::vector<Portable> answers;  // its outputs for the tests, where it fits
};

struct StageTimes {
    int64_t generate = 0, weave = 0, evaluate = 0, score = 0, dedupe = 0;  // nanoseconds over all threads
};

struct GenerationResult {
    std::vector<Child> children;  // job by job, best first
    uint64_t scored = 0, known = 0, barren = 0;  // barren: no change was found
    StageTimes times;
};

struct GenerationOptions {
    Limits limits;
    unsigned threads;
    bool use_differs;  // else only matches count
};

bool run_generation(const Mutator&, const ConstantPool&, const std::vector<Genome>& population,
                    std::vector<Quest>& quests, const std::vector<BreedJob>& jobs, const GenerationOptions&, Host*,
                    const std::function<bool()>& poll, GenerationResult& out);

}  // namespace arcloom
