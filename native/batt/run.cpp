// native/batt/run.cpp: threads take tasks one by one and write to columns of their own
#include "run.hpp"

#include <algorithm>
#include <memory>

#include "../value/hash.hpp"
#include "parallel.hpp"

namespace arcloom {

namespace {

// Whether some pair of an output on samples [first, last) is not done yet.
bool is_wanted(const Wanted& wanted, const RunResults& out, size_t output, size_t first, size_t last) {
    if (wanted.done.empty()) return first < last;
    const uint8_t* row = wanted.done.data() + output * out.samples;
    return std::find(row + first, row + last, 0) != row + last;
}
// Whether no output that is wanted has nodes that are computed once a task.
bool apart(const Dag& dag, const Wanted& wanted, const RunResults& out) {
    for (size_t o = 0; o < dag.outputs.size(); ++o) {
        const std::vector<uint32_t>& nodes = dag.outputs[o].schedule;
        const auto of_task = [&](uint32_t id) { return dag.nodes[id].stage == Stage::Task; };
        if (!is_wanted(wanted, out, o, 0, out.samples)) continue;
        if (std::any_of(nodes.begin(), nodes.end(), of_task)) return false;
    }
    return true;
}

// What a thread takes at once: samples of one task, all of it in match mode; or the outputs that are left of one sample;
// or, without a task, some columns or rows of a part: what is left of columns is looked for, rows are written.
struct RunJob {
    const TaskIn* task = nullptr;
    size_t first = 0, last = 0, weight = 0;
    std::shared_ptr<const Wanted> wanted;
    std::shared_ptr<const Part> part;
    bool rows = false;
    std::vector<uint32_t> left;
};

// Samples that a job has at most. Where a part is asked for, what is left differs from sample to sample: jobs are small.
size_t most_samples(const Dag& dag, const Wanted& wanted, const RunResults& out) {
    if (wanted.match) return out.samples;
    return wanted.columns.size() < out.samples && apart(dag, wanted, out) ? 1 : 16;
}

// Weighty samples go first, so that no thread begins with one when the others end.
std::vector<RunJob> jobs_of(const Dag& dag, const std::vector<TaskIn>& tasks, const RunResults& out,
                            const std::shared_ptr<const Wanted>& wanted) {
    const size_t most = most_samples(dag, *wanted, out);
    std::vector<RunJob> jobs;
    size_t number = 0, next = 0;  // of the task; the column after the last job's
    for (const size_t column : wanted->columns) {
        while (column >= tasks[number].first + tasks[number].samples.size()) ++number;
        const TaskIn& task = tasks[number];
        const size_t sample = column - task.first;
        const bool goes_on = !jobs.empty() && jobs.back().task == &task && column == next &&
                             jobs.back().last - jobs.back().first < most;
        if (!goes_on) jobs.push_back({&task, sample, sample, 0, wanted, nullptr, false, {}});
        ++jobs.back().last;
        jobs.back().weight += weight_of(task.samples[sample].input);
        next = column + 1;
    }
    std::stable_sort(jobs.begin(), jobs.end(), [](const RunJob& a, const RunJob& b) { return a.weight > b.weight; });
    return jobs;
}

using Jobs = std::vector<RunJob>;

class Worker {
  public:
    Worker(const Dag& dag, const std::vector<TaskIn>& tasks, const Limits& limits, Host* host, const RunResults& out,
           const std::atomic<bool>& stop, std::atomic<size_t>& done, std::function<void(const Jobs&)> add)
        : dag_(dag), tasks_(tasks), out_(out), done_(done), add_(std::move(add)), evaluator_(dag, limits, host, &stop),
          alive_(dag.outputs.size()) {}

    void run(const RunJob& job) {
        if (job.task == nullptr && job.rows) {
            write_rows(*job.part, job.first, job.last);
        } else if (job.task == nullptr) {
            add_(left_of(*job.part, job.first, job.last));
        } else if (!job.left.empty()) {
            run_left(*job.task, job.first, job.left);
        } else {
            run_wanted(job);
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
    std::vector<bool> wanted_;  // empty: all

    void run_wanted(const RunJob& job) {
        const TaskIn& task = *job.task;
        const size_t first = task.first + job.first, last = task.first + job.last;
        wanted_.clear();
        if (!job.wanted->done.empty()) {
            wanted_.resize(dag_.outputs.size());
            for (size_t o = 0; o < wanted_.size(); ++o) wanted_[o] = is_wanted(*job.wanted, out_, o, first, last);
            if (std::find(wanted_.begin(), wanted_.end(), true) == wanted_.end()) {
                done_.fetch_add(last - first, std::memory_order_relaxed);
                return;
            }
        }
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
                if (part.reasons[from + k] == kBailedOut) continue;
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
        std::vector<std::vector<uint32_t>> left(width, part.others);
        for (size_t i = 0; i < part.outputs.size(); ++i) {
            const uint8_t* reasons = part.reasons + i * part.columns.size() + first;
            for (size_t k = 0; k < width; ++k) {
                if (reasons[k] == kBailedOut) left[k].push_back(static_cast<uint32_t>(part.outputs[i]));
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
            std::sort(left[k].begin(), left[k].end());
            jobs.push_back({&task, column - task.first, 0, 0, nullptr, nullptr, false, std::move(left[k])});
        }
        return jobs;
    }

    void run_left(const TaskIn& task, size_t number, const std::vector<uint32_t>& left) {
        const SampleIn& sample = task.samples[number];
        wanted_.assign(dag_.outputs.size(), false);
        for (const uint32_t o : left) wanted_[o] = true;
        evaluator_.start_task(task.has_demos ? &task.demos : nullptr, wanted_);
        evaluator_.start_sample(sample.input, sample.candidate);
        const bool known = sample.expected.cells != nullptr;
        for (const uint32_t o : left) {
            if (evaluator_.stopped()) return;
            const Outcome outcome = evaluator_.result(o);
            write(o * out_.samples + task.first + number, outcome, known && matches(outcome.value, sample.expected));
        }
        done_.fetch_add(1, std::memory_order_relaxed);
    }

    void run_sample(const Wanted& wanted, const SampleIn& sample, size_t column) {
        evaluator_.start_sample(sample.input, sample.candidate);
        const bool known = sample.expected.cells != nullptr;
        for (uint32_t o = 0; o < dag_.outputs.size() && !evaluator_.stopped(); ++o) {
            const size_t at = o * out_.samples + column;
            if (!wanted.done.empty() && wanted.done[at] != 0) continue;
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
    const auto shared = std::make_shared<const Wanted>(std::move(wanted));
    threads_->crew.add(jobs_of(threads_->dag, threads_->tasks, threads_->out, shared));
}

void Run::finish(Part part) {
    constexpr size_t kColumns = 64, kRows = 8;
    std::vector<bool> there(threads_->dag.outputs.size());
    for (const size_t o : part.outputs) there[o] = true;
    for (uint32_t o = 0; o < there.size(); ++o) {
        if (!there[o]) part.others.push_back(o);
    }
    const auto shared = std::make_shared<const Part>(std::move(part));
    Jobs jobs;
    const auto cut = [&](size_t n, size_t step, bool rows) {
        for (size_t at = 0; at < n; at += step) {
            jobs.push_back({nullptr, at, std::min(at + step, n), 0, nullptr, shared, rows, {}});
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
    return threads_->crew.end([&] { return poll(threads_->done); });
}

}  // namespace arcloom
