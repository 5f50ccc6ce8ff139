// native/breed/learn_change.cpp: the change that learns a rule, from demos whose inputs are prepared as the grid is
#include "mutate.hpp"
#include "ops/registry.hpp"

namespace arcloom {

namespace {

// Places in a genome: a grid, and the demos with inputs that were prepared in the same way.
struct Lesson {
    int32_t demos, grid;
};

// An op or two prepare the grid.
Lesson view_lesson(Genome& g, const std::vector<int32_t>& views, Random& r) {
    const KnownOps& known = known_ops();
    const auto draw = [&] { return views[r.below(static_cast<uint32_t>(views.size()))]; };
    const int32_t view = draw();
    int32_t function = add_gene(g, Dag::kOpValue, {view}), grid = add_gene(g, view, {add_gene(g, Dag::kI, {})});
    if (r.below(3) == 0) {
        const int32_t then = draw(), outer = add_gene(g, Dag::kOpValue, {then});
        function = add_gene(g, code_of(known.compose), {outer, function});
        grid = add_gene(g, then, {grid});
    }
    return {add_gene(g, code_of(known.on_inputs), {add_gene(g, Dag::kS, {}), function}), grid};
}

// A rule that was learnt from demos prepares them, and `grid`, which it gave.
Lesson rule_lesson(Genome& g, int32_t rule, int32_t grid) {
    const KnownOps& known = known_ops();
    const int32_t demos = g[static_cast<size_t>(rule)].args[0];
    const int32_t apply = add_gene(g, Dag::kOpValue, {code_of(known.apply_rule)});
    const int32_t step = add_gene(g, code_of(known.lbind), {apply, rule});
    return {add_gene(g, code_of(known.on_inputs), {demos, step}), grid};
}

}  // namespace

// Where the program ends with a rule that it learnt, the next may be learnt from what that one leaves to do.
bool Mutator::learn(Genome& g, int32_t& root, Random& r) const {
    if (learners_.empty() || views_.empty()) return false;
    const Gene& last = g[static_cast<size_t>(root)];
    const bool applies = last.code == code_of(known_ops().apply_rule) && learns_rule(g[static_cast<size_t>(last.args[0])]);
    const Lesson lesson = applies && r.below(2) == 0 ? rule_lesson(g, last.args[0], root) : view_lesson(g, views_, r);
    const uint32_t which = r.below(4) == 0 ? r.below(kExplanations) : 0;
    const int32_t explanation = add_gene(g, Dag::kConst, {integers_[2 + which]});
    const int32_t learner = learners_[r.below(static_cast<uint32_t>(learners_.size()))];
    const int32_t rule = add_gene(g, learner, {lesson.demos, explanation});
    root = add_gene(g, code_of(known_ops().apply_rule), {rule, lesson.grid});
    return true;
}

}  // namespace arcloom
