// native/breed/generation.hpp: one generation: for each task breed children, weave, run and score them
//
// A job's outcome depends on its island, its hand, its seed and its task alone, and no two jobs at once have the same
// island. So the threads may take jobs in any order.
#pragma once

#include <array>
#include <functional>

#include "exam.hpp"
#include "mutate.hpp"

namespace arcloom {

struct BreedJob {
    uint32_t task = 0;
    uint32_t island = 0;
    uint32_t generation = 0;
    std::vector<uint32_t> hand;  // numbers of the stock: guests, from which the island also breeds
    uint32_t children = 0;
    uint64_t seed = 0;
    bool as_they_are = false;    // the hand itself is scored and offered to the islands, nothing is bred
    bool solved = false;         // only children that fit are of use: no rule is learnt for them
    // Which children are reported: the best so many of different behaviour, and of these
    uint32_t keep = 0;
    bool all = true;             // all, or only those
    uint32_t least_matched = 0;  // that are not worse than the task's worst: matched demos,
    int64_t least_score = 0;     // then score
};

// A child worth looking at.
struct Child {
    uint32_t job = 0;
    Member member;
    uint64_t behaviour = 0;         // hash of its outputs on all demos and test inputs
    std::vector<Portable> answers;  // its outputs for the tests, where it fits
    Making making;
};

struct StageTimes {
    int64_t generate = 0, weave = 0, evaluate = 0, score = 0, dedupe = 0;  // nanoseconds over all threads
};

struct ChangeCounts {
    std::array<uint64_t, kChanges> tried{}, led{};  // children whose first change it was; those that led their island
};

struct GenerationResult {
    std::vector<Child> children;  // job by job, best first
    uint64_t scored = 0, known = 0, unchanged = 0;  // unchanged: no mutation was possible
    ChangeCounts changes;
    StageTimes times;
};

struct GenerationOptions {
    ExamOptions exam;
    Selection selection;
    unsigned threads;
};

// Programs by number, and where they come from.
struct Stock {
    std::vector<Genome> genomes;  // empty: forgotten
    std::vector<Line> lines;
};

bool run_generation(const Mutator&, const ConstantPool&, const Stock&,
                    std::vector<BreedTask>& tasks, const std::vector<BreedJob>& jobs, const GenerationOptions&, Host*,
                    const std::function<bool()>& poll, GenerationResult& out);

// Each island's best go to the next island as well; and an island without progress begins anew.
void end_generation(std::vector<BreedTask>& tasks, uint32_t generation, uint32_t migrants, const Selection&);

}  // namespace arcloom
