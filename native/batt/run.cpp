// native/batt/run.cpp: threads take tasks one by one and write to columns of their own
#include "run.hpp"

#include <algorithm>

#include "../value/hash.hpp"
#include "parallel.hpp"

namespace arcloom {

namespace {

// Whether some pair of an output on samples [first, last) is not done yet.
bool is_wanted(const Wanted& wanted, const RunResults& out, size_t output, size_t first, size_t last) {
    if (wanted.done == nullptr) return first < last;
    const uint8_t* row = wanted.done + output * out.samples;
    return std::find(row + first, row + last, 0) != row + last;
}
// Whether no output that is wanted has nodes that are computed once a task.
bool apart(const Dag& dag, const Wanted& wanted, const RunResults& out) {
    for (size_t o = 0; o < dag.outputs.size(); ++o) {
        const std::vector<uint32_t>& nodes = dag.outputs[o].schedule;
        const auto of_task = [&](uint32_t id) { return dag.nodes[id].stage == Stage::Task; };
        if (!is_wanted(wanted, out, o, wanted.first, wanted.last)) continue;
        if (std::any_of(nodes.begin(), nodes.end(), of_task)) return false;
    }
    return true;
}

// Samples of one task that a thread takes at once; match mode needs the whole task.
struct RunJob {
    const TaskIn* task = nullptr;
    size_t first = 0, last = 0, cells = 0;  // cells of its inputs
    Wanted wanted;
};

size_t cells_of(const TaskIn& task, size_t first, size_t last) {
    size_t n = 0;
    for (size_t k = first; k < last; ++k) {
        const GridIn& g = task.samples[k].input;
        n += static_cast<size_t>(g.h) * static_cast<size_t>(g.w);
    }
    return n;
}

// Where some pairs are done already, what is left differs from sample to sample: jobs are small. Large grids go first, so
// that no thread begins with one when the others end.
std::vector<RunJob> jobs_of(const Dag& dag, const std::vector<TaskIn>& tasks, const Wanted& wanted, const RunResults& out) {
    const size_t chunk = wanted.done != nullptr && apart(dag, wanted, out) ? 1 : 16;
    std::vector<RunJob> jobs;
    for (const TaskIn& t : tasks) {
        const size_t end = std::min(wanted.last, t.first + t.samples.size());
        const size_t step = wanted.match ? std::max<size_t>(t.samples.size(), 1) : chunk;
        for (size_t at = std::max(wanted.first, t.first); at < end; at += step) {
            const size_t first = at - t.first, last = std::min(at + step, end) - t.first;
            jobs.push_back({&t, first, last, cells_of(t, first, last), wanted});
        }
    }
    std::stable_sort(jobs.begin(), jobs.end(), [](const RunJob& a, const RunJob& b) { return a.cells > b.cells; });
    return jobs;
}

class Worker {
  public:
    Worker(const Dag& dag, const Limits& limits, Host* host, const RunResults& out, const std::atomic<bool>& stop,
           std::atomic<size_t>& done)
        : dag_(dag), out_(out), done_(done), evaluator_(dag, limits, host, &stop), alive_(dag.outputs.size()) {}

    void run(const RunJob& job) {
        const TaskIn& task = *job.task;
        const size_t first = task.first + job.first, last = task.first + job.last;
        wanted_.clear();
        if (job.wanted.done != nullptr) {
            wanted_.resize(dag_.outputs.size());
            for (size_t o = 0; o < wanted_.size(); ++o) wanted_[o] = is_wanted(job.wanted, out_, o, first, last);
            if (std::find(wanted_.begin(), wanted_.end(), true) == wanted_.end()) {
                done_.fetch_add(last - first, std::memory_order_relaxed);
                return;
            }
        }
        evaluator_.start_task(task.has_demos ? &task.demos : nullptr, wanted_);
        alive_.assign(dag_.outputs.size(), true);
        for (size_t k = job.first; k < job.last && !evaluator_.stopped(); ++k) {
            run_sample(job.wanted, task.samples[k], task.first + k);
            done_.fetch_add(1, std::memory_order_relaxed);
        }
    }

  private:
    const Dag& dag_;
    const RunResults& out_;
    std::atomic<size_t>& done_;
    Evaluator evaluator_;
    std::vector<bool> alive_;
    std::vector<bool> wanted_;  // empty: all

    void run_sample(const Wanted& wanted, const SampleIn& sample, size_t column) {
        evaluator_.start_sample(sample.input, sample.candidate);
        const bool known = sample.expected.cells != nullptr;
        for (uint32_t o = 0; o < dag_.outputs.size() && !evaluator_.stopped(); ++o) {
            const size_t at = o * out_.samples + column;
            if (wanted.done != nullptr && wanted.done[at] != 0) continue;
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
            return Worker(run.dag, run.limits, run.host, run.out, stop, run.done);
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

void Run::add(const Wanted& wanted) {
    threads_->crew.add(jobs_of(threads_->dag, threads_->tasks, wanted, threads_->out));
}

bool Run::end(const std::function<bool(size_t)>& poll) {
    return threads_->crew.end([&] { return poll(threads_->done); });
}

}  // namespace arcloom
