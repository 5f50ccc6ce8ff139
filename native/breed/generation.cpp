// native/breed/generation.cpp: the stages of a job, timed
#include "generation.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "batt/parallel.hpp"
#include "value/hash.hpp"
#include "scorers.hpp"

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

struct Sums {
    uint32_t matched = 0;
    int64_t score = 0, fuel = 0;
    uint64_t behaviour = 1;
};

// Better first; the last key makes the order total.
bool better(const Child& a, const Child& b) {
    if (a.matched != b.matched) return a.matched > b.matched;
    if (a.score != b.score) return a.score > b.score;
    if (a.fuel != b.fuel) return a.fuel < b.fuel;
    if (a.genome.size() != b.genome.size()) return a.genome.size() < b.genome.size();
    return a.identity < b.identity;
}

bool equal_rank(const Child& a, const Child& b) {
    return a.matched == b.matched && a.score == b.score && a.fuel == b.fuel && a.genome.size() == b.genome.size();
}

// Whether the task may keep it; fuel and nodes decide only among equals, which the caller looks at.
bool worthy(const BreedJob& job, const Child& c) {
    if (c.score == 0) return job.as_they_are && job.all;
    if (job.all || c.matched != job.least_matched) return job.all || c.matched > job.least_matched;
    return c.score >= job.least_score;
}

uint64_t output_hash(Value v) { return v.undefined() ? 0 : content_hash(v); }

// Outputs against one expected grid; many children have the same output, which is looked at once.
class DemoScorer {
  public:
    DemoScorer(const DemoIn& demo, bool use_differs, Scorers* scorers)
        : input_(demo.input), expected_(demo.output), use_differs_(use_differs), scorers_(scorers) {
        if (!use_differs_) return;
        read_features(reinterpret_cast<const int8_t*>(expected_.cells), expected_.h, expected_.w, want_);
    }

    void score(const Outcome& outcome, Sums& sums) {
        const Value v = outcome.value;
        const uint64_t hash = output_hash(v);
        sums.fuel += outcome.fuel;
        sums.behaviour = combine_hash(sums.behaviour, hash);
        if (!is_kind(v, Kind::Grid)) return;
        const GridData* g = as_grid(v);
        if (equal(g)) {
            ++sums.matched;
            sums.score += 1000;
        } else if (use_differs_ && plausible(g)) {
            const auto [it, added] = known_.emplace(hash, 0);
            if (added) it->second = partial(g);
            sums.score += it->second;
        }
    }

  private:
    GridIn input_, expected_;
    bool use_differs_;
    Scorers* scorers_;  // null: there is none
    Features want_, have_;
    std::unordered_map<uint64_t, int32_t> known_;

    // The mean of the built-in differs and the other scorers.
    int32_t partial(const GridData* g) {
        read_features(g->cells, g->h, g->w, have_);
        int32_t sum = differ(have_, want_).sum(), voices = static_cast<int32_t>(kDiffers);
        if (scorers_ != nullptr) {
            sum += scorers_->total(input_, {reinterpret_cast<const uint8_t*>(g->cells), g->h, g->w});
            voices += static_cast<int32_t>(scorers_->size());
        }
        return sum / voices;
    }

    bool equal(const GridData* g) const {
        return g->h == expected_.h && g->w == expected_.w &&
               std::memcmp(g->cells, expected_.cells, static_cast<size_t>(g->h) * static_cast<size_t>(g->w)) == 0;
    }
};

class Worker {
  public:
    Worker(const Mutator& mutator, const ConstantPool& pool, const std::vector<Genome>& population,
           std::vector<BreedTask>& tasks, const std::vector<BreedJob>& jobs, const GenerationOptions& options, Host* host,
           const std::atomic<bool>& stop, std::vector<GenerationResult>& results)
        : mutator_(mutator), pool_(pool), population_(population), tasks_(tasks), jobs_(jobs), options_(options),
          host_(host), stop_(stop), results_(results) {
        if (options.scorers != nullptr) scorers_ = std::make_unique<Scorers>(*options.scorers, options.limits, host, &stop);
    }

