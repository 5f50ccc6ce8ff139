// native/batt/dag.hpp: many programs woven into one DAG, and lowered
//
// A node is made once: equal nodes of all programs are one. While weaving, static callables disappear:
// calling compose(f, g) on x makes the nodes g(x) and f(g(x)), and an op that applies a function becomes a
// Loop over an inlined body. What a body does not take from its parameters lies outside of it, so it is
// computed once. A callable that is really data stays a value and is called as one (CallValue).
//
// Invariant: a node's arguments have smaller numbers. The order of evaluation is that of Dag::walk.
#pragma once

#include <cassert>
#include <vector>

#include "ops/mapping.hpp"
#include "value/portable.hpp"
#include "hash_index.hpp"
#include "node_list.hpp"

namespace arcloom {

enum class NodeKind : uint8_t { Input, Const, OpValue, Call, CallValue, Param, Loop };

// When a node's value can change: never, with the task, with the sample.
enum class Stage : uint8_t { Batt, Task, Sample };

struct Node {
    NodeKind kind;
    Stage stage;
    uint16_t nargs;
    uint32_t of;      // by kind, read by the functions below; of a Param: which of its loop's
    uint32_t args_at; // into Dag::args
    uint32_t level;   // nesting of the innermost loop whose parameter it needs; 0: none
    uint32_t params;  // the loop parameters it needs, by param_bit
    uint32_t rank;    // of callables made here, where a program keeps callables in containers
    OpFn fn;          // Call of a native op, else null

    OpId op() const {
        assert(kind == NodeKind::Call || kind == NodeKind::OpValue);
        return OpId{of};
    }
    LoopId loop() const {
        assert(kind == NodeKind::Loop);
        return LoopId{of};
    }
    uint32_t input() const {  // 0 I, 1 S, 2 C
        assert(kind == NodeKind::Input);
        return of;
    }
    uint32_t constant() const {  // into Dag::constants
        assert(kind == NodeKind::Const);
        return of;
    }
    // Whether it is a call of that op.
    bool calls(OpId op) const { return kind == NodeKind::Call && of == number_of(op); }
};

// Where a loop stands for no other node. Node 0 is never one: it has no arguments.
inline constexpr NodeId kNoNode{0};

// What an element, or its image, must pass. The body of an image's test takes the image as given.
struct Test {
    NodeId root;
    bool of_image;  // else of the element, before there is an image
    std::vector<NodeId> body;
};

struct Loop {
    MapKind kind;
    bool power;                   // n-fold application instead of `kind`; operands are (x, n)
    bool product;                 // over the product of its two operands; params are the halves
    OpId op;                      // the op this was, for reasons and profiles
    NodeId params[2];
    NodeId root;                  // the body's result
    std::vector<NodeId> body;     // nodes of this loop's level, as Dag::walk has them
    std::vector<NodeId> guards;   // values bound in the callable: Undefined even if the loop never runs
    std::vector<NodeId> captured;
    // Of a loop fused out of two: first those of elements, then those of images.
    std::vector<Test> tests = {};
    Clipped clip = Clipped::No;  // whether its union goes onto the grid that is its last operand, and nowhere else
    // Of a fused or clipped loop, and of OtherElement and OtherKey: the nodes they stand for, `plain` over
    // `source`, or both the same. Where anything has no value, these tell what comes of it.
    NodeId source = kNoNode, plain = kNoNode;
};

// The bit of a loop parameter; parameters nested too deep share all bits, so that nothing is known of them.
inline uint32_t param_bit(uint32_t level, uint32_t k) {
    return level <= 16 ? uint32_t{1} << (2 * (level - 1) + k) : UINT32_MAX;
}

// One result a caller asked for: the node, and every node needed for it, as Dag::walk has them.
struct Output {
    NodeId root;
    std::vector<NodeId> schedule;
    // Of each: whether the result is Undefined where it is. What a loop's body alone needs is not, since the
    // body may never be run.
    std::vector<bool> decisive;
};

class Dag {
  public:
    // Codes of a program's nodes: >= 0 an op, else:
    enum Code : int32_t { kI = -1, kS = -2, kC = -3, kConst = -4, kOpValue = -5, kApply = -6 };

    // Weaves one program: `code` holds, a node, its code, its number of arguments and these (indices of
    // earlier nodes; for kConst an index into constants, for kOpValue an op). Gives the dag's node of each.
    // Throws std::invalid_argument on a malformed program. One that takes more than kMaxWeaving steps leaves the
    // dag as it was; all its nodes are then one that is Undefined (Fuel).
    std::vector<NodeId> weave(const std::vector<int32_t>& code, const std::vector<Portable>& constants);
    // Counts towards kMaxScheduling of the last program.
    uint32_t add_output(NodeId root);
    // Throws std::invalid_argument where the code of a program with so many constants is malformed.
    static void check(const std::vector<int32_t>& code, size_t constants);
    // As new, with the memory that it has.
    void clear();
    // Of the program woven last: whether callables may stand in containers, where the order of their creation shows.
    bool keeps_callables() const { return ranked_; }
    // Whether the node stands for what takes too long to weave.
    bool refused(NodeId id) const;

    Table<NodeId, Node> nodes;
    std::vector<NodeId> args;
    Table<LoopId, Loop> loops;
    std::vector<Portable> constants;
    std::vector<Output> outputs;

