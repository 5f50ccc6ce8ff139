// native/breed/rules.hpp: rules that programs learn from the demos, learnt once for a task
//
// To learn a rule takes a thousand times as long as most steps, and relatives share their rules. So a part that learns
// is run by itself, under limits of its own, and its rule stands in the program as a constant. Whether a rule was known
// changes no result.
#pragma once

#include <memory>
#include <mutex>

#include "batt/evaluate.hpp"
#include "genome.hpp"

namespace arcloom {

// Demos, and which of them is not shown.
struct Shown {
    const std::vector<DemoIn>& demos;
    int32_t left_out = -1;  // -1: none
    uint64_t guise = 0;     // of the demos (guise.hpp); 0: they are the task's own

    std::vector<DemoIn> list() const;
    uint64_t id() const;  // of what is shown, among all that is shown of the task
};

// All islands of a task share it, so threads may meet in it. Two may learn a rule at once, and find the same.
class RuleBook {
  public:
    struct Rule {
        Portable value;  // a number where nothing was learnt, which is no rule
        int64_t fuel = 0;
        uint64_t hash = 0;  // of the value
    };
    using Known = std::shared_ptr<const Rule>;
    Known find(uint64_t part, const Shown&);  // null: not known
    Known add(uint64_t part, const Shown&, Rule&&);

  private:
    static constexpr size_t kMost = 1024;  // then it begins anew
    std::mutex mutex_;
    std::unordered_map<uint64_t, Known> known_;
};

// A program with constants of its own, in which rules stand for the parts that learn them.
struct Prepared {
    Genome genome;  // a constant's argument is its place in `constants`
    std::vector<Portable> constants;
    std::vector<uint64_t> hashes;  // of the constants
    int64_t fuel = 0;              // of learning
};

// Learns as one thread does.
class Learner {
  public:
    // `learns` has a flag an op.
    Learner(const ConstantPool& pool, const std::vector<bool>& learns, int64_t fuel, size_t memory, Host* host,
            const std::atomic<bool>& stop)
        : pool_(pool), learns_(learns), limits_{fuel, fuel, memory}, host_(host), stop_(stop) {}

    bool has_rules(const Genome&) const;
    Prepared prepare(const Genome&, const Shown&, RuleBook&) const;

  private:
    const ConstantPool& pool_;
    const std::vector<bool>& learns_;
    Limits limits_;
    Host* host_;
    const std::atomic<bool>& stop_;

    bool learns(const Gene& g) const { return g.is_call() && static_cast<size_t>(g.code) < learns_.size() && learns_[static_cast<size_t>(g.code)]; }
    RuleBook::Rule learn(const Genome& part, const Shown&) const;
};

}  // namespace arcloom
