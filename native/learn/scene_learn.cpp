// native/learn/scene_learn.cpp: the one search for rules about parts
//
// For each way to see parts and each action, it finds out what the action would do to every part of every demo: nothing,
// something wrong, or changes that the output has. From that follow atoms: a step that is wrong nowhere and makes some of
// the changes. Rules are sets of atoms that make all changes, cheapest first. A single atom is a first step for other
// rules, which learn the rest from what it leaves.
#include <algorithm>
#include <map>

#include "rule.hpp"
#include "scene_told.hpp"
#include "table.hpp"

namespace arcloom::fit::scene {

namespace {

struct Atom {
    PartStep step;
    double cost = 0;
    int lonely = 0;  // what only one demo shows
    bool everywhere = false;  // changes every demo
    Bits covers;
};

class Search {
  public:
    // With `whole`, the rules must make all changes.
    Search(const Examples& examples, Trial& trial, bool whole)
        : examples_(examples), trial_(trial), meter_(trial.work()), changes_(examples), whole_(whole), needed_(std::min<size_t>(2, examples.size())) {}
    void run();

  private:
    const Examples& examples_;
    Trial& trial_;
    Meter meter_;
    Changes changes_;
    bool whole_;
    size_t needed_;  // demos that an atom changes
    std::vector<Atom> atoms_;
    std::map<Bits, size_t> alike_;
    std::vector<Sight> sights_;
    struct Small {  // what makes few of the changes
        size_t sight;
        PartStep step;
        double cost;
        int lonely;
        Effects effects;
    };
    std::vector<Small> small_;

    std::vector<std::pair<size_t, int>> tellable_;  // sights and actions of which different parts want different directions

    int64_t most_ = kMostWork, enough_ = kMostWork;  // steps after which the search ends, or goes on to something else
    size_t most_atoms_ = kMostAtoms;

