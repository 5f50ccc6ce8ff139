// native/batt/evaluate.cpp: nodes, loops, fuel, and what happens when a sample's memory is used up
#include "evaluate.hpp"

#include <chrono>

#include "../ops/call.hpp"

namespace arcloom {

namespace {
constexpr uint32_t kMaxOperands = 16;
constexpr int64_t kInstructionFuel = 8;
constexpr int64_t kMemoFuel = 20;

Value marked(Value v, uint32_t op) {
    return v.undefined() && v.undefined_op() == kNoOp ? undefined(v.reason(), op) : v;
}
}  // namespace

Evaluator::Evaluator(const Dag& dag, Limits limits, Host* host, const std::atomic<bool>* stop)
    : dag_(dag), limits_(limits), values_(dag.nodes.size()), fuel_(dag.nodes.size(), 0),
      stamp_(dag.nodes.size(), 0) {
    context_.host = host;
    context_.stop = stop;
    compile_loops();
    context_.memory_limit = limits_.memory;
    base_mark_ = context_.mark();
    bare_batt_ = !run_stage(Stage::Batt);
    if (bare_batt_) context_.rewind(base_mark_);
    task_mark_ = sample_mark_ = context_.mark();
}

void Evaluator::compile_loops() {
    codes_.resize(dag_.loops.size());
    for (size_t k = 0; k < dag_.loops.size(); ++k) {
        const Loop& l = dag_.loops[k];
        LoopCode& code = codes_[k];
        code.root = l.root;
        code.inner = code.outer = l.params[0];
        if (l.product) {
            code.inner = l.params[1];
        } else if (l.kind == MapKind::Prapply || l.kind == MapKind::Mprapply) {
            code.outer = l.params[1];
        }
        for (const uint32_t id : l.body) code.all.push_back(compile(id));
        split(code, l);
    }
}

void Evaluator::split(LoopCode& code, const Loop& l) {
    const uint32_t inner = dag_.nodes[code.inner].params, outer = dag_.nodes[code.outer].params;
    const auto is_column = [&](uint32_t id) { return dag_.nodes[id].params == inner; };
    std::vector<bool> needed(dag_.nodes.size(), false);
    needed[l.root] = true;
    for (const Instruction& in : code.all) {
        const uint32_t mask = dag_.nodes[in.node].params;
        if (is_column(in.node)) {
            code.columns.push_back(in);
            continue;
        }
        const bool row = inner != outer && (mask & inner) == 0;
        (row ? code.rows : code.rest).push_back(in);
        for (const uint32_t d : dag_.deps_of(in.node)) needed[d] = true;
    }
    for (const Instruction& in : code.columns) {
        if (needed[in.node]) code.column_nodes.push_back(in.node);
    }
}

Evaluator::Instruction Evaluator::compile(uint32_t id) {
    const Node& n = dag_.nodes[id];
    Instruction in{nullptr, id, {0, 0, 0, 0}, kNoMemo};
    if (n.kind == NodeKind::Call && n.nargs <= 4) {
        in.fn = n.fn;
        for (uint32_t k = 0; k < n.nargs; ++k) in.args[k] = dag_.args_of(n)[k];
    } else if (dag_.worth_remembering(id)) {
        const std::vector<uint32_t> deps = dag_.varying_deps(id);
        if (deps.size() <= kMaxMemoKeys) {
            MemoKeys keys{static_cast<uint32_t>(deps.size()), {}};
            std::copy(deps.begin(), deps.end(), keys.nodes);
            in.memo = static_cast<uint32_t>(memo_keys_.size());
            memo_keys_.push_back(keys);
        }
    }
    return in;
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
    context_.tidy();
    new_epoch(Stage::Sample);
    // Whatever is computed from now on dies with the sample, so only what did not fit may be.
    if (bare_) new_epoch(Stage::Task);
    if (bare_batt_) new_epoch(Stage::Batt);
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

// What the sample does not decide comes first, each stage with a memory of its own: as if it had been there
// already.
bool Evaluator::prepare_bare(const Output& o) {
    for (const Stage stage : {Stage::Batt, Stage::Task}) {
        for (const uint32_t id : o.schedule) {
            if (dag_.nodes[id].stage == stage && !current(id) && !run_node(id)) return false;
        }
        context_.memory_limit = context_.arena.held() + limits_.memory;
    }
    return true;
}

bool Evaluator::run_schedule(const Output& o, Outcome& out) {
    out.fuel = 0;
    if (bare_ && !prepare_bare(o)) return false;
    for (const uint32_t id : o.schedule) {
        if (!current(id) && !run_node(id)) return false;
        out.fuel += fuel_[id];
        if (out.fuel > limits_.program_fuel) {
            out.fuel = limits_.program_fuel;
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
    ++run_;
    retained_ = 0;
    if (memo_used_ > 0) {
        memo_.clear();
        memo_used_ = 0;
    }
    context_.next_rank = (static_cast<uint64_t>(n.salt) << 32) + 1;
    Value v = profile_.empty() ? evaluate(n) : timed(id);
    // A body that ran out may have given its memory back since.
    if (context_.out_of_memory() || (v.undefined() && v.reason() == Reason::Memory)) return false;
    if (context_.fuel < 0) v = undefined(Reason::Fuel, dag_.op_of(n));
    values_[id] = v;
    fuel_[id] = 1 + limits_.node_fuel - std::max<int64_t>(context_.fuel, 0);
    stamp_[id] = epoch_[static_cast<size_t>(n.stage)];
    return true;
}

Value Evaluator::timed(uint32_t id) {
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
    LoopCode& code;
    bool columns;          // filled for the container at hand, whose elements come one after the other
    size_t element = 0;

    Value operator()(Value x) {
        const Context::Mark before = e.context_.mark();
        e.values_[loop.params[0]] = x;
        const Value v = columns ? rest_kept(element++) : e.body(code);
        if (Context::older(v, before)) forget(before);
        return v;
    }
    // Takes back the memory of what the body made, unless something that outlives the body refers to it.
    void forget(const Context::Mark& before) {
        if (e.retained_ <= before.interned) e.context_.rewind(before);
    }
    Value operator()(Value x, Value y) {
        e.values_[loop.params[0]] = x;
        e.values_[loop.params[1]] = y;
        return e.body(code);
    }
    Value outer(Value x, const std::vector<Value>& inner) {
        if (inner.empty()) return nothing();  // the body is never run
        if (!columns) {
            e.fill_columns(code, inner);
            columns = true;
        }
        e.values_[code.outer] = x;
        return e.execute(code.rows);
    }
    Value inner(Value y, size_t k) {
        e.values_[code.inner] = y;
        return rest(k);
    }
    Value rest(size_t k) {
        const Context::Mark before = e.context_.mark();
        const Value v = rest_kept(k);
        if (Context::older(v, before)) forget(before);
        return v;
    }
    Value rest_kept(size_t k) {
        if (const Value v = e.load_columns(code, k); v.undefined()) return v;
        if (const Value v = e.execute(code.rest); v.undefined()) return v;
        return e.values_[code.root];
    }
};

// The same where the two parameters are the halves of one element.
struct Evaluator::PairFunction {
    BodyFunction f;
    Value operator()(Value p) { return f(element_at(f.e.context_, p, 0), element_at(f.e.context_, p, 1)); }
    Value operator()(Value, Value) { return wrong_type(); }
    Value outer(Value, const std::vector<Value>&) { return wrong_type(); }
    Value inner(Value, size_t) { return wrong_type(); }
    void forget(const Context::Mark& before) { f.forget(before); }
};

Value Evaluator::execute(const std::vector<Instruction>& instructions) {
    if (!context_.charge(kInstructionFuel * static_cast<int64_t>(instructions.size()))) return out_of_fuel();
    for (const Instruction& in : instructions) {
        Value v;
        if (in.fn != nullptr) {
            // Parameters and nodes of the body are defined, and what is captured was looked at before.
            const Value a[4] = {values_[in.args[0]], values_[in.args[1]], values_[in.args[2]], values_[in.args[3]]};
            v = in.fn(context_, a);
            if (v.undefined()) return marked(v, dag_.nodes[in.node].op);
        } else {
            v = in.memo == kNoMemo ? evaluate(dag_.nodes[in.node]) : remembered(in);
            if (v.undefined()) return v;  // every node of a body is needed for its result
        }
        values_[in.node] = v;
    }
    return nothing();
}

Value Evaluator::body(const LoopCode& code) {
    const Value e = execute(code.all);
    return e.undefined() ? e : values_[code.root];
}

// Whether this loop meets a container for the second time in this node's run: then columns pay.
bool Evaluator::meet_again(LoopCode& code, Value container) {
    if (code.columns.empty()) return false;
    if (code.run == run_ && code.container == container) {
        if (!code.filled) {
            Scratch elements(context_);
            append_elements(context_, container, *elements);
            fill_columns(code, *elements);
        }
        return true;
    }
    code.run = run_;
    code.container = retained(container);  // else another one could come to stand in its place
    code.filled = false;
    return false;
}

// v is kept beyond the body that made it: memory from there on stays.
Value Evaluator::retained(Value v) {
    if (v.is_heap()) retained_ = std::max(retained_, static_cast<size_t>(v.heap()->born) + 1);
    return v;
}

void Evaluator::fill_columns(LoopCode& code, const std::vector<Value>& elements) {
    code.values.clear();
    for (const Value x : elements) {
        values_[code.inner] = x;
        const Value e = execute(code.columns);
        // An element without a value is told when it is reached, if it is.
        for (const uint32_t id : code.column_nodes) code.values.push_back(retained(e.undefined() ? e : values_[id]));
    }
    code.filled = true;
}

Value Evaluator::load_columns(const LoopCode& code, size_t element) {
    const Value* from = code.values.data() + element * code.column_nodes.size();
    for (size_t k = 0; k < code.column_nodes.size(); ++k) {
        if (from[k].undefined()) return from[k];
        values_[code.column_nodes[k]] = from[k];
    }
    return nothing();
}

// A loop within loops, looked up by what it depends on. The table lives for one node of the schedule, so
// that what is remembered, and the fuel it saves, do not depend on the batt's other programs.
Value Evaluator::remembered(const Instruction& in) {
    const MemoKeys& keys = memo_keys_[in.memo];
    MemoEntry entry{in.node, in.node, {}, {}};
    for (uint32_t k = 0; k < keys.count; ++k) {
        entry.keys[k] = values_[keys.nodes[k]];
        entry.hash = combine_hash(entry.hash, entry.keys[k].bits);
    }
    entry.hash |= 1;
    context_.fuel -= kMemoFuel;
    if (memo_used_ * 2 >= memo_.size()) grow_memo();
    if (const MemoEntry& known = memo_slot(entry); known.hash != 0) return known.value;
    entry.value = evaluate(dag_.nodes[in.node]);
    if (!entry.value.undefined()) {
        if (memo_used_ * 2 >= memo_.size()) grow_memo();  // evaluating may have filled it
        for (const Value k : entry.keys) retained(k);
        retained(entry.value);
        memo_slot(entry) = entry;
        ++memo_used_;
    }
    return entry.value;
}

// Where an equal entry is, or a free place for it.
Evaluator::MemoEntry& Evaluator::memo_slot(const MemoEntry& e) {
    const size_t mask = memo_.size() - 1;
    for (size_t at = e.hash & mask;; at = (at + 1) & mask) {
        MemoEntry& m = memo_[at];
        if (m.hash == 0) return m;
        if (m.hash == e.hash && m.node == e.node && std::equal(m.keys, m.keys + kMaxMemoKeys, e.keys)) return m;
    }
}

void Evaluator::grow_memo() {
    std::vector<MemoEntry> old(std::max<size_t>(256, memo_.size() * 4), MemoEntry{0, 0, {}, {}});
    old.swap(memo_);
    for (const MemoEntry& e : old) {
        if (e.hash != 0) memo_slot(e) = e;
    }
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
    if (const Value v = captured_undefined(l); v.undefined()) return marked(run_blocked(l, a, v), l.op);
    LoopCode& code = codes_[n.op];
    // Columns go by the container's elements one after the other, so only where the op does so too.
    const bool one = code.inner == code.outer && !l.power && !mapping::over_sides(l.kind) &&
                     is_container(a[0]) && size_of(a[0]) > 0;
    BodyFunction f{*this, l, code, one && dag_.nodes[ids[0]].level < n.level && meet_again(code, a[0])};
    if (l.power) return marked(run_power(f, a), l.op);
    if (l.product) return marked(run_product(f, a), l.op);
    return marked(run_mapping(context_, l.kind, f, a), l.op);
}

Value Evaluator::captured_undefined(const Loop& l) const {
    for (const uint32_t id : l.captured) {
        if (values_[id].undefined()) return values_[id];
    }
    return nothing();
}

// The body needs a value that there is none of: Undefined, unless the body is never run.
Value Evaluator::run_blocked(const Loop& l, const Value* operands, Value why) {
    struct Blocked {
        Value why;
        Value operator()(Value) { return why; }
        Value operator()(Value, Value) { return why; }
        Value outer(Value, const std::vector<Value>&) { return nothing(); }
        Value inner(Value, size_t) { return why; }
        void forget(const Context::Mark&) {}
    } f{why};
    if (l.power) return why;
    if (l.product) return run_product_mapping(context_, l.kind, f, operands[0], operands[1]);
    return run_mapping(context_, l.kind, f, operands);
}

Value Evaluator::run_product(BodyFunction& f, const Value* operands) {
    if (is_set(operands[0]) && is_set(operands[1])) {
        return run_product_mapping(context_, f.loop.kind, f, operands[0], operands[1]);
    }
    const Value pairs = product(context_, operands);
    if (pairs.undefined()) return pairs;
    PairFunction halves{f};
    return run_mapping(context_, f.loop.kind, halves, &pairs);
}

Value Evaluator::run_power(BodyFunction& f, const Value* operands) {
    if (!operands[1].is_int()) return wrong_type();
    if (operands[1].as_int() < 1) return out_of_range();
    Value x = operands[0];
    for (int64_t n = operands[1].as_int(); n > 0; --n) {
        if (const Value t = mapping::tick(context_); t.undefined()) return t;
        x = f(x);
        if (x.undefined()) return x;
    }
    return x;
}

}  // namespace arcloom
