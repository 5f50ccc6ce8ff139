// native/learn/choice.cpp: one test, one table, then small trees
#include "choice.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace arcloom::fit {

namespace {


std::map<int, int> label_counts(const std::vector<Labelled>& items) {
    std::map<int, int> n;
    for (const Labelled& l : items) ++n[l.label];
    return n;
}

double disorder(const std::vector<Labelled>& items) {
    double bits = 0;
    for (const auto& [label, n] : label_counts(items)) bits -= n * std::log2(double(n) / double(items.size()));
    return bits;
}

void split(const std::vector<Labelled>& items, const Test& t, std::vector<Labelled>& yes, std::vector<Labelled>& no) {
    yes.clear(), no.clear();
    for (const Labelled& l : items) (t.holds(*l.facts) ? yes : no).push_back(l);
}

// Grows the tree greedily; false where depth does not suffice.
bool grow(const std::vector<Labelled>& items, const std::vector<Test>& tests, int depth, Rule& out, Work& work) {
    if (label_counts(items).size() <= 1) {
        out.insert(out.end(), {kLeaf, items.empty() ? kNoLabel : items[0].label});
        return true;
    }
    if (depth == 0 || !work.charge(static_cast<int64_t>(tests.size() * items.size()) * 12)) return false;
    const Test* best = nullptr;
    double least = disorder(items) - 1e-9;
    std::vector<Labelled> yes, no;
    for (const Test& t : tests) {
        split(items, t, yes, no);
        if (yes.empty() || no.empty()) continue;
        const double left = disorder(yes) + disorder(no);
        if (left < least - 1e-9) least = left, best = &t;
    }
    if (best == nullptr) return false;
    split(items, *best, yes, no);
    out.insert(out.end(), {kTest, best->fact, best->comparison, best->value});
    return grow(yes, tests, depth - 1, out, work) && grow(no, tests, depth - 1, out, work);
}

// The fact's value decides the label, each value seen with one label only; and some value is seen again.
bool tabulate(const std::vector<Labelled>& items, int fact, Rule& out) {
    std::map<int, int> table;
    for (const Labelled& l : items) {
        const auto [it, added] = table.emplace((*l.facts)[static_cast<size_t>(fact)], l.label);
        if (!added && it->second != l.label) return false;
    }
    if (table.size() == items.size() && items.size() > 2 && fact_kind(fact) == FactKind::Number) return false;
    out = {kTable, fact, static_cast<int>(table.size())};
    for (const auto& [value, label] : table) out.insert(out.end(), {value, label});
    return table.size() > 2;
}

}  // namespace

std::vector<Test> tests_for(const std::vector<Labelled>& items, const std::vector<int>& facts) {
    std::vector<Test> tests;
    if (items.empty()) return tests;
    for (const int fact : facts) {
        std::vector<int> values;
        for (const Labelled& l : items) values.push_back((*l.facts)[static_cast<size_t>(fact)]);
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
        if (values.size() < 2) continue;
        if (fact_kind(fact) == FactKind::Flag) {
            tests.push_back({fact, 0, 1});
            continue;
        }
        if (values.size() > kMostValues) values.resize(kMostValues);
        for (const int v : values) tests.push_back({fact, 0, v});
        if (fact_kind(fact) == FactKind::Colour) continue;
        for (size_t k = 1; k + 2 < values.size(); ++k) tests.push_back({fact, 1, values[k]});
    }
    return tests;
}

std::vector<Rule> explain(const std::vector<Labelled>& items, size_t limit, Work& work) {
    std::vector<Rule> found;
    const std::map<int, int> labels = label_counts(items);
    if (items.empty() || !work.charge(static_cast<int64_t>(items.size()) * fact_count() * 4)) return found;
    if (labels.size() == 1) return {Rule{kLeaf, items[0].label}};
    const std::vector<Test> tests = tests_for(items);
    if (labels.size() == 2) {
        for (const Test& t : tests) {
            if (found.size() >= limit || !work.charge(static_cast<int64_t>(items.size()) * 2)) return found;
            const int yes = labels.begin()->first, no = labels.rbegin()->first;
            bool straight = true, crossed = true;
            for (const Labelled& l : items) {
                const bool holds = t.holds(*l.facts);
                straight = straight && l.label == (holds ? yes : no);
                crossed = crossed && l.label == (holds ? no : yes);
                if (!straight && !crossed) break;
            }
            if (straight) found.push_back({kTest, t.fact, t.comparison, t.value, kLeaf, yes, kLeaf, no});
            if (crossed) found.push_back({kTest, t.fact, t.comparison, t.value, kLeaf, no, kLeaf, yes});
        }
    }
    for (const int fact : facts_by_simplicity()) {
        Rule table;
        if (found.size() >= limit || !work.charge(static_cast<int64_t>(items.size()) * 4)) return found;
        if (fact_kind(fact) != FactKind::Flag && tabulate(items, fact, table)) found.push_back(std::move(table));
    }
    for (int depth = 2; depth <= kMostChoiceDepth && found.size() < limit; ++depth) {
        Rule tree;
        if (grow(items, tests, depth, tree, work)) {
            found.push_back(std::move(tree));
            break;
        }
    }
    return found;
}

bool read_test(Reader& r, Test& t, int facts) {
    t = {r.next(), r.next(), r.next()};
    return !r.bad() && t.fact >= 0 && t.fact < facts;
}

void check_test(Reader& r, const Names& facts) {
    r.row(facts);
    r.row(comparisons());
    r.next();  // the value
}

namespace {

void check_label(Reader& r, int low, int end) {
    const int label = r.next();
    if (label != kNoLabel && (label < low || label >= end)) r.refuse();
}

void check_nested(Reader& r, int low, int end, int depth) {
    if (depth > kMostNesting) r.refuse();
    if (r.bad()) return;
    switch (r.row(choice_forms())) {
        case kLeaf: return check_label(r, low, end);
        case kTest:
            check_test(r);
            check_nested(r, low, end, depth + 1);
            return check_nested(r, low, end, depth + 1);
        default: break;
    }
    r.row(fact_names());
    for (int n = r.below(kRuleNumbers); n > 0 && !r.bad(); --n) {
        r.next();  // the value
        check_label(r, low, end);
    }
}

}  // namespace

void check_choice(Reader& r, int low, int end) { check_nested(r, low, end, 0); }

namespace {

// Reads past both branches, so that what follows the choice can be read.
int walk(Reader& r, const std::vector<int>& facts, int depth) {
    if (depth > kMostNesting) return kNoLabel;
    const int form = r.next();
    if (form == kLeaf) return r.next();
    if (form == kTest) {
        Test t{};
        if (!read_test(r, t)) return kNoLabel;
        const bool yes = t.holds(facts);
        const int a = walk(r, facts, depth + 1), b = walk(r, facts, depth + 1);
        return yes ? a : b;
    }
    const int fact = r.next(), n = r.next();
    int label = kNoLabel;
    if (fact < 0 || fact >= fact_count()) return label;
    for (int k = 0; k < n && !r.bad(); ++k) {
        const int value = r.next(), to = r.next();
        if (value == facts[static_cast<size_t>(fact)]) label = to;
    }
    return label;
}

}  // namespace

int choose(Reader& r, const std::vector<int>& facts) {
    const int label = walk(r, facts, 0);
    return r.bad() ? kNoLabel : label;
}

}  // namespace arcloom::fit
