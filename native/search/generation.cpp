// native/search/generation.cpp: the stages of a job, timed
#include "generation.hpp"

#include <algorithm>
#include <chrono>

#include "../batt/parallel.hpp"

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

uint64_t output_hash(Value v) { return v.undefined() ? 0 : v.is_heap() ? v.heap()->hash : mix(v.bits); }

class Worker {
  public:
    Worker(const Mutator& mutator, const ConstantPool& pool, const std::vector<Genome>& population,
           std::vector<Quest>& quests, const std::vector<BreedJob>& jobs, const GenerationOptions& options, Host* host,
           const std::atomic<bool>& stop, std::vector<GenerationResult>& results)
        : mutator_(mutator), pool_(pool), population_(population), quests_(quests), jobs_(jobs), options_(options),
          host_(host), stop_(stop), results_(results) {}

    void run(size_t k) {
        const BreedJob& job = jobs_[k];
        GenerationResult& out = results_[k];
        Quest& quest = quests_[job.quest];
        Stopwatch watch;
        std::vector<Child> children = breed(job, quest, static_cast<uint32_t>(k), out);
        watch.lap(out.times.generate);
        Dag dag;
        for (const Child& c : children) dag.add_output(dag.weave(encode(c.genome), pool_.values()).back());
        watch.lap(out.times.weave);
        evaluate(dag, quest, job, children, out, watch);
        out.scored = children.size();
        if (stop_) return;
        select(job, children, out);
        watch.lap(out.times.dedupe);
    }

  private:
    const Mutator& mutator_;
    const ConstantPool& pool_;
    const std::vector<Genome>& population_;
    std::vector<Quest>& quests_;
    const std::vector<BreedJob>& jobs_;
    const GenerationOptions& options_;
    Host* host_;
    const std::atomic<bool>& stop_;
    std::vector<GenerationResult>& results_;

    std::vector<Child> breed(const BreedJob& job, Quest& quest, uint32_t number, GenerationResult& out) const {
        std::vector<Child> children;
        const uint32_t n = job.as_they_are ? static_cast<uint32_t>(job.hand.size()) : job.children;
        for (uint32_t k = 0; k < n; ++k) {
            Random r(job.seed + k * 0xD1342543DE82EF95ULL);
            Genome g;
            if (job.as_they_are) {
                g = population_[job.hand[k]];
            } else {
                const auto pick = [&] { return r.below(static_cast<uint32_t>(job.hand.size())); };
                const Genome& parent = population_[job.hand[pick()]];
                g = mutator_.child(parent, population_[job.hand[pick()]], r);
            }
            if (g.empty()) {
                ++out.barren;
                continue;
            }
            const uint64_t id = identity(g, pool_);
            if (!quest.seen.insert(id).second) {
                ++out.known;
                continue;
            }
            children.push_back({number, std::move(g), id, 0, 0, 0, 0, false, {}});
        }
        return children;
    }

    void evaluate(const Dag& dag, const Quest& quest, const BreedJob& job, std::vector<Child>& children,
                  GenerationResult& out, Stopwatch& watch) const {
        Evaluator evaluator(dag, options_.limits, host_, &stop_);
        evaluator.start_task(&quest.demos);
        std::vector<Sums> sums(children.size());
        std::vector<Outcome> outcomes(children.size());
        for (const DemoIn& demo : quest.demos) {
            evaluator.start_sample(demo.input);
            const Value expected = evaluator.grid(demo.output);
            for (uint32_t k = 0; k < children.size() && !stop_; ++k) outcomes[k] = evaluator.result(k);
            watch.lap(out.times.evaluate);
            score_demo(evaluator.context(), expected, outcomes, sums);
            watch.lap(out.times.score);
        }
        const auto demos = static_cast<int64_t>(std::max<size_t>(quest.demos.size(), 1));
        for (size_t k = 0; k < children.size(); ++k) {
            children[k].matched = sums[k].matched;
            children[k].score = static_cast<int32_t>(sums[k].score / demos);
            children[k].fuel = sums[k].fuel;
            children[k].behaviour = sums[k].behaviour;
            children[k].fits = sums[k].matched == quest.demos.size() && !quest.demos.empty();
        }
        run_tests(evaluator, quest, job, children);
        watch.lap(out.times.evaluate);
    }

    void score_demo(Context& c, Value expected, const std::vector<Outcome>& outcomes, std::vector<Sums>& sums) const {
        c.fuel = INT64_MAX;
        c.memory_limit = SIZE_MAX;
        Features want, have;
        read_features(c, as_grid(expected), want);
        std::unordered_map<uint64_t, int32_t> known;  // many children have the same output
        for (size_t k = 0; k < outcomes.size(); ++k) {
            const Value v = outcomes[k].value;
            sums[k].fuel += outcomes[k].fuel;
            sums[k].behaviour = combine_hash(sums[k].behaviour, output_hash(v));
            if (v == expected) {
                ++sums[k].matched;
                sums[k].score += 1000;
            } else if (options_.use_differs && is_kind(v, Kind::Grid)) {
                const auto [it, added] = known.emplace(v.bits, 0);
                if (added) {
                    read_features(c, as_grid(v), have);
                    it->second = differ(have, want).total();
                }
                sums[k].score += it->second;
            }
        }
    }

    // Only children that may be reported are run on the test inputs, which belong to their behaviour.
    void run_tests(Evaluator& evaluator, const Quest& quest, const BreedJob& job, std::vector<Child>& children) const {
        std::vector<uint32_t> best(children.size());
        for (uint32_t k = 0; k < best.size(); ++k) best[k] = k;
        std::sort(best.begin(), best.end(), [&](uint32_t a, uint32_t b) { return better(children[a], children[b]); });
        best.resize(std::min<size_t>(best.size(), size_t{job.keep} * 4));
        for (const GridIn& test : quest.tests) {
            evaluator.start_sample(test);
            for (const uint32_t k : best) {
                if (stop_) return;
                const Value v = evaluator.result(k).value;
                children[k].behaviour = combine_hash(children[k].behaviour, output_hash(v));
                if (!children[k].fits) continue;
                children[k].answers.emplace_back();
                write_portable(evaluator.context(), v, children[k].answers.back());
            }
        }
    }

    // The best of each behaviour, and of these the best.
    static void select(const BreedJob& job, std::vector<Child>& children, GenerationResult& out) {
        std::sort(children.begin(), children.end(), better);
        std::unordered_set<uint64_t> behaviours;
        for (Child& c : children) {
            if (out.children.size() >= job.keep && !c.fits) break;
            if (c.score == 0 && c.matched == 0 && !job.as_they_are) break;
            if (behaviours.insert(c.behaviour).second) out.children.push_back(std::move(c));
        }
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

bool run_generation(const Mutator& mutator, const ConstantPool& pool, const std::vector<Genome>& population,
                    std::vector<Quest>& quests, const std::vector<BreedJob>& jobs, const GenerationOptions& options,
                    Host* host, const std::function<bool()>& poll, GenerationResult& out) {
    std::vector<GenerationResult> results(jobs.size());
    const auto make_worker = [&](const std::atomic<bool>& stop) {
        return Worker(mutator, pool, population, quests, jobs, options, host, stop, results);
    };
    if (!run_parallel(jobs.size(), options.threads, make_worker, poll)) return false;
    for (GenerationResult& r : results) {
        out.scored += r.scored;
        out.known += r.known;
        out.barren += r.barren;
        add(out.times, r.times);
        std::move(r.children.begin(), r.children.end(), std::back_inserter(out.children));
    }
    return true;
}

}  // namespace arcloom
