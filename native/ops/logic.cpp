// native/ops/logic.cpp: truth, equality, membership, choice
#include "logic.hpp"

#include "ops/support/members.hpp"
#include "ops/support/scalars.hpp"

namespace arcloom {

Value identity(Context& c, const Value* a) { return c.charge(1) ? a[0] : out_of_fuel(); }

namespace {

Value flip(Context& c, const Value* a) { return c.charge(1) ? scalars::flip(a[0]) : out_of_fuel(); }

Value both(Context& c, const Value* a) {
    return c.charge(1) ? scalars::both(a[0], a[1]) : out_of_fuel();
}

Value either(Context& c, const Value* a) {
    return c.charge(1) ? scalars::either(a[0], a[1]) : out_of_fuel();
}

Value equality(Context& c, const Value* a) {
    return c.charge(1) ? scalars::equality(a[0], a[1]) : out_of_fuel();
}

Value contained(Context& c, const Value* a) {
    if (!is_container(a[1])) return wrong_type();
    if (!c.charge(lookup_cost(a[1]))) return out_of_fuel();
    return make_bool(has_element(c, a[1], a[0]));
}

Value branch(Context& c, const Value* a) {
    return c.charge(1) ? scalars::branch(a[0], a[1], a[2]) : out_of_fuel();
}

}  // namespace

std::span<const OpBody> logic_ops() {
    static constexpr OpBody kOps[] = {
        {"identity", 1, identity},
        {"flip", 1, flip, runs_as(Code::Flip)},
        {"both", 2, both, runs_as(Code::Both)},
        {"either", 2, either, runs_as(Code::Either)},
        {"equality", 2, equality, runs_as(Code::Equality)},
        // What is looked for must be interned, so it is not merely read.
        {"contained", 2, contained, {.code = Code::Reading, .reads_others = true}},
        {"branch", 3, branch, runs_as(Code::Branch)},
    };
    return kOps;
}

}  // namespace arcloom
