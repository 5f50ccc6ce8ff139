// native/breed/exam.cpp: matches, partial credit, and whether what fits would have told what it was not shown
#include "exam.hpp"

#include <algorithm>
#include <chrono>

#include "value/hash.hpp"

namespace arcloom {

namespace {

class Stopwatch {
  public:
    // Adds the time since the last lap.
    void lap(int64_t& stage) {
        const auto now = std::chrono::steady_clock::now();
        stage += std::chrono::nanoseconds(now - last_).count();
        last_ = now;
    }

  private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

uint64_t output_hash(Value v) { return v.undefined() ? 0 : content_hash(v); }

bool equal(const GridData* g, const GridIn& wanted) {
    return g->h == wanted.h && g->w == wanted.w &&
           std::memcmp(g->cells, wanted.cells, static_cast<size_t>(g->h) * static_cast<size_t>(g->w)) == 0;
}

constexpr int32_t kWhole = 1000;

// The scores of one output, by differ.
struct Voices {
    int32_t mean = 0;
    std::vector<int16_t> of;
};

// Outputs against one expected grid; many children have the same output, which is looked at once.
class DemoScorer {
  public:
    DemoScorer(const DemoIn& demo, size_t voices, bool use_differs, Scorers* scorers)
        : input_(demo.input), expected_(demo.output), use_differs_(use_differs), scorers_(scorers),
          whole_{kWhole, std::vector<int16_t>(voices, kWhole)}, none_{0, std::vector<int16_t>(voices, 0)} {
        if (!use_differs_) return;
        read_features(reinterpret_cast<const int8_t*>(expected_.cells), expected_.h, expected_.w, want_);
    }

    // `hash` is the output's.
    const Voices& score(Value v, uint64_t hash) {
        if (!is_kind(v, Kind::Grid)) return none_;
        const GridData* g = as_grid(v);
        if (equal(g, expected_)) return whole_;
        if (!use_differs_ || !plausible(g)) return none_;
        const auto [it, added] = known_.emplace(hash, Voices{});
        if (added) it->second = partial(g);
        return it->second;
    }
    bool whole(const Voices& v) const { return &v == &whole_; }

  private:
    GridIn input_, expected_;
    bool use_differs_;
    Scorers* scorers_;  // null: there is none
    Voices whole_, none_;
    Features want_, have_;
    std::unordered_map<uint64_t, Voices> known_;

