// native/batt/parallel.hpp: jobs taken one by one by threads, each with a worker of its own
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <iterator>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace arcloom {

// The system has no thread to give.
struct ThreadError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Threads that take jobs, more of which may be added while they are at work, by workers too, until it is over.
// make_worker(stop) gives a worker on its thread; worker.run(job) does a job.
template <class Job, class MakeWorker>
class Crew {
  public:
    Crew(unsigned threads, MakeWorker make_worker)
        : most_threads_(std::max(1U, threads)), make_worker_(std::move(make_worker)) {}
    // Stops what is still at work.
    ~Crew() {
        stop_ = true;
        close();
        for (std::thread& t : threads_) t.join();
    }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    void add(std::vector<Job> jobs) {
        const std::lock_guard lock(mutex_);
        jobs_.insert(jobs_.end(), std::make_move_iterator(jobs.begin()), std::make_move_iterator(jobs.end()));
        begin_thread();
        more_.notify_all();
    }

    // Waits until all is done. `poll` is called on the calling thread about 20 times a second and returns false to stop.
    // False where it was stopped. What a worker throws ends all threads and is thrown here.
    bool end(const std::function<bool()>& poll) {
        close();
        std::unique_lock lock(mutex_);
        while (!over_.wait_for(lock, std::chrono::milliseconds(50), [this] { return running_ == 0; })) {
            lock.unlock();
            if (!poll()) stop_ = true;
            lock.lock();
        }
        if (failure_) std::rethrow_exception(failure_);
        return !stop_;
    }

  private:
    const size_t most_threads_;
    const MakeWorker make_worker_;
    std::mutex mutex_;
    std::condition_variable more_, over_;
    std::deque<Job> jobs_;
    bool closed_ = false;  // nothing is added any more
    size_t running_ = 0, busy_ = 0;  // threads, and those with a job
    std::exception_ptr failure_;
    std::atomic<bool> stop_{false};
    std::vector<std::thread> threads_;

    // One more, where there are more jobs than threads without one; it begins the next, and the caller goes on. Where it
    // cannot start, all end, and the failure is thrown by `end`. The mutex is held.
    void begin_thread() {
        if (stop_ || threads_.size() == most_threads_ || threads_.size() - busy_ >= jobs_.size()) return;
        try {
            threads_.emplace_back([this] { work(); });
            ++running_;
        } catch (const std::system_error& e) {
            fail(std::make_exception_ptr(ThreadError("thread " + std::to_string(threads_.size() + 1) + " of " +
                                                     std::to_string(most_threads_) + " cannot be started (" +
                                                     e.code().message() + "); ask for fewer threads")));
        } catch (...) {
            fail(std::current_exception());
        }
    }
    // The mutex is held.
    void fail(std::exception_ptr why) {
        failure_ = std::move(why);
        stop_ = true;
        more_.notify_all();
    }
    void work() {
        {
            const std::lock_guard lock(mutex_);
            begin_thread();
        }
        try {
            auto worker = make_worker_(static_cast<const std::atomic<bool>&>(stop_));
            for (Job job; next(job);) {
                worker.run(job);
                end_job();
            }
        } catch (...) {
            const std::lock_guard lock(mutex_);
            fail(std::current_exception());
        }
        const std::lock_guard lock(mutex_);
        --running_;
        over_.notify_one();
    }
    bool next(Job& job) {
        std::unique_lock lock(mutex_);
        more_.wait(lock, [this] { return stop_ || !jobs_.empty() || (closed_ && busy_ == 0); });
        if (jobs_.empty() || stop_) return false;
        job = std::move(jobs_.front());
        jobs_.pop_front();
        ++busy_;
        return true;
    }
    // A job may have added others: all wait for the last.
    void end_job() {
        const std::lock_guard lock(mutex_);
        --busy_;
        if (closed_ && busy_ == 0 && jobs_.empty()) more_.notify_all();
    }
    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        more_.notify_all();
    }
};

// All jobs by their numbers, and nothing else: see Crew.
template <class MakeWorker>
bool run_parallel(size_t jobs, unsigned threads, const MakeWorker& make_worker, const std::function<bool()>& poll) {
    std::vector<size_t> numbers(jobs);
    std::iota(numbers.begin(), numbers.end(), size_t{0});
    Crew<size_t, MakeWorker> crew(threads, make_worker);
    crew.add(std::move(numbers));
    return crew.end(poll);
}

}  // namespace arcloom
