// native/batt/run.cpp: threads take tasks one by one and write to columns of their own
#include "run.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <thread>

#include "value/hash.hpp"
#include "parallel.hpp"

namespace arcloom {

// It has a name, since Run::Threads, which has linkage, is made of these.
namespace run_jobs {

// Whether no output that is wanted has nodes that are computed once a task.
static bool apart(const Dag& dag, const Wanted& wanted) {
    const auto of_task = [&](NodeId id) { return dag.nodes[id].stage == Stage::Task; };
    const auto has_some = [&](uint32_t o) {
        const std::vector<NodeId>& nodes = dag.outputs[o].schedule;
        return std::any_of(nodes.begin(), nodes.end(), of_task);
    };
    return std::none_of(wanted.outputs.begin(), wanted.outputs.end(), has_some);
}

// What a thread takes at once.
class Worker;
using Job = std::function<void(Worker&)>;
using Jobs = std::vector<Job>;

// What all threads count together. The work does not depend on their number: a piece counts what it needs of its task,
// and what is made once for the batt counts once, though every thread makes it.
struct Counters {
    std::atomic<size_t> done{0};  // samples
    std::atomic<int64_t> work{0}, for_batt{0};
};

// Samples of one task, all of it in match mode.
struct SomeSamples {
    const TaskIn* task;
    size_t first, last, weight;
};

// Samples that a job has at most: few where not all outputs are asked for, or few samples.
static size_t most_samples(const Dag& dag, const Wanted& wanted, const RunResults& out) {
    constexpr size_t kMost = 16, kJobs = 512;
    if (wanted.match) return out.samples;
    const bool all = wanted.columns.size() == out.samples && wanted.outputs.size() == dag.outputs.size();
    return !all && apart(dag, wanted) ? std::clamp(wanted.columns.size() / kJobs, size_t{1}, kMost) : kMost;
}

// Weighty samples go first, so that no thread begins with one when the others end.
static std::vector<SomeSamples> in_pieces(const Dag& dag, const std::vector<TaskIn>& tasks, const RunResults& out,
                                          const Wanted& wanted) {
    const size_t most = most_samples(dag, wanted, out);
    std::vector<SomeSamples> pieces;
    size_t number = 0, next = 0;  // of the task; the column after the last piece's
    for (const size_t column : wanted.columns) {
        while (column >= tasks[number].first + tasks[number].samples.size()) ++number;
        const TaskIn& task = tasks[number];
        const size_t sample = column - task.first;
        const bool goes_on = !pieces.empty() && pieces.back().task == &task && column == next &&
                             pieces.back().last - pieces.back().first < most;
        if (!goes_on) pieces.push_back({&task, sample, sample, 0});
        ++pieces.back().last;
        pieces.back().weight += weight_of(task.samples[sample].input);
        next = column + 1;
    }
    const auto weightier = [](const SomeSamples& a, const SomeSamples& b) { return a.weight > b.weight; };
    std::stable_sort(pieces.begin(), pieces.end(), weightier);
    return pieces;
}

class Worker {
  public:
    Worker(const Dag& dag, const std::vector<TaskIn>& tasks, const Limits& limits, Host* host, const RunResults& out,
           const std::atomic<bool>& stop, Counters& counters, std::function<void(Jobs)> add)
        : dag_(dag), tasks_(tasks), out_(out), counters_(counters), add_(std::move(add)),
          evaluator_(dag, limits, host, &stop), alive_(dag.outputs.size()) {
        counters.for_batt = evaluator_.spent();
    }

    void run(const Job& job) { job(*this); }

    void run_wanted(const Wanted& wanted, const SomeSamples& piece) {
        const TaskIn& task = *piece.task;
        const int64_t before = evaluator_.spent();
        wanted_.assign(dag_.outputs.size(), false);
        for (const uint32_t o : wanted.outputs) wanted_[o] = true;
        evaluator_.start_task(&task.demos, wanted_);
        alive_.assign(dag_.outputs.size(), true);
        for (size_t k = piece.first; k < piece.last && !evaluator_.stopped(); ++k) {
            run_sample(wanted, task.samples[k], task.first + k);
            counters_.done.fetch_add(1, std::memory_order_relaxed);
        }
        counters_.work += evaluator_.spent() - before;
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
                out_.fuel[at] = kNoFuel;
            }
        }
    }

    // Jobs for columns of which something is left.
    void run_left(const Part& part, size_t first, size_t last) {
        const size_t width = last - first;
        std::vector<std::vector<uint32_t>> left(width);
        for (size_t i = 0; i < part.outputs.size(); ++i) {
            const uint8_t* is_left = part.left + i * part.columns.size() + first;
            for (size_t k = 0; k < width; ++k) {
                if (is_left[k] != 0) left[k].push_back(static_cast<uint32_t>(part.outputs[i]));
            }
        }
        std::vector<LeftOfColumn> columns;
        for (size_t k = 0; k < width; ++k) {
            if (left[k].empty()) {
                counters_.done.fetch_add(1, std::memory_order_relaxed);
                continue;
            }
            const size_t column = part.columns[first + k];
            const auto after = std::upper_bound(tasks_.begin(), tasks_.end(), column,
                                                [](size_t c, const TaskIn& t) { return c < t.first; });
            const TaskIn& task = *std::prev(after);
            const size_t sample = column - task.first;
            std::sort(left[k].begin(), left[k].end());
            columns.push_back({{&task, sample, sample + 1, 0}, {{column}, std::move(left[k])}});
        }
        add_(in_jobs(std::move(columns)));
    }

