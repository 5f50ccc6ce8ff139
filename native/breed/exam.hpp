// native/breed/exam.hpp: programs woven together, run on a task and marked, in one thread
//
// What a program is marked with depends on the program and the task alone, whatever it is woven with. Nothing here
// sees a test's expected output.
#pragma once

#include "differ.hpp"
#include "guise.hpp"
#include "scorers.hpp"
#include "task.hpp"

namespace arcloom {

struct ExamOptions {
    Limits limits;
    int64_t learning_fuel;         // of a part that learns a rule
    const std::vector<bool>& learns;  // by op
    bool use_differs;              // else only matches count
    bool generalise;               // what fits loses score where it would not have told a left-out demo, or a test
    GuiseOptions guises;           // in which what fits and takes the demos is tried, or loses score
    const Dag* scorers = nullptr;  // differs that score as well as the built-in ones
};

// How many cases a program has on a task: one a demo, one a differ.
size_t cases_of(size_t demos, bool use_differs, const Dag* scorers);

// A program at an exam.
struct Examinee {
    Marks marks;
    bool dropped = false;           // it cannot come to anything; its marks are not complete
    uint64_t behaviour = 1;         // hash of its outputs for demos and tests, where it was run on the tests
    std::vector<Portable> answers;  // its outputs for the tests, where it fits and was run on them
};

// Who goes on to the next demo.
enum class Demand : uint8_t {
    Nothing,  // all do
    Grid,     // who gives a grid, or has matched a demo before
    Match,    // who has matched all so far: nothing else is marked
};

struct ExamTimes {
    int64_t evaluate = 0, score = 0;  // nanoseconds
};

class Exam {
  public:
    Exam(const ConstantPool&, const ExamOptions&, Host*, const std::atomic<bool>& stop);

    // `again`: they are what was woven before, and none of them learns a rule. The programs must outlive the exam.
    void weave(std::vector<const Genome*>, const BreedTask&, bool again = false);
    bool learns_rules(const std::vector<const Genome*>&) const;
    // Runs all on the demos. Who does not meet the demand is dropped.
    std::vector<Examinee> demos(const BreedTask&, Demand, ExamTimes&);
    // Runs these on the tests, whose outputs belong to their behaviour.
    void tests(const BreedTask&, const std::vector<uint32_t>& these, std::vector<Examinee>&);
    // Takes score from what fits and does not generalise; after `tests`.
    void generalise(const BreedTask&, const std::vector<uint32_t>& these, std::vector<Examinee>&);

    bool stopped() const { return stop_; }

  private:
    const ConstantPool& pool_;
    const ExamOptions& options_;
    Host* host_;
    const std::atomic<bool>& stop_;
    std::unique_ptr<Dag> dag_ = std::make_unique<Dag>();  // kept, for its memory
    std::unique_ptr<Evaluator> evaluator_;
    std::unique_ptr<Scorers> scorers_;
    Learner learner_;
    std::vector<const Genome*> programs_;
    Steps steps_;
    std::vector<int64_t> learning_;  // by program: the fuel of its rules
    std::vector<bool> unsure_;       // by program: whether a test's answer cannot be right, or goes by accident

    int64_t add_to(Dag&, const Genome&, const Shown&, RuleBook&, Steps*) const;
    std::vector<bool> left_out(const BreedTask&, size_t demo, const std::vector<uint32_t>& these);
    void try_guises(const BreedTask&, const std::vector<uint32_t>& these, const std::vector<Examinee>& all);
    std::vector<bool> holds_in(const Guise&, const BreedTask&, const std::vector<uint32_t>& these,
                               const std::vector<Examinee>& all);
};

}  // namespace arcloom
