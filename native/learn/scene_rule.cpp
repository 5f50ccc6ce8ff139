// native/learn/scene_rule.cpp: rules about parts as numbers, and their application
#include <algorithm>

#include "rule.hpp"
#include "scene.hpp"

namespace arcloom::fit::scene {

namespace {

void write_done(const PartStep& step, Rule& out) {
    const Done& done = step.done;
    out.push_back(done.action);
    const Parameter parameter = actions()[static_cast<size_t>(done.action)].parameter;
    switch (parameter) {
        case Parameter::None: return;
        case Parameter::Shift: out.insert(out.end(), {done.a, done.b}); return;
        case Parameter::ToldView: return write_table(step.turn, out);
        default: out.push_back(done.a);
    }
    if (parameter == Parameter::View) return;
    if (done.a == told_direction()) write_table(step.turn, out);
    if (is_counted(parameter)) write_number(step.number, out);
}

void check_done(Reader& r, PartStep& step) {
    Done& done = step.done;
    done.action = r.row(action_names());
    const Parameter parameter = actions()[static_cast<size_t>(done.action)].parameter;
    switch (parameter) {
        case Parameter::None: return;
        case Parameter::View: done.a = r.row(views()); return;
        case Parameter::ToldView: step.turn = read_table(r, &views()); return;
        case Parameter::Shift:
            done.a = r.within(-kMaxSide, kMaxSide + 1);
            done.b = r.within(-kMaxSide, kMaxSide + 1);
            return;
        default: done.a = r.row(directions());
    }
    if (!suits(done.a, parameter)) r.refuse();
    if (done.a == told_direction()) {
        step.turn = read_table(r, &directions());
        for (const auto& [value, d] : step.turn.table) {
            if (d >= 8 || !suits(d, parameter)) r.refuse();
        }
    }
    if (is_counted(parameter)) step.number = read_number(r);
}

}  // namespace

PartStep read_step(Reader& r) {
    PartStep step;
    step.way = r.row(ways());
    check_done(r, step);
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
    write_done(step, out);
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

// Whether a table tells the direction or the view.
bool is_told(const PartStep& step) {
    const Parameter parameter = actions()[static_cast<size_t>(step.done.action)].parameter;
    return parameter == Parameter::ToldView || (has_direction(parameter) && step.done.a == told_direction());
}
// The direction that is the same for all parts; 0 where there is none.
int direction_of(const PartStep& step) { return has_direction(actions()[static_cast<size_t>(step.done.action)].parameter) ? step.done.a : 0; }
// What the step does to one part. False where nothing tells it.
bool done_to(const PartStep& step, const std::vector<int>& features, Done& done) {
    done = step.done;
    const Parameter parameter = actions()[static_cast<size_t>(done.action)].parameter;
    if (is_told(step)) done.a = step.turn.of(features);
    if (is_counted(parameter)) done.b = step.number.of(features);
    return done.a >= 0 && (!is_counted(parameter) || (done.b >= 0 && done.b <= kMaxSide));
}

bool apply_step(const PartStep& step, const Picture& in, Picture& out, Work& work) {
    Scene s;
    if (!see(in, step.way, s, work)) return false;
    if (s.parts.empty()) return true;
    if (!relate(s, work)) return false;
    const bool painted = actions()[static_cast<size_t>(step.done.action)].painted;
    if (leads_to_mark(direction_of(step)) && !find_marks(s, work)) return false;
    if (painted && step.source != kConstant && !find_colours(s, work)) return false;
    const bool measured = !step.tests.empty() || step.source == kTabled || is_told(step) || step.number.form != Told::Fixed;
    if (measured && !find_features(s, work)) return false;
    static const std::vector<int> nothing;
    std::vector<int> chosen;
    for (size_t b = 0; b < s.parts.size(); ++b) {
        const bool all = std::all_of(step.tests.begin(), step.tests.end(), [&](const Test& t) { return t.holds(s.features[b]); });
        if (all) chosen.push_back(static_cast<int>(b));
    }
    std::vector<Writes> moved;
    if (slides(step.done.action)) {
        std::vector<int> ways;
        for (const int b : chosen) {
            Done done;
            if (!done_to(step, measured ? s.features[static_cast<size_t>(b)] : nothing, done)) return false;
            ways.push_back(only_direction(s, b, done.a));
        }
        return slide(s, chosen, ways, out, moved, work);
    }
    Writes all, one;
    for (const int b : chosen) {
        Done done;
        if (!done_to(step, measured ? s.features[static_cast<size_t>(b)] : nothing, done)) return false;
        one.clear();
        act(s, b, done, one);
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
