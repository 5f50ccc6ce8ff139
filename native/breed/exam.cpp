// native/breed/exam.cpp: matches, partial credit, and whether what fits would have told what it was not shown
#include "exam.hpp"

#include <algorithm>
#include <map>

#include "stopwatch.hpp"
#include "value/hash.hpp"

namespace arcloom {

namespace {

uint64_t output_hash(Value v) { return v.undefined() ? 0 : content_hash(v); }

bool equal(const GridData* g, const GridIn& wanted) {
    return g->h == wanted.h && g->w == wanted.w &&
           std::memcmp(g->cells, wanted.cells, static_cast<size_t>(g->h) * static_cast<size_t>(g->w)) == 0;
}

GridIn view_of(const GridData* g) { return {reinterpret_cast<const uint8_t*>(g->cells), g->h, g->w}; }

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

    bool right(Value v) const { return is_kind(v, Kind::Grid) && equal(as_grid(v), expected_); }
    // `hash` is the output's.
    const Voices& score(Value v, uint64_t hash) {
        if (right(v)) return whole_;
        if (!is_kind(v, Kind::Grid)) return none_;
        const GridData* g = as_grid(v);
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
            for (const int32_t s : scorers_->scores(input_, view_of(g))) {
                out.of.push_back(static_cast<int16_t>(s));
            }
        }
        for (const int16_t s : out.of) out.mean += s;
        out.mean /= static_cast<int32_t>(out.of.size());
        return out;
    }
};

}  // namespace

size_t cases_of(size_t demos, bool use_differs, const Dag* scorers) {
    return demos + (use_differs ? kDiffers + (scorers != nullptr ? scorers->outputs.size() : 0) : 0);
}

Exam::Exam(const ConstantPool& pool, const ExamOptions& options, Host* host, const std::atomic<bool>& stop)
    : pool_(pool), options_(options), host_(host), stop_(stop),
      learner_(pool, options.learns, options.learning_fuel, options.limits.memory, host, stop) {
    if (options.scorers != nullptr) scorers_ = std::make_unique<Scorers>(*options.scorers, options.limits, host, &stop);
}

bool Exam::learns_rules(const std::vector<const Genome*>& programs) const {
    return std::any_of(programs.begin(), programs.end(), [&](const Genome* g) { return learner_.has_rules(*g); });
}

void Exam::weave(std::vector<const Genome*> programs, const BreedTask& task, bool again) {
    programs_ = std::move(programs);
    if (again) return;
    evaluator_.reset();
    steps_.clear();
    dag_->clear();
    learning_.assign(programs_.size(), 0);
    for (size_t k = 0; k < programs_.size(); ++k) {
        learning_[k] = add_to(*dag_, *programs_[k], {task.demos}, *task.rules, &steps_);
    }
    evaluator_ = std::make_unique<Evaluator>(*dag_, options_.limits, host_, &stop_);
}

// Adds a program as an output; gives the fuel of its rules.
int64_t Exam::add_to(Dag& dag, const Genome& g, const Shown& shown, RuleBook& book, Steps* steps) const {
    const auto add = [&](const Genome& genes, const std::vector<Portable>& constants, const std::vector<uint64_t>& hashes) {
        const std::vector<NodeId> nodes = dag.weave(encode(genes), constants);
        dag.add_output(nodes.back());
        if (steps != nullptr && !dag.keeps_callables()) steps->watch(dag, genes, part_hashes(genes, hashes), nodes);
    };
    if (!learner_.has_rules(g)) {
        add(g, pool_.values(), pool_.hashes());
        return 0;
    }
    const Prepared prepared = learner_.prepare(g, shown, book);
    add(prepared.genome, prepared.constants, prepared.hashes);
    return prepared.fuel;
}

std::vector<Examinee> Exam::demos(const BreedTask& task, Demand demand, ExamTimes& times) {
    Stopwatch watch;
    evaluator_->start_task(&task.demos);
    if (scorers_) scorers_->start_task(task.demos);
    const size_t n = task.demos.size();
    const size_t voices = cases_of(0, options_.use_differs, options_.scorers);
    std::vector<Examinee> all(dag_->outputs.size());
    std::vector<uint64_t> hashes(n * all.size());
    std::vector<int32_t> sums(voices * all.size());
    for (Examinee& one : all) one.marks.cases.resize(n + voices);
    for (const uint32_t d : task.order) {
        evaluator_->start_sample(task.demos[d].input);
        steps_.recall(*task.steps, d, *evaluator_);
        DemoScorer scorer(task.demos[d], voices, options_.use_differs, scorers_.get());
        for (uint32_t k = 0; k < all.size() && !stop_; ++k) {
            if (all[k].dropped) continue;
            const Outcome outcome = evaluator_->result(k);
            watch.lap(times.evaluate);
            all[k].dropped = demand == Demand::Match && !scorer.right(outcome.value);
            if (all[k].dropped) continue;
            // At once: the next result may take back this one's memory.
            Marks& marks = all[k].marks;
            const uint64_t hash = hashes[k * n + d] = output_hash(outcome.value);
            const Voices& said = scorer.score(outcome.value, hash);
            marks.fuel += outcome.fuel + learning_[k];
            marks.score += said.mean;
            marks.cases[d] = static_cast<int16_t>(said.mean);
            for (size_t v = 0; v < voices; ++v) sums[k * voices + v] += said.of[v];
            if (scorer.whole(said)) {
                ++marks.matched;
                if (d < 64) marks.mask |= uint64_t{1} << d;
            }
            all[k].dropped = demand == Demand::Grid && marks.matched == 0 && !is_kind(outcome.value, Kind::Grid);
            watch.lap(times.score);
        }
        steps_.keep(*task.steps, d, *evaluator_);
    }
    for (size_t k = 0; k < all.size(); ++k) {
        Marks& marks = all[k].marks;
        for (size_t d = 0; d < n; ++d) marks.behaviour = combine_hash(marks.behaviour, hashes[k * n + d]);
        for (size_t v = 0; v < voices && n > 0; ++v) {
            marks.cases[n + v] = static_cast<int16_t>(sums[k * voices + v] / static_cast<int32_t>(n));
        }
        marks.fits = n > 0 && marks.matched == n;
        all[k].behaviour = marks.behaviour;
    }
    return all;
}