    // The mean of the built-in differs and the other scorers.
    Voices partial(const GridData* g) {
        read_features(g->cells, g->h, g->w, have_);
        const DifferScores scores = differ(have_, want_);
        Voices out;
        out.of.assign(std::begin(scores.of), std::end(scores.of));
        if (scorers_ != nullptr) {
            for (const int32_t s : scorers_->scores(input_, {reinterpret_cast<const uint8_t*>(g->cells), g->h, g->w})) {
                out.of.push_back(static_cast<int16_t>(s));
            }
        }
        for (const int16_t s : out.of) out.mean += s;
        out.mean /= static_cast<int32_t>(out.of.size());
        return out;
    }
};

}  // namespace

Exam::Exam(const ConstantPool& pool, const ExamOptions& options, Host* host, const std::atomic<bool>& stop)
    : pool_(pool), options_(options), host_(host), stop_(stop) {
    if (options.scorers != nullptr) scorers_ = std::make_unique<Scorers>(*options.scorers, options.limits, host, &stop);
}

void Exam::weave(const std::vector<const Genome*>& programs) {
    evaluator_.reset();
    dag_ = std::make_unique<Dag>(weave_all(programs, pool_));
    evaluator_ = std::make_unique<Evaluator>(*dag_, options_.limits, host_, &stop_);
    learns_.clear();
    for (const Genome* g : programs) {
        learns_.push_back(std::any_of(g->begin(), g->end(), [](const Gene& gene) { return gene.code == Dag::kS; }));
    }
}

std::vector<Examinee> Exam::demos(const BreedTask& task, bool strict, ExamTimes& times) {
    Stopwatch watch;
    evaluator_->start_task(&task.demos);
    if (scorers_) scorers_->start_task(task.demos);
    const size_t n = task.demos.size();
    const size_t voices = options_.use_differs ? kDiffers + (scorers_ ? scorers_->size() : 0) : 0;
    std::vector<Examinee> all(dag_->outputs.size());
    std::vector<uint64_t> hashes(n * all.size());
    std::vector<int32_t> sums(voices * all.size());
    for (Examinee& one : all) one.marks.cases.resize(n + voices);
    for (const uint32_t d : task.order) {
        evaluator_->start_sample(task.demos[d].input);
        DemoScorer scorer(task.demos[d], voices, options_.use_differs, scorers_.get());
        for (uint32_t k = 0; k < all.size() && !stop_; ++k) {
            if (all[k].dropped) continue;
            const Outcome outcome = evaluator_->result(k);
            watch.lap(times.evaluate);
            // At once: the next result may take back this one's memory.
            Marks& marks = all[k].marks;
            const uint64_t hash = hashes[k * n + d] = output_hash(outcome.value);
            const Voices& said = scorer.score(outcome.value, hash);
            marks.fuel += outcome.fuel;
            marks.score += said.mean;
            marks.cases[d] = static_cast<int16_t>(said.mean);
            for (size_t v = 0; v < voices; ++v) sums[k * voices + v] += said.of[v];
            if (scorer.whole(said)) {
                ++marks.matched;
                if (d < 64) marks.mask |= uint64_t{1} << d;
            }
            all[k].dropped = strict && marks.matched == 0 && !is_kind(outcome.value, Kind::Grid);
            watch.lap(times.score);
        }
    }
    for (size_t k = 0; k < all.size(); ++k) {
        Marks& marks = all[k].marks;
        for (size_t d = 0; d < n; ++d) marks.behaviour = combine_hash(marks.behaviour, hashes[k * n + d]);
        for (size_t v = 0; v < voices; ++v) marks.cases[n + v] = static_cast<int16_t>(sums[k * voices + v] / static_cast<int32_t>(n));
        marks.fits = n > 0 && marks.matched == n;
        all[k].behaviour = marks.behaviour;
    }
    return all;
}

void Exam::tests(const BreedTask& task, const std::vector<uint32_t>& these, std::vector<Examinee>& all) {
    unsure_.assign(all.size(), false);
    for (const GridIn& test : task.tests) {
        evaluator_->start_sample(test);
        for (const uint32_t k : these) {
            if (stop_) return;
            const Value v = evaluator_->result(k).value;
            all[k].behaviour = combine_hash(all[k].behaviour, output_hash(v));
            if (!all[k].marks.fits) continue;
            // What is no grid, or no grid of a task, is no answer; written out it could be of any size.
            const bool answers = is_kind(v, Kind::Grid) && plausible(as_grid(v));
            unsure_[k] = unsure_[k] || !answers ||
                         (task.same_size && (as_grid(v)->h != test.h || as_grid(v)->w != test.w));
            all[k].answers.emplace_back();
            write_portable(evaluator_->context(), answers ? v : undefined(Reason::None), all[k].answers.back());
        }
    }
    for (const uint32_t k : these) {
        if (all[k].marks.fits) all[k].marks.behaviour = all[k].behaviour;
    }
}

// By demo, then by program: whether it gives the demo's output while the demo is left out of S.
std::vector<std::vector<bool>> Exam::left_out(const BreedTask& task, const std::vector<uint32_t>& these) {
    std::vector<bool> wanted(dag_->outputs.size(), false);
    for (const uint32_t k : these) wanted[k] = true;
    std::vector<std::vector<bool>> given;
    for (size_t d = 0; d < task.demos.size(); ++d) {
        std::vector<DemoIn> others = task.demos;
        others.erase(others.begin() + static_cast<ptrdiff_t>(d));
        evaluator_->start_task(&others, wanted);
        evaluator_->start_sample(task.demos[d].input);
        std::vector<bool>& row = given.emplace_back(dag_->outputs.size(), false);
        for (const uint32_t k : these) {
            if (stop_) return given;
            const Value v = evaluator_->result(k).value;
            row[k] = is_kind(v, Kind::Grid) && equal(as_grid(v), task.demos[d].output);
        }
    }
    return given;
}

void Exam::generalise(const BreedTask& task, const std::vector<uint32_t>& these, std::vector<Examinee>& all) {
    if (!options_.generalise) return;
    std::vector<uint32_t> learners;
    for (const uint32_t k : these) {
        if (all[k].marks.fits && learns_[k]) learners.push_back(k);
    }
    const size_t n = task.demos.size();
    if (!learners.empty() && n > 1) {
        const std::vector<std::vector<bool>> given = left_out(task, learners);
        for (const uint32_t k : learners) {
            for (size_t d = 0; d < given.size(); ++d) {
                if (!given[d][k]) all[k].marks.cases[d] = kWhole / 2;
            }
        }
    }
    for (const uint32_t k : these) {
        Marks& marks = all[k].marks;
        if (!marks.fits) continue;
        marks.score = 0;
        for (size_t d = 0; d < n; ++d) marks.score += marks.cases[d] = static_cast<int16_t>(marks.cases[d] / (unsure_[k] ? 2 : 1));
        const auto mean = static_cast<int16_t>(marks.score / static_cast<int64_t>(n));
        std::fill(marks.cases.begin() + static_cast<ptrdiff_t>(n), marks.cases.end(), mean);
    }
}

}  // namespace arcloom
