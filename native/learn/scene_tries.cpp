// native/learn/scene_tries.cpp: which actions are tried on the parts that are seen in a way, with which directions, numbers and turns
#include <algorithm>

#include "scene_search.hpp"

namespace arcloom::fit::scene {

namespace {

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

PartStep step_of(const Sight& sight, const Done& done) {
    PartStep step;
    step.way = sight.way, step.done = done;
    return step;
}

}  // namespace

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

void Search::try_told(Sight& sight, const PartStep& plain, double cost, std::vector<Explained>&& told, Told PartStep::* where) {
    PartStep step = plain;
    for (Explained& one : told) {
        step.*where = std::move(one.told);
        try_large(sight, step, cost + one.cost, one.effects, one.lonely);
    }
}

// Whether a relative direction can gain in enough examples: then some of the plain ones for which it stands gain there.
bool Search::may_be_shown(const Sight& sight, std::span<const Plain> plain, Parameter parameter) const {
    size_t shown = 0;
    for (size_t e = 0; e < examples_.size(); ++e) {
        bool gains = false;
        for (size_t k = sight.first[e]; k < sight.first[e + 1] && !gains; ++k) {
            gains = std::any_of(plain[k].begin(), plain[k].end(), [&](int p) { return suits(p, parameter) && attempts_.gains(static_cast<size_t>(p), k); });
        }
        shown += gains;
    }
    return shown >= needed_;
}

// The plain directions are looked at; what the others do follows from them, except where parts stop each other.
void Search::try_directions(Sight& sight, int action, double cost) {
    constexpr int kPlain[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const Parameter parameter = actions()[static_cast<size_t>(action)].parameter;
    const auto suited = std::find_if_not(std::begin(kPlain), std::end(kPlain), [&](int d) { return suits(d, parameter); });
    const bool some = attempts_.look(sight, action, {std::begin(kPlain), suited}, meter_, [&] { return tired(); });
    if (tired() || (!some && !slides(action))) return;
    Effects effects;
    for (const Row& row : directions().rows()) {
        const int d = row.at;
        if (!suits(d, parameter) || d == told_direction()) continue;
        if (d >= 8 && !sight.leads(d, meter_)) continue;
        if (d >= 8 && slides(action)) {
            const int variants[] = {d};
            if (!together_.look(sight, action, variants, meter_, [&] { return tired(); })) continue;
            together_.effects(0, effects, meter_);
        } else if (d < 8) {
            if (!some || !attempts_.enough(static_cast<size_t>(d))) continue;
            attempts_.effects(static_cast<size_t>(d), effects, meter_);
        } else {
            const auto plain = sight.plain_directions_of(d, meter_);
            if (plain.empty() || !meter_.charge(2 * static_cast<int64_t>(sight.parts()))) return;
            if (!may_be_shown(sight, plain, parameter)) continue;
            effects.clear();
            for (size_t k = 0; k < sight.parts(); ++k) {
                int label = kNothing;
                for (const int p : plain[k]) {
                    if (!suits(p, parameter)) continue;
                    const auto v = static_cast<size_t>(p);
                    const int of_plain = attempts_.label(v, k, meter_);
                    if (of_plain == kNothing) continue;
                    label = label == kNothing || label == of_plain ? of_plain : kWrong;
                    const auto more = attempts_.changes_of(v, k);
                    effects.changes.insert(effects.changes.end(), more.begin(), more.end());
                    if (label == kWrong) break;
                }
                effects.finish(label);
            }
        }
        if (trial_.over()) return;
        try_large(sight, step_of(sight, {action, d, 0}), cost + direction_cost(d), effects);
    }
    if (some && large(attempts_.gained_apart())) tellable_.emplace_back(&sight - sights_.data(), action);
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
        if (d >= 8 && !sight.leads(d, meter_)) continue;
        if (d >= 8) {
            joined.clear(), of_joined.clear();
            const auto plain_ones = sight.plain_directions_of(d, meter_);
            if (plain_ones.empty() || !meter_.charge(2 * static_cast<int64_t>(sight.parts()))) return;
            for (size_t k = 0; k < sight.parts(); ++k) {
                int label = kNothing;
                uint16_t right = 0xFFFF;
                for (const int p : plain_ones[k]) {
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
    if (!attempts_.look(sight, told_action, kViews, meter_, [&] { return tired(); })) return;
    std::vector<Effects> effects(std::size(kViews));
    for (size_t k = 0; k < effects.size(); ++k) attempts_.effects(k, effects[k], meter_);
    if (trial_.over()) return;
    try_told(sight, step_of(sight, {told_action, 0, 0}), cost, tell_options(sight, kViews, effects, meter_), &PartStep::turn);
}

void Search::try_actions(Sight& sight) {
    std::vector<std::pair<int, int>> moved[2];  // as they are, and painted
    bool looked[2] = {};
    Effects effects;
    const auto try_one = [&](const Done& done, double cost) {
        const int variants[] = {done.a};
        if (!attempts_.look(sight, done.action, variants, meter_, [&] { return tired(); })) return;
        attempts_.effects(0, effects, meter_);
        if (!trial_.over()) try_large(sight, step_of(sight, done), cost, effects);
    };
    const auto try_shift = [&](const Done& done, double cost) {
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
                for (const auto& [di, dj] : moved[row.painted]) try_shift({a, di, dj}, cost + 2.0);
                break;
            case Parameter::ToldView:
            case Parameter::CountedLine:
            case Parameter::Counted:
            case Parameter::Factor: break;  // see try_cues
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

}  // namespace arcloom::fit::scene
