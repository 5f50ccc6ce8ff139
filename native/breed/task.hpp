// native/breed/task.hpp: what breeding knows of a task
#pragma once

#include "batt/evaluate.hpp"
#include "island.hpp"
#include "rules.hpp"
#include "steps.hpp"

namespace arcloom {

// Constants that the task's grids suggest, as places in the pool: colours, and numbers of rows or columns.
struct TaskConstants {
    std::vector<int32_t> integers, pairs;
};

struct BreedTask {
    std::vector<DemoIn> demos;
    std::vector<GridIn> tests;
    TaskConstants constants;
    std::vector<Island> islands;
    std::unique_ptr<RuleBook> rules = std::make_unique<RuleBook>();  // which all islands have learnt
    std::unique_ptr<StepBook> steps = std::make_unique<StepBook>();
    std::vector<uint32_t> order;  // of the demos, the quickest first
    bool same_size = false;       // every demo's output has the size of its input
    uint32_t colours = 0;         // bit c: some grid has colour c
};

// Outputs of tasks have at most 30 x 30 cells; what is far larger is not looked at.
inline bool plausible(const GridData* g) { return int64_t{g->h} * g->w <= 4096; }

// The rest follows from the grids.
void prepare(BreedTask&, ConstantPool&);

}  // namespace arcloom
