// native/breed/rules.cpp: runs the parts of programs that learn, and puts their rules in
#include "rules.hpp"

#include <algorithm>

namespace arcloom {

std::vector<DemoIn> Shown::list() const {
    std::vector<DemoIn> out = demos;
    if (left_out >= 0) out.erase(out.begin() + left_out);
    return out;
}

uint64_t Shown::id() const { return combine_hash(guise, static_cast<uint64_t>(static_cast<int64_t>(left_out))); }

RuleBook::Known RuleBook::find(uint64_t part, const Shown& shown) {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(combine_hash(part, shown.id()));
    return found == known_.end() ? nullptr : found->second;
}

RuleBook::Known RuleBook::add(uint64_t part, const Shown& shown, Rule&& rule) {
    auto known = std::make_shared<const Rule>(std::move(rule));
    const std::lock_guard lock(mutex_);
    if (known_.size() >= kMost) known_.clear();
    known_[combine_hash(part, shown.id())] = known;
    return known;
}

bool Learner::has_rules(const Genome& g) const {
    return std::any_of(g.begin(), g.end(), [&](const Gene& gene) { return learns(gene); });
}

RuleBook::Rule Learner::learn(const Genome& part, const Shown& shown) const {
    Dag dag;
    dag.add_output(dag.weave(encode(part), pool_.values()).back());
    Evaluator evaluator(dag, limits_, host_, &stop_);
    const std::vector<DemoIn> demos = shown.list();
    evaluator.start_task(&demos);
    evaluator.start_sample({});
    const Outcome outcome = evaluator.result(0);
    RuleBook::Rule rule;
    rule.fuel = outcome.fuel;
    if (outcome.value.undefined()) {
        rule.value = {kInt, 0};
    } else {
        write_portable(evaluator.context(), outcome.value, rule.value);
    }
    rule.hash = hash_of(rule.value);
    return rule;
}

Prepared Learner::prepare(const Genome& g, const Shown& shown, RuleBook& book) const {
    Prepared out{g, {}, {}, 0};
    const std::vector<uint64_t> parts = part_hashes(g, pool_.hashes());
    std::vector<bool> sees_input(g.size());  // it, or what it is made from, takes more than the demos
    for (size_t at = 0; at < g.size(); ++at) {
        const Gene& gene = g[at];
        sees_input[at] = gene.code == Dag::kI || gene.code == Dag::kC;
        for (uint32_t k = 0; gene.refers() && k < gene.nargs; ++k) {
            sees_input[at] = sees_input[at] || sees_input[static_cast<size_t>(gene.args[k])];
        }
        const auto constant = [&](const Portable& value, uint64_t hash) {
            out.constants.push_back(value);
            out.hashes.push_back(hash);
            out.genome[at] = Gene{Dag::kConst, 1, {static_cast<int32_t>(out.constants.size() - 1)}};
        };
        if (gene.code == Dag::kConst) constant(pool_.at(gene.args[0]), pool_.hashes()[static_cast<size_t>(gene.args[0])]);
        if (!learns(gene) || sees_input[at]) continue;
        RuleBook::Known known = book.find(parts[at], shown);
        if (known == nullptr) known = book.add(parts[at], shown, learn(canonical(g, static_cast<int32_t>(at)), shown));
        out.fuel += known->fuel;
        constant(known->value, known->hash);
    }
    out.genome = canonical(out.genome, static_cast<int32_t>(g.size() - 1));
    return out;
}

}  // namespace arcloom