    const NodeId* args_of(const Node& n) const { return args.data() + n.args_at; }
    // The op to name where the node has no value.
    OpId op_of(const Node& n) const {
        if (n.kind == NodeKind::Loop) return loops[n.loop()].op;
        return n.kind == NodeKind::Call ? n.op() : kNoOpId;
    }

    // Calls f with each node that n needs: arguments, and what a loop binds and captures.
    template <class F>
    void each_dep(const Node& n, F&& f) const {
        if (n.kind == NodeKind::Param) return;
        for (uint32_t k = 0; k < n.nargs; ++k) f(args[n.args_at + k]);
        if (n.kind != NodeKind::Loop) return;
        for (const NodeId d : loops[n.loop()].guards) f(d);
        for (const NodeId d : loops[n.loop()].captured) f(d);
    }

    // Whether a node of a loop's body is better looked up than computed, and what it then depends on.
    bool worth_remembering(NodeId) const;
    std::vector<NodeId> varying_deps(NodeId) const;

    // Steps that weaving one program may take. They follow from the program alone, whatever else is in the dag.
    static constexpr int64_t kMaxWeaving = 4'000'000;
    // Steps that the schedules of its outputs may take together. Stepping through a program asks for every node.
    static constexpr int64_t kMaxScheduling = 10 * kMaxWeaving;

  private:
    struct TooLong {};  // thrown where no work is left
    void spend(size_t steps) {
        work_left_ -= static_cast<int64_t>(steps);
        if (work_left_ < 0) throw TooLong{};
    }
    struct Size {
        size_t nodes, args, loops, constants;
    };
    void roll_back(const Size&);
    NodeId refusal();

    HashIndex node_index_, constant_index_, loop_index_;
    // Of this program: what a call of a callable became, by callable and arguments, which lie in a row.
    struct InlinedCall {
        uint32_t first, last;  // of inlined_keys_
        NodeId result;
    };
    HashIndex inlined_index_;
    std::vector<InlinedCall> inlined_;
    std::vector<NodeId> inlined_keys_;
    Table<NodeId, uint64_t> walked_;  // by node: in which walk it was met last, and whether it was done
    uint64_t last_walk_ = 0;
    bool ranked_ = false;
    uint32_t rank_ = 0;  // of the node being woven; 0 where callables are in no containers
    uint32_t inlinings_ = 0, depth_ = 0;
    Table<NodeId, int64_t> params_;    // by node: how many a callable takes; -1: unknown before the run, or none
    Table<LoopId, bool> loop_builds_;  // by loop: whether its body may make callables
    std::vector<NodeId> open_;         // of collect_guards and walk
    std::vector<NodeId> order_;        // of the last walk
    int64_t work_left_ = kMaxWeaving;  // for the program being woven
    int64_t scheduling_left_ = kMaxScheduling;  // for its outputs
    uint32_t used_once_ = 0;  // bit k: argument k of the op being woven has no other use

    NodeId make(NodeKind kind, uint32_t of, const NodeList& node_args, uint32_t level_floor = 0);
    NodeId make_call(OpId op, const NodeList& node_args) {
        return make(NodeKind::Call, number_of(op), node_args);
    }
    void forget_inlined();
    uint32_t inlined_number(uint64_t hash, NodeId f, const NodeList& node_args) const;
    int64_t count_params(NodeKind kind, uint32_t of, const NodeList& node_args) const;
    const std::vector<NodeId>& walk(NodeId root, uint32_t level);
    NodeId make_constant(const Portable&);
    NodeId call(OpId op, const NodeList& node_args);
    NodeId call_node(NodeId f, const NodeList& node_args);
    NodeId call_built(NodeId f, const NodeList& node_args);
    NodeId call_unknown(NodeId f, const NodeList& node_args);
    NodeId call_one(NodeId f, NodeId x);
    NodeId call_two(NodeId f, NodeId x, NodeId y);
    NodeId call_equality(NodeId x, NodeId y);
    NodeId call_bound(NodeId f, NodeId bound, bool first, const NodeList& node_args);
    NodeId loop(const MapOp&, OpId op, const NodeList& node_args);
    Loop copy_of(LoopId);
    NodeId merged_loop(NodeId id);
    NodeId clipped_loop(NodeId id, NodeId grid, Clipped clip);
    NodeId fused_loop(MapKind kind, NodeId f, NodeId source, NodeId plain);
    NodeId make_loop(Loop&&, const NodeList& operands);
    NodeId among_others(const MapOp&, OpId op, NodeId f, NodeId plain);
    NodeId power_loop(NodeId f, NodeId n, NodeId x);
    NodeId finish_loop(Loop&&, const NodeList& operands, uint32_t level);
    int64_t constant_int(NodeId id, int64_t otherwise) const;
    bool is_builder(NodeId f) const;
    bool builds_callables(const Loop&) const;
    void collect_guards(NodeId f, std::vector<NodeId>& out);
    std::vector<NodeId> weave_nodes(const std::vector<int32_t>& code, const std::vector<Portable>& constants);
    static bool may_keep_callables(const std::vector<int32_t>& code);
    static std::vector<uint32_t> count_uses(const std::vector<int32_t>& code);
};

}  // namespace arcloom
