// native/batt/dag.cpp: nodes that are equal are one, and calls of callables are lowered to plain calls
#include "dag.hpp"

#include <algorithm>
#include <utility>

#include "ops/call.hpp"

namespace arcloom {

namespace {

// Inlining can grow a program exponentially (compose(f, f) of compose(g, g) ...); past these bounds
// callables stay values.
constexpr uint32_t kMaxInlinings = 20'000;
constexpr uint32_t kMaxInlineDepth = 1'000;
constexpr size_t kManyDeps = 16;  // of which no one wants to know all

bool builder_op(OpId op) { return op_traits(op).builds; }

}  // namespace

NodeId Dag::make(NodeKind kind, uint32_t of, const NodeList& node_args, uint32_t level_floor) {
    // Only nodes that may build callables carry a rank, so that all others stay shared.
    const bool ranked = rank_ != 0 && (kind == NodeKind::CallValue || kind == NodeKind::Loop ||
                                       (kind == NodeKind::Call && builder_op(OpId{of})));
    const uint32_t rank = ranked ? rank_ : 0;
    uint64_t h = combine_hash(static_cast<uint64_t>(kind) << 32 | of, static_cast<uint64_t>(rank) << 32 | level_floor);
    for (const NodeId a : node_args) h = combine_hash(h, number_of(a));
    spend(1 + node_args.size());
    const auto same = [&](uint32_t number) {
        const Node& n = nodes[NodeId{number}];
        return n.kind == kind && n.of == of && n.rank == rank && n.nargs == node_args.size() &&
               (kind != NodeKind::Param || n.level == level_floor) &&
               std::equal(node_args.begin(), node_args.end(), args_of(n));
    };
    const auto [number, added] = node_index_.meet(h, same);
    if (!added) return NodeId{number};
    Node n{kind, Stage::Batt, static_cast<uint16_t>(node_args.size()), of, static_cast<uint32_t>(args.size()),
           level_floor, kind == NodeKind::Param ? param_bit(level_floor, of) : 0, rank, nullptr};
    if (kind == NodeKind::Call && !is_user_op(OpId{of})) n.fn = op_body(OpId{of}).fn;
    if (kind == NodeKind::Input) n.stage = of == 1 ? Stage::Task : Stage::Sample;
    args.insert(args.end(), node_args.begin(), node_args.end());
    each_dep(n, [&](NodeId d) {
        n.stage = std::max(n.stage, nodes[d].stage);
        n.level = std::max(n.level, nodes[d].level);
        n.params |= nodes[d].params;
    });
    params_.push_back(count_params(kind, of, node_args));
    nodes.push_back(n);
    return NodeId{number};
}

// A loop inside loops that does not need all of their parameters would be run again with the same ones.
bool Dag::worth_remembering(NodeId id) const {
    const Node& n = nodes[id];
    if (n.kind != NodeKind::Loop) return false;
    for (uint32_t level = 1; level < n.level; ++level) {
        if ((n.params & (param_bit(level, 0) | param_bit(level, 1))) == 0) return true;
    }
    return false;
}

std::vector<NodeId> Dag::varying_deps(NodeId id) const {
    std::vector<NodeId> varying;
    each_dep(nodes[id], [&](NodeId d) {
        if (varying.size() > kManyDeps) return;
        if (nodes[d].level > 0 && std::find(varying.begin(), varying.end(), d) == varying.end()) varying.push_back(d);
    });
    return varying;
}

NodeId Dag::make_constant(const Portable& p) {
    spend(p.size());
    uint64_t h = p.size();
    for (const int64_t word : p) h = combine_hash(h, static_cast<uint64_t>(word));
    const auto [number, added] = constant_index_.meet(h, [&](uint32_t k) { return constants[k] == p; });
    if (added) constants.push_back(p);
    return make(NodeKind::Const, number, {});
}

bool Dag::is_builder(NodeId f) const { return nodes[f].kind == NodeKind::Call && builder_op(nodes[f].op()); }

// Of a node to be made; those that it needs are there.
int64_t Dag::count_params(NodeKind kind, uint32_t of, const NodeList& node_args) const {
    if (kind == NodeKind::OpValue) {
        if (!is_user_op(OpId{of})) return op_body(OpId{of}).nargs;
        const uint32_t known = user_params(OpId{of});
        return known > 0 ? int64_t{known} : -1;
    }
    if (kind != NodeKind::Call || !builder_op(OpId{of})) return -1;
    if (OpId{of} != known_ops().rbind && OpId{of} != known_ops().lbind) return 1;
    const int64_t taken = params_[node_args[0]];
    return taken < 0 ? -1 : taken == 2 ? 1 : taken == 3 ? 2 : 3;
}

// The values bound inside a static callable, and the callables in it that are not static, in the order in which they
// are met. What a callable holds twice is met once.
void Dag::collect_guards(NodeId f, std::vector<NodeId>& out) {
    if (nodes[f].kind == NodeKind::OpValue) return;
    const KnownOps& k = known_ops();
    const uint64_t guarded = ++last_walk_ * 2, met = guarded + 1;
    walked_.resize(nodes.size(), 0);
    spend(out.size());
    for (const NodeId id : out) walked_[id] = guarded;
    const auto guard = [&](NodeId id, uint64_t before) {
        if (before != guarded) out.push_back(id);
    };
    open_.assign(1, f);
    while (!open_.empty()) {
        const NodeId id = open_.back();
        open_.pop_back();
        spend(1);
        const uint64_t before = std::exchange(walked_[id], met);
        const Node& n = nodes[id];
        if (before == met || n.kind == NodeKind::OpValue) continue;
        if (!is_builder(id)) {
            guard(id, before);
            continue;
        }
        // What may fail while being built is built, though no call of it is needed.
        const NodeId function = args_of(n)[0];
        const bool binds = n.op() == k.rbind || n.op() == k.lbind;
        const bool dynamic = nodes[function].kind != NodeKind::OpValue && !is_builder(function);
        if ((binds && dynamic) || (n.op() == k.power && constant_int(args_of(n)[1], 0) < 1)) guard(id, before);
        for (uint32_t a = n.nargs; a > 0; --a) open_.push_back(args_of(n)[a - 1]);
    }
}

NodeId Dag::call(OpId op, const NodeList& node_args) {
    const OpTraits& traits = op_traits(op);
    if (traits.map.nparams > 0) return loop(traits.map, op, node_args);
    const KnownOps& k = known_ops();
    if (op == k.identity) return node_args[0];
    if (op == k.merge && (used_once_ & 1) != 0) {
        if (const NodeId merged = merged_loop(node_args[0]); merged != node_args[0]) return merged;
    }
    if (traits.clips != Clipped::No && (used_once_ >> (node_args.size() - 1) & 1) != 0) {
        NodeList clipped = node_args;
        clipped.replace_back(clipped_loop(node_args.back(), node_args[0], traits.clips));
        return make_call(op, clipped);
    }
    if (op == k.first || op == k.last) {
        // Half of a tuple just made is known, if the other half is sure to be defined.
        const Node& n = nodes[node_args[0]];
        if (n.calls(k.astuple)) {
            const NodeId* halves = args_of(n);
            const NodeKind dropped = nodes[halves[op == k.first ? 1 : 0]].kind;
            if (dropped == NodeKind::Param || dropped == NodeKind::Const) return halves[op == k.first ? 0 : 1];
        }
    }
    return make_call(op, node_args);
}

// The constant integer behind a node, or `otherwise`.
int64_t Dag::constant_int(NodeId id, int64_t otherwise) const {
    const Node& n = nodes[id];
    if (n.kind != NodeKind::Const || constants[n.constant()][0] != kInt) return otherwise;
    return constants[n.constant()][1];
}

// Of the calls of this program that have been inlined; HashIndex::kNone if it is not among them.
uint32_t Dag::inlined_number(uint64_t hash, NodeId f, const NodeList& node_args) const {
    return inlined_index_.find(hash, [&](uint32_t number) {
        const NodeId* key = inlined_keys_.data() + inlined_[number].first;
        return inlined_[number].last - inlined_[number].first == node_args.size() + 1 && key[0] == f &&
               std::equal(node_args.begin(), node_args.end(), key + 1);
    });
}

// The node of f(node_args), with f inlined as far as it is known.
NodeId Dag::call_node(NodeId f, const NodeList& node_args) {
    uint64_t h = number_of(f);
    for (const NodeId a : node_args) h = combine_hash(h, number_of(a));
    if (const uint32_t known = inlined_number(h, f, node_args); known != HashIndex::kNone) return inlined_[known].result;
    spend(1 + node_args.size());
    const bool fits = params_[f] == static_cast<int64_t>(node_args.size());
    NodeId id{};
    if (!fits || ++inlinings_ > kMaxInlinings || depth_ > kMaxInlineDepth) {
        id = call_unknown(f, node_args);
    } else {
        ++depth_;
        used_once_ = UINT32_MAX;  // what is made while inlining is seen by the next op alone
        id = is_builder(f) ? call_built(f, node_args) : call(nodes[f].op(), node_args);
        --depth_;
    }
    inlined_index_.meet(h, [](uint32_t) { return false; });
    const auto first = static_cast<uint32_t>(inlined_keys_.size());
    inlined_keys_.push_back(f);
    inlined_keys_.insert(inlined_keys_.end(), node_args.begin(), node_args.end());
    inlined_.push_back({first, static_cast<uint32_t>(inlined_keys_.size()), id});
    return id;
}

// Calls are inlined to a depth of kMaxInlineDepth, by recursion. So lists live in functions of their own, which are not
// inlined: a level takes a few hundred bytes of the stack, also where a sanitizer widens every frame.
[[gnu::noinline]] NodeId Dag::call_unknown(NodeId f, const NodeList& node_args) {
    NodeList all{f};
    all.append(node_args.begin(), node_args.end());
    return make(NodeKind::CallValue, 0, all);
}
[[gnu::noinline]] NodeId Dag::call_one(NodeId f, NodeId x) { return call_node(f, {x}); }
[[gnu::noinline]] NodeId Dag::call_two(NodeId f, NodeId x, NodeId y) { return call_node(f, {x, y}); }
[[gnu::noinline]] NodeId Dag::call_equality(NodeId x, NodeId y) { return call(known_ops().equality, {x, y}); }
[[gnu::noinline]] NodeId Dag::call_bound(NodeId f, NodeId bound, bool first, const NodeList& node_args) {
    NodeList all;
    if (first) all.push_back(bound);
    all.append(node_args.begin(), node_args.end());
    if (!first) all.push_back(bound);
    return call_node(f, all);
}

NodeId Dag::call_built(NodeId f, const NodeList& node_args) {
    const KnownOps& k = known_ops();
    const OpId op = nodes[f].op();
    NodeId a[3] = {};  // a copy: nodes are made meanwhile
    std::copy_n(args_of(nodes[f]), std::min<size_t>(nodes[f].nargs, 3), a);
    if (op == k.rbind || op == k.lbind) return call_bound(a[0], a[1], op == k.lbind, node_args);
    const NodeId x = node_args[0];
    if (op == k.compose) return call_one(a[0], call_one(a[1], x));
    if (op == k.chain) return call_one(a[0], call_one(a[1], call_one(a[2], x)));
    if (op == k.matcher) return call_equality(call_one(a[0], x), a[1]);
    if (op == k.power) return power_loop(a[0], a[1], x);
    const NodeId left = call_one(a[1], x);
    return call_two(a[0], left, call_one(a[2], x));
}

// What `root` needs and it, each node after those that it needs; nodes below the level are not entered.
// The order follows from the program alone. Numbers do not: they tell what else is in the batt, and where
// two nodes have no value, or no memory is left, the order decides what is said of it.
const std::vector<NodeId>& Dag::walk(NodeId root, uint32_t level) {
    const uint64_t entered = ++last_walk_ * 2, done = entered + 1;
    walked_.resize(nodes.size(), 0);
    order_.clear();
    open_.assign(1, root);
    while (!open_.empty()) {
        const NodeId id = open_.back();
        spend(1);
        if (walked_[id] >= entered) {
            open_.pop_back();
            if (walked_[id] == entered) order_.push_back(id);
            walked_[id] = done;
            continue;
        }
        walked_[id] = entered;
        if (nodes[id].level < level) continue;
        const size_t first = open_.size();
        each_dep(nodes[id], [&](NodeId d) { open_.push_back(d); });
        std::reverse(open_.begin() + static_cast<ptrdiff_t>(first), open_.end());
    }
    return order_;
}

uint32_t Dag::add_output(NodeId root) {
    Output o{root, {}, {}};
    work_left_ = scheduling_left_;
    try {
        o.schedule = walk(root, 0);
        scheduling_left_ = work_left_;
    } catch (const TooLong&) {
        o.root = root = refusal();
        o.schedule = walk(root, 0);
        scheduling_left_ = 0;
    }
    o.decisive.resize(o.schedule.size());
    // Every node comes after those it needs: from the root on, each is met after all that need it.
    const uint64_t decisive = ++last_walk_ * 2;
    walked_[root] = decisive;
    for (size_t k = o.schedule.size(); k > 0; --k) {
        const Node& n = nodes[o.schedule[k - 1]];
        o.decisive[k - 1] = walked_[o.schedule[k - 1]] == decisive;
        if (!o.decisive[k - 1] || n.kind == NodeKind::Param) continue;
        for (uint32_t a = 0; a < n.nargs; ++a) walked_[args_of(n)[a]] = decisive;
        if (n.kind != NodeKind::Loop) continue;
        for (const NodeId g : loops[n.loop()].guards) walked_[g] = decisive;
    }
    outputs.push_back(std::move(o));
    return static_cast<uint32_t>(outputs.size() - 1);
}

}  // namespace arcloom
