// native/learn/tree.cpp: a decision tree over the facts of cells, for outputs as large as their inputs
//
// A leaf says: stay, this colour, or the colour that a fact names (that of the cell to the left, of the mirrored
// place, ...). Trees are grown greedily by information gain less what a fact costs, for several sets of such
// facts; the tree with the shortest description is offered first. Tests that split the demos' cells alike are
// one: the cheapest.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "cells.hpp"
#include "options.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

constexpr int kCellStays = kColours;         // label: the cell stays
constexpr int kFirstRelated = kCellStays + 1;  // label: the colour named by the k-th related fact
constexpr int64_t kBit = 256;  // fixed point, so that all machines agree

struct CellTest {
    int fact, comparison, value;  // 0: equals, 1: at most
    int cost;
};

using CellBits = std::vector<uint64_t>;

struct Data {
    int cells = 0;
    size_t words = 0;
    std::vector<CellTest> tests;
    std::vector<CellBits> holds;              // by test
    std::vector<std::vector<int8_t>> facts;  // by fact, all cells of all examples
    std::vector<int8_t> before, after;
    std::vector<CellBits> examples;  // by example, its cells
};

bool gather(const Examples& examples, Data& d, Work& work) {
    d.facts.resize(cell_facts().size());
    for (const Example& e : examples) {
        CellTable t;
        if (!tell_cells(e.in, t, work)) return false;
        for (size_t f = 0; f < d.facts.size(); ++f) {
            const auto from = t.values.begin() + static_cast<ptrdiff_t>(f) * t.cells;
            d.facts[f].insert(d.facts[f].end(), from, from + t.cells);
        }
        d.before.insert(d.before.end(), e.in.cells.begin(), e.in.cells.end());
        d.after.insert(d.after.end(), e.out.cells.begin(), e.out.cells.end());
    }
    d.cells = static_cast<int>(d.before.size());
    d.words = (d.before.size() + 63) / 64;
    size_t cell = 0;
    for (const Example& e : examples) {
        CellBits& mine = d.examples.emplace_back(d.words);
        for (const size_t end = cell + e.in.cells.size(); cell < end; ++cell) mine[cell / 64] |= uint64_t{1} << (cell % 64);
    }
    return true;
}

// The bits as they are or complemented, whichever has the first cell unset.
uint64_t identity_of(const CellBits& bits, int cells) {
    const bool flip = (bits[0] & 1) != 0;
    uint64_t h = 0x9E3779B97F4A7C15ULL;
    for (size_t k = 0; k < bits.size(); ++k) {
        uint64_t w = flip ? ~bits[k] : bits[k];
        if (k + 1 == bits.size() && cells % 64 != 0) w &= (uint64_t{1} << (cells % 64)) - 1;
        h = (h ^ w) * 0xD6E8FEB86659FD93ULL;
        h ^= h >> 29;
    }
    return h;
}

void add_tests(Data& d, int fact, std::unordered_set<uint64_t>& known) {
    const CellFact info = cell_facts()[static_cast<size_t>(fact)];
    const std::vector<int8_t>& column = d.facts[static_cast<size_t>(fact)];
    int lowest = 127, highest = -128;
    for (const int8_t v : column) lowest = std::min<int>(lowest, v), highest = std::max<int>(highest, v);
    if (lowest == highest) return;
    std::vector<CellBits> equal(static_cast<size_t>(highest - lowest + 1));
    for (int k = 0; k < d.cells; ++k) {
        CellBits& b = equal[static_cast<size_t>(column[static_cast<size_t>(k)] - lowest)];
        if (b.empty()) b.resize(d.words);
        b[static_cast<size_t>(k) / 64] |= uint64_t{1} << (k % 64);
    }
    const auto add = [&](int comparison, int value, int cost, const CellBits& bits) {
        if (d.tests.size() >= kMostTreeTests) return;
        if (!known.insert(identity_of(bits, d.cells)).second) return;
        d.tests.push_back({fact, comparison, value, cost});
        d.holds.push_back(bits);
    };
    if (info.kind == CellFactKind::Flag) {
        if (!equal.back().empty()) add(0, highest, info.cost, equal.back());
        return;
    }
    CellBits at_most(d.words);
    for (int v = lowest; v <= highest; ++v) {
        const CellBits& b = equal[static_cast<size_t>(v - lowest)];
        if (b.empty()) continue;
        const bool extreme = v == lowest || v == highest;
        if (info.kind == CellFactKind::Colour || extreme || v - lowest < 8) {
            add(0, v, info.cost + (info.kind == CellFactKind::Colour ? 2 : extreme ? 1 : 3), b);
        }
        if (info.kind == CellFactKind::Colour || v == highest) continue;
        for (size_t k = 0; k < d.words; ++k) at_most[k] |= b[k];
        add(1, v, info.cost + 3, at_most);
    }
}

