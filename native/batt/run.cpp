// native/batt/run.cpp: threads take tasks one by one and write to columns of their own
#include "run.hpp"

#include <algorithm>

#include "../value/hash.hpp"
#include "parallel.hpp"

namespace arcloom {

namespace {

// Samples of one task that a thread takes at once; match mode needs the whole task.
struct Job {
    const TaskIn* task;
    size_t first, last;
};

// Whether some pair of an output on samples [first, last) is not done yet.
bool is_wanted(const RunResults& out, size_t output, size_t first, size_t last) {
    if (out.done == nullptr) return first < last;
    const uint8_t* row = out.done + output * out.samples;
    return std::find(row + first, row + last, 0) != row + last;
}
// Whether no output that is wanted has nodes that are computed once a task.
bool apart(const Dag& dag, const RunResults& out) {
    for (size_t o = 0; o < dag.outputs.size(); ++o) {
        const std::vector<uint32_t>& nodes = dag.outputs[o].schedule;
        const auto of_task = [&](uint32_t id) { return dag.nodes[id].stage == Stage::Task; };
        if (is_wanted(out, o, 0, out.samples) && std::any_of(nodes.begin(), nodes.end(), of_task)) return false;
    }
    return true;
}

size_t cells_of(const Job& job) {
    size_t n = 0;
    for (size_t k = job.first; k < job.last; ++k) {
        const GridIn& g = job.task->samples[k].input;
        n += static_cast<size_t>(g.h) * static_cast<size_t>(g.w);
    }
    return n;
}
// Where some pairs are done already, what is left differs from sample to sample: jobs are small. Large grids go first, so
// that no thread begins with one when the others end.
std::vector<Job> jobs_of(const Dag& dag, const std::vector<TaskIn>& tasks, const RunOptions& options,
                         const RunResults& out) {
    const size_t chunk = out.done != nullptr && apart(dag, out) ? 1 : 16;
    std::vector<Job> jobs;
    for (const TaskIn& t : tasks) {
        const size_t step = options.match ? std::max<size_t>(t.samples.size(), 1) : chunk;
        for (size_t at = 0; at < t.samples.size(); at += step) {
            jobs.push_back({&t, at, std::min(at + step, t.samples.size())});
        }
    }
    std::stable_sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) { return cells_of(a) > cells_of(b); });
    return jobs;
}

class Worker {
  public:
    Worker(const Dag& dag, const RunOptions& options, Host* host, const RunResults& out,
           const std::atomic<bool>& stop, std::atomic<size_t>& done)
        : dag_(dag), options_(options), out_(out), done_(done),
          evaluator_(dag, options.limits, host, &stop), alive_(dag.outputs.size()) {}

    void run(const Job& job) {
        const TaskIn& task = *job.task;
        const size_t first = task.first + job.first, last = task.first + job.last;
        if (out_.done != nullptr) {
            wanted_.resize(dag_.outputs.size());
            for (size_t o = 0; o < wanted_.size(); ++o) wanted_[o] = is_wanted(out_, o, first, last);
            if (std::find(wanted_.begin(), wanted_.end(), true) == wanted_.end()) {
                done_.fetch_add(last - first, std::memory_order_relaxed);
                return;
            }
        }
        evaluator_.start_task(task.has_demos ? &task.demos : nullptr, wanted_);
        alive_.assign(dag_.outputs.size(), true);
        for (size_t k = job.first; k < job.last && !evaluator_.stopped(); ++k) {
            run_sample(task.samples[k], task.first + k);
            done_.fetch_add(1, std::memory_order_relaxed);
        }
    }

  private:
    const Dag& dag_;
    const RunOptions& options_;
    const RunResults& out_;
    std::atomic<size_t>& done_;
    Evaluator evaluator_;
    std::vector<bool> alive_;
    std::vector<bool> wanted_;  // empty: all

    void run_sample(const SampleIn& sample, size_t column) {
        evaluator_.start_sample(sample.input, sample.candidate);
        const bool known = sample.expected.cells != nullptr;
        for (uint32_t o = 0; o < dag_.outputs.size() && !evaluator_.stopped(); ++o) {
            const size_t at = o * out_.samples + column;
            if (out_.done != nullptr && out_.done[at] != 0) continue;
            if (!alive_[o]) {
                if (out_.reasons != nullptr) out_.reasons[at] = kSkipped;
                continue;
            }
            const Outcome outcome = evaluator_.result(o);
            const bool match = known && matches(outcome.value, sample.expected);
            if (options_.match && known && !match) alive_[o] = false;
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

bool run(const Dag& dag, const std::vector<TaskIn>& tasks, const RunOptions& options, Host* host,
         const RunResults& out, const std::function<bool(size_t)>& poll) {
    const std::vector<Job> jobs = jobs_of(dag, tasks, options, out);
    std::atomic<size_t> done{0};
    struct JobWorker {
        Worker worker;
        const std::vector<Job>& jobs;
        void run(size_t k) { worker.run(jobs[k]); }
    };
    const auto make_worker = [&](const std::atomic<bool>& stop) {
        return JobWorker{Worker(dag, options, host, out, stop, done), jobs};
    };
    return run_parallel(jobs.size(), options.threads, make_worker, [&] { return poll(done); });
}

}  // namespace arcloom
