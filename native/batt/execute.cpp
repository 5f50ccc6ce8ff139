// native/batt/execute.cpp: the instructions of a loop's body, run for one element or in lanes; remembered loops
#include <bit>

#include "ops/support/buffer.hpp"
#include "ops/support/scalars.hpp"
#include "evaluate.hpp"

namespace arcloom {

namespace {

constexpr int64_t kMemoFuel = 20;
constexpr int64_t kLaneFuel = 2;  // of an instruction in one lane

// What an instruction says of immediate arguments; kUndecided where its op has to be called.
[[gnu::always_inline]] inline Value scalar(Context& c, Code code, Value x, Value y, Value z) {
    using namespace scalars;
    switch (code) {
        case Code::Add: return binary(kAdd, x, y);
        case Code::Subtract: return binary(kSubtract, x, y);
        case Code::Multiply: return binary(kMultiply, x, y);
        case Code::Divide: return binary(kDivide, x, y);
#define X(name, op, code) \
    case Code::code: return unary(k##code, x);
        ARCLOOM_NUMBER_OPS(X)
#undef X
        case Code::Even: return even(x);
        case Code::Positive: return positive(x);
        case Code::Greater: return greater(x, y);
        case Code::Maximum: return maximum(x);
        case Code::Minimum: return minimum(x);
        case Code::Flip: return flip(x);
        case Code::Both: return both(x, y);
        case Code::Either: return either(x, y);
        case Code::Equality: return equality(x, y);
        case Code::Branch: return branch(x, y, z);
        case Code::First: return first(x);
        case Code::Last: return last(x);
        case Code::Astuple: return astuple(x, y);
        case Code::Distance: return distance(x, y);
        case Code::ColorOfPair: return color_of_pair(x);
        case Code::Connect: return apart(x, y) ? c.empty_set() : kUndecided;
        case Code::Recolor: return y == c.empty_set() ? y : kUndecided;
        case Code::OtherElement: return x.is_nothing() ? kUndecided : mapping::other_of(c, x, y, false);
        case Code::OtherKey: return x.is_nothing() ? kUndecided : mapping::other_of(c, x, y, true);
        default: return kUndecided;
    }
}

// Where one argument's values stand: one for all lanes (step 0), or one a lane.
struct Operand {
    const Value* at;
    size_t step;
    Value operator[](size_t lane) const { return at[lane * step]; }
};

// Bits of lanes: those that are left to the op, and those without a value.
struct Left {
    uint64_t undecided = 0, undefined = 0;
};
static_assert(kLanes == 64);

// What scalar() may say: kUndecided, or that there is no value.
constexpr bool may_be_undecided(Code code) {
    return code != Code::Equality && code != Code::Both && code != Code::Either && code != Code::Flip && code != Code::Branch;
}
constexpr bool may_fail(Code code) {
    return code < Code::Even || (code > Code::Branch && code != Code::Distance && code != Code::Connect && code != Code::Recolor);
}

// One loop a code, so that the choice is made once.
template <class F>
[[gnu::always_inline]] inline Left each_lane(bool undecided, bool fails, size_t n, Value* out, F&& f) {
    Left left;
    for (size_t lane = 0; lane < n; ++lane) {
        const Value v = f(lane);
        out[lane] = v;
        if (undecided) left.undecided |= uint64_t{v == scalars::kUndecided} << lane;
        if (fails) left.undefined |= uint64_t{v.undefined()} << lane;
    }
    return left;
}

template <Code code>
Left lanes_of(Context& c, Operand x, Operand y, Operand z, size_t n, Value* out) {
    return each_lane(may_be_undecided(code), may_fail(code), n, out,
                     [&](size_t lane) { return scalar(c, code, x[lane], y[lane], z[lane]); });
}

// Distances of cells from one place. False where they are none.
bool cell_distances(const Value* cells, Value from, size_t n, Value* out) {
    if (!from.is_pair() && !from.is_cell()) return false;
    uint64_t differ = 0;
    for (size_t k = 0; k < n; ++k) differ |= cells[k].bits ^ static_cast<uint64_t>(Tag::Cell);
    if ((differ & 7) != 0) return false;
    const Place q = from.is_pair() ? from.pair() : from.cell_place();
    for (size_t k = 0; k < n; ++k) {
        const Place p = cells[k].cell_place();
        out[k] = make_int(std::abs(int64_t{p.i} - q.i) + std::abs(int64_t{p.j} - q.j));
    }
    return true;
}

Left distance_lanes(Context& c, Operand x, Operand y, size_t n, Value* out) {
    if (x.step == 1 && y.step == 0 && cell_distances(x.at, y[0], n, out)) return {};
    if (x.step == 0 && y.step == 1 && cell_distances(y.at, x[0], n, out)) return {};
    return lanes_of<Code::Distance>(c, x, y, y, n, out);
}

Left lanes_of(Context& c, Code code, Operand x, Operand y, Operand z, size_t n, Value* out) {
    switch (code) {
        case Code::Add: return lanes_of<Code::Add>(c, x, y, z, n, out);
        case Code::Subtract: return lanes_of<Code::Subtract>(c, x, y, z, n, out);
        case Code::Multiply: return lanes_of<Code::Multiply>(c, x, y, z, n, out);
        case Code::Sign: return lanes_of<Code::Sign>(c, x, y, z, n, out);
        case Code::Even: return lanes_of<Code::Even>(c, x, y, z, n, out);
        case Code::Greater: return lanes_of<Code::Greater>(c, x, y, z, n, out);
        case Code::Both: return lanes_of<Code::Both>(c, x, y, z, n, out);
        case Code::Either: return lanes_of<Code::Either>(c, x, y, z, n, out);
        case Code::Equality: return lanes_of<Code::Equality>(c, x, y, z, n, out);
        case Code::First: return lanes_of<Code::First>(c, x, y, z, n, out);
        case Code::Last: return lanes_of<Code::Last>(c, x, y, z, n, out);
        case Code::Astuple: return lanes_of<Code::Astuple>(c, x, y, z, n, out);
        case Code::Distance: return distance_lanes(c, x, y, n, out);
        case Code::ColorOfPair: return lanes_of<Code::ColorOfPair>(c, x, y, z, n, out);
        case Code::Connect: return lanes_of<Code::Connect>(c, x, y, z, n, out);
        case Code::Recolor: return lanes_of<Code::Recolor>(c, x, y, z, n, out);
        default: break;
    }
    return each_lane(true, true, n, out, [&](size_t lane) { return scalar(c, code, x[lane], y[lane], z[lane]); });
}

}  // namespace

Value Evaluator::execute(const std::vector<Instruction>& code, int64_t fuel) {
    if (!context_.charge(fuel)) return out_of_fuel();
    Value* const first = values_.data();
    const auto value = [first](NodeId id) -> Value& { return first[number_of(id)]; };
    for (const Instruction& in : code) {
        // Parameters and nodes of the body are defined, and what is captured was looked at before.
        Value v = scalars::kUndecided;
        const Value a[4] = {value(in.args[0]), value(in.args[1]), value(in.args[2]), value(in.args[3])};
        if (in.code >= Code::OtherElement) v = scalar(context_, in.code, a[0], a[1], a[2]);
        if (v == scalars::kUndecided) {
            if (in.fn != nullptr) [[likely]] {
                context_.transient = in.transient;
                v = in.fn(context_, a);
                context_.transient = false;
            } else if (in.code == Code::OverPair) {
                v = over_pair(in);
            } else {
                v = in.code == Code::Remembered ? remembered(in) : evaluate(dag_.nodes[in.node]);
            }
        }
        // Every node of a body is needed for its result.
        if (v.undefined()) return marked(v, dag_.op_of(dag_.nodes[in.node]));
        value(in.node) = v;
    }
    return nothing();
}

// Runs the section into a union. Where its strokes cannot be drawn, its value is made, which tells why there is none.
Value Evaluator::draw(const Section& s, UnionBuilder& all, bool& absorbed) {
    absorbed = true;
    const Drawing& d = s.drawing;
    const Value begun = execute(d.before, d.before_fuel);
    if (begun.undefined() && d.first) return begun;
    const auto drawn = [&](const Stroke& stroke) { return draw_stroke(stroke, all); };
    if (!begun.undefined() && std::all_of(d.strokes.begin(), d.strokes.end(), drawn)) return nothing();
    const bool anew = begun.undefined() || d.passes;
    if (const Value v = anew ? execute(s) : execute(d.drawn, d.drawn_fuel); v.undefined()) return v;
    return all.add(context_, values_[s.root], absorbed);
}

bool Evaluator::draw_stroke(const Stroke& s, UnionBuilder& all) {
    UnionBuilder::Ink ink;
    if (s.recoloured) {
        const Value colour = values_[s.colour];
        if (!colour.is_int() || !fits_colour(colour.as_int())) return false;
        ink = static_cast<int32_t>(colour.as_int());
    }
    const Value a = values_[s.args[0]], b = values_[s.args[1]];
    if (s.places && is_kind(a, Kind::Object)) return false;
    switch (s.code) {
        case Code::Shift: return all.add_shifted(context_, a, b, ink);
        case Code::Shoot: return all.add_ray(context_, a, b, ink);
        case Code::Connect: return all.add_line(context_, a, b, ink);
        default: return all.add_bits(context_, a, ink);
    }
}

// `apply` over a pair; over anything else as ever.
Value Evaluator::over_pair(const Instruction& in) {
    const Value pair = values_[in.args[0]];
    if (!pair.is_pair()) return evaluate(dag_.nodes[in.node]);
    const LoopCode& code = code_[LoopId{in.extra}];
    Value halves[2];
    for (int k = 0; k < 2; ++k) {
        values_[code.inner] = make_int(k == 0 ? pair.pair_i() : pair.pair_j());
        if (const Value e = execute(code.all); e.undefined()) return e;
        halves[k] = values_[code.all.root];
    }
    return make_tuple2(context_, halves[0], halves[1]);
}

// False where some lane has no value: then the elements are run one by one, so that the first is told.
bool Evaluator::execute_lanes(const LoopCode& code, Section& s, const Block& block) {
    const auto n = static_cast<int64_t>(block.count * s.code.size());
    if (!s.columns.empty() && !code.whole) return false;
    s.lanes.resize(s.code.size() * kLanes);
    if (!context_.charge(kLaneFuel * n)) return false;
    for (size_t k = 0; k < s.code.size(); ++k) {
        if (!execute_lane(s, k, block)) return false;
    }
    return true;
}

bool Evaluator::execute_lane(Section& s, size_t k, const Block& block) {
    const Instruction& in = s.code[k];
    const auto operand = [&](const LaneArg& a) -> Operand {
        switch (a.from) {
            case LaneArg::From::Element: return {block.elements, 1};
            case LaneArg::From::Column: return {block.columns + a.at * block.stride, 1};
            case LaneArg::From::Lane: return {s.lanes.data() + a.at * kLanes, 1};
            case LaneArg::From::Value: break;
        }
        return {&values_[NodeId{a.at}], 0};
    };
    const Operand x = operand(s.lane_args[k][0]), y = operand(s.lane_args[k][1]), z = operand(s.lane_args[k][2]);
    Value* const out = s.lanes.data() + k * kLanes;
    const size_t n = block.count;
    if (in.code == Code::OverPair) return pairs_in_lanes(in, x.at, x.step, n, out);
    Left left{~uint64_t{0} >> (kLanes - n), 0};  // all, where the op is called in every lane
    if (in.code >= Code::OtherElement) left = lanes_of(context_, in.code, x, y, z, n, out);
    if ((left.undecided | left.undefined) == 0) return true;
    if (in.fn == nullptr) return false;
    const Operand w = operand(s.lane_args[k][3]);
    // Lanes behind one that has no value are not run.
    uint64_t calls = left.undecided & ((left.undefined & -left.undefined) - 1);
    bool defined = left.undefined == 0;
    context_.transient = in.transient;
    for (; calls != 0; calls &= calls - 1) {
        const auto lane = static_cast<size_t>(std::countr_zero(calls));
        const Value a[4] = {x[lane], y[lane], z[lane], w[lane]};
        out[lane] = in.fn(context_, a);
        if (out[lane].undefined()) {
            defined = false;
            break;
        }
    }
    context_.transient = false;
    return defined;
}

// `apply` over a pair in each lane: the body over the first halves, then over the second ones.
bool Evaluator::pairs_in_lanes(const Instruction& in, const Value* pairs, size_t step, size_t n, Value* out) {
    LoopCode& code = code_[LoopId{in.extra}];
    Buffer<Value, kLanes> first(n), second(n);
    Value* const halves[2] = {first.data(), second.data()};
    for (size_t lane = 0; lane < n; ++lane) {
        const Value pair = pairs[lane * step];
        if (!pair.is_pair()) return false;
        halves[0][lane] = make_int(pair.pair_i());
        halves[1][lane] = make_int(pair.pair_j());
    }
    for (Value* half : {halves[0], halves[1]}) {
        const Block block{half, n, nullptr, 0};
        if (!execute_lanes(code, code.all, block)) return false;
        lane_values(code.all, block, half);
    }
    for (size_t lane = 0; lane < n; ++lane) {
        out[lane] = scalars::astuple(halves[0][lane], halves[1][lane]);
        if (out[lane] == scalars::kUndecided) out[lane] = make_tuple2(context_, halves[0][lane], halves[1][lane]);
    }
    return true;
}

// The section's results, a lane each; `out` may be the elements.
void Evaluator::lane_values(const Section& s, const Block& block, Value* out) const {
    const LaneArg root = s.lane_root;
    switch (root.from) {
        case LaneArg::From::Element: std::copy_n(block.elements, block.count, out); return;
        case LaneArg::From::Column: std::copy_n(block.columns + root.at * block.stride, block.count, out); return;
        case LaneArg::From::Lane: std::copy_n(s.lanes.data() + root.at * kLanes, block.count, out); return;
        case LaneArg::From::Value: std::fill_n(out, block.count, values_[NodeId{root.at}]); return;
    }
}

// A loop within loops, looked up by what it depends on. The table lives for one node of the schedule, so
// that what is remembered, and the fuel it saves, do not depend on the batt's other programs.
Value Evaluator::remembered(const Instruction& in) {
    const MemoKeys keys = code_.memo_keys(in);
    MemoEntry entry{number_of(in.node), in.node, {}, {}};
    for (uint32_t k = 0; k < keys.count; ++k) {
        entry.keys[k] = values_[keys.nodes[k]];
        entry.hash = combine_hash(entry.hash, entry.keys[k].bits);
    }
    entry.hash |= 1;
    context_.fuel.take(kMemoFuel);
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
    std::vector<MemoEntry> old(std::max<size_t>(256, memo_.size() * 4), MemoEntry{0, {}, {}, {}});
    old.swap(memo_);
    for (const MemoEntry& e : old) {
        if (e.hash != 0) memo_slot(e) = e;
    }
}

}  // namespace arcloom
