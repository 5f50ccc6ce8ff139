// native/breed/generation.cpp: the stages of a job, timed
#include "generation.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "batt/parallel.hpp"
#include "simplify.hpp"
#include "stopwatch.hpp"

namespace arcloom {

namespace {

// Rules of a job that no member of its island has: to learn one takes as long as to run twenty children. A job for a
// solved task learns none.
constexpr size_t kNewRules = 1;

// Programs of a job that are simplified: each takes as long as to run some fifty children.
constexpr size_t kSimplified = 2;

bool equal_rank(const Member& a, const Member& b) {
    return a.marks.matched == b.marks.matched && a.marks.score == b.marks.score && a.marks.fuel == b.marks.fuel &&
           a.genome.size() == b.genome.size();
}

// Whether the task may keep it; fuel and nodes decide only among equals, which the caller looks at.
bool worthy(const BreedJob& job, const Marks& m) {
    if (m.score == 0) return job.as_they_are && job.all;
    if (job.all || m.matched != job.least_matched) return job.all || m.matched > job.least_matched;
    return m.score >= job.least_score;
}

class Worker {
  public:
    Worker(const Mutator& mutator, const ConstantPool& pool, const Stock& stock,
           std::vector<BreedTask>& tasks, const std::vector<BreedJob>& jobs, const GenerationOptions& options, Host* host,
           const std::atomic<bool>& stop, std::vector<GenerationResult>& results)
        : mutator_(mutator), pool_(pool), stock_(stock), tasks_(tasks), jobs_(jobs), options_(options),
          stop_(stop), results_(results), exam_(std::make_unique<Exam>(pool, options_.exam, host, stop)),
          aside_(std::make_unique<Exam>(pool, options_.exam, host, stop)) {}

    void run(size_t k) {
        const BreedJob& job = jobs_[k];
        GenerationResult& out = results_[k];
        BreedTask& task = tasks_[job.task];
        Stopwatch watch;
        std::vector<Child> children = breed(job, task, static_cast<uint32_t>(k), out);
        watch.lap(out.times.generate);
        weave(job, task, children);
        watch.lap(out.times.weave);
        ExamTimes times;
        std::vector<Examinee> all = exam_->demos(task, demand_of(job), times);
        out.times.evaluate += times.evaluate;
        out.times.score += times.score;
        out.scored = children.size();
        int64_t told = 0;
        watch.lap(told);
        finish(job, task, children, all);
        watch.lap(out.times.evaluate);
        if (stop_) return;
        settle(job, task, children, all, out);
        watch.lap(out.times.dedupe);
    }

  private:
    const Mutator& mutator_;
    const ConstantPool& pool_;
    const Stock& stock_;
    std::vector<BreedTask>& tasks_;
    const std::vector<BreedJob>& jobs_;
    const GenerationOptions& options_;
    const std::atomic<bool>& stop_;
    std::vector<GenerationResult>& results_;
    std::unique_ptr<Exam> exam_, aside_;  // for the children; for what they are compared with
    std::vector<uint32_t> woven_hand_;    // empty: the children of a job, used once

    // Hands scored as they are come task after task: woven once, they serve all of them, unless they learn.
    void weave(const BreedJob& job, BreedTask& task, const std::vector<Child>& children) {
        std::vector<const Genome*> programs;
        for (const Child& c : children) programs.push_back(&c.member.genome);
        const bool again = job.as_they_are && job.hand == woven_hand_;
        const bool lasts = job.as_they_are && (again || !exam_->learns_rules(programs));
        exam_->weave(std::move(programs), task, again);
        woven_hand_ = lasts ? job.hand : std::vector<uint32_t>{};
    }

    // Where only what fits is of use, the first demo that is missed ends the exam.
    static Demand demand_of(const BreedJob& job) {
        if (job.as_they_are) return Demand::Nothing;
        return job.solved ? Demand::Match : Demand::Grid;
    }

    struct Parent {
        const Genome& genome;
        const Line& line;
    };

    // One in two parents is the island's own, as long as it has some; the others are guests.
    Parent draw_parent(const BreedJob& job, const Island& island, Random& r) const {
        if (!island.members().empty() && (job.hand.empty() || r.below(2) == 0)) {
            const Member& m = island.members()[island.pick(r, options_.selection)];
            return {m.genome, m.line};
        }
        const uint32_t guest = job.hand[r.below(static_cast<uint32_t>(job.hand.size()))];
        return {stock_.genomes[guest], stock_.lines[guest]};
    }