bool make_tests(Data& d, Work& work) {
    std::vector<int> order;
    for (size_t f = 0; f < d.facts.size(); ++f) order.push_back(static_cast<int>(f));
    std::stable_sort(order.begin(), order.end(), [](int a, int b) {
        return cell_facts()[static_cast<size_t>(a)].cost < cell_facts()[static_cast<size_t>(b)].cost;
    });
    std::unordered_set<uint64_t> known;
    for (const int f : order) {
        const auto many = static_cast<int64_t>(d.words) * 12 + static_cast<int64_t>(known.size()) * 4;
        if (!work.charge(d.cells * 3 + many)) return false;
        add_tests(d, f, known);
    }
    return true;
}

// n log2 n in fixed point.
class Entropy {
  public:
    explicit Entropy(int n) {
        table_.reserve(static_cast<size_t>(n) + 1);
        for (int k = 0; k <= n; ++k) table_.push_back(k < 2 ? 0 : std::llround(k * std::log2(double(k)) * kBit));
    }
    int64_t operator[](int n) const { return table_[static_cast<size_t>(n)]; }

  private:
    std::vector<int64_t> table_;
};

// One growing of one tree.
class Grower {
  public:
    Grower(const Data& data, const Entropy& entropy, const std::vector<int>& labels, int64_t limit, int barred, int depth, Work& work)
        : data_(data), entropy_(entropy), limit_(limit), barred_(barred), depth_(depth), work_(work) {
        std::map<int, size_t> index;
        for (const int l : labels) index.emplace(l, 0);
        for (auto& [label, at] : index) at = names_.size(), names_.push_back(label);
        classes_.assign(names_.size(), CellBits(data.words));
        for (int k = 0; k < data.cells; ++k) {
            classes_[index[labels[static_cast<size_t>(k)]]][static_cast<size_t>(k) / 64] |= uint64_t{1} << (k % 64);
        }
    }

    // The tree in preorder and its description's length; false where it grows too long.
    bool grow(Rule& out, int64_t& length) {
        CellBits all(data_.words, ~uint64_t{0});
        if (data_.cells % 64 != 0) all.back() = (uint64_t{1} << (data_.cells % 64)) - 1;
        const bool done = split(all, 0, out);
        length = length_;
        return done;
    }

  private:
    const Data& data_;
    const Entropy& entropy_;
    int64_t limit_, length_ = 0;
    int barred_;  // a fact that the root may not use
    int depth_;   // where leaves say what most of their cells want, right or not
    Work& work_;
    int leaves_ = 0, lonely_ = 0;
    std::vector<int> names_;
    std::vector<CellBits> classes_;

    static int count(const CellBits& a, const CellBits& b) {
        int n = 0;
        for (size_t k = 0; k < a.size(); ++k) n += std::popcount(a[k] & b[k]);
        return n;
    }

    // Whether only one of several examples has such cells.
    bool rests_on_one(const CellBits& cells) const {
        int shown = 0;
        for (const CellBits& example : data_.examples) {
            bool some = false;
            for (size_t k = 0; k < cells.size() && !some; ++k) some = (cells[k] & example[k]) != 0;
            if (some && ++shown == 2) return false;
        }
        return data_.examples.size() > 1;
    }

    bool split(const CellBits& cells, int depth, Rule& out) {
        std::vector<CellBits> present;
        std::vector<int> totals;
        int total = 0, most = 0, label = 0;
        for (size_t c = 0; c < classes_.size(); ++c) {
            const int n = count(cells, classes_[c]);
            if (n == 0) continue;
            if (n > most) most = n, label = names_[c];
            total += n;
            totals.push_back(n);
            present.push_back(classes_[c]);
            for (size_t k = 0; k < cells.size(); ++k) present.back()[k] &= cells[k];
        }
        if (present.size() <= 1 || depth == depth_) {
            length_ += 3 * kBit;
            out.insert(out.end(), {0, label});
            lonely_ += rests_on_one(cells);
            return ++leaves_ <= kMostLeaves && lonely_ <= kMostLonely && length_ <= limit_;
        }
        if (lonely_ + 2 > kMostLonely && rests_on_one(cells)) return false;  // both branches will
        const CellTest* best = find_best(present, totals, total, depth == 0);
        if (best == nullptr) return false;
        length_ += (4 + 2 * best->cost) * kBit;
        if (length_ > limit_) return false;
        out.insert(out.end(), {1, best->fact, best->comparison, best->value});
        const CellBits& holds = data_.holds[static_cast<size_t>(best - data_.tests.data())];
        CellBits yes = cells, no = cells;
        for (size_t k = 0; k < cells.size(); ++k) yes[k] &= holds[k], no[k] &= ~holds[k];
        return split(yes, depth + 1, out) && split(no, depth + 1, out);
    }

