// native/breed/mutate.hpp: typed changes of programs
#pragma once

#include <unordered_set>

#include "task.hpp"

namespace arcloom {

// What the vocabulary's table says of an op: which kinds of value it takes and gives, as bits.
struct OpType {
    uint32_t nargs = 0;
    uint32_t takes[kMaxGeneArgs] = {};
    uint32_t gives = 0;
    double weight = 1.0;  // how readily it is chosen
};

// Bits of the kinds that mutation knows by name; the rest is the table's business.
struct KindBits {
    uint32_t boolean = 0, integer = 0, code = 0, pair = 0, grid = 0, callable = 0, samples = 0, any = 0;
};

enum class Change : uint32_t { Argument, Op, Constant, Insert, Remove, Cross, Derive, Chain, Learn, Count };
inline constexpr size_t kChanges = static_cast<size_t>(Change::Count);

struct MutationConfig {
    double weights[kChanges];
    double more;         // probability of one more change, again and again
    uint32_t max_genes;  // larger children are given up
    bool differs;        // children judge an output C by a number; else they give a grid and do not see C
};

// How a child was made.
struct Making {
    Change first = Change::Count;  // Count: nothing was changed
    bool shared = false;           // it has a part of the other program
};

// Of a learner, from 0: further ones are rarely right, and learning takes long.
inline constexpr uint32_t kExplanations = 3;

class Mutator {
  public:
    Mutator(std::vector<OpType> ops, KindBits kinds, const MutationConfig& config, ConstantPool& pool);

    // A changed copy of `parent`, perhaps with parts of `other`; empty where no change was found.
    // Const apart from the pool, to which every constant that may appear was added before.
    Genome child(const Genome& parent, const Genome& other, const TaskConstants&, Random&, Making&) const;

    void set_weights(const double (&weights)[kChanges]) { std::copy(weights, weights + kChanges, config_.weights); }

    // Shorter programs: something that a step is made from takes its place. The longest so many, shortest first.
    std::vector<Genome> shortened(const Genome&) const;

    uint32_t kind_of(const Genome&, int32_t gene) const;  // what it may give

    const std::vector<bool>& learns() const { return learns_; }  // by op: whether it learns a rule from the demos

    // Adds the hashes of those parts that learn a rule.
    void learning_parts(const Genome&, std::unordered_set<uint64_t>& to) const;

    // Whether every op is one of the table's and has its number of arguments.
    bool well_formed(const Genome&) const;

  private:
    struct Edge {
        int32_t gene;
        uint32_t k;
    };
    std::vector<OpType> ops_;
    KindBits kinds_;
    MutationConfig config_;
    ConstantPool& pool_;
    std::vector<double> cumulative_;  // of the ops' weights
    std::vector<int32_t> integers_, pairs_;  // constants to choose from, as pool indices
    int32_t true_, false_;

    std::vector<bool> learns_;
    std::vector<int32_t> learners_;  // the ops that do
    std::vector<int32_t> views_;     // ops from a grid to a grid

    // What a change may look at besides the genome.
    struct Around {
        const Genome& other;
        const TaskConstants& task;
    };

    Change draw_change(Random&) const;
    bool change(Change, Genome&, int32_t& root, const Around&, Random&) const;
    bool change_argument(Genome&, const Around&, Random&) const;
    bool change_op(Genome&, Random&) const;
    bool change_constant(Genome&, const Around&, Random&) const;
    bool insert_step(Genome&, int32_t& root, const Around&, Random&) const;
    bool remove_step(Genome&, int32_t& root, Random&) const;
    bool cross(Genome&, const Around&, Random&) const;
    bool derive(Genome&, Random&) const;
    bool chain(Genome&, int32_t& root, const Around&) const;
    bool learn(Genome&, int32_t& root, Random&) const;

    bool learns_rule(const Gene& g) const { return g.is_call() && static_cast<size_t>(g.code) < learns_.size() && learns_[static_cast<size_t>(g.code)]; }
    bool plain_calls(Genome&, bool& changed) const;
    bool pick_edge(const Genome&, Random&, Edge&) const;
    uint32_t wanted(const Gene&, uint32_t k) const;
    int32_t draw_op(Random&) const;
    uint32_t result_kinds() const { return config_.differs ? kinds_.integer | kinds_.boolean : kinds_.grid; }
    int32_t fresh(Genome&, uint32_t kinds, const Around&, Random&) const;
    int32_t drawn_integer(const Around&, Random&) const;
    int32_t drawn_pair(const Around&, Random&) const;
    int32_t filler(Genome&, int32_t before, uint32_t kinds, const Around&, Random&) const;
    uint32_t constant_kind(int32_t index) const;
};

}  // namespace arcloom
