// native/batt/evaluate.cpp: nodes, loops, fuel, and what happens when a sample's memory is used up
#include "evaluate.hpp"

#include "../ops/call.hpp"

namespace arcloom {

namespace {
constexpr uint32_t kMaxOperands = 16;

Value marked(Value v, uint32_t op) {
    return v.undefined() && v.undefined_op() == kNoOp ? undefined(v.reason(), op) : v;
}
}  // namespace

Evaluator::Evaluator(const Dag& dag, Limits limits, Host* host, const std::atomic<bool>* stop)
    : dag_(dag), limits_(limits), values_(dag.nodes.size()), fuel_(dag.nodes.size(), 0),
      stamp_(dag.nodes.size(), 0) {
    context_.host = host;
    context_.stop = stop;
    context_.memory_limit = limits_.memory;
    base_mark_ = context_.mark();
    bare_batt_ = !run_stage(Stage::Batt);
    if (bare_batt_) context_.rewind(base_mark_);
    task_mark_ = sample_mark_ = context_.mark();
}

// Everything of a stage, before its samples, so that it outlives them. False: too much for the memory.
bool Evaluator::run_stage(Stage stage) {
    for (const Output& o : dag_.outputs) {
        for (const uint32_t id : o.schedule) {
            if (dag_.nodes[id].stage == stage && !current(id) && !run_node(id)) return false;
        }
    }
    return true;
}

bool Evaluator::current(uint32_t id) const {
    return stamp_[id] == epoch_[static_cast<size_t>(dag_.nodes[id].stage)];
}

void Evaluator::new_epoch(Stage s) { epoch_[static_cast<size_t>(s)] = next_epoch_++; }

Value Evaluator::grid(const GridIn& in) {
    if (in.cells == nullptr) return undefined(Reason::Input);
    GridData* g = new_grid(context_, in.h, in.w);
    std::memcpy(g->cells, in.cells, static_cast<size_t>(in.h) * static_cast<size_t>(in.w));
    return finish_grid(context_, g);
}

void Evaluator::start_task(const std::vector<DemoIn>* demos) {
    context_.rewind(task_mark_);
    new_epoch(Stage::Task);
    context_.memory_limit = SIZE_MAX;
    samples_ = undefined(Reason::Input);
    if (demos != nullptr) {
        Scratch pairs(context_);
        for (const DemoIn& d : *demos) pairs.push(make_tuple2(context_, grid(d.input), grid(d.output)));
        samples_ = make_tuple(context_, pairs.data(), pairs.size());
    }
    const Context::Mark before = context_.mark();
    context_.memory_limit = context_.arena.held() + limits_.memory;
    bare_ = bare_batt_ || !run_stage(Stage::Task);
    if (bare_) context_.rewind(before);
    sample_mark_ = context_.mark();
}

void Evaluator::start_sample(const GridIn& input, const GridIn& candidate) {
    input_cells_ = input;
    candidate_cells_ = candidate;
    crowded_ = bare_;
    restart_sample();
}

void Evaluator::restart_sample() {
    context_.rewind(sample_mark_);
    new_epoch(Stage::Sample);
    if (bare_) {
        new_epoch(Stage::Task);
        new_epoch(Stage::Batt);
    }
    context_.memory_limit = SIZE_MAX;
    input_ = grid(input_cells_);
    candidate_ = grid(candidate_cells_);
    context_.memory_limit = context_.arena.held() + limits_.memory;
}

Outcome Evaluator::result(uint32_t output) {
    const Output& o = dag_.outputs[output];
    if (crowded_) restart_sample();
    Outcome out{};
    if (run_schedule(o, out)) return out;
    // All outputs together need too much; each by itself has the sample's whole memory.
    crowded_ = true;
    restart_sample();
    if (run_schedule(o, out)) return out;
    out.value = undefined(Reason::Memory);
    return out;
}

// What the sample does not decide comes first, with a memory of its own: as if it had been there already.
bool Evaluator::prepare_bare(const Output& o) {
    for (const uint32_t id : o.schedule) {
        if (dag_.nodes[id].stage != Stage::Sample && !current(id) && !run_node(id)) return false;
    }
    context_.memory_limit = context_.arena.held() + limits_.memory;
    return true;
}

bool Evaluator::run_schedule(const Output& o, Outcome& out) {
    out.fuel = 0;
    if (bare_ && !prepare_bare(o)) return false;
    for (const uint32_t id : o.schedule) {
        if (!current(id) && !run_node(id)) return false;
        out.fuel += fuel_[id];
        if (out.fuel > limits_.program_fuel) {
            out.value = undefined(Reason::Fuel);
            return true;
        }
    }
    out.value = values_[o.root];
    return true;
}

bool Evaluator::run_node(uint32_t id) {
    const Node& n = dag_.nodes[id];
    context_.fuel = limits_.node_fuel;
    context_.next_rank = (static_cast<uint64_t>(n.salt) << 32) + 1;
    Value v = evaluate(n);
    if (context_.out_of_memory()) return false;
    if (context_.fuel < 0) v = undefined(Reason::Fuel, n.op);
    values_[id] = v;
    fuel_[id] = 1 + limits_.node_fuel - std::max<int64_t>(context_.fuel, 0);
    stamp_[id] = epoch_[static_cast<size_t>(n.stage)];
    return true;
}

Value Evaluator::evaluate(const Node& n) {
    switch (n.kind) {
        case NodeKind::Call:
        case NodeKind::CallValue: return evaluate_call(n);
        case NodeKind::Loop: return evaluate_loop(n);
        case NodeKind::OpValue: return make_op(n.op);
        case NodeKind::Input: return n.op == 0 ? input_ : n.op == 1 ? samples_ : candidate_;
        case NodeKind::Const: {
            size_t at = 0;
            return read_portable(context_, dag_.constants[n.op], at);
        }
        case NodeKind::Param: break;
    }
    return wrong_type();
}

Value Evaluator::evaluate_call(const Node& n) {
    const uint32_t* ids = dag_.args_of(n);
    Value a[kMaxOperands];
    if (n.nargs > kMaxOperands) return undefined(Reason::Arity);
    for (uint32_t k = 0; k < n.nargs; ++k) {
        a[k] = values_[ids[k]];
        if (a[k].undefined()) return a[k];
    }
    if (n.fn != nullptr) return marked(n.fn(context_, a), n.op);
    if (n.kind == NodeKind::CallValue) return call_value(context_, a[0], a + 1, n.nargs - 1);
    return marked(call_value(context_, make_op(n.op), a, n.nargs), n.op);
}

// The loop's body as a function of its parameters.
struct Evaluator::BodyFunction {
    Evaluator& e;
    const Loop& loop;
    Value operator()(Value x) {
        e.values_[loop.params[0]] = x;
        return e.body(loop);
    }
    Value operator()(Value x, Value y) {
        e.values_[loop.params[0]] = x;
        e.values_[loop.params[1]] = y;
        return e.body(loop);
    }
};

Value Evaluator::body(const Loop& l) {
    if (!context_.charge(static_cast<int64_t>(l.body.size()))) return out_of_fuel();
    for (const uint32_t id : l.body) {
        const Value v = evaluate(dag_.nodes[id]);
        if (v.undefined()) return v;  // every node of a body is needed for its result
        values_[id] = v;
    }
    return values_[l.root];
}

Value Evaluator::evaluate_loop(const Node& n) {
    const Loop& l = dag_.loops[n.op];
    const uint32_t* ids = dag_.args_of(n);
    Value a[4];
    for (uint32_t k = 0; k < n.nargs; ++k) {
        a[k] = values_[ids[k]];
        if (a[k].undefined()) return a[k];
    }
    for (const uint32_t g : l.guards) {
        if (values_[g].undefined()) return values_[g];
    }
    if (l.power) return marked(run_power(l, a), l.op);
    BodyFunction f{*this, l};
    return marked(run_mapping(context_, l.kind, f, a), l.op);
}

Value Evaluator::run_power(const Loop& l, const Value* operands) {
    if (!operands[1].is_int()) return wrong_type();
    if (operands[1].as_int() < 1) return out_of_range();
    Value x = operands[0];
    for (int64_t n = operands[1].as_int(); n > 0; --n) {
        if (const Value t = mapping::tick(context_); t.undefined()) return t;
        values_[l.params[0]] = x;
        x = body(l);
        if (x.undefined()) return x;
    }
    return x;
}

}  // namespace arcloom
