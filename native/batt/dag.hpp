// native/batt/dag.hpp: many programs woven into one DAG, and lowered
//
// A node is made once: equal nodes of all programs are one. While weaving, static callables disappear:
// calling compose(f, g) on x makes the nodes g(x) and f(g(x)), and an op that applies a function becomes a
// Loop over an inlined body. What a body does not take from its parameters lies outside of it, so it is
// computed once. A callable that is really data stays a value and is called as one (CallValue).
//
// Invariant: a node's arguments have smaller numbers. The order of evaluation is that of Dag::walk.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "ops/mapping.hpp"
#include "value/portable.hpp"

namespace arcloom {

enum class NodeKind : uint8_t { Input, Const, OpValue, Call, CallValue, Param, Loop };

// When a node's value can change: never, with the task, with the sample.
enum class Stage : uint8_t { Batt, Task, Sample };

struct Node {
    NodeKind kind;
    Stage stage;
    uint16_t nargs;
    uint32_t op;      // Call, OpValue: the op; Input: 0 I, 1 S, 2 C; Const: index into constants; Loop: index
    uint32_t args_at; // into Dag::args
    uint32_t level;   // nesting of the innermost loop whose parameter it needs; 0: none
    uint32_t params;  // the loop parameters it needs, by param_bit
    uint32_t rank;    // of callables made here, where a program keeps callables in containers
    OpFn fn;          // Call of a native op, else null
};

// What an element, or its image, must pass. The body of an image's test takes the image as given.
struct Test {
    uint32_t root;
    bool of_image;  // else of the element, before there is an image
    std::vector<uint32_t> body;
};

struct Loop {
    MapKind kind;
    bool power;                   // n-fold application instead of `kind`; operands are (x, n)
    bool product;                 // over the product of its two operands; params are the halves
    uint32_t op;                  // the op this was, for reasons and profiles
    uint32_t params[2];
    uint32_t root;                // the body's result
    std::vector<uint32_t> body;   // nodes of this loop's level, as Dag::walk has them
    std::vector<uint32_t> guards; // values bound in the callable: Undefined even if the loop never runs
    std::vector<uint32_t> captured;
    // Of a loop fused out of two: first those of elements, then those of images.
    std::vector<Test> tests = {};
    Clipped clip = Clipped::No;  // whether its union goes onto the grid that is its last operand, and nowhere else
    // Of a fused or clipped loop, and of OtherElement and OtherKey: the nodes they stand for, `plain` over
    // `source`, or both the same. Where anything has no value, these tell what comes of it.
    uint32_t source = 0, plain = 0;
};

// The bit of a loop parameter; parameters nested too deep share all bits, so that nothing is known of them.
inline uint32_t param_bit(uint32_t level, uint32_t k) {
    return level <= 16 ? uint32_t{1} << (2 * (level - 1) + k) : UINT32_MAX;
}

// One result a caller asked for: the node, and every node needed for it, as Dag::walk has them.
struct Output {
    uint32_t root;
    std::vector<uint32_t> schedule;
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
    std::vector<uint32_t> weave(const std::vector<int32_t>& code, const std::vector<Portable>& constants);
    // Counts as a part of weaving the last program.
    uint32_t add_output(uint32_t root);
    // Throws std::invalid_argument where the code of a program with so many constants is malformed.
    static void check(const std::vector<int32_t>& code, size_t constants);
    // Whether the node stands for what takes too long to weave.
    bool refused(uint32_t id) const;

    std::vector<Node> nodes;
    std::vector<uint32_t> args;
    std::vector<Loop> loops;
    std::vector<Portable> constants;
    std::vector<Output> outputs;

    const uint32_t* args_of(const Node& n) const { return args.data() + n.args_at; }
    // The op to name where the node has no value.
    uint32_t op_of(const Node& n) const {
        if (n.kind == NodeKind::Loop) return loops[n.op].op;
        return n.kind == NodeKind::Call ? n.op : kNoOp;
    }

