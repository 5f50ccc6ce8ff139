// native/breed/scorers.hpp: differs written in the language as scorers of outputs; and how good they are
#pragma once

#include <functional>

#include "task.hpp"

namespace arcloom {

// Differs woven together, in one thread. A differ that gives no number, or runs out of fuel, scores 0.
class Scorers {
  public:
    Scorers(const Dag& differs, const Limits& limits, Host* host, const std::atomic<bool>* stop)
        : evaluator_(differs, limits, host, stop), values_(differs.outputs.size()) {}

    size_t size() const { return values_.size(); }
    void start_task(const std::vector<DemoIn>& demos) { evaluator_.start_task(&demos); }
    // The score of each differ for a candidate, 0 to 1000.
    const std::vector<int32_t>& scores(const GridIn& input, const GridIn& candidate);
    // Their sum.
    int32_t total(const GridIn& input, const GridIn& candidate);
    // Fuel of each differ for the last candidate.
    const std::vector<int64_t>& fuel() const { return fuel_; }

  private:
    Evaluator evaluator_;
    std::vector<int32_t> values_;
    std::vector<int64_t> fuel_;
};

// Weaves genomes, an output each.
Dag weave_all(const std::vector<const Genome*>&, const ConstantPool&);

struct JudgeJob {
    uint32_t task;
    std::vector<uint32_t> programs;  // of the population
    std::vector<uint32_t> matched;   // demos, of each program
};

struct Judgement {
    int32_t worth;       // 0 to 1000: of pairs of programs, how many it puts in the order of their matches
    int64_t fuel;        // over the demos' inputs and outputs as candidates
    uint64_t behaviour;  // hash of what it says of these
};

// Each differ on each job: the judgements of a job are those of all differs, in their order.
bool judge(const std::vector<Genome>& population, const ConstantPool&, const std::vector<BreedTask>& tasks,
           const std::vector<JudgeJob>& jobs, const Dag& differs, const Limits&, unsigned threads, Host*,
           const std::function<bool()>& poll, std::vector<std::vector<Judgement>>& out);

}  // namespace arcloom
