// native/batt/execute.cpp: the instructions of a loop's body, run for one element or in lanes; remembered loops
#include <bit>

#include "ops/support/buffer.hpp"
#include "evaluate.hpp"
#include "lanes.hpp"
#include "scalar.hpp"

namespace arcloom {

namespace {

constexpr int64_t kMemoFuel = 20;
constexpr int64_t kLaneFuel = 2;  // of an instruction in one lane

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
    const std::array<LaneArg, 4>& args = s.lane_args[k];
    const Operand x = operand(args[0]), y = operand(args[1]);
    Value* const out = s.lanes.data() + k * kLanes;
    const size_t n = block.count;
    if (in.code == Code::OverPair) return pairs_in_lanes(in, x.at, x.step, n, out);
    Left left{~uint64_t{0} >> (kLanes - n), 0};  // all, where the op is called in every lane
    if (in.code >= Code::OtherElement) {
        left = lanes_of(context_, in.code, x, y, in.code == Code::Branch ? operand(args[2]) : x, n, out);
    }
    if ((left.undecided | left.undefined) == 0) return true;
    if (in.fn == nullptr) return false;
    const Operand z = operand(args[2]), w = operand(args[3]);
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
    if (!halves_of({pairs, step}, n, first.data(), second.data())) return false;
    for (Value* half : {first.data(), second.data()}) {
        const Block block{half, n, nullptr, 0};
        if (!execute_lanes(code, code.all, block)) return false;
        lane_values(code.all, block, half);
    }
    const Operand x{first.data(), 1}, y{second.data(), 1};
    uint64_t left = lanes_of(context_, Code::Astuple, x, y, y, n, out).undecided;
    for (; left != 0; left &= left - 1) {
        const auto lane = static_cast<size_t>(std::countr_zero(left));
        out[lane] = make_tuple2(context_, first[lane], second[lane]);
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