void Exam::tests(const BreedTask& task, const std::vector<uint32_t>& these, std::vector<Examinee>& all) {
    unsure_.assign(all.size(), false);
    for (uint32_t t = 0; t < task.tests.size(); ++t) {
        const GridIn& test = task.tests[t];
        const auto sample = static_cast<uint32_t>(task.demos.size()) + t;
        evaluator_->start_sample(test);
        steps_.recall(*task.steps, sample, *evaluator_);
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
        steps_.keep(*task.steps, sample, *evaluator_);
    }
    for (const uint32_t k : these) {
        if (all[k].marks.fits) all[k].marks.behaviour = all[k].behaviour;
    }
}

// By program of these: whether it gives the demo's output while the demo is left out of S.
std::vector<bool> Exam::left_out(const BreedTask& task, size_t demo, const std::vector<uint32_t>& these) {
    const Shown shown{task.demos, static_cast<int32_t>(demo)};
    Dag dag;
    for (const uint32_t k : these) add_to(dag, *programs_[k], shown, *task.rules, nullptr);
    Evaluator evaluator(dag, options_.limits, host_, &stop_);
    const std::vector<DemoIn> others = shown.list();
    evaluator.start_task(&others);
    evaluator.start_sample(task.demos[demo].input);
    std::vector<bool> given;
    for (uint32_t k = 0; k < these.size() && !stop_; ++k) {
        const Value v = evaluator.result(k).value;
        given.push_back(is_kind(v, Kind::Grid) && equal(as_grid(v), task.demos[demo].output));
    }
    return given;
}

// By program of these: whether in this guise it gives all demos, and for the tests what it gave before.
std::vector<bool> Exam::holds_in(const Guise& guise, const BreedTask& task, const std::vector<uint32_t>& these,
                                 const std::vector<Examinee>& all) {
    const GuisedTask guised(task, guise);
    Dag dag;
    for (const uint32_t k : these) add_to(dag, *programs_[k], {guised.demos(), -1, guise.id}, *task.rules, nullptr);
    Evaluator evaluator(dag, options_.limits, host_, &stop_);
    evaluator.start_task(&guised.demos());
    std::vector<bool> holds(these.size(), true);
    for (const DemoIn& demo : guised.demos()) {
        evaluator.start_sample(demo.input);
        for (uint32_t k = 0; k < these.size() && !stop_; ++k) {
            if (!holds[k]) continue;
            const Value v = evaluator.result(k).value;
            holds[k] = is_kind(v, Kind::Grid) && equal(as_grid(v), demo.output);
        }
    }
    for (size_t t = 0; t < guised.tests().size(); ++t) {
        evaluator.start_sample(guised.tests()[t]);
        for (uint32_t k = 0; k < these.size() && !stop_; ++k) {
            const Portable& before = all[these[k]].answers[t];
            if (!holds[k] || before[0] != kGrid) continue;
            const std::vector<uint8_t> cells(before.begin() + 3, before.end());
            const Value v = evaluator.result(k).value;
            holds[k] = is_kind(v, Kind::Grid) &&
                       is_guise_of(view_of(as_grid(v)), {cells.data(), static_cast<int32_t>(before[1]), static_cast<int32_t>(before[2])}, guise);
        }
    }
    return holds;
}

// Who does not hold in the guise that it may be asked for gives its answers by accident.
void Exam::try_guises(const BreedTask& task, const std::vector<uint32_t>& these, const std::vector<Examinee>& all) {
    std::map<uint64_t, std::pair<Guise, std::vector<uint32_t>>> groups;
    for (const uint32_t k : these) {
        const Guise guise = guise_for(*programs_[k], pool_, options_.learns, task, options_.guises);
        if (guise.id == 0) continue;
        auto& [same, programs] = groups[guise.id];
        same = guise;
        programs.push_back(k);
    }
    for (const auto& [id, group] : groups) {
        const auto& [guise, programs] = group;
        const std::vector<bool> holds = holds_in(guise, task, programs, all);
        if (stop_) return;
        for (size_t k = 0; k < programs.size(); ++k) unsure_[programs[k]] = unsure_[programs[k]] || !holds[k];
    }
}

void Exam::generalise(const BreedTask& task, const std::vector<uint32_t>& these, std::vector<Examinee>& all) {
    if (!options_.generalise) return;
    std::vector<uint32_t> learners;
    for (const uint32_t k : these) {
        if (all[k].marks.fits && takes_demos(*programs_[k])) learners.push_back(k);
    }
    const size_t n = task.demos.size();
    for (size_t d = 0; d < n && n > 1 && !learners.empty(); ++d) {
        const std::vector<bool> given = left_out(task, d, learners);
        if (stop_) return;
        for (size_t k = 0; k < learners.size(); ++k) {
            if (!given[k]) all[learners[k]].marks.cases[d] = kWhole / 2;
        }
    }
    try_guises(task, learners, all);
    if (stop_) return;
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
