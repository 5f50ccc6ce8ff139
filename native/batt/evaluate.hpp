// native/batt/evaluate.hpp: one thread's evaluation of a dag on one sample after another
#pragma once

#include "dag.hpp"

namespace arcloom {

struct Limits {
    int64_t node_fuel;
    int64_t program_fuel;
    size_t memory;  // bytes a sample
};

// A grid from outside: h x w cells, row by row.
struct GridIn {
    const uint8_t* cells = nullptr;  // null: none given
    int32_t h = 0, w = 0;
};

struct DemoIn {
    GridIn input, output;
};

// What one output came to on one sample.
struct Outcome {
    Value value;
    int64_t fuel;  // of all its nodes, shared or not: the same whatever else is in the batt
};

class Evaluator {
  public:
    Evaluator(const Dag&, Limits, Host*, const std::atomic<bool>* stop);

    // Values of the task before and of its samples die here. Null demos: S is not given.
    void start_task(const std::vector<DemoIn>* demos);
    // Values of the sample before die here.
    void start_sample(const GridIn& input, const GridIn& candidate = {});
    // The current sample's result of one output; nodes it shares with outputs asked before are there already.
    Outcome result(uint32_t output);
    // For comparison with results: identity is equality.
    Value grid(const GridIn&);

    Context& context() { return context_; }
    bool stopped() const { return context_.stopped(); }

    // From now on, where the time goes: nanoseconds and runs of each node that is no loop's body.
    void start_profile() { profile_.assign(dag_.nodes.size(), {0, 0}); }
    struct NodeTime {
        int64_t nanoseconds, runs;
    };
    const std::vector<NodeTime>& profile() const { return profile_; }

  private:
    static constexpr uint32_t kNoMemo = UINT32_MAX, kMaxMemoKeys = 4;

    // A node of a loop's body, ready to run. Without fn it is evaluated as any node.
    struct Instruction {
        OpFn fn;
        uint32_t node;
        uint32_t args[4];
        uint32_t memo;  // into memo_keys_, or kNoMemo
    };
    // A loop's body. What depends on the (inner) parameter alone is a column: computed once for all elements
    // where the loop meets the same container again. What depends on the outer one of two parameters, not
    // on the inner one, is a row: computed once an outer element. The rest is computed each time.
    struct LoopCode {
        std::vector<Instruction> all, columns, rows, rest;
        std::vector<uint32_t> column_nodes;  // columns that the rest, or the result, needs
        uint32_t inner = 0, outer = 0;       // parameters; the same where there is one
        uint32_t root = 0;
        // The columns' values, element by element, valid for one container within one node's run.
        Value container;
        uint64_t run = 0;
        bool filled = false;
        std::vector<Value> values;
    };
    struct MemoKeys {
        uint32_t count;
        uint32_t nodes[kMaxMemoKeys];
    };
    struct MemoEntry {
        uint64_t hash;  // 0: free
        uint32_t node;
        Value keys[kMaxMemoKeys];
        Value value;
    };

    const Dag& dag_;
    Limits limits_;
    Context context_;
    std::vector<LoopCode> codes_;
    std::vector<MemoKeys> memo_keys_;
    std::vector<MemoEntry> memo_;  // open addressing, for one node of a schedule
    size_t memo_used_ = 0;
    uint64_t run_ = 0;     // of the node being run
    size_t retained_ = 0;  // values interned before this are kept by memo_ or columns
    std::vector<NodeTime> profile_;  // empty: not asked for
    std::vector<Value> values_;
    std::vector<int64_t> fuel_;
    std::vector<uint32_t> stamp_;  // the epoch in which values_ was computed
    uint32_t epoch_[3] = {1, 1, 1};  // by stage
    uint32_t next_epoch_ = 2;
    Context::Mark base_mark_{}, task_mark_{}, sample_mark_{};
    GridIn input_cells_, candidate_cells_;
    Value input_, candidate_, samples_;
    bool bare_batt_ = false, bare_ = false;  // what outlives a sample does not fit: computed with each output
    bool crowded_ = false;                   // this sample does not fit: outputs are computed one by one

    void new_epoch(Stage);
    void restart_sample();
    bool current(uint32_t id) const;
    bool run_stage(Stage);
    bool prepare_bare(const Output&);
    bool run_schedule(const Output&, Outcome&);  // false: the sample's memory is used up
    bool run_node(uint32_t id);  // false: the sample's memory is used up
    Value timed(uint32_t id);
    Value evaluate(const Node&);
    Value evaluate_call(const Node&);
    Value evaluate_loop(const Node&);
    struct BodyFunction;
    struct PairFunction;
    Value execute(const std::vector<Instruction>&);
    Value body(const LoopCode&);
    void fill_columns(LoopCode&, const std::vector<Value>& elements);
    bool meet_again(LoopCode&, Value container);
    Value retained(Value);
    Value load_columns(const LoopCode&, size_t element);
    Value remembered(const Instruction&);
    MemoEntry& memo_slot(const MemoEntry&);
    void grow_memo();
    Value run_power(BodyFunction&, const Value* operands);
    Value run_product(BodyFunction&, const Value* operands);
    Value run_blocked(const Loop&, const Value* operands, Value why);
    Value captured_undefined(const Loop&) const;
    void compile_loops();
    void split(LoopCode&, const Loop&);
    Instruction compile(uint32_t id);
};

}  // namespace arcloom
