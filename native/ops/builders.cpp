// native/ops/builders.cpp: ops that give callables
#include "call.hpp"

namespace arcloom {

namespace {

Value build(Context& c, OpId op, uint32_t nparams, const Value* a, size_t n) {
    if (!c.charge(static_cast<int64_t>(n) + 8)) return out_of_fuel();
    return make_func(c, number_of(op), nparams, a, n);
}

Value compose(Context& c, const Value* a) { return build(c, known_ops().compose, 1, a, 2); }
Value chain(Context& c, const Value* a) { return build(c, known_ops().chain, 1, a, 3); }
Value matcher(Context& c, const Value* a) { return build(c, known_ops().matcher, 1, a, 2); }
Value fork(Context& c, const Value* a) { return build(c, known_ops().fork, 1, a, 3); }

// What is left of a callable's parameters once one is bound: 2 leave 1, 3 leave 2, all else leaves 3.
uint32_t left_after_binding(Value f) {
    const uint32_t n = params_of(f);
    return n == 2 ? 1 : n == 3 ? 2 : 3;
}

Value rbind(Context& c, const Value* a) {
    if (!is_callable(a[0])) return wrong_type();
    return build(c, known_ops().rbind, left_after_binding(a[0]), a, 2);
}

Value lbind(Context& c, const Value* a) {
    if (!is_callable(a[0])) return wrong_type();
    return build(c, known_ops().lbind, left_after_binding(a[0]), a, 2);
}

Value power(Context& c, const Value* a) {
    if (!a[1].is_int()) return wrong_type();
    if (a[1].as_int() < 1) return out_of_range();
    if (a[1].as_int() == 1) return a[0];
    return build(c, known_ops().power, 1, a, 2);
}

}  // namespace

std::span<const OpBody> builders_ops() {
    static constexpr OpBody kOps[] = {
        {"compose", 2, compose, kBuilds},
        {"chain", 3, chain, kBuilds},
        {"matcher", 2, matcher, kBuilds},
        {"rbind", 2, rbind, kBuilds},
        {"lbind", 2, lbind, kBuilds},
        {"power", 2, power, kBuilds},
        {"fork", 3, fork, kBuilds},
    };
    return kOps;
}

}  // namespace arcloom
