// native/batt/run.cpp: threads take tasks one by one and write to columns of their own
#include "run.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace arcloom {

namespace {

// Samples of one task that a thread takes at once; match mode needs the whole task.
struct Job {
    const TaskIn* task;
    size_t first, last;
};

std::vector<Job> jobs_of(const std::vector<TaskIn>& tasks, const RunOptions& options) {
    constexpr size_t kChunk = 16;
    std::vector<Job> jobs;
    for (const TaskIn& t : tasks) {
        const size_t step = options.match ? std::max<size_t>(t.samples.size(), 1) : kChunk;
        for (size_t at = 0; at < t.samples.size(); at += step) {
            jobs.push_back({&t, at, std::min(at + step, t.samples.size())});
        }
    }
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
        evaluator_.start_task(task.has_demos ? &task.demos : nullptr);
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

    void run_sample(const SampleIn& sample, size_t column) {
        evaluator_.start_sample(sample.input, sample.candidate);
        const bool known = sample.expected.cells != nullptr;
        for (uint32_t o = 0; o < dag_.outputs.size() && !evaluator_.stopped(); ++o) {
            const size_t at = o * out_.samples + column;
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
        if (out_.hashes != nullptr) out_.hashes[at] = v.undefined() ? 0 : content_hash(v);
    }

    static uint64_t content_hash(Value v) { return (v.is_heap() ? v.heap()->hash : mix(v.bits)) | 1; }
};

}  // namespace

bool run(const Dag& dag, const std::vector<TaskIn>& tasks, const RunOptions& options, Host* host,
         const RunResults& out, const std::function<bool(size_t)>& poll) {
    const std::vector<Job> jobs = jobs_of(tasks, options);
    std::atomic<bool> stop{false};
    std::atomic<size_t> next{0}, done{0};
    std::mutex mutex;
    std::condition_variable finished;
    size_t running = std::max<size_t>(1, std::min<size_t>(options.threads, jobs.size()));
    std::exception_ptr failure;

    const auto work = [&] {
        try {
            Worker worker(dag, options, host, out, stop, done);
            for (size_t k; !stop && (k = next.fetch_add(1)) < jobs.size();) worker.run(jobs[k]);
        } catch (...) {  // out of the machine's memory: end all, tell the caller
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
            stop = true;
        }
        const std::lock_guard lock(mutex);
        --running;
        finished.notify_one();
    };
    std::vector<std::thread> threads;
    for (size_t k = running; k > 0; --k) threads.emplace_back(work);
    {
        std::unique_lock lock(mutex);
        while (!finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return running == 0; })) {
            lock.unlock();
            if (!poll(done)) stop = true;
            lock.lock();
        }
    }
    for (std::thread& t : threads) t.join();
    if (failure) std::rethrow_exception(failure);
    return !stop;
}

}  // namespace arcloom
