// native/learn/scene_atoms.cpp: steps that are wrong nowhere, from what actions do to parts: tests of parts, sources of colours
#include <algorithm>

#include "scene_search.hpp"
#include "table.hpp"

namespace arcloom::fit::scene {

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

}  // namespace arcloom::fit::scene
