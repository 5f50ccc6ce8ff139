// native/learn/scene_sight.cpp: looking at parts, judging actions, choosing parts
#include "scene_sight.hpp"

#include <algorithm>
#include <unordered_map>

namespace arcloom::fit::scene {

bool Sight::look(const Examples& examples, int seen_way, Meter& meter) {
    way = seen_way;
    needed = std::min<size_t>(2, examples.size());
    scenes.resize(examples.size());
    size_t count = 0, shown = 0;
    for (size_t e = 0; e < examples.size(); ++e) {
        if (!see(examples[e].in, way, scenes[e], meter.work())) return false;
        first.push_back(count);
        count += scenes[e].parts.size();
        example_of.resize(count, e);
        shown += !scenes[e].parts.empty();
    }
    first.push_back(count);
    for (size_t e = 0; e < scenes.size(); ++e) fewest_first.push_back(e);
    std::stable_sort(fewest_first.begin(), fewest_first.end(), [&](size_t a, size_t b) { return scenes[a].parts.size() < scenes[b].parts.size(); });
    return shown >= needed && count <= kFewMembers;
}

bool Sight::same_parts(const Sight& o) const {
    if (first != o.first) return false;
    for (size_t e = 0; e < scenes.size(); ++e) {
        if (scenes[e].ground != o.scenes[e].ground) return false;
        for (size_t k = 0; k < scenes[e].parts.size(); ++k) {
            if (scenes[e].parts[k].cells != o.scenes[e].parts[k].cells) return false;
        }
    }
    return true;
}

bool Sight::leads(int direction, Meter& meter) {
    if (leading.empty()) leading.assign(directions().rows().size(), -1);
    int8_t& found = leading[static_cast<size_t>(direction)];
    if (found >= 0) return found != 0;
    for (Scene& s : scenes) {
        if (leads_to_mark(direction) && !find_marks(s, meter.work())) return false;
    }
    const auto of = plain_directions_of(direction, meter);
    const FewBits some = those([&](size_t k) { return k < of.size() && of[k].size() > 0; });
    found = enough(some) ? 1 : 0;
    return found != 0;
}

std::span<const Plain> Sight::plain_directions_of(int direction, Meter& meter) const {
    if (plain.empty()) plain.resize(directions().rows().size());
    auto& of = plain[static_cast<size_t>(direction)];
    if (of.empty() && meter.charge(8 * static_cast<int64_t>(parts()))) {
        for (size_t k = 0; k < parts(); ++k) of.push_back(plain_directions(scenes[example_of[k]], static_cast<int>(k - first[example_of[k]]), direction));
    }
    return of;
}

size_t Sight::shown(const FewBits& chosen_parts) const {
    size_t examples = 0;
    for (size_t e = 0; e < scenes.size(); ++e) {
        for (size_t k = first[e]; k < first[e + 1]; ++k) {
            if (!chosen_parts.has(k)) continue;
            ++examples;
            break;
        }
    }
    return examples;
}

bool Sight::prepare_colours(Meter& meter) {
    if (coloured) return true;
    if (!meter.charge(static_cast<int64_t>(parts()) * 200)) return false;
    for (Scene& s : scenes) {
        if (!find_colours(s, meter.work())) return false;
    }
    coloured = true;
    return true;
}

// All tests that some parts pass and some do not; of those that the same parts pass, the cheapest.
bool Sight::prepare_selections(Meter& meter) {
    if (measured) return true;
    for (Scene& s : scenes) {
        if (!s.parts.empty() && !find_features(s, meter.work())) return false;
    }
    measured = coloured = true;
    const size_t n = parts();
    if (!meter.charge(static_cast<int64_t>(n) * feature_count() * 6)) return false;
    std::vector<Selection> all;
    const FewBits everyone = those([](size_t) { return true; });
    const auto add_test = [&](Test t, double cost, FewBits holds) {
        const bool denied = t.comparison >= kDiffers;
        if (denied) holds ^= everyone;
        if (!holds.none() && holds != everyone) all.push_back({t, cost, holds});
    };
    struct Equal {
        int value;
        FewBits holds;  // the parts that have it
    };
    std::vector<Equal> equal;  // by value
    for (int f = 0; f < feature_count(); ++f) {
        equal.clear();
        for (size_t k = 0; k < n; ++k) {
            const int v = features(k)[static_cast<size_t>(f)];
            auto at = std::lower_bound(equal.begin(), equal.end(), v, [](const Equal& e, int value) { return e.value < value; });
            if (at == equal.end() || at->value != v) at = equal.insert(at, {v, {}});
            at->holds.set(k);
        }
        if (equal.size() < 2) continue;
        const double cost = feature_cost(f);
        const FactKind kind = feature_kind(f);
        if (kind == FactKind::Flag) {
            const FewBits& holds = equal[1].holds;
            add_test({f, kEquals, 1}, cost, holds), add_test({f, kDiffers, 1}, cost + 0.5, holds);
            continue;
        }
        if (equal.size() > kMostFeatureValues) equal.resize(kMostFeatureValues);
        FewBits at_most;
        for (const auto& [v, holds] : equal) {
            if (!is_tested(f, v)) continue;
            const double named = kind == FactKind::Colour ? 2.0 : v == 0 ? 0.25 : 1.5;  // none or some is no number
            add_test({f, kEquals, v}, cost + named, holds), add_test({f, kDiffers, v}, cost + named + (v == 0 ? 0.0 : 1.0), holds);
            if (kind == FactKind::Colour || v == equal.back().value) continue;
            at_most |= holds;
            add_test({f, kAtMost, v}, cost + 2.0, at_most), add_test({f, kMoreThan, v}, cost + 2.0, at_most);
        }
    }
    std::vector<const Selection*> order;  // large things, so that only their places are sorted
    for (const Selection& s : all) order.push_back(&s);
    std::stable_sort(order.begin(), order.end(), [](const Selection* a, const Selection* b) { return a->cost < b->cost; });
    std::unordered_map<FewBits, int, FewBits::Hash> known;
    for (const Selection* s : order) {
        if (known[s->holds]++ < 2) selections.push_back(*s);
    }
    return true;
}

std::vector<Chosen> Sight::choose(const FewBits& good, const FewBits& bad) const {
    std::vector<Chosen> full, partial;
    std::vector<const Selection*> wide;
    for (const Selection& s : selections) {
        const bool all = s.holds.holds_all(good);
        if (all && wide.size() < kMostPairedTests) wide.push_back(&s);
        if (s.holds.meets(bad)) continue;
        if (all) {
            full.push_back({{s.test}, s.cost, good});
            if (full.size() >= kMostFull) return full;
            continue;
        }
        FewBits some = s.holds;
        some &= good;
        const size_t count = some.count();
        if (count == 0 || (partial.size() == kMostPartial && count <= partial.back().parts.count()) || !enough(some)) continue;
        if (partial.size() == kMostPartial) partial.pop_back();
        const auto at = std::find_if(partial.begin(), partial.end(), [&](const Chosen& p) { return p.parts.count() < count; });
        partial.insert(at, {{s.test}, s.cost, some});
    }
    if (!full.empty()) return full;
    for (size_t a = 0; a < wide.size() && full.size() < 2; ++a) {
        for (size_t b = 0; b < a && full.size() < 2; ++b) {
            FewBits both = wide[a]->holds;
            both &= wide[b]->holds;
            if (!both.meets(bad)) full.push_back({{wide[a]->test, wide[b]->test}, wide[a]->cost + wide[b]->cost, good});
        }
    }
    full.insert(full.end(), partial.begin(), partial.end());
    return full;
}

Changes::Changes(const Examples& examples) : examples_(examples) {
    for (const Example& e : examples_) {
        auto& at = number_.emplace_back(static_cast<size_t>(e.in.size()), -1);
        for (int k = 0; k < e.in.size(); ++k) {
            if (e.in.at(k) != e.out.at(k)) at[static_cast<size_t>(k)] = static_cast<int>(count_++);
        }
        const size_t row = static_cast<size_t>(e.in.w) + 1;
        auto& before = before_.emplace_back(row * (static_cast<size_t>(e.in.h) + 1), 0);
        for (int k = 0; k < e.in.size(); ++k) {
            const size_t corner = static_cast<size_t>(k / e.in.w) * row + static_cast<size_t>(k % e.in.w);
            before[corner + row + 1] = before[corner + 1] + before[corner + row] - before[corner] + (at[static_cast<size_t>(k)] >= 0);
        }
    }
}

int Changes::within(size_t example, int top, int left, int bottom, int right) const {
    const Picture& in = examples_[example].in;
    top = std::max(top, 0), left = std::max(left, 0), bottom = std::min(bottom, in.h), right = std::min(right, in.w);
    if (top >= bottom || left >= right) return 0;
    const auto upto = [&](int i, int j) { return before_[example][static_cast<size_t>(i * (in.w + 1) + j)]; };
    return upto(bottom, right) - upto(top, right) - upto(bottom, left) + upto(top, left);
}

namespace {
constexpr int kOwnChanges = 8;  // the bit after those of the plain directions
}

void Changes::mark(Sight& sight) const {
    sight.beside.assign(sight.parts(), 0);
    for (size_t k = 0; k < sight.parts(); ++k) {
        const size_t e = sight.example_of[k];
        const Picture& in = examples_[e].in;
        const Blob& b = sight.part(k);
        if (within(e, b.top - 1, b.left - 1, b.top + b.h + 1, b.left + b.w + 1) == 0) continue;
        int bits = 0;
        for (const int cell : b.cells) {
            if (number_[e][static_cast<size_t>(cell)] >= 0) bits |= 1 << kOwnChanges;
            for (int d = 0; d < 8; ++d) {
                const int i = cell / in.w + kSteps[d].i, j = cell % in.w + kSteps[d].j;
                if (in.inside(i, j) && number_[e][static_cast<size_t>(i * in.w + j)] >= 0) bits |= 1 << d;
            }
        }
        sight.beside[k] = static_cast<uint16_t>(bits);
    }
}

bool Changes::may_gain(const Sight& sight, size_t example, size_t part, int action, int direction) const {
    const Blob& b = sight.part(part);
    const int bottom = b.top + b.h, right = b.left + b.w;
    const auto around = [&](int far) { return within(example, b.top - far, b.left - far, bottom + far, right + far) > 0; };
    switch (actions()[static_cast<size_t>(action)].reach) {
        case Reach::Own: return (sight.beside[part] >> kOwnChanges & 1) != 0;
        case Reach::Beside: return (sight.beside[part] >> direction & 1) != 0;
        case Reach::Around: return (sight.beside[part] & 0xFF) != 0;
        case Reach::Box: return around(0);
        case Reach::Near: return around(3);
        case Reach::Ahead: {
            const Step& step = kSteps[direction];
            return within(example, step.i < 0 ? 0 : b.top, step.j < 0 ? 0 : b.left, step.i > 0 ? kMaxSide : bottom, step.j > 0 ? kMaxSide : right) > 0;
        }
        case Reach::Anywhere: break;
    }
    return true;
}

int Changes::judge(size_t example, const Writes& w, int ground, bool painted, std::vector<uint32_t>& changes) const {
    if (w.drawn.empty() && w.left.empty()) return kNothing;
    const Picture& out = examples_[example].out;
    const std::vector<int>& number = number_[example];
    const auto made = [&](int cell) {
        if (const int n = number[static_cast<size_t>(cell)]; n >= 0) changes.push_back(static_cast<uint32_t>(n));
    };
    const int label = painted ? out.at(w.drawn[0].cell) : 0;
    for (const Write& one : w.drawn) {
        if (out.at(one.cell) != (painted ? label : one.colour)) return kWrong;
        made(one.cell);
    }
    for (const int k : w.left) {
        if (out.at(k) == ground) made(k);
    }
    return label;
}

bool Changes::see_effects(const Sight& sight, const Done& done, Effects& out, Meter& meter) const {
    out.clear();
    for (size_t e = 0; e < examples_.size(); ++e) {
        if (!see_example(sight, e, done, out, meter)) return false;
    }
    return true;
}

int Changes::see_part(const Sight& sight, size_t example, size_t part, const Done& done, Writes& w, std::vector<uint32_t>& changes, Meter& meter) const {
    const size_t before = changes.size();
    const Scene& s = sight.scenes[example];
    w.clear();
    w.expected = &examples_[example].out;
    act(s, static_cast<int>(part), done, w);
    if (!meter.charge(30 + 4 * static_cast<int64_t>(w.drawn.size() + w.left.size()))) return kWrong;
    if (w.wrong) return kWrong;
    const int label = judge(example, w, s.ground, actions()[static_cast<size_t>(done.action)].painted, changes);
    if (label < 0) changes.resize(before);
    return label;
}

bool Changes::see_example(const Sight& sight, size_t e, const Done& done, Effects& out, Meter& meter) const {
    const bool painted = actions()[static_cast<size_t>(done.action)].painted;
    const bool sliding = slides(done.action);
    Writes w;
    std::vector<Writes> moved;
    std::vector<int> plain;
    const Scene& s = sight.scenes[e];
    // Those that move are seen: all, if that gives the output, else the colours that the output shows otherwise, else the parts.
    std::vector<int> movers;
    for (int few = sliding ? 0 : 3; few < 3; ++few) {
        bool moves[kColours] = {};
        const auto colour = [&](const Blob& b) { return s.in().at(b.cells[0]); };
        for (const Blob& b : s.parts) moves[colour(b)] |= few == 0 || !stands(examples_[e], b);
        movers.clear();
        for (size_t b = 0; b < s.parts.size(); ++b) {
            const Blob& part = s.parts[b];
            if (few == 2 ? !stands(examples_[e], part) : moves[colour(part)]) movers.push_back(static_cast<int>(b));
        }
        Picture canvas = examples_[e].in;
        plain.clear();
        for (const int b : movers) plain.push_back(only_direction(s, b, done.a));
        if (!slide(s, movers, plain, canvas, moved, meter.work())) return false;
        if (canvas == examples_[e].out) break;
    }
    for (size_t b = 0; b < s.parts.size(); ++b) {
        const bool moves = std::binary_search(movers.begin(), movers.end(), static_cast<int>(b));
        w.clear();
        if (!moves) act(s, static_cast<int>(b), done, w);
        const Writes& does = moves ? moved[b] : w;
        if (!meter.charge(30 + 4 * static_cast<int64_t>(does.drawn.size() + does.left.size()))) return false;
        out.finish(judge(e, does, s.ground, painted, out.changes));
    }
    return true;
}

bool Changes::see_counted(const Sight& sight, int action, int direction, Effects& out, std::vector<uint16_t>& numbers, Meter& meter) const {
    out.clear(), numbers.clear();
    const ActionRow& row = actions()[static_cast<size_t>(action)];
    // Something must change where the parts are, or next to them where something is painted or grows; that is seen at a glance.
    const bool grows = row.parameter == Parameter::Factor;
    const auto may_gain = [&](size_t e, const Blob& b) {
        const int w = examples_[e].in.w;
        return std::any_of(b.cells.begin(), b.cells.end(), [&](int k) {
            const bool next = row.painted || grows;
            const int i = k / w + (next ? kSteps[direction].i : 0), j = k % w + (next ? kSteps[direction].j : 0);
            return examples_[e].in.inside(i, j) && number_[e][static_cast<size_t>(i * w + j)] >= 0;
        });
    };
    const int least = grows ? 2 : 1;
    size_t gaining = 0;
    for (size_t e = 0; e < examples_.size(); ++e) {
        const auto& parts = sight.scenes[e].parts;
        gaining += std::any_of(parts.begin(), parts.end(), [&](const Blob& b) { return may_gain(e, b); });
    }
    if (!meter.charge(static_cast<int64_t>(sight.parts()) * 2)) return false;
    if (gaining < sight.needed) {
        out.labels.assign(sight.parts(), kWrong), out.ends.assign(sight.parts() + 1, 0), numbers.assign(sight.parts(), 0);
        return true;
    }
    Writes w;
    std::vector<uint32_t> changes, most;
    for (size_t e = 0; e < examples_.size(); ++e) {
        const Scene& s = sight.scenes[e];
        for (size_t b = 0; b < s.parts.size(); ++b) {
            uint16_t right = 0;
            int label = kNothing, first = kNothing;
            most.clear();
            for (int n = least; n <= kMostNumber; ++n) {
                w.clear(), changes.clear();
                row.act(s, static_cast<int>(b), with_number(direction, n), w);
                if (!meter.charge(15 + 4 * static_cast<int64_t>(w.drawn.size() + w.left.size()))) return false;
                const int found = judge(e, w, s.ground, row.painted, changes);
                if (n == least) first = found;
                if (found >= 0 && changes.size() > most.size()) right = 0, label = found, most.swap(changes);
                if (found >= 0 && !most.empty() && (right == 0 || changes.size() == most.size())) right = static_cast<uint16_t>(right | 1 << n);
                // What goes on is no more right once it was wrong; what moves is looked for farther away, unless it stays.
                if (found == kNothing || (found == kWrong && (w.left.empty() || stands(examples_[e], s.parts[b])))) break;
            }
            out.changes.insert(out.changes.end(), most.begin(), most.end());
            out.finish(right != 0 ? label : first == kNothing ? kNothing : kWrong);
            numbers.push_back(right);
        }
    }
    return true;
}

}  // namespace arcloom::fit::scene
