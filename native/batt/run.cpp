// native/batt/run.cpp: threads take tasks one by one and write to columns of their own
#include "run.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "../value/hash.hpp"
#include "parallel.hpp"

namespace arcloom {

namespace {

// Whether no output that is wanted has nodes that are computed once a task.
bool apart(const Dag& dag, const Wanted& wanted) {
    const auto of_task = [&](uint32_t id) { return dag.nodes[id].stage == Stage::Task; };
    const auto has_some = [&](uint32_t o) {
        const std::vector<uint32_t>& nodes = dag.outputs[o].schedule;
        return std::any_of(nodes.begin(), nodes.end(), of_task);
    };
    return std::none_of(wanted.outputs.begin(), wanted.outputs.end(), has_some);
}

// What a thread takes at once: samples of one task, all of it in match mode; or, without a task, some columns or rows of a
// part: what is left of columns is looked for, rows are written.
struct RunJob {
    const TaskIn* task = nullptr;
    size_t first = 0, last = 0, weight = 0;
    std::shared_ptr<const Wanted> wanted = nullptr;
    std::shared_ptr<const Part> part = nullptr;
    bool rows = false;
};
using Jobs = std::vector<RunJob>;

// Samples that a job has at most: few where not all are asked for, or not all outputs.
size_t most_samples(const Dag& dag, const Wanted& wanted, const RunResults& out) {
    if (wanted.match) return out.samples;
    const bool all = wanted.columns.size() == out.samples && wanted.outputs.size() == dag.outputs.size();
    return !all && apart(dag, wanted) ? 1 : 16;
}

// Weighty samples go first, so that no thread begins with one when the others end.
Jobs jobs_of(const Dag& dag, const std::vector<TaskIn>& tasks, const RunResults& out,
             const std::shared_ptr<const Wanted>& wanted) {
    const size_t most = most_samples(dag, *wanted, out);
    Jobs jobs;
    size_t number = 0, next = 0;  // of the task; the column after the last job's
    for (const size_t column : wanted->columns) {
        while (column >= tasks[number].first + tasks[number].samples.size()) ++number;
        const TaskIn& task = tasks[number];
        const size_t sample = column - task.first;
        const bool goes_on = !jobs.empty() && jobs.back().task == &task && column == next &&
                             jobs.back().last - jobs.back().first < most;
        if (!goes_on) jobs.push_back({&task, sample, sample, 0, wanted});
        ++jobs.back().last;
        jobs.back().weight += weight_of(task.samples[sample].input);
        next = column + 1;
    }
    std::stable_sort(jobs.begin(), jobs.end(), [](const RunJob& a, const RunJob& b) { return a.weight > b.weight; });
    return jobs;
}

class Worker {
  public:
    Worker(const Dag& dag, const std::vector<TaskIn>& tasks, const Limits& limits, Host* host, const RunResults& out,
           const std::atomic<bool>& stop, std::atomic<size_t>& done, std::function<void(const Jobs&)> add)
        : dag_(dag), tasks_(tasks), out_(out), done_(done), add_(std::move(add)), evaluator_(dag, limits, host, &stop),
          alive_(dag.outputs.size()) {}

    void run(const RunJob& job) {
        if (job.task != nullptr) {
            run_wanted(job);
        } else if (job.rows) {
            write_rows(*job.part, job.first, job.last);
        } else {
            add_(left_of(*job.part, job.first, job.last));
        }
    }

  private:
    const Dag& dag_;
    const std::vector<TaskIn>& tasks_;
    const RunResults& out_;
    std::atomic<size_t>& done_;
    std::function<void(const Jobs&)> add_;
    Evaluator evaluator_;
    std::vector<bool> alive_;
    std::vector<bool> wanted_;

    void run_wanted(const RunJob& job) {
        const TaskIn& task = *job.task;
        wanted_.assign(dag_.outputs.size(), false);
        for (const uint32_t o : job.wanted->outputs) wanted_[o] = true;
        evaluator_.start_task(task.has_demos ? &task.demos : nullptr, wanted_);
        alive_.assign(dag_.outputs.size(), true);
        for (size_t k = job.first; k < job.last && !evaluator_.stopped(); ++k) {
            run_sample(*job.wanted, task.samples[k], task.first + k);
            done_.fetch_add(1, std::memory_order_relaxed);
        }
    }

    // Row by row: threads that write to neighbouring columns would wait for each other.
    void write_rows(const Part& part, size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) {
            const size_t row = part.outputs[i] * out_.samples, from = i * part.columns.size();
            for (size_t k = 0; k < part.columns.size(); ++k) {
                if (part.left[from + k] != 0) continue;
                const size_t at = row + part.columns[k];
                out_.matches[at] = part.matches[from + k];
                out_.reasons[at] = part.reasons[from + k];
                out_.hashes[at] = part.hashes[from + k];
            }
        }
    }

