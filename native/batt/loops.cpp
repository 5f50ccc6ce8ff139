// native/batt/loops.cpp: loops over inlined bodies: columns, rows, blocks of elements, memory given back
#include "ops/support/scalars.hpp"
#include "evaluate.hpp"

namespace arcloom {

// The loop's body as a function of its parameters, and of blocks of elements.
struct Evaluator::BodyFunction {
    Evaluator& e;
    const Loop& loop;
    LoopCode& code;
    bool columns;  // filled for the container at hand
    const Clip* clipped;

    Section& section() const { return columns ? code.rest : code.all; }
    // An extract ends at its first element: those behind it may have no value.
    size_t step(size_t n) const {
        const bool lanes = section().in_lanes && n >= kFewLanes && loop.kind != MapKind::Extract;
        return lanes ? kLanes : 1;
    }

    // The values for n elements, the first of which is the `first`-th of all.
    Value images(const Value* items, size_t first, size_t n, Value* out) {
        return n == 1 ? *out = one(*items, first) : block_images(items, first, n, out);
    }
    Value block_images(const Value* items, size_t first, size_t n, Value* out) {
        const Block block = block_of(code, items, first, n);
        const Context::Mark before = e.context_.mark();
        if (e.execute_lanes(code, section(), block)) {
            e.lane_values(section(), block, out);
            const bool old = std::all_of(out, out + n, [&](Value v) { return Context::older(v, before); });
            if (old) e.forget(before);
            return nothing();
        }
        for (size_t k = 0; k < n; ++k) {
            out[k] = one(items[k], first + k);
            if (out[k].undefined()) return out[k];
        }
        return nothing();
    }
    Value operator()(Value x) { return one(x, 0); }
    Value one(Value x, size_t k) {
        const Context::Mark before = e.context_.mark();
        e.values_[code.inner] = x;
        const Value v = value(k);
        if (Context::older(v, before)) e.forget(before);
        return v;
    }
    Value value(size_t k) {
        if (columns) {
            if (const Value v = e.load_columns(code, code.rest, k); v.undefined()) return v;
        }
        if (const Value v = e.execute(section()); v.undefined()) return v;
        return e.values_[loop.root];
    }

    bool connects() const { return code.connects; }
    bool draws() const {
        const Section& s = code.inner != code.outer ? code.rest : section();
        return !s.drawing.strokes.empty();
    }
    const Clip* clip() const { return clipped; }
    Value draw(Value x, size_t k, UnionBuilder& all) {
        const Context::Mark before = e.context_.mark();
        e.values_[code.inner] = x;
        if (columns) {
            if (const Value v = e.load_columns(code, code.rest, k); v.undefined()) return v;
        }
        bool absorbed = false;
        const Value v = e.draw(section(), all, absorbed);
        if (absorbed) e.forget(before);
        return v;
    }