    std::vector<Child> breed(const BreedJob& job, BreedTask& task, uint32_t number, GenerationResult& out) const {
        std::vector<Child> children;
        if (job.as_they_are) {
            for (const uint32_t h : job.hand) {
                const Genome& g = stock_.genomes[h];
                add_child(children, number, job, g, identity(g, pool_)).member.line = stock_.lines[h];
            }
            return children;
        }
        Island& island = task.islands[job.island];
        island.measure_spread();
        std::unordered_set<uint64_t> met, rules;
        for (const Member& m : island.members()) {
            met.insert(m.identity);
            mutator_.learning_parts(m.genome, rules);
        }
        const size_t most_rules = rules.size() + (job.solved ? 0 : kNewRules);
        for (uint32_t k = 0; k < job.children; ++k) {
            Random r(job.seed + k * 0xD1342543DE82EF95ULL);
            const Parent parent = draw_parent(job, island, r), other = draw_parent(job, island, r);
            Making making;
            Genome g = mutator_.child(parent.genome, other.genome, task.constants, r, making);
            if (g.empty() || !affordable(g, rules, most_rules)) {
                ++out.unchanged;
                continue;
            }
            const uint64_t known_by = identity(g, pool_);
            if (!met.insert(known_by).second) {
                ++out.known;
                continue;
            }
            Child& child = add_child(children, number, job, std::move(g), known_by);
            child.making = making;
            for (const Parent* p : {&parent, &other}) {
                if (!p->line.empty() && (p == &parent || making.shared)) child.member.line.push_back(p->line[0]);
            }
        }
        return children;
    }

    // Whether its rules are among these, or there may be more; then they are from now on.
    bool affordable(const Genome& g, std::unordered_set<uint64_t>& rules, size_t most) const {
        std::unordered_set<uint64_t> own;
        mutator_.learning_parts(g, own);
        std::erase_if(own, [&](uint64_t part) { return rules.count(part) != 0; });
        if (rules.size() + own.size() > most) return false;
        rules.merge(own);
        return true;
    }

    static Child& add_child(std::vector<Child>& children, uint32_t number, const BreedJob& job, Genome g, uint64_t known_by) {
        Child& child = children.emplace_back();
        child.job = number;
        child.member.identity = known_by;
        child.member.genome = std::move(g);
        child.member.born = job.generation;
        return child;
    }

    // Those that may be reported, and all that fit, are run on the tests. What fits is then simplified, and asked
    // whether it generalises; what the island knows already is dropped before that.
    void finish(const BreedJob& job, BreedTask& task, std::vector<Child>& children, std::vector<Examinee>& all) {
        std::vector<uint32_t> tested, fits;
        for (uint32_t k = 0; k < all.size(); ++k) {
            if (!all[k].dropped && (all[k].marks.fits || worthy(job, all[k].marks))) tested.push_back(k);
        }
        exam_->tests(task, tested, all);
        for (const uint32_t k : tested) {
            if (!all[k].marks.fits) continue;
            if (job.as_they_are || is_new(job, task, children, all, k, fits)) {
                fits.push_back(k);
            } else {
                all[k].dropped = true;
            }
        }
        if (fits.empty() || stop_) return;
        if (job.as_they_are) {
            exam_->generalise(task, fits, all);
            return;
        }
        std::vector<uint32_t> plain;
        for (size_t at = 0; at < fits.size(); ++at) {
            const uint32_t k = fits[at];
            if (at >= kSimplified || !may_lead(job, task, children[k])) {
                plain.push_back(k);
                continue;
            }
            Simplified s = simplify(children[k].member.genome, all[k], task, mutator_, *aside_);
            if (!s.changed) {
                plain.push_back(k);
                continue;
            }
            children[k].member.genome = std::move(s.genome);
            children[k].member.identity = identity(children[k].member.genome, pool_);
            all[k] = std::move(s.result);
        }
        exam_->generalise(task, plain, all);
    }

    // Whether a child that fits is as short as the best, where there is one that needs no other test.
    static bool may_lead(const BreedJob& job, const BreedTask& task, const Child& child) {
        const Island& island = task.islands[job.island];
        return !job.solved || !island.solved() || child.member.genome.size() <= island.members()[0].genome.size();
    }