    // Calls f with each node that n needs: arguments, and what a loop binds and captures.
    template <class F>
    void each_dep(const Node& n, F&& f) const {
        if (n.kind == NodeKind::Param) return;
        for (uint32_t k = 0; k < n.nargs; ++k) f(args[n.args_at + k]);
        if (n.kind != NodeKind::Loop) return;
        for (const uint32_t d : loops[n.op].guards) f(d);
        for (const uint32_t d : loops[n.op].captured) f(d);
    }

    // Whether a node of a loop's body is better looked up than computed, and what it then depends on.
    bool worth_remembering(uint32_t id) const;
    std::vector<uint32_t> varying_deps(uint32_t id) const;

    // Steps that weaving one program may take. They follow from the program alone, whatever else is in the dag.
    static constexpr int64_t kMaxWeaving = 4'000'000;

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
    uint32_t refusal();

    struct KeyHash {
        size_t operator()(const std::vector<uint32_t>& key) const {
            uint64_t h = key.size();
            for (const uint32_t k : key) h = combine_hash(h, k);
            return h;
        }
    };
    using KeyMap = std::unordered_map<std::vector<uint32_t>, uint32_t, KeyHash>;
    std::vector<uint32_t> node_at_;  // open addressing by hash: node number plus one, 0: free
    std::vector<uint64_t> hashes_;   // of the nodes
    std::unordered_map<std::string, uint32_t> constant_at_;
    KeyMap loop_at_;
    KeyMap inlined_;  // (callable, arguments) -> node, of this program
    std::vector<uint64_t> walked_;  // by node: in which walk it was met last, and whether it was done
    uint64_t last_walk_ = 0;
    uint32_t rank_ = 0;  // of the node being woven
    uint32_t inlinings_ = 0, depth_ = 0;
    std::vector<int64_t> params_;      // by node: how many a callable takes; -1: unknown before the run, or none
    std::vector<bool> loop_builds_;    // by loop: whether its body may make callables
    std::vector<uint32_t> open_;       // of collect_guards
    int64_t work_left_ = kMaxWeaving;  // for the program being woven
    uint32_t used_once_ = 0;  // bit k: argument k of the op being woven has no other use

    uint32_t make(NodeKind kind, uint32_t op, const std::vector<uint32_t>& node_args, uint32_t level_floor = 0);
    void fill_table(size_t slots);
    int64_t count_params(NodeKind kind, uint32_t op, const std::vector<uint32_t>& node_args) const;
    std::vector<uint32_t> walk(uint32_t root, uint32_t level);
    uint32_t make_constant(const Portable&);
    uint32_t call(uint32_t op, const std::vector<uint32_t>& node_args);
    uint32_t call_node(uint32_t f, const std::vector<uint32_t>& node_args);
    uint32_t call_built(uint32_t f, const std::vector<uint32_t>& node_args);
    uint32_t loop(const MapOp&, uint32_t op, const std::vector<uint32_t>& node_args);
    Loop copy_of(uint32_t loop);
    uint32_t merged_loop(uint32_t id);
    uint32_t clipped_loop(uint32_t id, uint32_t grid, Clipped clip);
    uint32_t fused_loop(MapKind kind, uint32_t f, uint32_t source, uint32_t plain);
    uint32_t make_loop(Loop&&, const std::vector<uint32_t>& operands);
    uint32_t among_others(const MapOp&, uint32_t op, uint32_t f, uint32_t plain);
    uint32_t power_loop(uint32_t f, uint32_t n, uint32_t x);
    uint32_t finish_loop(Loop&&, const std::vector<uint32_t>& operands, uint32_t level);
    int64_t constant_int(uint32_t id, int64_t otherwise) const;
    bool is_builder(uint32_t f) const;
    bool builds_callables(const Loop&) const;
    void collect_guards(uint32_t f, std::vector<uint32_t>& out);
    std::vector<uint32_t> weave_nodes(const std::vector<int32_t>& code, const std::vector<Portable>& constants);
    static std::vector<uint32_t> count_uses(const std::vector<int32_t>& code);
    static bool keeps_callables(const std::vector<int32_t>& code);
};

}  // namespace arcloom