    const CellTest* find_best(const std::vector<CellBits>& present, const std::vector<int>& totals, int total, bool root) {
        const auto steps = static_cast<int64_t>(data_.tests.size() * data_.words * present.size());
        if (!work_.charge(steps * 2 / 3 + static_cast<int64_t>(data_.tests.size()) * 10)) return nullptr;
        int64_t before = entropy_[total], score = -1;
        for (const int n : totals) before -= entropy_[n];
        const CellTest* best = nullptr;
        for (size_t t = 0; t < data_.tests.size(); ++t) {
            if (root && data_.tests[t].fact == barred_) continue;
            int yes = 0;
            int64_t after = 0;
            for (size_t c = 0; c < present.size(); ++c) {
                const int n = count(present[c], data_.holds[t]);
                yes += n;
                after -= entropy_[n] + entropy_[totals[c] - n];
            }
            if (yes == 0 || yes == total) continue;
            after += entropy_[yes] + entropy_[total - yes];
            const int64_t gain = before - after;
            const int64_t worth = gain * 64 / (4 + data_.tests[t].cost);
            if (gain > kBit / 16 && worth > score) score = worth, best = &data_.tests[t];
        }
        return best;
    }
};

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
        if (cell_facts()[f].kind != CellFactKind::Colour) continue;
        if (!work.charge(d.cells * 2)) return {};
        int hits = 0, right = 0;
        for (size_t k = 0; k < d.before.size(); ++k) {
            const bool same = d.facts[f][k] == d.after[k];
            right += same;
            hits += same && d.before[k] != d.after[k];
        }
        const int penalty = cell_facts()[f].cost;
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

}  // namespace

void learn_tree(const Examples& examples, Trial& trial) {
    Data d;
    if (!all_same_size(examples) || !gather(examples, d, trial.work()) || !make_tests(d, trial.work())) return;
    const Entropy entropy(d.cells);
    const std::vector<Target> targets = targets_for(d, trial.work());
    int barred = -1;
    for (int round = 0; round < 4 && !trial.over(); ++round) {
        std::vector<Grown> grown;
        int64_t limit = 150 * kBit;
        for (const Target& target : targets) {
            Rule rule{static_cast<int>(target.related.size())};
            rule.insert(rule.end(), target.related.begin(), target.related.end());
            int64_t length = 0;
            const auto related = static_cast<int64_t>(target.related.size()) * 6 * kBit;
            Grower grower(d, entropy, labels_for(d, target), limit - related, barred, kMostLeaves, trial.work());
            if (!grower.grow(rule, length)) continue;
            grown.push_back({std::move(rule), length + related});
            limit = std::min(limit, length + related + 8 * kBit);
        }
        if (grown.empty()) return;
        std::stable_sort(grown.begin(), grown.end(), [](const Grown& a, const Grown& b) { return a.length < b.length; });
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
    if (!all_same_size(examples) || !gather(examples, d, trial.work()) || !make_tests(d, trial.work())) return;
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
            Grower grower(d, entropy, labels_for(d, target), 150 * kBit, -1, depth, trial.work());
            if (!grower.grow(rule, length) || trial.over()) continue;
            if (wrong(rule) < todo && trial.offer(rule)) return;
        }
    }
}

// In preorder: as many are open as branches are left to read.
void check_tree(Reader& r) {
    const int related = r.below(static_cast<int>(cell_facts().size()) + 1);
    for (int k = 0; k < related && !r.bad(); ++k) r.row(cell_fact_names());
    for (int open = 1; open > 0 && !r.bad(); --open) {
        switch (r.row(choice_forms())) {
            case kLeaf: r.below(kFirstRelated + related); break;
            case kTest:
                read_test(r, cell_fact_names());
                open += 2;
                break;
            default: r.refuse();
        }
    }
}

bool apply_tree(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    if (!work.charge(in.size() * 30)) return false;
    std::vector<bool> needed(cell_facts().size(), false);
    Reader head(rule, kParameters);
    std::vector<int> related(static_cast<size_t>(head.next()));
    for (int& fact : related) fact = head.next(), needed[static_cast<size_t>(fact)] = true;
    const size_t tree = rule.size() - head.left();
    // Where each test's else-branch starts, so that walks jump.
    std::vector<size_t> otherwise(rule.size() + 1, 0), open;
    for (size_t at = tree; at < rule.size();) {
        if (rule[at] == kTest) {
            needed[static_cast<size_t>(rule[at + 1])] = true;
            open.push_back(at);
            at += 4;
            continue;
        }
        at += 2;
        while (!open.empty() && otherwise[open.back()] != 0) open.pop_back();
        if (!open.empty()) otherwise[open.back()] = at;
    }
    CellTable t;
    if (!tell_cells(in, t, work, &needed)) return false;
    out = in;
    for (int k = 0; k < in.size(); ++k) {
        size_t node = tree;
        while (rule[node] == kTest) {
            const Test test{rule[node + 1], rule[node + 2], rule[node + 3]};
            node = test.passes(t.of(test.fact, k)) ? node + 4 : otherwise[node];
        }
        const int label = rule[node + 1];
        const int to = label < kCellStays ? label : label == kCellStays ? in.at(k) : t.of(related[static_cast<size_t>(label - kFirstRelated)], k);
        if (to < 0 || to >= kColours) return false;  // nothing is there whose colour it could take
        out.set(k, to);
    }
    return true;
}

}  // namespace arcloom::fit
