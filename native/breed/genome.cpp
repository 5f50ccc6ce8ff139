// native/breed/genome.cpp: canonical form, identity and encoding
#include "genome.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "ops/support/buffer.hpp"

namespace arcloom {

bool takes_demos(const Genome& g) {
    return std::any_of(g.begin(), g.end(), [](const Gene& gene) { return gene.code == Dag::kS; });
}

int32_t ConstantPool::index_of(const Portable& p) {
    const std::string key(reinterpret_cast<const char*>(p.data()), p.size() * sizeof(int64_t));
    const auto [it, added] = known_.emplace(key, static_cast<int32_t>(values_.size()));
    if (added) {
        values_.push_back(p);
        hashes_.push_back(hash_of(p));
    }
    return it->second;
}

namespace {

constexpr size_t kUsualGenes = 128;

// Genes that are made once, found by their hashes.
class Distinct {
  public:
    explicit Distinct(size_t most) : mask_(std::bit_ceil(2 * most) - 1), slots_(mask_ + 1) {
        genes_.reserve(most);
        std::fill_n(slots_.data(), mask_ + 1, -1);
    }
    int32_t add(const Gene& g) {
        uint32_t h = static_cast<uint32_t>(g.code) * 0x9E3779B1U;
        for (uint32_t k = 0; k < g.nargs; ++k) h = (h ^ static_cast<uint32_t>(g.args[k])) * 0x85EBCA6BU;
        size_t at = (h ^ h >> 16) & mask_;
        for (; slots_[at] >= 0; at = (at + 1) & mask_) {
            if (genes_[static_cast<size_t>(slots_[at])] == g) return slots_[at];
        }
        genes_.push_back(g);
        return slots_[at] = static_cast<int32_t>(genes_.size() - 1);
    }
    Genome take() { return std::move(genes_); }

  private:
    Genome genes_;
    const size_t mask_;
    Buffer<int32_t, 2 * kUsualGenes> slots_;  // genes by number; -1: free
};

}  // namespace

int32_t add_gene(Genome& g, int32_t code, std::initializer_list<int32_t> args) {
    Gene gene{code, static_cast<uint32_t>(args.size()), {}};
    std::copy(args.begin(), args.end(), gene.args);
    g.push_back(gene);
    return static_cast<int32_t>(g.size() - 1);
}

Genome canonical(const Genome& genes, int32_t root) {
    Distinct out(genes.size());
    Buffer<int32_t, kUsualGenes> place(genes.size());
    std::fill_n(place.data(), genes.size(), -1);
    const auto placed = [&](int32_t at) -> int32_t& { return place[static_cast<size_t>(at)]; };
    // What waits for its arguments, and these: each gene does so once.
    Buffer<int32_t, 4 * kUsualGenes> open(1 + kMaxGeneArgs * genes.size());
    size_t waiting = 1;
    open[0] = root;
    while (waiting > 0) {
        const int32_t at = open[waiting - 1];
        const Gene& gene = genes[static_cast<size_t>(at)];
        const uint32_t args = gene.refers() ? gene.nargs : 0;
        const size_t before = waiting;
        for (uint32_t k = args; k > 0; --k) {
            if (placed(gene.args[k - 1]) < 0) open[waiting++] = gene.args[k - 1];
        }
        if (waiting > before) continue;
        --waiting;
        if (placed(at) >= 0) continue;
        Gene g = gene;
        for (uint32_t k = 0; k < args; ++k) g.args[k] = placed(g.args[k]);
        placed(at) = out.add(g);
    }
    // The result may equal an earlier gene only if it is that gene: then nothing follows it.
    return out.take();
}

void replace_gene(Genome& g, int32_t& root, int32_t at, int32_t under) {
    for (Gene& user : g) {
        for (uint32_t k = 0; user.refers() && k < user.nargs; ++k) {
            if (user.args[k] == at) user.args[k] = under;
        }
    }
    if (root == at) root = under;
}

uint64_t identity(const Genome& genes, const ConstantPool& pool) {
    uint64_t h = 0x51ED270B;
    for (const Gene& g : genes) {
        h = combine_hash(h, static_cast<uint64_t>(static_cast<int64_t>(g.code)));
        if (g.code == Dag::kConst) {
            for (const int64_t v : pool.at(g.args[0])) h = combine_hash(h, static_cast<uint64_t>(v));
        } else {
            for (uint32_t k = 0; k < g.nargs; ++k) h = combine_hash(h, static_cast<uint64_t>(g.args[k]));
        }
    }
    return h;
}

uint64_t hash_of(const Portable& p) {
    uint64_t h = p.size();
    for (const int64_t v : p) h = combine_hash(h, static_cast<uint64_t>(v));
    return h;
}

std::vector<uint64_t> part_hashes(const Genome& genes, const std::vector<uint64_t>& constants) {
    std::vector<uint64_t> out(genes.size());
    for (size_t at = 0; at < genes.size(); ++at) {
        const Gene& g = genes[at];
        uint64_t h = combine_hash(0x51ED270B, static_cast<uint64_t>(static_cast<int64_t>(g.code)));
        if (g.code == Dag::kConst) {
            h = combine_hash(h, constants[static_cast<size_t>(g.args[0])]);
        } else {
            for (uint32_t k = 0; k < g.nargs; ++k) {
                h = combine_hash(h, g.refers() ? out[static_cast<size_t>(g.args[k])] : static_cast<uint64_t>(g.args[k]));
            }
        }
        out[at] = h;
    }
    return out;
}

std::vector<int32_t> encode(const Genome& genes) {
    std::vector<int32_t> code;
    code.reserve(5 * genes.size());
    for (const Gene& g : genes) {
        code.push_back(g.code);
        code.push_back(static_cast<int32_t>(g.nargs));
        code.insert(code.end(), g.args, g.args + g.nargs);
    }
    return code;
}

bool decode(const std::vector<int32_t>& code, const std::vector<int32_t>& constants, Genome& out) {
    for (size_t at = 0; at < code.size(); at += 2 + static_cast<size_t>(code[at + 1])) {
        Gene g{code[at], static_cast<uint32_t>(code[at + 1]), {}};
        if (g.nargs > kMaxGeneArgs || out.size() == kMaxGenes) return false;
        for (uint32_t k = 0; k < g.nargs; ++k) g.args[k] = code[at + 2 + k];
        if (g.code == Dag::kConst) g.args[0] = constants[static_cast<size_t>(g.args[0])];
        out.push_back(g);
    }
    return true;
}

}  // namespace arcloom
