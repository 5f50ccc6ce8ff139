// native/breed/genome.hpp: a program as search edits it: a small graph of ops, in one canonical form
//
// The code of a gene is Dag::Code or an op's number, as in woven programs; a constant's argument is an
// index into a pool that all genomes of a search share. Canonical: post-order from the result, arguments
// left to right, equal genes once, so that equal programs are equal lists.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "batt/dag.hpp"

namespace arcloom {

inline constexpr uint32_t kMaxGeneArgs = 6;
inline constexpr size_t kMaxGenes = 2'000;  // longer programs are not bred from

struct Gene {
    int32_t code;
    uint32_t nargs;
    int32_t args[kMaxGeneArgs];

    bool is_call() const { return code >= 0; }
    bool refers() const { return code >= 0 || code == Dag::kApply; }  // its arguments are genes
    friend bool operator==(const Gene& a, const Gene& b) {
        return a.code == b.code && a.nargs == b.nargs && std::equal(a.args, a.args + a.nargs, b.args);
    }
};

using Genome = std::vector<Gene>;  // the result is the last

inline int32_t code_of(OpId op) { return static_cast<int32_t>(op); }

// Puts a gene behind the others; gives its place.
int32_t add_gene(Genome&, int32_t code, std::initializer_list<int32_t> args);

// Constants by content; the same index for the same value.
class ConstantPool {
  public:
    int32_t index_of(const Portable&);
    const std::vector<Portable>& values() const { return values_; }
    const Portable& at(int32_t k) const { return values_[static_cast<size_t>(k)]; }
    const std::vector<uint64_t>& hashes() const { return hashes_; }  // of the values

  private:
    std::vector<Portable> values_;
    std::vector<uint64_t> hashes_;
    std::unordered_map<std::string, int32_t> known_;
};

// What `root` needs of the genes, in canonical form. Genes may stand in any order but not in a circle.
Genome canonical(const Genome& genes, int32_t root);

// Whoever uses the gene `at` uses `under` from now on.
void replace_gene(Genome&, int32_t& root, int32_t at, int32_t under);

// Whether it looks at the task's demos, so that it may have learnt from them.
bool takes_demos(const Genome&);

// 64 bits of the content: equal for equal programs, in any search.
uint64_t identity(const Genome&, const ConstantPool&);

// 64 bits of what each gene computes: equal for equal parts of any programs. `constants` has the hash of each.
std::vector<uint64_t> part_hashes(const Genome&, const std::vector<uint64_t>& constants);
uint64_t hash_of(const Portable&);

// To and from the code that Dag::weave takes, which Dag::check found well-formed. False where a gene has too many
// arguments to be edited, or the program too many genes.
std::vector<int32_t> encode(const Genome&);
bool decode(const std::vector<int32_t>& code, const std::vector<int32_t>& constants, Genome& out);

}  // namespace arcloom
