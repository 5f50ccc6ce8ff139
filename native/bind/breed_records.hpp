// native/bind/breed_records.hpp: what the breeder and Python hand to each other
#pragma once

#include <nanobind/nanobind.h>

#include "breed/generation.hpp"

namespace arcloom {

namespace nb = nanobind;

// A child as Python gets it. Its genome is in the population, by its number.
struct BredChild {
    uint32_t job = 0, number = 0;
    nb::bytes text{"", 0};  // what its hash is taken over
    uint32_t matched = 0;
    int64_t score = 0, fuel = 0;
    size_t nodes = 0;
    uint64_t behaviour = 0;
    bool fits = false;
    nb::list answers;
    uint64_t identity = 0;
    Line parents;  // hashes: what it was changed from, and what it has a part of
    std::vector<int16_t> cases;
};

// What a step came to.
struct Generation {
    std::vector<BredChild> children;
    uint64_t scored = 0, known = 0, unchanged = 0;
    std::vector<uint64_t> tried, led;  // by change
    std::vector<int64_t> times;            // nanoseconds of the stages: generate, weave, evaluate, score, dedupe
};

// A member of an island in a form that can be stored.
struct Resident {
    std::string source;
    uint32_t born = 0, matched = 0;
    int64_t score = 0, fuel = 0;
    uint64_t behaviour = 0, mask = 0;
    std::vector<int16_t> cases;
    Line line;
};

// One of a task's best: a copy in the population.
struct Exhibit {
    uint32_t number = 0;
    uint64_t identity = 0;
};

void bind_breed_records(nb::module_&);

}  // namespace arcloom
