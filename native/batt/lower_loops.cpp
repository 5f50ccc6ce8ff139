// native/batt/lower_loops.cpp: ops that apply a callable become loops; loops that follow each other become one
#include "dag.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace arcloom {

namespace {

constexpr size_t kMaxTests = 64;     // of one loop
constexpr int64_t kMaxUnrolled = 8;  // a power of a constant up to this is written out

// Loops over a product go over its two factors instead: the pairs are made only where they are kept.
bool over_products(MapKind k) {
    return k == MapKind::Sfilter || k == MapKind::Mfilter || k == MapKind::Apply || k == MapKind::Mapply;
}

bool equal_functions(const Loop& a, const Loop& b) {
    const auto equal_tests = [](const Test& s, const Test& t) { return s.root == t.root && s.of_image == t.of_image; };
    return a.op == b.op && a.kind == b.kind && a.root == b.root && a.params[0] == b.params[0] && a.product == b.product &&
           a.source == b.source && a.plain == b.plain && a.clip == b.clip && a.guards == b.guards &&
           std::equal(a.tests.begin(), a.tests.end(), b.tests.begin(), b.tests.end(), equal_tests);
}

}  // namespace

// A loop to make another one of.
Loop Dag::copy_of(LoopId loop) {
    const Loop& l = loops[loop];
    spend(l.body.size() + l.guards.size() + l.captured.size() + l.tests.size());
    return l;
}

// merge of a loop's results is a loop that merges; the set between them need not be made.
NodeId Dag::merged_loop(NodeId id) {
    if (nodes[id].kind != NodeKind::Loop || loops[nodes[id].loop()].power) return id;
    Loop l = copy_of(nodes[id].loop());
    switch (l.kind) {
        case MapKind::Apply: l.kind = MapKind::Mapply; break;
        case MapKind::Papply: l.kind = MapKind::Mpapply; break;
        case MapKind::Prapply: l.kind = MapKind::Mprapply; break;
        case MapKind::Sfilter: l.kind = MapKind::Mfilter; break;
        default: return id;
    }
    const NodeList operands(args_of(nodes[id]), args_of(nodes[id]) + nodes[id].nargs);
    if (!l.tests.empty()) {
        l.source = id;
        l.plain = make_call(known_ops().merge, {id});
    }
    return make_loop(std::move(l), operands);
}

// What of a union is not on the grid it is put onto need not be made.
NodeId Dag::clipped_loop(NodeId id, NodeId grid, Clipped clip) {
    const Node& n = nodes[id];
    if (n.kind != NodeKind::Loop || loops[n.loop()].power) return id;
    Loop l = copy_of(n.loop());
    if ((l.kind != MapKind::Mapply && l.kind != MapKind::Mprapply) || l.clip != Clipped::No) return id;
    if (rank_ != 0 && loop_builds_[n.loop()]) return id;
    // It must not be computed more often for that.
    if (nodes[grid].stage > n.stage || (nodes[grid].params & ~n.params) != 0) return id;
    NodeList operands(args_of(n), args_of(n) + n.nargs);
    operands.push_back(grid);
    l.clip = clip;
    l.source = l.plain = id;
    return make_loop(std::move(l), operands);
}

// Whether running the body may make callables, of which the order then shows.
bool Dag::builds_callables(const Loop& l) const {
    const auto builds = [this](NodeId id) {
        const Node& n = nodes[id];
        if (n.kind == NodeKind::Loop) return bool{loop_builds_[n.loop()]};
        return n.kind == NodeKind::CallValue || is_builder(id);
    };
    return std::any_of(l.body.begin(), l.body.end(), builds) ||
           std::any_of(l.tests.begin(), l.tests.end(),
                       [&](const Test& t) { return std::any_of(t.body.begin(), t.body.end(), builds); });
}

