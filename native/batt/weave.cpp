// native/batt/weave.cpp: a program's code becomes nodes of the dag, within limits that follow from the program alone
#include <algorithm>
#include <stdexcept>

#include "dag.hpp"
#include "ops/call.hpp"

namespace arcloom {

bool Dag::may_keep_callables(const std::vector<int32_t>& code) {
    const OpId branch = known_ops().branch;
    std::vector<uint8_t> callable;  // by node
    callable.reserve(code.size() / 2 + 1);
    for (size_t at = 0; at < code.size(); at += 2 + static_cast<size_t>(code[at + 1])) {
        const int32_t op = code[at];
        if (op == kConst || op == kOpValue) {
            if (op == kOpValue && op_traits(static_cast<OpId>(code[at + 2])).builds) return true;
            callable.push_back(0);
            continue;
        }
        bool among = false;
        for (int32_t k = 0; k < code[at + 1]; ++k) {
            among |= callable[static_cast<size_t>(code[at + 2 + static_cast<size_t>(k)])] != 0;
        }
        const OpTraits& traits = op_traits(op < 0 ? kNoOpId : static_cast<OpId>(op));
        const bool chooses = op == kApply || static_cast<OpId>(op) == branch;
        if (among && op >= 0 && !traits.builds && traits.map.nparams == 0 && !chooses) return true;
        callable.push_back(traits.builds || (among && chooses));
    }
    return false;
}

// How often each node of a program is an argument.
std::vector<uint32_t> Dag::count_uses(const std::vector<int32_t>& code) {
    std::vector<uint32_t> uses(code.size() / 2 + 1, 0);
    for (size_t at = 0; at < code.size(); at += 2 + static_cast<size_t>(code[at + 1])) {
        if (code[at] == kConst || code[at] == kOpValue) continue;
        for (int32_t k = 0; k < code[at + 1]; ++k) ++uses[static_cast<size_t>(code[at + 2 + static_cast<size_t>(k)])];
    }
    return uses;
}

namespace {

// Whether a node of that code may have so many arguments.
bool takes(int32_t code, int32_t n) {
    switch (code) {
        case Dag::kI:
        case Dag::kS:
        case Dag::kC: return n == 0;
        case Dag::kConst:
        case Dag::kOpValue: return n == 1;
        case Dag::kApply: return n >= 2 && n <= UINT16_MAX;
        default: break;
    }
    if (code >= static_cast<int32_t>(kFirstUserOp)) return n <= UINT16_MAX;
    return op_body(static_cast<OpId>(code)).nargs == static_cast<uint32_t>(n);
}

bool is_op_number(int32_t op) { return op >= static_cast<int32_t>(kFirstUserOp) || op < static_cast<int32_t>(op_count()); }

}  // namespace

// Refuses malformed code before anything is woven, so that it leaves the dag as it was.
void Dag::check(const std::vector<int32_t>& code, size_t consts) {
    size_t count = 0;
    if (code.empty()) throw std::invalid_argument("program code is empty");
    for (size_t at = 0; at < code.size(); ++count) {
        if (at + 2 > code.size() || code[at + 1] < 0 || at + 2 + static_cast<size_t>(code[at + 1]) > code.size()) {
            throw std::invalid_argument("program code is cut off");
        }
        const int32_t op = code[at], n = code[at + 1];
        if (op < kApply || !is_op_number(op)) throw std::invalid_argument("program code has an unknown op");
        if (!takes(op, n)) throw std::invalid_argument("program code has an op with a wrong number of arguments");
        for (int32_t k = 0; k < n; ++k) {
            const int32_t a = code[at + 2 + static_cast<size_t>(k)];
            const int64_t limit = op == kConst ? static_cast<int64_t>(consts)
                                  : op == kOpValue ? INT32_MAX : static_cast<int64_t>(count);
            if (a < 0 || a >= limit) throw std::invalid_argument("program code has a forward reference");
        }
        if (op == kOpValue && !is_op_number(code[at + 2])) {
            throw std::invalid_argument("program code has an unknown op");
        }
        at += 2 + static_cast<size_t>(n);
    }
}

std::vector<NodeId> Dag::weave(const std::vector<int32_t>& code, const std::vector<Portable>& consts) {
    check(code, consts.size());
    const Size before{nodes.size(), args.size(), loops.size(), constants.size()};
    work_left_ = kMaxWeaving;
    scheduling_left_ = kMaxScheduling;
    depth_ = 0;
    try {
        return weave_nodes(code, consts);
    } catch (const TooLong&) {
        roll_back(before);
    }
    size_t count = 0;
    for (size_t at = 0; at < code.size(); at += 2 + static_cast<size_t>(code[at + 1])) ++count;
    return std::vector<NodeId>(count, refusal());
}

namespace {
Portable undefined_fuel() { return {kUndefined, static_cast<int64_t>(Reason::Fuel), kNoOp}; }
}  // namespace

// The node of what takes too long to weave.
NodeId Dag::refusal() {
    work_left_ = kMaxWeaving;
    rank_ = 0;
    return make_constant(undefined_fuel());
}

bool Dag::refused(NodeId id) const {
    return nodes[id].kind == NodeKind::Const && constants[nodes[id].constant()] == undefined_fuel();
}

// Forgets what was woven since.
void Dag::roll_back(const Size& to) {
    nodes.resize(to.nodes);
    node_index_.forget_from(to.nodes);
    params_.resize(to.nodes);
    args.resize(to.args);
    loops.erase(loops.begin() + static_cast<ptrdiff_t>(to.loops), loops.end());
    loop_builds_.resize(to.loops);
    constants.resize(to.constants);
    loop_index_.forget_from(to.loops);
    constant_index_.forget_from(to.constants);
    forget_inlined();
}

void Dag::clear() {
    nodes.clear();
    args.clear();
    loops.clear();
    constants.clear();
    outputs.clear();
    node_index_.clear();
    loop_index_.clear();
    constant_index_.clear();
    forget_inlined();
    walked_.clear();
    params_.clear();
    loop_builds_.clear();
}

void Dag::forget_inlined() {
    inlined_index_.clear();
    inlined_.clear();
    inlined_keys_.clear();
}

std::vector<NodeId> Dag::weave_nodes(const std::vector<int32_t>& code, const std::vector<Portable>& consts) {
    std::vector<NodeId> ids;
    ids.reserve(code.size() / 2);
    forget_inlined();  // by program, so that the bound on inlining does not depend on the others
    inlinings_ = 0;
    ranked_ = may_keep_callables(code);
    const std::vector<uint32_t> uses = count_uses(code);
    for (size_t at = 0; at < code.size();) {
        const int32_t op = code[at];
        const auto n = static_cast<size_t>(code[at + 1]);
        used_once_ = 0;
        for (size_t k = 0; op >= 0 && k < std::min<size_t>(n, 32); ++k) {
            if (uses[static_cast<size_t>(code[at + 2 + k])] == 1) used_once_ |= uint32_t{1} << k;
        }
        const auto given = [&](size_t k) { return static_cast<uint32_t>(code[at + 2 + k]); };
        NodeList a;
        for (size_t k = 0; op != kConst && op != kOpValue && k < n; ++k) a.push_back(ids[given(k)]);
        // A callable inlined under another rank is another node.
        if (ranked_ && !inlined_.empty()) forget_inlined();
        rank_ = ranked_ ? static_cast<uint32_t>(ids.size()) + 1 : 0;
        switch (op) {
            case kI:
            case kS:
            case kC: ids.push_back(make(NodeKind::Input, static_cast<uint32_t>(-1 - op), {})); break;
            case kConst: ids.push_back(make_constant(consts[given(0)])); break;
            case kOpValue: ids.push_back(make(NodeKind::OpValue, given(0), {})); break;
            case kApply: ids.push_back(call_node(a[0], NodeList(a.begin() + 1, a.end()))); break;
            default: ids.push_back(call(static_cast<OpId>(op), a));
        }
        at += 2 + n;
    }
    rank_ = 0;
    return ids;
}

}  // namespace arcloom
