// native/learn/rule.cpp: the table of families, and the check that makes a proposal a rule
#include "rule.hpp"

#include <algorithm>

#include "cells.hpp"
#include "known.hpp"
#include "pick_told.hpp"
#include "regions.hpp"
#include "scene.hpp"
#include "sizes_panels.hpp"

namespace arcloom::fit {

std::span<const Family> families() {
    static constexpr Family kTable[kFamilies] = {
        {"learn_colours", learn_colours, apply_colours, check_colours, false},
        {"learn_pick", learn_pick, apply_pick, check_pick, false},
        {"learn_repair", learn_repair, apply_repair, check_repair, false},
        {"learn_tree", learn_tree, apply_tree, check_tree, false},
        {"learn_sizes", learn_sizes, apply_sizes, check_sizes, false},
        {"learn_panels", learn_panels, apply_panels, check_panels, false},
        {"learn_summary", learn_summary, apply_summary, check_summary, false},
        {"learn_frame", learn_frame, apply_frame, check_frame, true, false, 3},
        {"learn_draft", learn_draft, apply_tree, check_tree, true, false, 3},
        {"learn_scene", learn_scene, apply_scene, check_scene, false},
        {"learn_part", learn_part, apply_scene, check_scene, true, false, 2},
        {"learn_each", learn_each, apply_each, check_each, false, true},
        {"learn_finish", learn_finish, apply_finish, check_finish, false, true},
        {"learn_rounds", learn_rounds, apply_rounds, check_rounds, false, true},
    };
    return kTable;
}

bool Trial::reproduces(const Rule& rule) {
    const Family& family = families()[static_cast<size_t>(family_)];
    Picture got;
    for (const Example& e : examples_) {
        if (!work_.charge(2 * e.in.size() + 2 * e.out.size())) return false;
        if (!family.apply(rule, e.in, got, work_) || work_.dry()) return false;
        if (family.frame ? !got.same_size(e.out) : got != e.out) return false;
    }
    return true;
}

bool Trial::offer(const Rule& parameters) {
    if (over()) return true;
    Rule rule{family_};
    rule.insert(rule.end(), parameters.begin(), parameters.end());
    const bool passed = std::any_of(right_.begin(), right_.end(), [&](const auto& one) { return one.first == rule; });
    if (!passed && reproduces(rule)) right_.emplace_back(std::move(rule), work_.spent());
    return over();
}

std::optional<Rule> learn(int family, const Examples& examples, int n, Work& work) {
    static KnownRules known_rules;
    std::string key = KnownRules::key_of(family, examples, n);
    if (const auto known = known_rules.find(key); known && work.charge_if_enough(known->work)) return known->rule;
    // Later explanations that will be asked for are found by the same search. Each is charged what a search for it alone takes.
    const Family& row = families()[static_cast<size_t>(family)];
    const int last = std::max(n, row.together - 1);
    const int64_t before = work.spent();
    Work own = work;
    Trial trial(family, examples, static_cast<size_t>(last), own);
    row.learn(examples, trial);
    std::optional<Learnt> learnt;
    for (int k = 0; k <= last; ++k) {
        const auto at = static_cast<size_t>(k);
        std::optional<Learnt> one;
        if (at < trial.right().size()) {
            one = Learnt{trial.right()[at].first, trial.right()[at].second - before};
        } else if (!own.dry()) {
            one = Learnt{std::nullopt, own.spent() - before};
        }
        if (!one) break;
        key.back() = static_cast<char>(k);
        known_rules.keep(key, *one);
        if (k == n) learnt = std::move(one);
    }
    if (!learnt) {
        work = own;  // fuel ended
        return std::nullopt;
    }
    work.take(learnt->work);
    return learnt->rule;
}

namespace {

const Names& family_names() {
    static const Names names("family", [] {
        std::vector<Row> rows;
        for (const Family& f : families()) rows.push_back({static_cast<int>(rows.size()), std::string(f.op)});
        return rows;
    }());
    return names;
}

bool rewrite(const Rule& from, Reader::Form form, Rule& to) {
    const auto small = [](int v) { return v > -kRuleNumbers && v < kRuleNumbers; };
    if (!std::all_of(from.begin(), from.end(), small)) return false;
    to.clear();
    to.reserve(from.size());
    Reader r(from, 0, form, &to);
    const int family = r.row(family_names());
    if (!r.bad()) families()[static_cast<size_t>(family)].check(r);
    return !r.bad() && r.left() == 0;
}

}  // namespace

void write_inner(const Rule& inner, Rule& out) {
    out.push_back(static_cast<int>(inner.size()));
    out.insert(out.end(), inner.begin(), inner.end());
}

Rule read_inner(Reader& r) {
    Rule inner;
    for (int n = r.next(); n > 0 && !r.bad(); --n) inner.push_back(r.next());
    return inner;
}

void check_inner(Reader& r) {
    const auto n = static_cast<size_t>(r.within(1, kRuleNumbers));
    if (r.bad() || n > r.left()) return r.refuse();
    const size_t after = r.left() - n;
    const Family& family = families()[static_cast<size_t>(r.row(family_names()))];
    if (r.bad() || family.composed) return r.refuse();
    family.check(r);
    if (r.left() != after) r.refuse();
}

bool encode(const Rule& rule, Rule& stored) { return rewrite(rule, Reader::Form::Places, stored); }
bool decode(const Rule& stored, Rule& rule) { return rewrite(stored, Reader::Form::Ids, rule); }

std::vector<const Names*> rule_tables() {
    // Tables that are made when they are first asked for.
    for (const auto table : {family_names, fact_names, cell_fact_names, region_ways, segmentations, choice_forms,
                             comparisons, views, picked_views, panel_splits, scene::ways, scene::sources, scene::features, scene::action_names, scene::directions}) {
        table();
    }
    return Names::all();
}

bool apply_rule(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    return families()[static_cast<size_t>(rule[0])].apply(rule, in, out, work) && fits_picture(out.h, out.w);
}

}  // namespace arcloom::fit
