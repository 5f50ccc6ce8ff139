// native/breed/simplify.cpp: tries programs with one step left out, until none behaves as before
#include "simplify.hpp"

namespace arcloom {

namespace {

constexpr size_t kMostRounds = 32;  // each leaves out a step at least

// The shortest that behaves so; -1: none. Who misses a demo is not run any further.
int find_equal(const std::vector<Genome>& shorter, uint64_t behaviour, const BreedTask& task, Exam& exam) {
    std::vector<const Genome*> programs;
    for (const Genome& g : shorter) programs.push_back(&g);
    exam.weave(programs, task);
    ExamTimes times;
    std::vector<Examinee> all = exam.demos(task, Demand::Match, times);
    std::vector<uint32_t> fits;
    for (uint32_t k = 0; k < all.size(); ++k) {
        if (!all[k].dropped && all[k].marks.fits) fits.push_back(k);
    }
    exam.tests(task, fits, all);
    int best = -1;
    for (const uint32_t k : fits) {
        if (all[k].behaviour != behaviour) continue;
        if (best < 0 || shorter[k].size() < shorter[static_cast<size_t>(best)].size()) best = static_cast<int>(k);
    }
    return best;
}

}  // namespace

Simplified simplify(const Genome& genome, const Examinee& known, const BreedTask& task,
                    const Mutator& mutator, Exam& exam) {
    Simplified out{genome, known, false};
    for (size_t round = 0; round < kMostRounds && !exam.stopped(); ++round) {
        std::vector<Genome> shorter = mutator.shortened(out.genome);
        const int best = shorter.empty() ? -1 : find_equal(shorter, known.behaviour, task, exam);
        if (best < 0) break;
        out.genome = std::move(shorter[static_cast<size_t>(best)]);
        out.changed = true;
    }
    if (!out.changed || exam.stopped()) return {genome, known, false};
    exam.weave({&out.genome}, task);
    ExamTimes times;
    std::vector<Examinee> one = exam.demos(task, Demand::Nothing, times);
    exam.tests(task, {0}, one);
    exam.generalise(task, {0}, one);
    out.result = std::move(one[0]);
    return out;
}

}  // namespace arcloom