// A loop over what another loop keeps, or one that keeps some of what another makes, is one loop with a test;
// the set between them need not be made. `plain` is the node over `source` that it stands for.
NodeId Dag::fused_loop(MapKind kind, NodeId f, NodeId source, NodeId plain) {
    if (nodes[source].kind != NodeKind::Loop) return plain;
    Loop l = copy_of(nodes[source].loop());
    if (l.tests.size() >= kMaxTests) return plain;
    if (rank_ != 0 && (loop_builds_[nodes[source].loop()] || loop_builds_[nodes[plain].loop()])) return plain;
    const bool maps = kind == MapKind::Apply || kind == MapKind::Mapply;
    const bool filters = kind == MapKind::Sfilter || kind == MapKind::Mfilter;
    const bool of_kept = l.kind == MapKind::Sfilter && maps;
    const bool of_images = (l.kind == MapKind::Apply || l.kind == MapKind::Prapply) && filters;
    const uint32_t level = nodes[l.params[0]].level;
    if (l.power || l.clip != Clipped::No || !(of_kept || of_images)) return plain;
    if (std::max(nodes[source].level, nodes[f].level) + 1 != level) return plain;
    if (of_kept) {
        const NodeId element =
            l.product ? make_call(known_ops().astuple, {l.params[0], l.params[1]}) : l.params[0];
        l.tests.push_back({l.root, false, {}});
        l.root = call_node(f, {element});
        l.kind = kind;
    } else {
        l.tests.push_back({call_node(f, {l.root}), true, {}});
        if (kind == MapKind::Mfilter) l.kind = l.kind == MapKind::Apply ? MapKind::Mapply : MapKind::Mprapply;
    }
    l.op = nodes[plain].kind == NodeKind::Loop ? loops[nodes[plain].loop()].op : l.op;
    collect_guards(f, l.guards);
    l.source = source;
    l.plain = plain;
    const NodeList operands(args_of(nodes[source]), args_of(nodes[source]) + nodes[source].nargs);
    return finish_loop(std::move(l), operands, level);
}

NodeId Dag::loop(const MapOp& m, OpId op, const NodeList& node_args) {
    const NodeId f = node_args[m.function_at];
    const bool alone = (used_once_ >> (m.function_at == 0 ? 1 : 0) & 1) != 0;  // no one else needs the container
    NodeList operands;
    uint32_t level = 0;
    for (uint32_t k = 0; k < node_args.size(); ++k) {
        level = std::max(level, nodes[node_args[k]].level);
        if (k != m.function_at) operands.push_back(node_args[k]);
    }
    ++level;
    Loop l{m.kind, false, false, op, {}, {}, {}, {}, {}};
    const Node& source = nodes[operands[0]];
    l.product = operands.size() == 1 && over_products(m.kind) && source.calls(known_ops().product);
    if (l.product) operands = NodeList(args_of(source), args_of(source) + 2);
    const uint32_t nparams = l.product ? 2 : m.nparams;
    NodeList params;
    for (uint32_t k = 0; k < nparams; ++k) params.push_back(l.params[k] = make(NodeKind::Param, k, {}, level));
    if (l.product) params = {make_call(known_ops().astuple, params)};
    l.root = call_node(f, params);
    collect_guards(f, l.guards);
    const NodeId plain = finish_loop(std::move(l), operands, level);
    if (alone && operands.size() == 1) {
        if (const NodeId fused = fused_loop(m.kind, f, operands[0], plain); fused != plain) return fused;
    }
    return among_others(m, op, f, plain);
}

