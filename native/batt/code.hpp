// native/batt/code.hpp: a loop's body, ready to run: for one element, or for a block of elements at a time
#pragma once

#include <array>
#include <memory>

#include "dag.hpp"

namespace arcloom {

inline constexpr size_t kLanes = 64;    // elements of a block
inline constexpr size_t kFewLanes = 4;  // of fewer, each is run by itself

struct Instruction {
    OpFn fn;  // null for Evaluate, Remembered and OverPair
    NodeId node;
    NodeId args[4];
    uint32_t extra;  // Remembered: which keys; OverPair: which loop
    Code code;
    bool transient;  // its value is only read, by instructions of this body
};

// Where an argument stands while a block is run: the same for all lanes, the element, a column, a result.
struct LaneArg {
    enum class From : uint8_t { Value, Element, Column, Lane } from;
    uint32_t at;  // Value: the node; else the number of the column or instruction
};

// A part of a body's value that goes into a union: the line or the moved patch that an op would make, which then is not
// made, or else a node's value.
struct Stroke {
    Code code;  // Shift, Shoot, Connect; any other: the value of args[0]
    NodeId args[2];
    NodeId colour;  // the node that says it, where `recoloured`
    bool recoloured;
    bool places;  // cells will not do
};

// A body's value as the union of some strokes.
struct Drawing {
    std::vector<Instruction> before, drawn;  // what the strokes take, and what they stand for
    int64_t before_fuel = 0, drawn_fuel = 0;
    bool first = false;   // as written, too, all of `before` runs before the others
    bool passes = false;  // some of `before` is only read: what is drawn cannot be made from it
    std::vector<Stroke> strokes;  // empty: the value itself has to be made
};

// Instructions that run one after the other, up to the value of `root`.
struct Section {
    std::vector<Instruction> code;
    NodeId root{};
    int64_t fuel = 0;               // of running it once
    std::vector<uint32_t> columns;  // those it needs
    bool in_lanes = false;          // may be run on blocks
    std::vector<std::array<LaneArg, 4>> lane_args;
    LaneArg lane_root{};
    std::vector<Value> lanes;       // results, kLanes an instruction; empty before the first block
    Drawing drawing;                // where the loop unites the values
};

// What of a body depends on the (inner) parameter alone is a column: computed once for all elements where the
// loop meets the same container again. What depends on the outer one of two parameters, not on the inner
// one, is a row: computed once an outer element. The rest is computed each time.
struct LoopCode {
    Section all;  // the body as a whole
    Section columns, rows, rest;
    std::vector<Section> tests;          // as the loop has them
    std::vector<NodeId> column_nodes;    // columns that the rest, a test or the result needs
    NodeId inner{}, outer{};             // parameters; the same where there is one
    bool connects = false;               // its value is the line between its two parameters
    bool by_colour = false;              // an sfilter that takes no more of a cell than its colour
    // The columns' values, one column after the other, valid for one container within one node's run.
    Value container;
    uint64_t run = 0;
    bool filled = false;
    bool whole = false;  // every column has a value for every element
    size_t elements = 0;
    std::vector<Value> values;

    const Value& column(size_t k, size_t element) const { return values[k * elements + element]; }
};

// By what a remembered loop is looked up.
inline constexpr uint32_t kMaxMemoKeys = 4;
struct MemoKeys {
    uint32_t count;
    NodeId nodes[kMaxMemoKeys];
};

// The code of a dag's loops. Each is compiled when it is first run: many never are, such as those for which a fused one
// stands, and those of a child that fails before.
class LoopCodes {
  public:
    explicit LoopCodes(const Dag&);
    ~LoopCodes();

    LoopCode& operator[](LoopId id) {
        LoopCode* const known = loops_[id].get();
        return known != nullptr ? *known : compile(id);
    }
    // Of a remembered instruction.
    MemoKeys memo_keys(const Instruction& in) const { return memo_keys_[in.extra]; }

  private:
    class Compiler;
    const Dag& dag_;
    std::unique_ptr<Compiler> compiler_;              // null before the first loop
    Table<LoopId, std::unique_ptr<LoopCode>> loops_;  // as Dag::loops; null: not compiled yet
    std::vector<MemoKeys> memo_keys_;

    LoopCode& compile(LoopId);
};

}  // namespace arcloom
