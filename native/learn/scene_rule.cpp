// native/learn/scene_rule.cpp: rules about parts as numbers, and their application
#include <algorithm>

#include "rule.hpp"
#include "scene.hpp"

namespace arcloom::fit::scene {

namespace {

void write_done(const Done& done, Rule& out) {
    out.push_back(done.action);
    switch (actions()[static_cast<size_t>(done.action)].parameter) {
        case Parameter::None: return;
        case Parameter::Shift: out.insert(out.end(), {done.a, done.b}); return;
        default: out.push_back(done.a);
    }
}

Done check_done(Reader& r) {
    Done done;
    done.action = r.row(action_names());
    const Parameter parameter = actions()[static_cast<size_t>(done.action)].parameter;
    switch (parameter) {
        case Parameter::None: return done;
        case Parameter::View: done.a = r.row(views()); return done;
        case Parameter::Shift:
            done.a = r.within(-kMaxSide, kMaxSide + 1);
            done.b = r.within(-kMaxSide, kMaxSide + 1);
            return done;
        default: done.a = r.row(directions());
    }
    if (!suits(done.a, parameter)) r.refuse();
    return done;
}

}  // namespace

PartStep read_step(Reader& r) {
    PartStep step;
    step.way = r.row(ways());
    step.done = check_done(r);
    for (int n = r.below(kMostTests + 1); n > 0 && !r.bad(); --n) step.tests.push_back(read_test(r, features()));
    if (r.bad() || !actions()[static_cast<size_t>(step.done.action)].painted) return step;
    step.source = r.row(sources());
    if (step.source == kConstant) step.colour = r.below(kColours);
    if (step.source != kTabled) return step;
    step.keyed = r.row(features());
    for (int n = r.below(kMostRows + 1); n > 0 && !r.bad(); --n) {
        const int value = r.next();
        step.table.emplace_back(value, r.below(kColours));
    }
    return step;
}

void write_step(const PartStep& step, Rule& out) {
    out.push_back(step.way);
    write_done(step.done, out);
    out.push_back(static_cast<int>(step.tests.size()));
    for (const Test& t : step.tests) t.write(out);
    if (!actions()[static_cast<size_t>(step.done.action)].painted) return;
    out.push_back(step.source);
    if (step.source == kConstant) out.push_back(step.colour);
    if (step.source != kTabled) return;
    out.insert(out.end(), {step.keyed, static_cast<int>(step.table.size())});
    for (const auto& [value, colour] : step.table) out.insert(out.end(), {value, colour});
}

int colour_for(const PartStep& step, const Scene& s, size_t part) {
    if (step.source == kConstant) return step.colour;
    if (step.source != kTabled) return s.colours[part][static_cast<size_t>(step.source)];
    const int v = s.features[part][static_cast<size_t>(step.keyed)];
    for (const auto& [value, colour] : step.table) {
        if (value == v) return colour;
    }
    return kOutside;
}

namespace {

bool apply_step(const PartStep& step, const Picture& in, Picture& out, Work& work) {
    Scene s;
    if (!see(in, step.way, s, work)) return false;
    if (s.parts.empty()) return true;
    if (!relate(s, work)) return false;
    const bool painted = actions()[static_cast<size_t>(step.done.action)].painted;
    if (painted && step.source != kConstant && !find_colours(s, work)) return false;
    if ((!step.tests.empty() || step.source == kTabled) && !find_features(s, work)) return false;
    std::vector<int> chosen;
    for (size_t b = 0; b < s.parts.size(); ++b) {
        const bool all = std::all_of(step.tests.begin(), step.tests.end(), [&](const Test& t) { return t.holds(s.features[b]); });
        if (all) chosen.push_back(static_cast<int>(b));
    }
    std::vector<Writes> moved;
    if (slides(step.done.action)) return slide(s, chosen, step.done.a, out, moved, work);
    Writes all, one;
    for (const int b : chosen) {
        one.clear();
        act(s, b, step.done, one);
        if (!work.charge(40 + 4 * static_cast<int64_t>(one.drawn.size() + one.left.size()))) return false;
        if (painted && !one.drawn.empty()) {
            const int colour = colour_for(step, s, static_cast<size_t>(b));
            if (colour < 0 || colour >= kColours) return false;  // nothing was seen that would tell it
            for (Write& w : one.drawn) w.colour = colour;
        }
        all.drawn.insert(all.drawn.end(), one.drawn.begin(), one.drawn.end());
        all.left.insert(all.left.end(), one.left.begin(), one.left.end());
    }
    for (const int k : all.left) out.set(k, s.ground);
    for (const Write& w : all.drawn) out.set(w.cell, w.colour);
    return true;
}

}  // namespace

bool apply_steps(std::span<const PartStep> steps, const Picture& in, Picture& out, Work& work) {
    out = in;
    for (const PartStep& step : steps) {
        if (!work.charge(4 * in.size()) || !apply_step(step, in, out, work)) return false;
    }
    return true;
}

}  // namespace arcloom::fit::scene

namespace arcloom::fit {

void check_scene(Reader& r) {
    for (int n = r.within(1, kMostSteps + 1); n > 0 && !r.bad(); --n) scene::read_step(r);
}

bool apply_scene(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    std::vector<scene::PartStep> steps;
    for (int n = r.next(); n > 0 && !r.bad(); --n) steps.push_back(scene::read_step(r));
    return !r.bad() && scene::apply_steps(steps, in, out, work) && out != in;  // what changes nothing has not understood
}

}  // namespace arcloom::fit
