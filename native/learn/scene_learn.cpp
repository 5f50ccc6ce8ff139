// native/learn/scene_learn.cpp: the one search for rules about parts
//
// For each way to see parts and each action, it finds out what the action would do to every part of every demo: nothing,
// something wrong, or changes that the output has. From that follow atoms: a step that is wrong nowhere and makes some of
// the changes. Rules are sets of atoms that make all changes, cheapest first. A single atom is a first step for other
// rules, which learn the rest from what it leaves.
#include <algorithm>

#include "scene_search.hpp"

namespace arcloom::fit::scene {

Rule Search::rule_of(const std::vector<const Atom*>& atoms) const {
    Rule rule{static_cast<int>(atoms.size())};
    for (const Atom* a : atoms) write_step(a->step, rule);
    return rule;
}

// Sets of atoms that make all changes.
void Search::offer_covers() {
    struct Cover {
        std::vector<const Atom*> atoms;
        int lonely;
        double cost;
    };
    Bits together(changes_.count());
    for (const Atom& a : atoms_) together |= a.covers;
    if (together.first_missing(changes_.count()) < changes_.count()) return;
    std::stable_sort(atoms_.begin(), atoms_.end(), [](const Atom& a, const Atom& b) { return a.cost < b.cost; });
    std::vector<Cover> covers;
    std::vector<const Atom*> chosen;
    int nodes = 0;
    for (int size = 1; size <= kMostBeside && covers.empty(); ++size) {
        const auto extend = [&](auto&& self, const Bits& made, int left) -> void {
            const size_t missing = made.first_missing(changes_.count());
            if (missing == changes_.count()) {
                Cover c{chosen, 0, 0};
                for (const Atom* a : chosen) c.lonely += a->lonely, c.cost += a->cost + 1.0;
                covers.push_back(std::move(c));
                return;
            }
            if (left == 0) return;
            for (const Atom& a : atoms_) {
                if (nodes > kMostNodes || covers.size() >= 4 * kMostCovers) return;
                if (!a.covers.has(missing)) continue;
                ++nodes;
                Bits more = made;
                more |= a.covers;
                chosen.push_back(&a);
                self(self, more, left - 1);
                chosen.pop_back();
            }
        };
        extend(extend, Bits(changes_.count()), size);
    }
    if (!meter_.charge(static_cast<int64_t>(nodes) * static_cast<int64_t>(changes_.count() / 16 + 20))) return;
    std::stable_sort(covers.begin(), covers.end(), [](const Cover& a, const Cover& b) { return std::pair(a.lonely, a.cost) < std::pair(b.lonely, b.cost); });
    for (size_t k = 0; k < std::min(covers.size(), kMostCovers); ++k) {
        if (trial_.offer(rule_of(covers[k].atoms))) return;
    }
}

// The atoms that make the most changes, for other rules to do the rest; each makes some in every demo.
void Search::offer_parts() {
    std::vector<std::pair<size_t, const Atom*>> order;
    for (const Atom& a : atoms_) {
        if (a.everywhere) order.emplace_back(a.covers.count(), &a);
    }
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second->cost < b.second->cost;
    });
    std::vector<const Bits*> offered;
    for (const auto& [count, a] : order) {
        if (count == changes_.count() || std::any_of(offered.begin(), offered.end(), [&](const Bits* o) { return *o == a->covers; })) continue;
        offered.push_back(&a->covers);
        if (trial_.offer(rule_of({a}))) return;
    }
}

// Offers what was found; then, if that is not enough, with the steps that make few changes.
void Search::settle() {
    whole_ ? offer_covers() : offer_parts();
    if (trial_.over() || atoms_.empty()) return;
    for (const Small& one : small_) {
        if (exhausted()) break;
        try_done(sights_[one.sight], one.step, one.cost, one.effects, one.lonely);
    }
    small_.clear();
    if (!trial_.over()) whole_ ? offer_covers() : offer_parts();
}

// The ways to see parts, the cheapest first; but panels come before all others where lines divide every input into equal ones.
std::vector<WayRow> Search::ways_in_turn() {
    std::vector<WayRow> rows(ways_by_cost().begin(), ways_by_cost().end());
    const bool divided = std::all_of(examples_.begin(), examples_.end(), [this](const Example& e) {
        Panels panels;
        return split_by_lines(e.in, panels, meter_.work()) && panels.by_drawn_lines;
    });
    const auto panels = std::find_if(rows.begin(), rows.end(), [](const WayRow& r) { return r.way == wPanels; });
    if (divided) std::rotate(rows.begin(), panels, panels + 1);
    return rows;
}

// The usual ways to see parts come first; the others are looked at where those explain too little.
void Search::run() {
    if (changes_.count() == 0) return;
    const bool on_black = std::any_of(examples_.begin(), examples_.end(), [](const Example& e) { return count_colours(e.in).most() == 0; });
    sights_.reserve(ways_by_cost().size());
    size_t looked = 0;
    for (const WayRow& row : ways_in_turn()) {
        if (looked++ == kUsualWays) whole_ ? offer_covers() : offer_parts();
        if (trial_.over()) return;
        if (exhausted()) break;
        Sight sight;
        sight.cost = row.cost;
        if (!sight.look(examples_, on_black ? row.way : with_other_ground(row.way), meter_)) continue;
        if (std::any_of(sights_.begin(), sights_.end(), [&](const Sight& other) { return sight.same_parts(other); })) continue;
        sights_.push_back(std::move(sight));
        for (Scene& s : sights_.back().scenes) {
            if (!relate(s, meter_.work())) return;
        }
        int64_t cells = 0;
        for (const Scene& s : sights_.back().scenes) {
            for (const Blob& b : s.parts) cells += static_cast<int64_t>(b.cells.size());
        }
        if (!meter_.charge(2 * cells)) return;
        changes_.mark(sights_.back());
        enough_ = std::min(kMostWork, meter_.spent() + kMostWayWork);
        try_actions(sights_.back());
    }
    if (!trial_.over()) settle();
    if (trial_.over() || !whole_) return;
    const size_t known = atoms_.size();
    try_cues();
    if (atoms_.size() > known || !small_.empty()) settle();
}

}  // namespace arcloom::fit::scene

namespace arcloom::fit {

void learn_scene(const Examples& examples, Trial& trial) {
    if (all_same_size(examples)) scene::Search(examples, trial, true).run();
}

void learn_part(const Examples& examples, Trial& trial) {
    if (all_same_size(examples)) scene::Search(examples, trial, false).run();
}

}  // namespace arcloom::fit
