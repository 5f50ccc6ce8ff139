// native/breed/steps.hpp: what costly steps gave, kept for a task from one job to the next
//
// Children share most of their steps with their parents, and a few steps take most of the time: above all those that
// apply a rule. What such a step gave for a sample is kept, with its fuel. Whether it was kept changes no result.
#pragma once

#include <memory>
#include <mutex>

#include "batt/evaluate.hpp"
#include "genome.hpp"

namespace arcloom {

// A grid, or why there is none.
struct StepResult {
    int64_t fuel = 0;
    Value undefined;  // nothing: there is a grid
    int32_t h = 0, w = 0;
    std::vector<uint8_t> cells;
};

// All islands of a task share it, so threads may meet in it.
class StepBook {
  public:
    using Kept = std::shared_ptr<const StepResult>;
    struct Entry {
        uint64_t part;
        Kept result;
    };

    // Of each part on this sample; null: not known.
    std::vector<Kept> find(const std::vector<uint64_t>& parts, uint32_t sample);
    void add(std::vector<Entry>&&, uint32_t sample);

  private:
    static constexpr size_t kMostBytes = 128 * 1024;  // then what was not asked for of late is forgotten
    using Shelf = std::unordered_map<uint64_t, Kept>;
    std::mutex mutex_;
    Shelf recent_, older_;
    size_t bytes_ = 0;  // of recent_

    void put(uint64_t key, Kept);
};

// The steps of a woven batt that may be kept.
class Steps {
  public:
    void clear();
    // The genes of a program and the nodes they became. `parts` are hashes of what the genes compute.
    void watch(const Dag&, const Genome&, const std::vector<uint64_t>& parts, const std::vector<NodeId>& nodes);
    // Gives the evaluator what is known of its current sample.
    void recall(StepBook&, uint32_t sample, Evaluator&);
    // Keeps what was costly and not known; before the next sample.
    void keep(StepBook&, uint32_t sample, Evaluator&) const;

  private:
    std::vector<uint64_t> parts_;
    std::vector<NodeId> nodes_;  // of the parts
    std::vector<bool> known_;    // of the parts, on the current sample
    std::vector<bool> watched_;  // by node
};

}  // namespace arcloom
