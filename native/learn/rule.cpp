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
        {"learn_frame", learn_frame, apply_frame, check_frame, true},
        {"learn_draft", learn_draft, apply_tree, check_tree, true},
        {"learn_scene", learn_scene, apply_scene, check_scene, false},
        {"learn_part", learn_part, apply_scene, check_scene, true},
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
    if (std::find(passed_.begin(), passed_.end(), rule) != passed_.end() || !reproduces(rule)) return over();
    if (skip_-- > 0) {
        passed_.push_back(std::move(rule));
    } else {
        found_ = std::move(rule);
    }
    return over();
}

std::optional<Rule> learn(int family, const Examples& examples, int n, Work& work) {
    static KnownRules known_rules;
    const std::string key = KnownRules::key_of(family, examples, n);
    if (const auto known = known_rules.find(key); known && work.charge_if_enough(known->work)) return known->rule;
    const int64_t before = work.spent();
    Trial trial(family, examples, n, work);
    families()[static_cast<size_t>(family)].learn(examples, trial);
    if (!work.dry()) known_rules.keep(key, {trial.found(), work.spent() - before});
    return trial.found();
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