    // A job for each column of which something is left.
    Jobs left_of(const Part& part, size_t first, size_t last) {
        const size_t width = last - first;
        std::vector<std::vector<uint32_t>> left(width);
        for (size_t i = 0; i < part.outputs.size(); ++i) {
            const uint8_t* is_left = part.left + i * part.columns.size() + first;
            for (size_t k = 0; k < width; ++k) {
                if (is_left[k] != 0) left[k].push_back(static_cast<uint32_t>(part.outputs[i]));
            }
        }
        Jobs jobs;
        for (size_t k = 0; k < width; ++k) {
            if (left[k].empty()) {
                done_.fetch_add(1, std::memory_order_relaxed);
                continue;
            }
            const size_t column = part.columns[first + k];
            const auto after = std::upper_bound(tasks_.begin(), tasks_.end(), column,
                                                [](size_t c, const TaskIn& t) { return c < t.first; });
            const TaskIn& task = *std::prev(after);
            const size_t sample = column - task.first;
            std::sort(left[k].begin(), left[k].end());
            const auto wanted = std::make_shared<const Wanted>(Wanted{{column}, std::move(left[k])});
            jobs.push_back({&task, sample, sample + 1, 0, wanted});
        }
        return jobs;
    }

    void run_sample(const Wanted& wanted, const SampleIn& sample, size_t column) {
        evaluator_.start_sample(sample.input, sample.candidate);
        const bool known = sample.expected.cells != nullptr;
        for (const uint32_t o : wanted.outputs) {
            if (evaluator_.stopped()) return;
            const size_t at = o * out_.samples + column;
            if (!alive_[o]) {
                if (out_.reasons != nullptr) out_.reasons[at] = kSkipped;
                continue;
            }
            const Outcome outcome = evaluator_.result(o);
            const bool match = known && matches(outcome.value, sample.expected);
            if (wanted.match && known && !match) alive_[o] = false;
            write(at, outcome, match);
        }
    }

    static bool matches(Value v, const GridIn& expected) {
        if (!is_kind(v, Kind::Grid)) return false;
        const GridData* g = as_grid(v);
        return g->h == expected.h && g->w == expected.w &&
               std::memcmp(g->cells, expected.cells, static_cast<size_t>(g->h) * static_cast<size_t>(g->w)) == 0;
    }

    void write(size_t at, const Outcome& outcome, bool match) {
        const Value v = outcome.value;
        if (out_.matches != nullptr) out_.matches[at] = match;
        if (out_.reasons != nullptr) out_.reasons[at] = v.undefined() ? static_cast<uint8_t>(v.reason()) : 0;
        if (out_.fuel != nullptr) out_.fuel[at] = outcome.fuel;
        if (out_.hashes != nullptr) out_.hashes[at] = v.undefined() ? 0 : content_hash(v) | 1;
    }
};

}  // namespace

struct Run::Threads {
    const Dag& dag;
    const std::vector<TaskIn>& tasks;
    const Limits limits;
    Host* const host;
    const RunResults out;
    std::atomic<size_t> done{0};

    struct MakeWorker {
        Threads& run;
        Worker operator()(const std::atomic<bool>& stop) const {
            const auto add = [this](const Jobs& jobs) { run.crew.add(jobs); };
            return Worker(run.dag, run.tasks, run.limits, run.host, run.out, stop, run.done, add);
        }
    };
    Crew<RunJob, MakeWorker> crew;

    Threads(const Dag& d, const std::vector<TaskIn>& t, const Limits& l, unsigned threads, Host* h, const RunResults& o)
        : dag(d), tasks(t), limits(l), host(h), out(o), crew(threads, MakeWorker{*this}) {}
};

Run::Run(const Dag& dag, const std::vector<TaskIn>& tasks, const Limits& limits, unsigned threads, Host* host,
         const RunResults& out)
    : threads_(std::make_unique<Threads>(dag, tasks, limits, threads, host, out)) {}

Run::~Run() = default;

void Run::add(Wanted wanted) {
    if (wanted.outputs.empty()) {
        wanted.outputs.resize(threads_->dag.outputs.size());
        std::iota(wanted.outputs.begin(), wanted.outputs.end(), 0U);
    }
    const auto shared = std::make_shared<const Wanted>(std::move(wanted));
    threads_->crew.add(jobs_of(threads_->dag, threads_->tasks, threads_->out, shared));
}

void Run::finish(Part part) {
    constexpr size_t kColumns = 64, kRows = 8;
    const auto shared = std::make_shared<const Part>(std::move(part));
    Jobs jobs;
    const auto cut = [&](size_t n, size_t step, bool rows) {
        for (size_t at = 0; at < n; at += step) {
            jobs.push_back({nullptr, at, std::min(at + step, n), 0, nullptr, shared, rows});
        }
    };
    cut(shared->columns.size(), kColumns, false);
    cut(shared->outputs.size(), kRows, true);
    threads_->crew.add(jobs);
}

size_t weight_of(const GridIn& g) {
    const auto h = static_cast<size_t>(g.h), w = static_cast<size_t>(g.w), cells = h * w;
    size_t differ = 0;
    for (size_t i = 0; i < h; ++i) {
        const uint8_t* row = g.cells + i * w;
        for (size_t j = 1; j < w; ++j) differ += row[j] != row[j - 1];
        for (size_t j = 0; j < w && i > 0; ++j) differ += row[j] != (row - w)[j];
    }
    return cells + 4 * differ;
}

bool Run::end(const std::function<bool(size_t)>& poll) {
    // A sample whose outputs were asked for by turns was counted as often.
    return threads_->crew.end([&] { return poll(std::min<size_t>(threads_->done, threads_->out.samples)); });
}

}  // namespace arcloom