    // Whether neither the island nor an earlier child behaves as this one and is as small.
    static bool is_new(const BreedJob& job, const BreedTask& task, const std::vector<Child>& children,
                       const std::vector<Examinee>& all, uint32_t k, const std::vector<uint32_t>& before) {
        const uint64_t behaviour = all[k].marks.behaviour;
        const size_t genes = children[k].member.genome.size();
        if (task.islands[job.island].holds(behaviour, genes)) return false;
        return std::none_of(before.begin(), before.end(), [&](uint32_t b) {
            return all[b].marks.behaviour == behaviour && children[b].member.genome.size() <= genes;
        });
    }

    // Offers the children to the island, and reports the best of each behaviour. Among equals the library's hashes
    // decide, which are not known here, so all equals are reported.
    void settle(const BreedJob& job, BreedTask& task, std::vector<Child>& children, std::vector<Examinee>& all,
                GenerationResult& out) const {
        std::vector<Child> left;
        for (size_t k = 0; k < children.size(); ++k) {
            Child& c = children[k];
            const auto change = static_cast<size_t>(c.making.first);
            if (change < kChanges) ++out.changes.tried[change];
            if (all[k].dropped) continue;
            c.member.marks = std::move(all[k].marks);
            c.behaviour = all[k].behaviour;
            c.answers = std::move(all[k].answers);
            const uint32_t home = job.as_they_are ? static_cast<uint32_t>(c.member.identity % task.islands.size()) : job.island;
            const bool leads = c.member.marks.score > 0 &&
                               task.islands[home].offer(Member(c.member), job.generation, options_.selection);
            if (leads && change < kChanges) ++out.changes.led[change];
            if (worthy(job, c.member.marks)) left.push_back(std::move(c));
        }
        report(job, left, out);
    }

    static void report(const BreedJob& job, std::vector<Child>& children, GenerationResult& out) {
        std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) { return better(a.member, b.member); });
        std::unordered_map<uint64_t, size_t> best;  // behaviour -> place of its first child
        std::vector<size_t> places;
        const Member* last = nullptr;
        for (size_t k = 0; k < children.size(); ++k) {
            const Child& c = children[k];
            if (best.size() >= job.keep && (last == nullptr || !equal_rank(c.member, *last))) break;
            const auto [it, added] = best.emplace(c.behaviour, k);
            if (!added && !equal_rank(c.member, children[it->second].member)) continue;
            places.push_back(k);
            last = &c.member;
        }
        for (const size_t k : places) out.children.push_back(std::move(children[k]));
    }
};

void add(StageTimes& to, const StageTimes& t) {
    to.generate += t.generate;
    to.weave += t.weave;
    to.evaluate += t.evaluate;
    to.score += t.score;
    to.dedupe += t.dedupe;
}

// Moves what a job has into the whole.
void join(GenerationResult& all, GenerationResult& one) {
    all.scored += one.scored;
    all.known += one.known;
    all.unchanged += one.unchanged;
    for (size_t k = 0; k < kChanges; ++k) {
        all.changes.tried[k] += one.changes.tried[k];
        all.changes.led[k] += one.changes.led[k];
    }
    add(all.times, one.times);
    std::move(one.children.begin(), one.children.end(), std::back_inserter(all.children));
}

}  // namespace

bool run_generation(const Mutator& mutator, const ConstantPool& pool, const Stock& stock,
                    std::vector<BreedTask>& tasks, const std::vector<BreedJob>& jobs, const GenerationOptions& options,
                    Host* host, const std::function<bool()>& poll, GenerationResult& out) {
    std::vector<GenerationResult> results(jobs.size());
    const auto make_worker = [&](const std::atomic<bool>& stop) {
        return Worker(mutator, pool, stock, tasks, jobs, options, host, stop, results);
    };
    if (!run_parallel(jobs.size(), options.threads, make_worker, poll)) return false;
    for (GenerationResult& r : results) join(out, r);
    return true;
}

void end_generation(std::vector<BreedTask>& tasks, uint32_t generation, uint32_t migrants, const Selection& how) {
    for (BreedTask& task : tasks) {
        for (Island& island : task.islands) island.restart_if_stalled(generation, how);
        const size_t n = task.islands.size();
        std::vector<std::vector<Member>> leaving;
        for (const Island& island : task.islands) {
            const size_t count = std::min<size_t>(n > 1 ? migrants : 0, island.members().size());
            leaving.emplace_back(island.members().begin(), island.members().begin() + static_cast<ptrdiff_t>(count));
        }
        for (size_t k = 0; k < n; ++k) {
            for (Member& m : leaving[k]) task.islands[(k + 1) % n].offer(std::move(m), generation, how);
        }
    }
}

}  // namespace arcloom
