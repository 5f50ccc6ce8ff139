// native/batt/evaluate.cpp: nodes, fuel, and what happens when a sample's memory is used up
#include "evaluate.hpp"

#include <chrono>

#include "ops/call.hpp"

namespace arcloom {

namespace {
constexpr uint32_t kMaxOperands = 16;
}  // namespace

Evaluator::Evaluator(const Dag& dag, Limits limits, Host* host, const std::atomic<bool>* stop)
    : dag_(dag), limits_(limits), code_(dag), values_(dag.nodes.size()), accounts_(dag.nodes.size(), {0, 0}) {
    context_.host = host;
    context_.stop = stop;
    context_.memory_limit = limits_.memory;
    find_early();
    base_mark_ = context_.mark();
    batt_overflows_ = !run_stage(Stage::Batt);
    if (batt_overflows_) context_.rewind(base_mark_);
    task_mark_ = sample_mark_ = context_.mark();
    make_plans();
}

// Whether a node has its value once for all. One that is Undefined for all samples is still looked at, since it
// may decide.
bool Evaluator::settled(NodeId id) const {
    return dag_.nodes[id].stage == Stage::Batt && !values_[id].undefined();
}

void Evaluator::make_plans() {
    for (const Output& o : dag_.outputs) {
        Plan plan{steps_.size(), 0, 0};
        for (size_t k = 0; k < o.schedule.size(); ++k) {
            const NodeId id = o.schedule[k];
            if (!batt_overflows_ && settled(id)) {
                plan.fuel += accounts_[id].fuel;
            } else {
                steps_.push_back({id, dag_.nodes[id].stage, o.decisive[k]});
            }
        }
        plan.last = steps_.size();
        plans_.push_back(plan);
    }
}

void Evaluator::find_early() {
    for (uint32_t k = 0; k < dag_.outputs.size(); ++k) {
        for (const NodeId id : dag_.outputs[k].schedule) {
            const Stage stage = dag_.nodes[id].stage;
            if (stage != Stage::Sample) early_[static_cast<size_t>(stage)].push_back({k, id});
        }
    }
}

// Everything of a stage, before its samples, so that it outlives them. False: too much for the memory.
bool Evaluator::run_stage(Stage stage, const std::vector<bool>& wanted) {
    for (const auto [output, id] : early_[static_cast<size_t>(stage)]) {
        if (!wanted.empty() && !wanted[output]) continue;
        if (!current(id) && !run_node(id)) return false;
    }
    return true;
}

bool Evaluator::current(NodeId id) const {
    return accounts_[id].stamp == epoch_[static_cast<size_t>(dag_.nodes[id].stage)];
}

void Evaluator::new_epoch(Stage s) { epoch_[static_cast<size_t>(s)] = next_epoch_++; }

Value Evaluator::grid(const GridIn& in) {
    if (in.cells == nullptr) return undefined(Reason::Input);
    GridData* g = new_grid(context_, in.h, in.w);
    std::memcpy(g->cells, in.cells, static_cast<size_t>(in.h) * static_cast<size_t>(in.w));
    return finish_grid(context_, g);
}

void Evaluator::start_task(const std::vector<DemoIn>* demos, const std::vector<bool>& wanted) {
    context_.rewind(task_mark_);
    new_epoch(Stage::Task);
    context_.memory_limit = SIZE_MAX;
    samples_ = undefined(Reason::Input);
    // Nothing of a task is asked for where no node is of its stage.
    if (demos != nullptr && !early_[static_cast<size_t>(Stage::Task)].empty()) {
        Scratch pairs(context_);
        for (const DemoIn& d : *demos) pairs.push(make_tuple2(context_, grid(d.input), grid(d.output)));
        samples_ = make_tuple(context_, pairs.data(), pairs.size());
    }
    const Context::Mark before = context_.mark();
    context_.memory_limit = context_.arena.held() + limits_.memory;
    task_overflows_ = batt_overflows_ || !run_stage(Stage::Task, wanted);
    if (task_overflows_) context_.rewind(before);
    sample_mark_ = context_.mark();
}

void Evaluator::start_sample(const GridIn& input, const GridIn& candidate) {
    input_cells_ = input;
    candidate_cells_ = candidate;
    sample_overflows_ = task_overflows_;
    restart_sample();
}

void Evaluator::restart_sample() {
    context_.rewind(sample_mark_);
    context_.tidy();
    new_epoch(Stage::Sample);
    // Whatever is computed from now on dies with the sample, so only what did not fit may be.
    if (task_overflows_) new_epoch(Stage::Task);
    if (batt_overflows_) new_epoch(Stage::Batt);
    context_.memory_limit = SIZE_MAX;
    input_ = grid(input_cells_);
    candidate_ = grid(candidate_cells_);
    context_.memory_limit = context_.arena.held() + limits_.memory;
}

Outcome Evaluator::result(uint32_t output) {
    if (sample_overflows_) restart_sample();
    Outcome out{};
    if (run_schedule(output, out)) return out;
    // All outputs together need too much; each by itself has the sample's whole memory.
    sample_overflows_ = true;
    restart_sample();
    if (run_schedule(output, out)) return out;
    out.value = undefined(Reason::Memory);
    return out;
}

// What the sample does not decide comes first, each stage with a memory of its own: as if it had been there
// already.
bool Evaluator::recompute_stages(const Output& o) {
    for (const Stage stage : {Stage::Batt, Stage::Task}) {
        for (const NodeId id : o.schedule) {
            if (dag_.nodes[id].stage == stage && !current(id) && !run_node(id)) return false;
        }
        context_.memory_limit = context_.arena.held() + limits_.memory;
    }
    return true;
}

// Ends where what is Undefined decides: which of two failures is told, and the fuel counted, follow from the
// order of the schedule.
bool Evaluator::run_schedule(uint32_t output, Outcome& out) {
    const Output& o = dag_.outputs[output];
    const Plan& plan = plans_[output];
    if (task_overflows_ && !recompute_stages(o)) return false;
    out.fuel = plan.fuel;
    if (batt_overflows_) {
        for (const NodeId id : o.schedule) out.fuel += settled(id) ? accounts_[id].fuel : 0;
    }
    for (size_t k = plan.first; k < plan.last && out.fuel <= limits_.program_fuel; ++k) {
        const auto [id, stage, decisive] = steps_[k];
        const Account& account = accounts_[id];
        if (account.stamp != epoch_[static_cast<size_t>(stage)] && !run_node(id)) return false;
        if (batt_overflows_ && settled(id)) continue;  // counted
        out.fuel += account.fuel;
        if (decisive && values_[id].undefined() && out.fuel <= limits_.program_fuel) {
            out.value = values_[id];
            return true;
        }
    }
    if (out.fuel > limits_.program_fuel) {
        out.fuel = limits_.program_fuel;
        out.value = undefined(Reason::Fuel);
        return true;
    }
    out.value = values_[o.root];
    return true;
}

// Nearly all nodes: a call of a native op, which has up to four arguments.
inline Value Evaluator::call_native(const Node& n) {
    const NodeId* ids = dag_.args_of(n);
    Value a[4];
    for (uint32_t k = 0; k < n.nargs; ++k) {
        a[k] = values_[ids[k]];
        if (a[k].undefined()) return a[k];
    }
    return marked(n.fn(context_, a), n.op());
}

Value Evaluator::evaluate_call(const Node& n) {
    if (n.fn != nullptr && n.nargs <= 4) return call_native(n);
    const NodeId* ids = dag_.args_of(n);
    Value a[kMaxOperands];
    if (n.nargs > kMaxOperands) return undefined(Reason::Arity);
    for (uint32_t k = 0; k < n.nargs; ++k) {
        a[k] = values_[ids[k]];
        if (a[k].undefined()) return a[k];
    }
    if (n.kind == NodeKind::CallValue) return call_value(context_, a[0], a + 1, n.nargs - 1);
    return marked(call_value(context_, make_op(n.op()), a, n.nargs), n.op());
}

bool Evaluator::run_node(NodeId id) {
    const Node& n = dag_.nodes[id];
    context_.fuel = Fuel(limits_.node_fuel);
    ++run_;
    retained_ = 0;
    if (memo_used_ > 0) {
        memo_.clear();
        memo_used_ = 0;
    }
    context_.next_rank = (static_cast<uint64_t>(n.rank) << 32) + 1;
    const bool native = n.fn != nullptr && n.nargs <= 4;
    Value v = !profile_.empty() ? timed(id) : native ? call_native(n) : evaluate(n);
    const int64_t fuel = 1 + context_.fuel.spent();
    spent_ += fuel;
    // A body that ran out may have given its memory back since.
    if (context_.out_of_memory() || (v.undefined() && v.reason() == Reason::Memory)) return false;
    if (context_.fuel.dry()) v = undefined(Reason::Fuel, dag_.op_of(n));
    values_[id] = v;
    accounts_[id] = {fuel, epoch_[static_cast<size_t>(n.stage)]};
    return true;
}

Value Evaluator::timed(NodeId id) {
    const auto begin = std::chrono::steady_clock::now();
    const Value v = evaluate(dag_.nodes[id]);
    const std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - begin;
    profile_[id].nanoseconds += taken.count();
    ++profile_[id].runs;
    return v;
}

Value Evaluator::evaluate(const Node& n) {
    switch (n.kind) {
        case NodeKind::Call:
        case NodeKind::CallValue: return evaluate_call(n);
        case NodeKind::Loop: return dag_.loops[n.loop()].plain == kNoNode ? evaluate_loop(n) : evaluate_lowered(n);
        case NodeKind::OpValue: return make_op(n.op());
        case NodeKind::Input: return n.input() == 0 ? input_ : n.input() == 1 ? samples_ : candidate_;
        case NodeKind::Const: {
            size_t at = 0;
            return read_portable(context_, dag_.constants[n.constant()], at);
        }
        case NodeKind::Param: break;
    }
    return wrong_type();
}

}  // namespace arcloom
