// native/batt/evaluate.hpp: one thread's evaluation of a dag on one sample after another
#pragma once

#include "code.hpp"

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

    // Values of the task before and of its samples die here. Null demos: S is not given. Only the wanted outputs, all
    // where none are named, will be asked for.
    void start_task(const std::vector<DemoIn>* demos, const std::vector<bool>& wanted = {});
    // Values of the sample before die here.
    void start_sample(const GridIn& input, const GridIn& candidate = {});
    // The current sample's result of one output; nodes it shares with outputs asked before are there already.
    Outcome result(uint32_t output);
    // A node as if it had been run on the current sample. Nothing is taken from outside once memory is short.
    void give(NodeId id, const Outcome& ran) {
        if (sample_overflows_) return;
        values_[id] = ran.value;
        accounts_[id] = {ran.fuel, epoch_[static_cast<size_t>(dag_.nodes[id].stage)]};
    }
    // Whether a node was run on the current sample and its value is alive.
    bool ran(NodeId id) const { return !sample_overflows_ && current(id); }
    // Of a node that was run: its value, and the fuel of that node alone.
    Outcome outcome_of(NodeId id) const { return {values_[id], accounts_[id].fuel}; }
    // For comparison with results: identity is equality.
    Value grid(const GridIn&);

    Context& context() { return context_; }
    bool stopped() const { return context_.stopped(); }
    // Of all nodes that were run, each time they were: the work done, where `Outcome::fuel` is a program's price.
    int64_t spent() const { return spent_; }

    // From now on, where the time goes: nanoseconds and runs of each node that is no loop's body.
    void start_profile() { profile_.assign(dag_.nodes.size(), {0, 0}); }
    struct NodeTime {
        int64_t nanoseconds, runs;
    };
    const Table<NodeId, NodeTime>& profile() const { return profile_; }

  private:
    struct MemoEntry {
        uint64_t hash;  // 0: free
        NodeId node;
        Value keys[kMaxMemoKeys];
        Value value;
    };

    const Dag& dag_;
    Limits limits_;
    Context context_;
    LoopCodes code_;
    std::vector<MemoEntry> memo_;  // open addressing, for one node of a schedule
    size_t memo_used_ = 0;
    uint64_t run_ = 0;     // of the node being run
    int64_t spent_ = 0;
    size_t retained_ = 0;  // values interned before this are kept by memo_ or columns
    Table<NodeId, NodeTime> profile_;  // empty: not asked for
    Table<NodeId, Value> values_;
    struct Account {
        int64_t fuel;
        uint32_t stamp;  // the epoch in which the value was computed
    };
    Table<NodeId, Account> accounts_;  // of the nodes
    // What of an output's schedule has to be looked at for each sample, and the fuel of what has not.
    struct Step {
        NodeId node;
        Stage stage;
        bool decisive;
    };
    struct Plan {
        size_t first, last;  // of steps_
        int64_t fuel;
    };
    struct Early {
        uint32_t output;
        NodeId node;
    };
    std::vector<Early> early_[2];  // by stage: what comes before the samples
    std::vector<Step> steps_;
    std::vector<Plan> plans_;
    uint32_t epoch_[3] = {1, 1, 1};  // by stage
    uint32_t next_epoch_ = 2;
    Context::Mark base_mark_{}, task_mark_{}, sample_mark_{};
    GridIn input_cells_, candidate_cells_;
    Value input_, candidate_, samples_;
    bool batt_overflows_ = false, task_overflows_ = false;  // too large to outlive a sample: computed with each output
    bool sample_overflows_ = false;                         // too large as a whole: outputs are computed one by one

    void new_epoch(Stage);
    void restart_sample();
    bool current(NodeId) const;
    bool settled(NodeId) const;
    void find_early();
    void make_plans();
    bool run_stage(Stage, const std::vector<bool>& wanted = {});
    bool recompute_stages(const Output&);
    bool run_schedule(uint32_t output, Outcome&);  // false: the sample's memory is used up
    bool run_node(NodeId);  // false: the sample's memory is used up
    Value timed(NodeId);
    Value evaluate(const Node&);
    Value evaluate_call(const Node&);
    Value call_native(const Node&);

    // loops.cpp
    struct BodyFunction;
    struct PairFunction;
    Value evaluate_loop(const Node&, const Clip* clip = nullptr);
    Value run_power(BodyFunction&, const Value* operands);
    Value run_product(BodyFunction&, const Value* operands);
    Value run_blocked(const Loop&, const Value* operands, Value why);
    Value captured_undefined(const Loop&) const;
    bool meet_again(const Loop&, LoopCode&, Value container);
    void fill_columns(LoopCode&, const std::vector<Value>& elements);
    Value load_columns(const LoopCode&, const Section&, size_t element);
    Value retained(Value);
    void forget(const Context::Mark&);

    // by_colour.cpp
    bool ask_of_cell(LoopCode&, Value cell, bool in_lanes, bool& passes, int64_t& fuel);
    Value filter_by_colour(LoopCode&, const Object*);

    // fused.cpp
    class FusedLoop;
    Value evaluate_lowered(const Node&);
    Value run_lowered(const Node&);

    // execute.cpp
    struct Block {  // of elements that are run together
        const Value* elements;
        size_t count;
        const Value* columns;  // of these elements: the next column is `stride` further
        size_t stride;
    };
    static Block block_of(const LoopCode& code, const Value* elements, size_t first, size_t count) {
        return {elements, count, code.values.data() + first, code.elements};
    }
    Value execute(const Section& s) { return execute(s.code, s.fuel); }
    Value execute(const std::vector<Instruction>&, int64_t fuel);
    Value draw(const Section&, UnionBuilder&, bool& absorbed);
    bool draw_stroke(const Stroke&, UnionBuilder&);
    Value over_pair(const Instruction&);
    bool execute_lanes(const LoopCode&, Section&, const Block&);
    bool execute_lane(Section&, size_t k, const Block&);
    bool pairs_in_lanes(const Instruction&, const Value* pairs, size_t step, size_t n, Value* out);
    void lane_values(const Section&, const Block&, Value* out) const;
    Value remembered(const Instruction&);
    MemoEntry& memo_slot(const MemoEntry&);
    void grow_memo();
};

}  // namespace arcloom