    void run(size_t k) {
        const BreedJob& job = jobs_[k];
        GenerationResult& out = results_[k];
        BreedTask& task = tasks_[job.task];
        Stopwatch watch;
        std::vector<Child> children = breed(job, task, static_cast<uint32_t>(k), out);
        watch.lap(out.times.generate);
        // Hands scored as they are come task after task: woven once, they serve all of them.
        if (!job.as_they_are || job.hand != woven_hand_ || evaluator_ == nullptr) weave(job, children);
        watch.lap(out.times.weave);
        evaluate(task, job, children, out, watch);
        out.scored = children.size();
        if (stop_) return;
        select(job, children, out);
        watch.lap(out.times.dedupe);
    }

  private:
    const Mutator& mutator_;
    const ConstantPool& pool_;
    const std::vector<Genome>& population_;
    std::vector<BreedTask>& tasks_;
    const std::vector<BreedJob>& jobs_;
    const GenerationOptions& options_;
    Host* host_;
    const std::atomic<bool>& stop_;
    std::vector<GenerationResult>& results_;
    std::unique_ptr<Dag> dag_;
    std::unique_ptr<Evaluator> evaluator_;
    std::unique_ptr<Scorers> scorers_;
    std::vector<uint32_t> woven_hand_;  // empty: the children of a job, used once

    void weave(const BreedJob& job, const std::vector<Child>& children) {
        evaluator_.reset();
        dag_ = std::make_unique<Dag>();
        for (const Child& c : children) dag_->add_output(dag_->weave(encode(c.genome), pool_.values()).back());
        evaluator_ = std::make_unique<Evaluator>(*dag_, options_.limits, host_, &stop_);
        woven_hand_ = job.as_they_are ? job.hand : std::vector<uint32_t>{};
    }

    std::vector<Child> breed(const BreedJob& job, BreedTask& task, uint32_t number, GenerationResult& out) const {
        std::vector<Child> children;
        const uint32_t n = job.as_they_are ? static_cast<uint32_t>(job.hand.size()) : job.children;
        for (uint32_t k = 0; k < n; ++k) {
            Random r(job.seed + k * 0xD1342543DE82EF95ULL);
            Genome g;
            uint32_t parent = job.as_they_are ? job.hand[k] : 0, other = parent;
            if (job.as_they_are) {
                g = population_[parent];
            } else {
                const auto pick = [&] { return r.below(static_cast<uint32_t>(job.hand.size())); };
                parent = job.hand[pick()];
                other = job.hand[pick()];
                bool shared = false;
                g = mutator_.child(population_[parent], population_[other], r, shared);
                if (!shared) other = parent;
            }
            if (g.empty()) {
                ++out.unchanged;
                continue;
            }
            const uint64_t id = identity(g, pool_);
            if (!task.seen.insert(id) && !job.as_they_are) {
                ++out.known;
                continue;
            }
            children.push_back({number, std::move(g), id, 0, 0, 0, 0, false, {}, parent, other});
        }
        return children;
    }

    void evaluate(const BreedTask& task, const BreedJob& job, std::vector<Child>& children, GenerationResult& out,
                  Stopwatch& watch) {
        Evaluator& evaluator = *evaluator_;
        evaluator.start_task(&task.demos);
        if (scorers_) scorers_->start_task(task.demos);
        std::vector<Sums> sums(children.size());
        for (const DemoIn& demo : task.demos) {
            evaluator.start_sample(demo.input);
            DemoScorer scorer(demo, options_.use_differs, scorers_.get());
            for (uint32_t k = 0; k < children.size() && !stop_; ++k) {
                const Outcome outcome = evaluator.result(k);
                watch.lap(out.times.evaluate);
                // At once: the next result may take back this one's memory.
                scorer.score(outcome, sums[k]);
                watch.lap(out.times.score);
            }
        }
        for (size_t k = 0; k < children.size(); ++k) {
            children[k].matched = sums[k].matched;
            children[k].score = sums[k].score;
            children[k].fuel = sums[k].fuel;
            children[k].behaviour = sums[k].behaviour;
            children[k].fits = sums[k].matched == task.demos.size() && !task.demos.empty();
        }
        run_tests(evaluator, task, job, children);
        watch.lap(out.times.evaluate);
    }