    // Two parameters, element by element.
    Value operator()(Value x, Value y) {
        e.values_[loop.params[0]] = x;
        e.values_[loop.params[1]] = y;
        if (const Value v = e.execute(code.all); v.undefined()) return v;
        return e.values_[loop.root];
    }
    // All pairs: the outer element, for all that follow of the inner container.
    Value outer(Value x, const std::vector<Value>& inner) {
        if (inner.empty()) return nothing();  // the body is never run
        if (!columns) {
            e.fill_columns(code, inner);
            columns = true;
        }
        e.values_[code.outer] = x;
        return e.execute(code.rows);
    }
    void forget(const Context::Mark& before) { e.forget(before); }
};

// The same where the two parameters are the halves of one element.
struct Evaluator::PairFunction : PlainFunction {
    BodyFunction f;
    explicit PairFunction(const BodyFunction& body) : f(body) {}
    Value images(const Value* items, size_t, size_t, Value* out) { return out[0] = (*this)(items[0]); }
    Value operator()(Value p) { return f(element_at(f.e.context_, p, 0), element_at(f.e.context_, p, 1)); }
    Value operator()(Value, Value) { return wrong_type(); }
    void forget(const Context::Mark& before) { f.forget(before); }
};

// Takes back the memory of what a body made, unless something that outlives the body refers to it.
void Evaluator::forget(const Context::Mark& before) {
    if (retained_ <= before.interned) context_.rewind(before);
}

// Whether this loop has columns for the container: filled as soon as it comes for the second time in this
// node's run; at once where the rest then runs in lanes.
bool Evaluator::meet_again(const Loop& l, LoopCode& code, Value container) {
    if (code.columns.code.empty()) return false;
    const bool known = code.run == run_ && code.container == container;
    if (!known) {
        code.run = run_;
        code.container = retained(container);  // else another one could come to stand in its place
        code.filled = false;
    }
    const bool lanes = code.rest.in_lanes && !code.rest.code.empty() && size_of(container) >= kFewLanes &&
                       l.kind != MapKind::Extract;
    if (!known && !lanes) return false;
    if (!code.filled) {
        Scratch elements(context_);
        append_elements(context_, container, *elements);
        fill_columns(code, *elements);
    }
    return true;
}

// v is kept beyond the body that made it: memory from there on stays.
Value Evaluator::retained(Value v) {
    if (v.is_heap()) retained_ = std::max(retained_, static_cast<size_t>(v.heap()->born) + 1);
    return v;
}

void Evaluator::fill_columns(LoopCode& code, const std::vector<Value>& elements) {
    code.elements = elements.size();
    code.values.resize(code.column_nodes.size() * code.elements);
    code.whole = true;
    for (size_t n = 0; n < elements.size(); ++n) {
        values_[code.inner] = elements[n];
        const Value e = execute(code.columns);
        // An element without a value is told when it is reached, if it is.
        code.whole &= !e.undefined();
        for (size_t k = 0; k < code.column_nodes.size(); ++k) {
            code.values[k * code.elements + n] = retained(e.undefined() ? e : values_[code.column_nodes[k]]);
        }
    }
    code.filled = true;
}

Value Evaluator::load_columns(const LoopCode& code, const Section& s, size_t element) {
    for (const uint32_t k : s.columns) {
        const Value v = code.column(k, element);
        if (v.undefined()) return v;
        values_[code.column_nodes[k]] = v;
    }
    return nothing();
}

Value Evaluator::evaluate_loop(const Node& n, const Clip* clip) {
    const Loop& l = dag_.loops[n.loop()];
    const NodeId* ids = dag_.args_of(n);
    Value a[4];
    for (uint32_t k = 0; k < n.nargs; ++k) {
        a[k] = values_[ids[k]];
        if (a[k].undefined()) return a[k];
    }
    for (const NodeId g : l.guards) {
        if (values_[g].undefined()) return values_[g];
    }
    if (const Value v = captured_undefined(l); v.undefined()) return marked(run_blocked(l, a, v), l.op);
    LoopCode& code = code_[n.loop()];
    // Columns go by the container's elements one after the other, so only where the op does so too.
    const bool one = code.inner == code.outer && !l.power && !mapping::over_sides(l.kind) &&
                     is_container(a[0]) && size_of(a[0]) > 0;
    BodyFunction f{*this, l, code, one && dag_.nodes[ids[0]].level < n.level && meet_again(l, code, a[0]), clip};
    if (code.by_colour && !f.columns && is_kind(a[0], Kind::Object)) {
        if (const Value v = filter_by_colour(code, as_object(a[0])); v != scalars::kUndecided) return v;
    }
    if (l.power) return marked(run_power(f, a), l.op);
    if (l.product) return marked(run_product(f, a), l.op);
    return marked(run_mapping(context_, l.kind, f, a), l.op);
}

Value Evaluator::captured_undefined(const Loop& l) const {
    for (const NodeId id : l.captured) {
        if (values_[id].undefined()) return values_[id];
    }
    return nothing();
}

// The body needs a value that there is none of: Undefined, unless the body is never run.
Value Evaluator::run_blocked(const Loop& l, const Value* operands, Value why) {
    struct Blocked : PlainFunction {
        Value why;
        explicit Blocked(Value v) : why(v) {}
        Value images(const Value*, size_t, size_t, Value*) { return why; }
        Value operator()(Value) { return why; }
        Value operator()(Value, Value) { return why; }
        Value outer(Value, const std::vector<Value>&) { return nothing(); }
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
