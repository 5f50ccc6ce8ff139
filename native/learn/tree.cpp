// native/learn/tree.cpp: learning a decision tree over the facts of cells, for outputs as large as their inputs
//
// Trees are grown greedily by information gain less what a fact costs, for several sets of facts that leaves may name; the tree with
// the shortest description is offered first. Where all are long, trees come before them that write the output in an order (written.hpp).
#include <algorithm>
#include <unordered_map>

#include "cells.hpp"
#include "tree.hpp"
#include "written.hpp"

namespace arcloom::fit {

namespace {

// What a leaf can say besides stay and a colour: the facts in `related`, before or after staying.
struct Target {
    std::vector<int> related;
    bool related_first;
};

std::vector<int> labels_for(const Data& d, const Target& target) {
    std::vector<int> labels;
    for (int k = 0; k < d.cells; ++k) {
        const auto at = static_cast<size_t>(k);
        int named = -1;
        for (size_t r = 0; r < target.related.size() && named < 0; ++r) {
            if (d.facts[static_cast<size_t>(target.related[r])][at] == d.after[at]) named = kFirstRelated + static_cast<int>(r);
        }
        const bool stays = d.before[at] == d.after[at];
        labels.push_back(target.related_first && named >= 0 ? named : stays ? kCellStays : named >= 0 ? named : d.after[at]);
    }
    return labels;
}

// Sets of facts whose colours explain changed cells, and those that explain most cells at all.
std::vector<Target> targets_for(const Data& d, Work& work) {
    std::vector<std::pair<int, int>> changed, all;
    int changes = 0;
    for (int k = 0; k < d.cells; ++k) changes += d.before[static_cast<size_t>(k)] != d.after[static_cast<size_t>(k)];
    for (size_t f = 1; f < d.facts.size(); ++f) {
        const CellFact fact = cell_fact(static_cast<int>(f));
        if (fact.kind != CellFactKind::Colour || d.facts[f].empty()) continue;
        if (!work.charge(d.cells * 2)) return {};
        int hits = 0, right = 0;
        for (size_t k = 0; k < d.before.size(); ++k) {
            const bool same = d.facts[f][k] == d.after[k];
            right += same;
            hits += same && d.before[k] != d.after[k];
        }
        const int penalty = fact.cost;
        if (hits * 2 > changes) changed.emplace_back(-hits * 16 + penalty, static_cast<int>(f));
        if (right * 3 > d.cells * 2) all.emplace_back(-right * 16 + penalty, static_cast<int>(f));
    }
    std::sort(changed.begin(), changed.end());
    std::sort(all.begin(), all.end());
    std::vector<Target> targets{{{}, false}};
    for (size_t k = 0; k < std::min<size_t>(changed.size(), 5); ++k) targets.push_back({{changed[k].second}, false});
    for (size_t k = 0; k < std::min<size_t>(all.size(), 3); ++k) targets.push_back({{all[k].second}, true});
    for (size_t k = 1; k < std::min<size_t>(changed.size(), 4); ++k) {
        targets.push_back({{changed[0].second, changed[k].second}, false});
    }
    return targets;
}

struct Grown {
    Rule rule;
    int64_t length;
};

// A tree for each target; those that are much longer than the shortest are given up.
// Gives the length that others should not exceed.
int64_t grow_trees(const Data& d, const Entropy& entropy, const std::vector<Target>& targets, int barred, int64_t limit, std::vector<Grown>& grown, Work& work) {
    for (const Target& target : targets) {
        Rule rule{static_cast<int>(target.related.size())};
        rule.insert(rule.end(), target.related.begin(), target.related.end());
        int64_t length = 0;
        const auto related = static_cast<int64_t>(target.related.size()) * 6 * kBit;
        Grower grower(d, entropy, labels_for(d, target), limit - related, barred, kMostLeaves, work);
        if (!grower.grow(rule, length)) continue;
        grown.push_back({std::move(rule), length + related});
        limit = std::min(limit, length + related + 8 * kBit);
    }
    return limit;
}

// The cells with simple facts about what is near them in the input.
Data nearby(const Data& all) {
    Data d{all.cells, all.words, {}, {}, {}, {}, all.before, all.after, all.examples};
    d.facts.resize(all.facts.size() + static_cast<size_t>(written_fact_count()));
    for (size_t f = 0; f < facts_nearby(); ++f) {
        if (cell_facts()[f].cost <= kMostCostInOrder) d.facts[f] = all.facts[f];
    }
    return d;
}

// By fact, the cells that were written before each cell; empty where they are not known in this order.
std::vector<std::vector<int8_t>> written_before(const Examples& examples, int order) {
    std::vector<std::vector<int8_t>> columns(static_cast<size_t>(written_fact_count()));
    for (int f = 0; f < written_fact_count(); ++f) {
        if (!known_in(order, f)) continue;
        auto& column = columns[static_cast<size_t>(f)];
        for (const Example& e : examples) {
            for (int k = 0; k < e.out.size(); ++k) column.push_back(static_cast<int8_t>(written_cell(e.out, f, k / e.out.w, k % e.out.w)));
        }
    }
    return columns;
}

// By cell a hash of its facts.
using Looks = std::vector<uint64_t>;
void look_at(const std::vector<std::vector<int8_t>>& columns, Looks& looks) {
    for (const auto& column : columns) {
        for (size_t k = 0; k < column.size(); ++k) {
            looks[k] = (looks[k] ^ static_cast<uint64_t>(column[k] + 128)) * 0x9E3779B97F4A7C15ULL;
            looks[k] ^= looks[k] >> 29;
        }
    }
}
// Whether some tree could tell all cells apart that become different: no two of those look alike.
bool tells_apart(const Looks& looks, const std::vector<int8_t>& after) {
    std::unordered_map<uint64_t, int> becomes;
    for (size_t k = 0; k < looks.size(); ++k) {
        if (becomes.try_emplace(looks[k], after[k]).first->second != after[k]) return false;
    }
    return true;
}

// Trees that write the output in an order, each cell with an eye on those before it.
void offer_in_order(const Examples& examples, const Data& all, const Entropy& entropy, int64_t limit, Trial& trial) {
    Data near = nearby(all);
    Looks looks(all.before.size(), 0);
    look_at(near.facts, looks);
    const size_t told = all.facts.size();
    std::vector<Grown> grown;
    limit = std::min(limit, kMostBitsInOrder * kBit);
    for (int order = 0; order <= kRepeated; ++order) {
        if (!trial.work().charge(int64_t{2} * all.cells * written_fact_count())) return;
        auto columns = written_before(examples, order);
        Looks with_written = looks;
        look_at(columns, with_written);
        if (!tells_apart(with_written, all.after)) continue;
        if (near.tests.empty() && !make_tests(near, 0, trial.work())) return;
        Data d = near;
        std::move(columns.begin(), columns.end(), d.facts.begin() + static_cast<ptrdiff_t>(told));
        if (!make_tests(d, told, trial.work())) return;
        std::vector<Target> targets = targets_for(d, trial.work());
        if (targets.size() > kMostTargetsInOrder) targets.resize(kMostTargetsInOrder);
        limit = grow_trees(d, entropy, targets, -1, limit, grown, trial.work());
    }
    std::stable_sort(grown.begin(), grown.end(), [](const Grown& a, const Grown& b) { return a.length < b.length; });
    for (const Grown& g : grown) {
        if (trial.offer(g.rule)) return;
    }
}

}  // namespace

void learn_tree(const Examples& examples, Trial& trial) {
    Data d;
    if (!all_same_size(examples) || !gather(examples, d, trial.work()) || !make_tests(d, 0, trial.work())) return;
    const Entropy entropy(d.cells);
    const std::vector<Target> targets = targets_for(d, trial.work());
    int barred = -1;
    for (int round = 0; round < 4 && !trial.over(); ++round) {
        std::vector<Grown> grown;
        grow_trees(d, entropy, targets, barred, kMostTreeBits * kBit, grown, trial.work());
        std::stable_sort(grown.begin(), grown.end(), [](const Grown& a, const Grown& b) { return a.length < b.length; });
        // Where such a tree is long, a much shorter one may be right that knows what was written before.
        const int64_t shortest = grown.empty() ? kMostTreeBits * kBit : grown[0].length;
        if (round == 0 && shortest > kLongTreeBits * kBit) offer_in_order(examples, d, entropy, shortest - kBitsToSpare * kBit, trial);
        if (trial.over() || grown.empty()) return;
        const Rule& best = grown[0].rule;
        const auto root = static_cast<size_t>(best[0]) + 1;
        barred = best[root] == 1 ? best[root + 1] : -1;
        for (const Grown& g : grown) {
            if (trial.offer(g.rule)) return;
        }
        if (barred < 0) return;
    }
}

// A tree of few levels that is wrong in places, as long as it leaves less to do; for another rule to finish.
void learn_draft(const Examples& examples, Trial& trial) {
    Data d;
    if (!all_same_size(examples) || !gather(examples, d, trial.work()) || !make_tests(d, 0, trial.work())) return;
    const Entropy entropy(d.cells);
    const std::vector<Target> targets = targets_for(d, trial.work());
    const auto wrong = [&](const Rule& rule) {
        int64_t cells = 0;
        Picture got;
        for (const Example& e : examples) {
            Rule whole{0};
            whole.insert(whole.end(), rule.begin(), rule.end());
            if (!apply_tree(whole, e.in, got, trial.work())) return int64_t{INT32_MAX};
            for (int k = 0; k < got.size(); ++k) cells += got.at(k) != e.out.at(k);
        }
        return cells;
    };
    int64_t todo = 0;
    for (int k = 0; k < d.cells; ++k) todo += d.before[static_cast<size_t>(k)] != d.after[static_cast<size_t>(k)];
    for (const int depth : {2, 1, 3}) {
        for (const Target& target : targets) {
            Rule rule{static_cast<int>(target.related.size())};
            rule.insert(rule.end(), target.related.begin(), target.related.end());
            int64_t length = 0;
            Grower grower(d, entropy, labels_for(d, target), kMostTreeBits * kBit, -1, depth, trial.work());
            if (!grower.grow(rule, length) || trial.over()) continue;
            if (wrong(rule) < todo && trial.offer(rule)) return;
        }
    }
}

}  // namespace arcloom::fit