    // Only children that may be reported are run on the test inputs, which belong to their behaviour.
    void run_tests(Evaluator& evaluator, const BreedTask& task, const BreedJob& job, std::vector<Child>& children) const {
        std::vector<uint32_t> best;
        for (uint32_t k = 0; k < children.size(); ++k) {
            if (worthy(job, children[k])) best.push_back(k);
        }
        for (const GridIn& test : task.tests) {
            evaluator.start_sample(test);
            for (const uint32_t k : best) {
                if (stop_) return;
                const Value v = evaluator.result(k).value;
                children[k].behaviour = combine_hash(children[k].behaviour, output_hash(v));
                if (!children[k].fits) continue;
                // What is no grid, or no grid of a task, is no answer; written out it could be of any size.
                const bool answers = is_kind(v, Kind::Grid) && plausible(as_grid(v));
                children[k].answers.emplace_back();
                write_portable(evaluator.context(), answers ? v : undefined(Reason::None), children[k].answers.back());
            }
        }
    }

    // The best of each behaviour, and of these the best. Among equals the library's hashes decide, which are
    // not known here, so all equals are reported.
    static void select(const BreedJob& job, std::vector<Child>& children, GenerationResult& out) {
        std::sort(children.begin(), children.end(), better);
        std::unordered_map<uint64_t, size_t> best;  // behaviour -> place of its first child
        std::vector<size_t> places;
        const Child* last = nullptr;
        for (size_t k = 0; k < children.size(); ++k) {
            const Child& c = children[k];
            if (best.size() >= job.keep && (last == nullptr || !equal_rank(c, *last))) break;
            if (!worthy(job, c)) continue;
            const auto [it, added] = best.emplace(c.behaviour, k);
            if (!added && !equal_rank(c, children[it->second])) continue;
            places.push_back(k);
            last = &c;
        }
        for (const size_t k : places) out.children.push_back(std::move(children[k]));
    }

};

void add(StageTimes& to, const StageTimes& t) {
    to.generate += t.generate;
    to.weave += t.weave;
    to.evaluate += t.evaluate;
    to.score += t.score;
    to.dedupe += t.dedupe;
}

}  // namespace

bool SeenSet::insert(uint64_t id) {
    id |= 1;  // 0 is free
    if (slots_.empty() || used_ >= kMost) {
        slots_.assign(2 * kMost, 0);
        used_ = 0;
    }
    const size_t mask = slots_.size() - 1;
    size_t at = (id >> 1) & mask;
    for (; slots_[at] != 0; at = (at + 1) & mask) {
        if (slots_[at] == id) return false;
    }
    slots_[at] = id;
    ++used_;
    return true;
}

bool run_generation(const Mutator& mutator, const ConstantPool& pool, const std::vector<Genome>& population,
                    std::vector<BreedTask>& tasks, const std::vector<BreedJob>& jobs, const GenerationOptions& options,
                    Host* host, const std::function<bool()>& poll, GenerationResult& out) {
    std::vector<GenerationResult> results(jobs.size());
    const auto make_worker = [&](const std::atomic<bool>& stop) {
        return Worker(mutator, pool, population, tasks, jobs, options, host, stop, results);
    };
    if (!run_parallel(jobs.size(), options.threads, make_worker, poll)) return false;
    for (GenerationResult& r : results) {
        out.scored += r.scored;
        out.known += r.known;
        out.unchanged += r.unchanged;
        add(out.times, r.times);
        std::move(r.children.begin(), r.children.end(), std::back_inserter(out.children));
    }
    return true;
}

}  // namespace arcloom
