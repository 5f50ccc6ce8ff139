// native/batt/parallel.hpp: jobs taken one by one by threads, each with a worker of its own
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace arcloom {

// make_worker(stop) gives a worker on its thread; worker.run(k) does job k < jobs. `poll` is called on the
// calling thread about 20 times a second and returns false to stop. False where it was stopped. What a
// worker throws ends all threads and is thrown here.
template <class MakeWorker>
bool run_parallel(size_t jobs, unsigned threads, const MakeWorker& make_worker, const std::function<bool()>& poll) {
    std::atomic<bool> stop{false};
    std::atomic<size_t> next{0};
    std::mutex mutex;
    std::condition_variable finished;
    size_t running = std::max<size_t>(1, std::min<size_t>(threads, jobs));
    std::exception_ptr failure;
    const auto work = [&] {
        try {
            auto worker = make_worker(stop);
            for (size_t k; !stop && (k = next.fetch_add(1)) < jobs;) worker.run(k);
        } catch (...) {
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
            stop = true;
        }
        const std::lock_guard lock(mutex);
        --running;
        finished.notify_one();
    };
    std::vector<std::thread> pool;
    for (size_t k = running; k > 0; --k) pool.emplace_back(work);
    {
        std::unique_lock lock(mutex);
        while (!finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return running == 0; })) {
            lock.unlock();
            if (!poll()) stop = true;
            lock.lock();
        }
    }
    for (std::thread& t : pool) t.join();
    if (failure) std::rethrow_exception(failure);
    return !stop;
}

}  // namespace arcloom