  private:
    struct LeftOfColumn {
        SomeSamples piece;
        Wanted wanted;
    };
    // A few columns a job: threads would wait for each other to take one of many short ones.
    static Jobs in_jobs(std::vector<LeftOfColumn> columns) {
        constexpr size_t kColumns = 4;
        Jobs jobs;
        const auto shared = std::make_shared<const std::vector<LeftOfColumn>>(std::move(columns));
        for (size_t at = 0; at < shared->size(); at += kColumns) {
            jobs.push_back([shared, at](Worker& w) {
                for (size_t k = at; k < std::min(at + kColumns, shared->size()); ++k) {
                    w.run_wanted((*shared)[k].wanted, (*shared)[k].piece);
                }
            });
        }
        return jobs;
    }

    const Dag& dag_;
    const std::vector<TaskIn>& tasks_;
    const RunResults& out_;
    Counters& counters_;
    std::function<void(Jobs)> add_;
    Evaluator evaluator_;
    std::vector<bool> alive_;
    std::vector<bool> wanted_;

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

}  // namespace run_jobs

struct Run::Threads {
    const Dag& dag;
    const std::vector<TaskIn>& tasks;
    const Limits limits;
    Host* const host;
    const RunResults out;
    run_jobs::Counters counters;

    struct MakeWorker {
        Threads& run;
        run_jobs::Worker operator()(const std::atomic<bool>& stop) const {
            const auto add = [this](run_jobs::Jobs jobs) { run.crew.add(std::move(jobs)); };
            return run_jobs::Worker(run.dag, run.tasks, run.limits, run.host, run.out, stop, run.counters, add);
        }
    };
    Crew<run_jobs::Job, MakeWorker> crew;

    Threads(const Dag& d, const std::vector<TaskIn>& t, const Limits& l, unsigned threads, Host* h, const RunResults& o)
        : dag(d), tasks(t), limits(l), host(h), out(o), crew(threads, MakeWorker{*this}) {}
};

Run::Run(const Dag& dag, const std::vector<TaskIn>& tasks, const Limits& limits, unsigned threads, Host* host,
         const RunResults& out)
    : threads_(std::make_unique<Threads>(dag, tasks, limits, threads, host, out)) {}

Run::~Run() = default;

void Run::add(Wanted wanted) {
    using namespace run_jobs;
    if (wanted.outputs.empty()) {
        wanted.outputs.resize(threads_->dag.outputs.size());
        std::iota(wanted.outputs.begin(), wanted.outputs.end(), 0U);
    }
    const auto shared = std::make_shared<const Wanted>(std::move(wanted));
    Jobs jobs;
    for (const SomeSamples& piece : in_pieces(threads_->dag, threads_->tasks, threads_->out, *shared)) {
        jobs.push_back([shared, piece](Worker& w) { w.run_wanted(*shared, piece); });
    }
    threads_->crew.add(std::move(jobs));
}

void Run::finish(Part part) {
    using namespace run_jobs;
    constexpr size_t kColumns = 64, kRows = 8;
    const auto shared = std::make_shared<const Part>(std::move(part));
    const size_t columns = shared->columns.size(), rows = shared->outputs.size();
    Jobs jobs;
    for (size_t at = 0; at < columns; at += kColumns) {
        const size_t end = std::min(at + kColumns, columns);
        jobs.push_back([shared, at, end](Worker& w) { w.run_left(*shared, at, end); });
    }
    for (size_t at = 0; at < rows; at += kRows) {
        const size_t end = std::min(at + kRows, rows);
        jobs.push_back([shared, at, end](Worker& w) { w.write_rows(*shared, at, end); });
    }
    threads_->crew.add(std::move(jobs));
}

// The caller takes pieces too, so what it waits for is only what a thread has begun with. A thread that comes late finds
// nothing, and does not touch what the caller has no more.
void Run::spread(size_t n, const std::function<void(size_t)>& f) {
    constexpr size_t kPiece = 32;
    struct Pieces {
        std::atomic<size_t> taken{0}, done{0};
    };
    const auto pieces = std::make_shared<Pieces>();
    const auto take = [pieces, n, &f] {
        for (size_t at = pieces->taken.fetch_add(kPiece); at < n; at = pieces->taken.fetch_add(kPiece)) {
            const size_t end = std::min(at + kPiece, n);
            for (size_t k = at; k < end; ++k) f(k);
            pieces->done += end - at;
        }
    };
    threads_->crew.add(run_jobs::Jobs(n / kPiece, [take](run_jobs::Worker&) { take(); }));
    take();
    while (pieces->done < n) std::this_thread::yield();
}

namespace {

// Of n bytes, how many are not those of the other; counted in bytes as long as these last.
size_t count_differing(const uint8_t* a, const uint8_t* b, size_t n) {
    constexpr size_t kMost = 255;
    size_t total = 0;
    for (size_t at = 0; at < n; at += kMost) {
        const size_t end = std::min(at + kMost, n);
        uint8_t count = 0;
        for (size_t k = at; k < end; ++k) count = static_cast<uint8_t>(count + (a[k] != b[k]));
        total += count;
    }
    return total;
}

}  // namespace

size_t weight_of(const GridIn& g) {
    const auto h = static_cast<size_t>(g.h), w = static_cast<size_t>(g.w), cells = h * w;
    if (cells == 0) return 0;
    size_t differ = count_differing(g.cells + 1, g.cells, cells - 1) + count_differing(g.cells + w, g.cells, cells - w);
    for (size_t at = w; at < cells; at += w) differ -= g.cells[at] != g.cells[at - 1];  // no neighbours
    return cells + 4 * differ;
}

int64_t Run::work() const { return threads_->counters.for_batt + threads_->counters.work; }

bool Run::end(const std::function<bool(size_t)>& poll) {
    // A sample whose outputs were asked for by turns was counted as often.
    return threads_->crew.end([&] { return poll(std::min<size_t>(threads_->counters.done, threads_->out.samples)); });
}

}  // namespace arcloom