// The best of all but x, where only x changes: the two best of all are found once, and x is at most one of them.
NodeId Dag::among_others(const MapOp& m, OpId op, NodeId f, NodeId plain) {
    const bool greatest = m.kind == MapKind::Argmax || m.kind == MapKind::Valmax;
    const bool least = m.kind == MapKind::Argmin || m.kind == MapKind::Valmin;
    if (!(greatest || least) || (rank_ != 0 && loop_builds_[nodes[plain].loop()])) return plain;
    const NodeId source = args_of(nodes[plain])[0];
    if (!nodes[source].calls(known_ops().remove)) return plain;
    const NodeId x = args_of(nodes[source])[0], all = args_of(nodes[source])[1];
    const auto shares = [&](NodeId id) { return (nodes[id].params & nodes[x].params) != 0; };
    const Loop& known = loops[nodes[plain].loop()];
    const auto any = [&](const std::vector<NodeId>& ids) { return std::any_of(ids.begin(), ids.end(), shares); };
    if (nodes[x].params == 0 || shares(all) || any(known.captured) || any(known.guards)) return plain;
    Loop l{m.kind == MapKind::Argmax || m.kind == MapKind::Argmin ? MapKind::OtherElement : MapKind::OtherKey,
           false, false, op, {}, {}, {}, known.guards, known.captured};
    const MapOp two{greatest ? MapKind::TwoGreatest : MapKind::TwoLeast, m.function_at, 1};
    l.root = loop(two, op, m.function_at == 0 ? NodeList{f, all} : NodeList{all, f});
    l.captured.push_back(l.root);
    l.source = source;
    l.plain = plain;
    return make_loop(std::move(l), {x, all});
}

NodeId Dag::power_loop(NodeId f, NodeId n, NodeId x) {
    if (const int64_t times = constant_int(n, 0); times >= 1 && times <= kMaxUnrolled) {
        for (int64_t k = 0; k < times; ++k) x = call_one(f, x);
        return x;
    }
    const uint32_t level = 1 + std::max({nodes[f].level, nodes[n].level, nodes[x].level});
    Loop l{MapKind::Apply, true, false, known_ops().power, {}, {}, {}, {}, {}};
    l.params[0] = make(NodeKind::Param, 0, {}, level);
    l.root = call_one(f, l.params[0]);
    collect_guards(f, l.guards);
    return finish_loop(std::move(l), {x, n}, level);
}

// Splits what the body needs into its own nodes and what lies outside.
NodeId Dag::finish_loop(Loop&& l, const NodeList& operands, uint32_t level) {
    l.captured.clear();
    std::unordered_set<NodeId> captured;  // by some test, or by the image
    const auto split = [&](NodeId root, std::vector<NodeId>& body) {
        body.clear();
        for (const NodeId id : walk(root, level)) {
            if (nodes[id].level < level) {
                if (l.tests.empty() || captured.insert(id).second) l.captured.push_back(id);
            } else if (nodes[id].kind != NodeKind::Param) {
                body.push_back(id);
            }
        }
    };
    for (Test& t : l.tests) {
        if (!t.of_image) split(t.root, t.body);
    }
    split(l.root, l.body);
    std::unordered_set<NodeId> image;
    if (!l.tests.empty()) image.insert(l.body.begin(), l.body.end());
    for (Test& t : l.tests) {
        if (!t.of_image) continue;
        split(t.root, t.body);
        std::erase_if(t.body, [&](NodeId id) { return image.contains(id); });
    }
    return make_loop(std::move(l), operands);
}

NodeId Dag::make_loop(Loop&& l, const NodeList& operands) {
    // What makes a loop's function: kind, body and guards. Equal ones are one, so that loops are shared too.
    uint64_t h = combine_hash(number_of(l.op), number_of(l.kind));
    for (const uint32_t part : {number_of(l.root), number_of(l.params[0]), uint32_t{l.product}, number_of(l.source),
                                number_of(l.plain), uint32_t{number_of(l.clip)}}) {
        h = combine_hash(h, part);
    }
    for (const NodeId g : l.guards) h = combine_hash(h, number_of(g));
    for (const Test& t : l.tests) h = combine_hash(h, number_of(t.root) * 2 + t.of_image);
    spend(8 + l.guards.size() + 2 * l.tests.size() + l.body.size() + l.captured.size());
    const auto [number, added] = loop_index_.meet(h, [&](uint32_t k) { return equal_functions(l, loops[LoopId{k}]); });
    if (added) {
        loop_builds_.push_back(builds_callables(l));
        loops.push_back(std::move(l));
    }
    return make(NodeKind::Loop, number, operands);
}

}  // namespace arcloom
