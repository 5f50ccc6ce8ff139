// native/breed/scorers.cpp: scores of differs, and how well they rank programs
#include "scorers.hpp"

#include <algorithm>

#include "batt/parallel.hpp"

namespace arcloom {

const std::vector<int32_t>& Scorers::scores(const GridIn& input, const GridIn& candidate) {
    evaluator_.start_sample(input, candidate);
    fuel_.assign(values_.size(), 0);
    for (uint32_t k = 0; k < values_.size(); ++k) {
        const Outcome outcome = evaluator_.result(k);
        const bool number = !outcome.value.undefined() && outcome.value.is_int();
        values_[k] = number ? static_cast<int32_t>(std::clamp<int64_t>(outcome.value.as_int(), 0, 1000)) : 0;
        fuel_[k] = outcome.fuel;
    }
    return values_;
}

int32_t Scorers::total(const GridIn& input, const GridIn& candidate) {
    int32_t sum = 0;
    for (const int32_t value : scores(input, candidate)) sum += value;
    return sum;
}

Dag weave_all(const std::vector<const Genome*>& genomes, const ConstantPool& pool) {
    Dag dag;
    for (const Genome* g : genomes) dag.add_output(dag.weave(encode(*g), pool.values()).back());
    return dag;
}

namespace {

struct Candidate {
    std::vector<uint8_t> cells;  // none: no grid
    int32_t h = 0, w = 0;
    GridIn grid() const { return {cells.data(), h, w}; }
};

class Judge {
  public:
    Judge(const std::vector<Genome>& population, const ConstantPool& pool, const std::vector<BreedTask>& tasks,
          const std::vector<JudgeJob>& jobs, const Dag& differs, const Limits& limits, Host* host,
          const std::atomic<bool>& stop, std::vector<std::vector<Judgement>>& out)
        : population_(population), pool_(pool), tasks_(tasks), jobs_(jobs), differs_(differs.outputs.size()),
          limits_(limits), host_(host), stop_(stop), out_(out),
          scorers_(std::make_unique<Scorers>(differs, limits, host, &stop)) {}

    void run(size_t k) {
        const JudgeJob& job = jobs_[k];
        const BreedTask& task = tasks_[job.task];
        std::vector<Judgement>& judged = out_[k];
        judged.assign(differs_, {0, 0, 1});
        scorers_->start_task(task.demos);
        look_at_demos(task, judged);
        const std::vector<std::vector<int64_t>> totals = score_outputs(task, outputs_of(task, job));
        for (size_t d = 0; d < differs_ && !stop_; ++d) judged[d].worth = worth(totals[d], job.matched);
    }

  private:
    const std::vector<Genome>& population_;
    const ConstantPool& pool_;
    const std::vector<BreedTask>& tasks_;
    const std::vector<JudgeJob>& jobs_;
    size_t differs_;
    const Limits& limits_;
    Host* host_;
    const std::atomic<bool>& stop_;
    std::vector<std::vector<Judgement>>& out_;
    std::unique_ptr<Scorers> scorers_;

    // What does not depend on the programs: fuel and behaviour.
    void look_at_demos(const BreedTask& task, std::vector<Judgement>& judged) {
        for (const DemoIn& demo : task.demos) {
            for (const GridIn& candidate : {demo.input, demo.output}) {
                const std::vector<int32_t>& values = scorers_->scores(demo.input, candidate);
                for (size_t d = 0; d < differs_; ++d) {
                    judged[d].fuel += scorers_->fuel()[d];
                    judged[d].behaviour = combine_hash(judged[d].behaviour, static_cast<uint64_t>(values[d]));
                }
            }
        }
    }

    // By demo, then by program.
    std::vector<std::vector<Candidate>> outputs_of(const BreedTask& task, const JudgeJob& job) {
        std::vector<const Genome*> genomes;
        for (const uint32_t p : job.programs) genomes.push_back(&population_[p]);
        const Dag dag = weave_all(genomes, pool_);
        Evaluator evaluator(dag, limits_, host_, &stop_);
        evaluator.start_task(&task.demos);
        std::vector<std::vector<Candidate>> out;
        for (const DemoIn& demo : task.demos) {
            evaluator.start_sample(demo.input);
            std::vector<Candidate>& row = out.emplace_back(genomes.size());
            for (uint32_t k = 0; k < genomes.size() && !stop_; ++k) {
                const Value v = evaluator.result(k).value;
                if (!is_kind(v, Kind::Grid) || !plausible(as_grid(v))) continue;
                const GridData* g = as_grid(v);
                row[k] = {{g->cells, g->cells + int64_t{g->h} * g->w}, g->h, g->w};
            }
        }
        return out;
    }

    // By differ, then by program: what it says of the program's outputs, over all demos.
    std::vector<std::vector<int64_t>> score_outputs(const BreedTask& task, const std::vector<std::vector<Candidate>>& outputs) {
        const size_t programs = outputs.empty() ? 0 : outputs[0].size();
        std::vector<std::vector<int64_t>> totals(differs_, std::vector<int64_t>(programs));
        for (size_t i = 0; i < task.demos.size(); ++i) {
            for (size_t p = 0; p < programs && !stop_; ++p) {
                if (outputs[i][p].cells.empty()) continue;
                const std::vector<int32_t>& values = scorers_->scores(task.demos[i].input, outputs[i][p].grid());
                for (size_t d = 0; d < differs_; ++d) totals[d][p] += values[d];
            }
        }
        return totals;
    }

    // Of all pairs in which one program matches more demos, those in which it also has the higher total; equal
    // totals count half.
    static int32_t worth(const std::vector<int64_t>& totals, const std::vector<uint32_t>& matched) {
        int64_t pairs = 0, halves = 0;
        for (size_t a = 0; a < totals.size(); ++a) {
            for (size_t b = 0; b < totals.size(); ++b) {
                if (matched[a] <= matched[b]) continue;
                ++pairs;
                halves += totals[a] > totals[b] ? 2 : totals[a] == totals[b] ? 1 : 0;
            }
        }
        return pairs == 0 ? 0 : static_cast<int32_t>(500 * halves / pairs);
    }
};

}  // namespace

bool judge(const std::vector<Genome>& population, const ConstantPool& pool, const std::vector<BreedTask>& tasks,
           const std::vector<JudgeJob>& jobs, const Dag& differs, const Limits& limits, unsigned threads, Host* host,
           const std::function<bool()>& poll, std::vector<std::vector<Judgement>>& out) {
    out.resize(jobs.size());
    const auto make_worker = [&](const std::atomic<bool>& stop) {
        return Judge(population, pool, tasks, jobs, differs, limits, host, stop, out);
    };
    return run_parallel(jobs.size(), threads, make_worker, poll);
}

}  // namespace arcloom
