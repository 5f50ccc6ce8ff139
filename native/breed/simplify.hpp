// native/breed/simplify.hpp: the same program without what changes no output of the task
#pragma once

#include "exam.hpp"
#include "mutate.hpp"

namespace arcloom {

// A program that fits, and all that is known of it; after this it has no step that could be left out by itself. Its
// outputs for all demos and tests stay as they are.
struct Simplified {
    Genome genome;
    Examinee result;
    bool changed = false;
};
Simplified simplify(const Genome&, const Examinee&, const BreedTask&, const Mutator&, Exam&);

}  // namespace arcloom
