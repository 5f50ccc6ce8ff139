// native/breed/mutate.hpp: typed changes of programs
#pragma once

#include "genome.hpp"

namespace arcloom {

// splitmix64: a stream of its own for every child, so that results do not depend on who draws first.
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed) {}
    uint64_t next() {
        uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }
    uint32_t below(uint32_t n) { return static_cast<uint32_t>((next() >> 32) * n >> 32); }
    double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  private:
    uint64_t state_;
};

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

enum class Change : uint32_t { Argument, Op, Constant, Insert, Remove, Cross, Derive, Chain, Count };

struct MutationConfig {
    double weights[static_cast<size_t>(Change::Count)];
    double more;         // probability of one more change, again and again
    uint32_t max_genes;  // larger children are given up
    bool differs;        // children judge an output C by a number; else they give a grid and do not see C
};

class Mutator {
  public:
    Mutator(std::vector<OpType> ops, KindBits kinds, const MutationConfig& config, ConstantPool& pool);

    // A changed copy of `parent`, perhaps with parts of `other`; empty where no change was found. `shared`: a change
    // took a part of `other`.
    // Const apart from the pool, to which every constant that may appear was added at construction.
    Genome child(const Genome& parent, const Genome& other, Random&, bool& shared) const;

    uint32_t kind_of(const Genome&, int32_t gene) const;  // what it may give

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

    bool change(Genome&, int32_t& root, const Genome& other, Random&, bool& shared) const;
    bool change_argument(Genome&, Random&) const;
    bool change_op(Genome&, Random&) const;
    bool change_constant(Genome&, Random&) const;
    bool insert_step(Genome&, int32_t& root, Random&) const;
    bool remove_step(Genome&, int32_t& root, Random&) const;
    bool cross(Genome&, const Genome& other, Random&) const;
    bool derive(Genome&, Random&) const;
    bool chain(Genome&, int32_t& root, const Genome& other, Random&) const;

    bool plain_calls(Genome&, bool& changed) const;
    bool pick_edge(const Genome&, Random&, Edge&) const;
    uint32_t wanted(const Gene&, uint32_t k) const;
    int32_t draw_op(Random&) const;
    uint32_t result_kinds() const { return config_.differs ? kinds_.integer | kinds_.boolean : kinds_.grid; }
    int32_t fresh(Genome&, uint32_t kinds, Random&) const;
    uint32_t constant_kind(int32_t index) const;
};

}  // namespace arcloom
