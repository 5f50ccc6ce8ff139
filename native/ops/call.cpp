// native/ops/call.cpp: dynamic calls, for callables that are really data
#include "call.hpp"

#include <mutex>
#include <shared_mutex>

namespace arcloom {

namespace {

constexpr uint32_t kMaxArgs = 8;

Value call_op(Context& c, OpId op, const Value* args, uint32_t nargs) {
    if (is_user_op(op)) {
        return c.host != nullptr ? c.host->call_op(c, number_of(op), args, nargs) : wrong_type();
    }
    const OpBody& body = op_body(op);
    if (body.nargs != nargs) return undefined(Reason::Arity);
    return body.fn(c, args);
}

Value call_bound(Context& c, const Func* f, const Value* args, uint32_t nargs, bool left) {
    if (nargs == 1) {  // nearly all
        const Value two[2] = {left ? f->args[1] : args[0], left ? args[0] : f->args[1]};
        return call_value(c, f->args[0], two, 2);
    }
    if (nargs + 1 > kMaxArgs) return undefined(Reason::Arity);
    Value all[kMaxArgs];
    std::copy(args, args + nargs, all + (left ? 1 : 0));
    all[left ? 0 : nargs] = f->args[1];
    return call_value(c, f->args[0], all, nargs + 1);
}

Value call_power(Context& c, const Func* f, Value x) {
    for (int64_t n = f->args[1].as_int(); n > 0 && !x.undefined(); --n) {
        if (!c.charge(1) || c.stopped()) return out_of_fuel();
        x = call_value(c, f->args[0], &x, 1);
    }
    return x;
}

// The callables of one argument: compose, chain, matcher, power, fork.
Value call_unary(Context& c, const KnownOps& k, const Func* f, Value x) {
    const OpId builder{f->builder};
    const auto then = [&](Value g, Value v) { return v.undefined() ? v : call_value(c, g, &v, 1); };
    if (builder == k.compose) return then(f->args[0], then(f->args[1], x));
    if (builder == k.chain) return then(f->args[0], then(f->args[1], then(f->args[2], x)));
    if (builder == k.power) return call_power(c, f, x);
    if (builder == k.matcher) {
        const Value got = then(f->args[0], x);
        return got.undefined() ? got : make_bool(got == f->args[1]);
    }
    const Value both[2] = {then(f->args[1], x), then(f->args[2], x)};
    for (const Value v : both) {
        if (v.undefined()) return v;
    }
    return call_value(c, f->args[0], both, 2);
}

Value call_func(Context& c, const Func* f, const Value* args, uint32_t nargs) {
    if (f->builder == kHostFunc) {
        return c.host != nullptr ? c.host->call_func(c, f, args, nargs) : wrong_type();
    }
    if (nargs != f->nparams) return undefined(Reason::Arity);
    const KnownOps& k = known_ops();
    const OpId builder{f->builder};
    if (builder == k.rbind) return call_bound(c, f, args, nargs, false);
    if (builder == k.lbind) return call_bound(c, f, args, nargs, true);
    return call_unary(c, k, f, args[0]);
}

}  // namespace

namespace {
std::shared_mutex user_mutex;
std::vector<uint32_t> user_table;
}  // namespace

void set_user_params(OpId op, uint32_t nparams) {
    const std::unique_lock lock(user_mutex);
    const size_t at = number_of(op) - kFirstUserOp;
    if (at >= user_table.size()) user_table.resize(at + 1, 0);
    user_table[at] = nparams;
}

uint32_t user_params(OpId op) {
    const std::shared_lock lock(user_mutex);
    const size_t at = number_of(op) - kFirstUserOp;
    return at < user_table.size() ? user_table[at] : 0;
}

uint32_t params_of(Value f) {
    if (f.is_op()) return is_user_op(OpId{f.op()}) ? user_params(OpId{f.op()}) : op_body(OpId{f.op()}).nargs;
    return as_func(f)->nparams;
}

Value call_value(Context& c, Value f, const Value* args, uint32_t nargs) {
    if (!c.charge(1)) return out_of_fuel();
    if (f.is_op()) return call_op(c, OpId{f.op()}, args, nargs);
    if (!is_kind(f, Kind::Func)) return wrong_type();
    if (c.call_depth >= kMaxCallDepth) return out_of_fuel();
    ++c.call_depth;
    const Value v = call_func(c, as_func(f), args, nargs);
    --c.call_depth;
    return v;
}

}  // namespace arcloom
