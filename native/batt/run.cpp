// native/batt/run.cpp: threads take tasks one by one and write to columns of their own
#include "run.hpp"

#include <algorithm>
#include <chrono>

#include "../value/hash.hpp"

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

size_t cells_of(const RunJob& job) {
    size_t n = 0;
    for (size_t k = job.first; k < job.last; ++k) {
        const GridIn& g = job.task->samples[k].input;
        n += static_cast<size_t>(g.h) * static_cast<size_t>(g.w);
    }
    return n;
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

Run::Run(const Dag& dag, const std::vector<TaskIn>& tasks, const Limits& limits, unsigned threads, Host* host,
         const RunResults& out)
    : dag_(dag), tasks_(tasks), limits_(limits), most_threads_(std::max(1U, threads)), host_(host), out_(out) {}

Run::~Run() {
    stop_ = true;
    close();
    for (std::thread& t : threads_) t.join();
}

// Where some pairs are done already, what is left differs from sample to sample: jobs are small. Large grids go first, so
// that no thread begins with one when the others end.
std::vector<RunJob> Run::jobs_of(const Wanted& wanted) const {
    const size_t chunk = wanted.done != nullptr && apart(dag_, wanted, out_) ? 1 : 16;
    std::vector<RunJob> jobs;
    for (const TaskIn& t : tasks_) {
        const size_t last = std::min(wanted.last, t.first + t.samples.size());
        const size_t step = wanted.match ? std::max<size_t>(t.samples.size(), 1) : chunk;
        for (size_t at = std::max(wanted.first, t.first); at < last; at += step) {
            jobs.push_back({&t, at - t.first, std::min(at + step, last) - t.first, wanted});
        }
    }
    std::stable_sort(jobs.begin(), jobs.end(),
                     [](const RunJob& a, const RunJob& b) { return cells_of(a) > cells_of(b); });
    return jobs;
}

void Run::add(const Wanted& wanted) {
    const std::vector<RunJob> jobs = jobs_of(wanted);
    const std::lock_guard lock(mutex_);
    jobs_.insert(jobs_.end(), jobs.begin(), jobs.end());
    for (size_t k = threads_.size(); k < std::min(most_threads_, jobs_.size()); ++k) {
        ++running_;
        threads_.emplace_back([this] { work(); });
    }
    more_.notify_all();
}

bool Run::next(RunJob& job) {
    std::unique_lock lock(mutex_);
    more_.wait(lock, [this] { return closed_ || !jobs_.empty(); });
    if (jobs_.empty() || stop_) return false;
    job = jobs_.front();
    jobs_.pop_front();
    return true;
}

void Run::work() {
    try {
        Worker worker(dag_, limits_, host_, out_, stop_, done_);
        for (RunJob job; next(job);) worker.run(job);
    } catch (...) {
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
        stop_ = true;
    }
    const std::lock_guard lock(mutex_);
    --running_;
    over_.notify_one();
}

void Run::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    more_.notify_all();
}

bool Run::end(const std::function<bool(size_t)>& poll) {
    close();
    std::unique_lock lock(mutex_);
    while (!over_.wait_for(lock, std::chrono::milliseconds(50), [this] { return running_ == 0; })) {
        lock.unlock();
        if (!poll(done_)) stop_ = true;
        lock.lock();
    }
    if (failure_) std::rethrow_exception(failure_);
    return !stop_;
}

}  // namespace arcloom