    bool tired() const { return trial_.over() || meter_.spent() > enough_; }
    bool exhausted() const { return trial_.over() || meter_.spent() > most_; }  // what was found by now is offered
    void try_actions(Sight&);
    void try_directions(Sight&, int action, double cost);
    void try_cues();
    void try_told_directions(Sight&, int action, double cost);
    void try_counted(Sight&, int action, double cost);
    void try_counted_told(Sight&, int action, double cost, std::span<const std::vector<uint16_t>> numbers);
    void try_views(Sight&, int told_action, double cost);
    void try_told(Sight&, const PartStep&, double cost, std::vector<Explained>&& told, Told PartStep::* where);
    void try_done(Sight&, const PartStep&, double cost, const Effects&, int lonely = 0);
    void try_large(Sight&, const PartStep&, double cost, const Effects&, int lonely = 0);
    void settle();
    bool large(size_t changes) const { return changes > 0 && kMostBeside * changes >= changes_.count(); }
    bool shown_enough(const Sight&, const Effects&) const;
    void colour_atoms(Sight&, const PartStep&, double cost, const Effects&, int lonely);
    void table_atoms(Sight&, PartStep, double cost, const Effects&, int lonely);
    void atoms_for(Sight&, const PartStep&, double cost, const Effects&, int lonely, const FewBits& good, const FewBits& bad);
    void add(const Sight&, const PartStep&, double cost, int lonely, const Effects&, const FewBits& parts);
    std::vector<std::pair<int, int>> shifts(const Sight&, bool painted) const;
    void offer_covers();
    void offer_parts();
    Rule rule_of(const std::vector<const Atom*>&) const;
};

bool Search::shown_enough(const Sight& sight, const Effects& effects) const {
    size_t shown = 0;
    for (size_t e = 0; e < examples_.size(); ++e) shown += effects.ends[sight.first[e + 1]] > effects.ends[sight.first[e]];
    return shown >= needed_;
}

void Search::add(const Sight& sight, const PartStep& step, double cost, int lonely, const Effects& effects, const FewBits& parts) {
    Atom atom{step, cost, lonely, false, Bits(changes_.count())};
    size_t shown = 0;
    for (size_t e = 0; e < examples_.size(); ++e) {
        bool gains = false;
        for (size_t k = sight.first[e]; k < sight.first[e + 1]; ++k) {
            if (!parts.has(k)) continue;
            for (const uint32_t c : effects.changes_of(k)) atom.covers.set(c);
            gains = true;
        }
        shown += gains;
    }
    atom.cost += static_cast<double>(examples_.size() - shown);
    atom.everywhere = shown == examples_.size();
    size_t& alike = alike_[atom.covers];
    if (alike < kMostAlike && atoms_.size() < most_atoms_) {
        ++alike;
        atoms_.push_back(std::move(atom));
    }
}

void Search::atoms_for(Sight& sight, const PartStep& step, double cost, const Effects& effects, int lonely, const FewBits& good, const FewBits& bad) {
    if (!sight.enough(good)) return;
    if (bad.none()) return add(sight, step, cost, lonely, effects, good);
    if (!sight.prepare_selections(meter_)) return;
    const auto [it, fresh] = sight.chosen.try_emplace({good, bad});
    if (fresh) {
        if (!meter_.charge(static_cast<int64_t>(sight.selections.size()) * 12 + 2000)) return;
        it->second = sight.choose(good, bad);
    }
    PartStep with_tests = step;
    for (const Chosen& c : it->second) {
        with_tests.tests = c.tests;
        add(sight, with_tests, cost + c.cost, lonely, effects, c.parts);
    }
}

void Search::colour_atoms(Sight& sight, const PartStep& plain, double cost, const Effects& effects, int lonely) {
    const size_t n = sight.parts();
    if (!sight.prepare_colours(meter_)) return;
    PartStep step = plain;
    std::vector<size_t> gainers;
    for (size_t k = 0; k < n; ++k) {
        if (effects.good(k)) gainers.push_back(k);
    }
    const auto try_source = [&](double more, auto colour_of) {
        FewBits good, bad;
        for (const size_t k : gainers) {
            if (effects.label(k) == colour_of(k)) good.set(k);
        }
        if (!sight.enough(good)) return;
        for (size_t k = 0; k < n; ++k) {
            if (effects.label(k) != kNothing && effects.label(k) != colour_of(k)) bad.set(k);
        }
        atoms_for(sight, step, cost + more, effects, lonely, good, bad);
    };
    for (int source = kFirstSource; source < static_cast<int>(sources().rows().size()); ++source) {
        step.source = source;
        if (!meter_.charge(static_cast<int64_t>(gainers.size() * 4 + 20))) return;
        try_source(source_cost(source), [&](size_t k) { return sight.colours(k)[static_cast<size_t>(source)]; });
    }
    step.source = kConstant;
    bool shown[kColours] = {};
    for (const size_t k : gainers) shown[effects.label(k)] = true;
    for (int c = 0; c < kColours; ++c) {
        step.colour = c;
        if (shown[c]) try_source(source_cost(kConstant), [c](size_t) { return c; });
    }
    if (std::count(shown, shown + kColours, true) > 1) table_atoms(sight, plain, cost, effects, lonely);
}

void Search::table_atoms(Sight& sight, PartStep step, double cost, const Effects& effects, int told_lonely) {
    const size_t n = sight.parts();
    FewBits good, bad;
    for (size_t k = 0; k < n; ++k) {
        if (effects.label(k) == kWrong) bad.set(k);
        if (effects.good(k)) good.set(k);
    }
    if (!sight.enough(good) || !sight.prepare_selections(meter_)) return;
    std::vector<const Selection*> selections{nullptr};
    if (!bad.none()) {
        selections.clear();
        for (const Selection& s : sight.selections) {
            if (selections.size() < kMostFull && s.holds.holds_all(good) && !s.holds.meets(bad)) selections.push_back(&s);
        }
    }
    step.source = kTabled;
    for (const Selection* selection : selections) {
        size_t tables = 0;
        for (const int f : keys_by_cost()) {
            if (tables >= kMostTables || !meter_.charge(static_cast<int64_t>(n) * 2)) break;
            ShownTable table;
            bool one_each = true;
            size_t used = 0;
            for (size_t k = 0; k < n && one_each; ++k) {
                if (effects.label(k) < 0 || (selection != nullptr && !selection->holds.has(k))) continue;
                one_each = table.add(sight.features(k)[static_cast<size_t>(f)], effects.label(k), sight.example_of[k]);
                ++used;
            }
            if (!one_each || table.size() < 2 || table.size() > kMostRows || table.size() == used || !table.holds_together()) continue;
            step.keyed = f;
            step.table = table.rows();
            const int lonely = table.lonely(), rows = static_cast<int>(table.size());
            // Numbers that differ in every demo are no key.
            if (feature_kind(f) == FactKind::Number && 2 * lonely > rows) continue;
            step.tests = selection == nullptr ? std::vector<Test>{} : std::vector{selection->test};
            const double bits = source_cost(kTabled) + feature_cost(f) + 3.0 * rows + (selection == nullptr ? 0 : selection->cost);
            add(sight, step, cost + bits, lonely + told_lonely, effects, good);
            ++tables;
        }
    }
}

// Whether the output has something new where the part's cells are so much further: the part's look, or one colour on what was empty.
bool shown_at(const Scene& s, const Example& e, const Blob& b, int further, bool painted) {
    int colour = kOutside;
    bool gains = false;
    for (const int k : b.cells) {
        const int to = k + further;
        if (painted && e.in.at(to) != s.ground) continue;
        if (painted && colour == kOutside) colour = e.out.at(to);
        if (e.out.at(to) != (painted ? colour : e.in.at(k))) return false;
        gains = gains || e.in.at(to) != e.out.at(to);
    }
    return gains;
}

// Where the output shows parts that the input has elsewhere, or else in one new colour; told by the first demo that has any.
std::vector<std::pair<int, int>> Search::shifts(const Sight& sight, bool painted) const {
    std::vector<std::pair<int, int>> found;
    for (size_t e = 0; e < examples_.size() && found.empty(); ++e) {
        const Example& example = examples_[e];
        for (const Blob& b : sight.scenes[e].parts) {
            if (found.size() >= 4 || b.cells.size() < 1) break;
            int best = 1 << 20, at_i = 0, at_j = 0;
            for (int di = -b.top; di + b.top + b.h <= example.in.h; ++di) {
                for (int dj = -b.left; dj + b.left + b.w <= example.in.w; ++dj) {
                    const int far = std::abs(di) + std::abs(dj);
                    if (far == 0 || far >= best) continue;
                    if (shown_at(sight.scenes[e], example, b, di * example.in.w + dj, painted)) best = far, at_i = di, at_j = dj;
                }
            }
            const std::pair shift{at_i, at_j};
            if (best < 1 << 20 && std::find(found.begin(), found.end(), shift) == found.end()) found.push_back(shift);
        }
    }
    return found;
}

// Of the steps of a rule, one makes its share of the changes. What makes less is looked at only if there is such a step.
void Search::try_large(Sight& sight, const PartStep& step, double cost, const Effects& effects, int lonely) {
    if (!shown_enough(sight, effects)) return;
    if (large(effects.changes.size())) return try_done(sight, step, cost, effects, lonely);
    small_.push_back({static_cast<size_t>(&sight - sights_.data()), step, cost, lonely, effects});
}

void Search::try_done(Sight& sight, const PartStep& step, double cost, const Effects& effects, int lonely) {
    if (trial_.over()) return;
    const bool painted = actions()[static_cast<size_t>(step.done.action)].painted;
    if (++sight.repeats[effects.hash() + painted] > kMostRepeats) return;
    const size_t n = sight.parts();
    if (painted) return colour_atoms(sight, step, cost, effects, lonely);
    FewBits good, bad;
    for (size_t k = 0; k < n; ++k) {
        if (effects.label(k) == kWrong) bad.set(k);
        if (effects.good(k)) good.set(k);
    }
    atoms_for(sight, step, cost, effects, lonely, good, bad);
}

PartStep step_of(const Sight& sight, const Done& done) {
    PartStep step;
    step.way = sight.way, step.done = done;
    return step;
}

void Search::try_told(Sight& sight, const PartStep& plain, double cost, std::vector<Explained>&& told, Told PartStep::* where) {
    PartStep step = plain;
    for (Explained& one : told) {
        step.*where = std::move(one.told);
        try_large(sight, step, cost + one.cost, one.effects, one.lonely);
    }
}

// The plain directions are looked at; what the others do follows from them, except where parts stop each other.
void Search::try_directions(Sight& sight, int action, double cost) {
    const Parameter parameter = actions()[static_cast<size_t>(action)].parameter;
    Effects plain[8], joined;
    bool some = false;
    for (int d = 0; d < 8; ++d) {
        if (!suits(d, parameter)) continue;
        if (tired()) return;
        if (!changes_.see_effects(sight, {action, d, 0}, plain[d], meter_)) return;
        some = some || !plain[d].changes.empty();
    }
    if (!some && !slides(action)) return;
    for (const Row& row : directions().rows()) {
        const int d = row.at;
        if (!suits(d, parameter) || d == told_direction()) continue;
        const Effects* effects = d < 8 ? &plain[d] : &joined;
        if (d >= 8 && slides(action)) {
            if (!changes_.see_effects(sight, {action, d, 0}, joined, meter_)) return;
        } else if (d >= 8) {
            joined.clear();
            if (!meter_.charge(8 * static_cast<int64_t>(sight.parts()))) return;
            for (size_t k = 0; k < sight.parts(); ++k) {
                const size_t e = sight.example_of[k];
                int label = kNothing;
                for (const int p : plain_directions(sight.scenes[e], static_cast<int>(k - sight.first[e]), d)) {
                    if (!suits(p, parameter) || plain[p].label(k) == kNothing) continue;
                    label = label == kNothing || label == plain[p].label(k) ? plain[p].label(k) : kWrong;
                    const auto more = plain[p].changes_of(k);
                    joined.changes.insert(joined.changes.end(), more.begin(), more.end());
                    if (label == kWrong) break;
                }
                joined.finish(label);
            }
        }
        try_large(sight, step_of(sight, {action, d, 0}), cost + direction_cost(d), *effects);
    }
    if (large(gained_by_options(plain))) tellable_.emplace_back(&sight - sights_.data(), action);
}

void Search::try_told_directions(Sight& sight, int action, double cost) {
    const Parameter parameter = actions()[static_cast<size_t>(action)].parameter;
    std::vector<int> options;
    std::vector<Effects> effects;
    for (int d = 0; d < 8; ++d) {
        if (!suits(d, parameter)) continue;
        options.push_back(d);
        if (exhausted() || !changes_.see_effects(sight, {action, d, 0}, effects.emplace_back(), meter_)) return;
    }
    try_told(sight, step_of(sight, {action, told_direction(), 0}), cost, tell_options(sight, options, effects, meter_), &PartStep::turn);
}

// Actions that take a number too: the demos show which number is right for each part.
void Search::try_counted(Sight& sight, int action, double cost) {
    const Parameter parameter = actions()[static_cast<size_t>(action)].parameter;
    Effects plain[8], joined;
    std::vector<uint16_t> numbers[8], of_joined;
    size_t gained = 0;
    for (int d = 0; d < 8; ++d) {
        if (!suits(d, parameter)) continue;
        if (tired() || !changes_.see_counted(sight, action, d, plain[d], numbers[d], meter_)) return;
        gained += plain[d].changes.size();
    }
    if (!large(gained)) return;
    try_counted_told(sight, action, cost, numbers);
    for (const Row& row : directions().rows()) {
        const int d = row.at;
        if (!suits(d, parameter) || d == told_direction()) continue;
        if (d >= 8) {
            joined.clear(), of_joined.clear();
            if (!meter_.charge(8 * static_cast<int64_t>(sight.parts()))) return;
            for (size_t k = 0; k < sight.parts(); ++k) {
                const size_t e = sight.example_of[k];
                int label = kNothing;
                uint16_t right = 0xFFFF;
                for (const int p : plain_directions(sight.scenes[e], static_cast<int>(k - sight.first[e]), d)) {
                    if (!suits(p, parameter) || plain[p].label(k) == kNothing) continue;
                    right = static_cast<uint16_t>(right & numbers[p][k]);
                    label = (label == kNothing || label == plain[p].label(k)) && right != 0 ? plain[p].label(k) : kWrong;
                    const auto more = plain[p].changes_of(k);
                    joined.changes.insert(joined.changes.end(), more.begin(), more.end());
                    if (label == kWrong) break;
                }
                joined.finish(label);
                of_joined.push_back(label >= 0 ? right : 0);
            }
        }
        const Effects& effects = d < 8 ? plain[d] : joined;
        if (!large(effects.changes.size()) || !shown_enough(sight, effects)) continue;
        try_told(sight, step_of(sight, {action, d, 0}), cost + direction_cost(d), tell_numbers(sight, effects, d < 8 ? numbers[d] : of_joined, meter_), &PartStep::number);
    }
}

// The number that most parts take, each in a direction of its own.
void Search::try_counted_told(Sight& sight, int action, double cost, std::span<const std::vector<uint16_t>> numbers) {
    int best = 0;
    size_t most = 0;
    for (int n = 1; n <= kMostNumber; ++n) {
        size_t parts = 0;
        for (const auto& of_direction : numbers) {
            parts += static_cast<size_t>(std::count_if(of_direction.begin(), of_direction.end(), [n](uint16_t bits) { return (bits >> n & 1) != 0; }));
        }
        if (parts > most) most = parts, best = n;
    }
    if (best == 0) return;
    PartStep step = step_of(sight, {action, told_direction(), 0});
    step.number.value = best;
    std::vector<int> options;
    std::vector<Effects> effects;
    for (int d = 0; d < 8; ++d) {
        if (numbers[static_cast<size_t>(d)].empty()) continue;
        options.push_back(d);
        if (!changes_.see_effects(sight, {action, d, best}, effects.emplace_back(), meter_)) return;
    }
    try_told(sight, step, cost + 2.0, tell_options(sight, options, effects, meter_), &PartStep::turn);
}

void Search::try_views(Sight& sight, int told_action, double cost) {
    constexpr int kViews[] = {1, 2, 3, 4, 5, 6, 7};
    std::vector<Effects> effects(std::size(kViews));
    for (size_t k = 0; k < effects.size(); ++k) {
        if (tired() || !changes_.see_effects(sight, {told_action, kViews[k], 0}, effects[k], meter_)) return;
    }
    try_told(sight, step_of(sight, {told_action, 0, 0}), cost, tell_options(sight, kViews, effects, meter_), &PartStep::turn);
}

void Search::try_actions(Sight& sight) {
    std::vector<std::pair<int, int>> moved[2];  // as they are, and painted
    bool looked[2] = {};
    Effects effects;
    const auto try_one = [&](const Done& done, double cost) {
        if (!tired() && changes_.see_effects(sight, done, effects, meter_)) try_large(sight, step_of(sight, done), cost, effects);
    };
    for (int a = 0; a < static_cast<int>(actions().size()); ++a) {
        const ActionRow& row = actions()[static_cast<size_t>(a)];
        const double cost = sight.cost + row.cost;
        if (tired()) return;
        switch (row.parameter) {
            case Parameter::None: try_one({a, 0, 0}, cost); break;
            case Parameter::View:
                for (int code = 1; code < 8; ++code) try_one({a, code, 0}, cost + 2.0);
                break;
            case Parameter::Shift:
                if (!looked[row.painted] && meter_.charge(static_cast<int64_t>(sight.first[1]) * examples_[0].in.size() * 2)) {
                    moved[row.painted] = shifts(sight, row.painted);
                }
                looked[row.painted] = true;
                for (const auto& [di, dj] : moved[row.painted]) try_one({a, di, dj}, cost + 2.0);
                break;
            case Parameter::ToldView:
            case Parameter::CountedLine:
            case Parameter::Counted: break;  // see try_cues
            default: try_directions(sight, a, cost);
        }
    }
}

// What a number or a table tells, for what the other actions leave: directions, numbers, turns. The usual ways to see parts will do.
void Search::try_cues() {
    most_ = std::min(meter_.spent(), kMostWork) + kMostCueWork;
    enough_ = most_;
    most_atoms_ = atoms_.size() + kMostCues;
    for (const auto& [sight, action] : tellable_) {
        if (sight < kUsualWays) try_told_directions(sights_[sight], action, sights_[sight].cost + actions()[static_cast<size_t>(action)].cost);
    }
    for (Sight& sight : std::span(sights_).first(std::min(sights_.size(), kUsualWays))) {
        for (int a = 0; a < static_cast<int>(actions().size()) && !tired(); ++a) {
            const ActionRow& row = actions()[static_cast<size_t>(a)];
            if (is_counted(row.parameter)) try_counted(sight, a, sight.cost + row.cost);
            if (row.parameter == Parameter::ToldView) try_views(sight, a, sight.cost + row.cost);
        }
    }
}

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

// The usual ways to see parts come first; the others are looked at where those explain too little.
void Search::run() {
    if (changes_.count() == 0) return;
    const bool on_black = std::any_of(examples_.begin(), examples_.end(), [](const Example& e) { return count_colours(e.in).most() == 0; });
    sights_.reserve(ways_by_cost().size());
    size_t looked = 0;
    for (const WayRow& row : ways_by_cost()) {
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
        enough_ = std::min(kMostWork, meter_.spent() + kMostWayWork);
        try_actions(sights_.back());
    }
    if (!trial_.over()) settle();
    if (trial_.over() || !whole_) return;
    const size_t known = atoms_.size();
    try_cues();
    if (atoms_.size() > known || !small_.empty()) settle();
}

}  // namespace

}  // namespace arcloom::fit::scene

namespace arcloom::fit {

void learn_scene(const Examples& examples, Trial& trial) {
    if (all_same_size(examples)) scene::Search(examples, trial, true).run();
}

void learn_part(const Examples& examples, Trial& trial) {
    if (all_same_size(examples)) scene::Search(examples, trial, false).run();
}

}  // namespace arcloom::fit
