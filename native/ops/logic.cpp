// native/ops/logic.cpp: truth, equality, membership, choice
#include "logic.hpp"

#include "ops/support/members.hpp"
#include "ops/support/scalars.hpp"

namespace arcloom {

Value identity(Context& c, const Value* a) { return c.charge(1) ? a[0] : out_of_fuel(); }

namespace {

Value equality(Context& c, const Value* a) {
    return c.charge(1) ? scalars::equality(a[0], a[1]) : out_of_fuel();
}

Value contained(Context& c, const Value* a) {
    if (!is_container(a[1])) return wrong_type();
    if (!c.charge(lookup_cost(a[1]))) return out_of_fuel();
    return make_bool(has_element(c, a[1], a[0]));
}

}  // namespace

std::span<const OpBody> logic_ops() {
    static constexpr OpBody kOps[] = {
        {"identity", 1, identity},
#define X(op, nargs, types, code)                                                                              \
    {#op, nargs, [](Context& c, const Value* a) {                                                              \
         return c.charge(1) ? applied<nargs>([](auto... x) { return scalars::op(x...); }, a) : out_of_fuel(); \
     }, runs_as(Code::code)},
        ARCLOOM_LOGIC(X)
#undef X
        {"equality", 2, equality, runs_as(Code::Equality)},
        // What is looked for must be interned, so it is not merely read.
        {"contained", 2, contained, {.code = Code::Reading, .reads_others = true}},
    };
    return kOps;
}

}  // namespace arcloom
