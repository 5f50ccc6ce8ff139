// native/breed/genome.cpp: canonical form, identity and encoding
#include "genome.hpp"

#include <algorithm>
#include <utility>

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

// Genes that are made once. Their hashes lie side by side: a look over all of them is short.
class Distinct {
  public:
    explicit Distinct(size_t most) {
        genes_.reserve(most);
        hashes_.reserve(most);
    }
    int32_t add(const Gene& g) {
        uint32_t h = static_cast<uint32_t>(g.code) * 0x9E3779B1U;
        for (uint32_t k = 0; k < g.nargs; ++k) h = (h ^ static_cast<uint32_t>(g.args[k])) * 0x85EBCA6BU;
        const uint64_t mark = uint64_t{1} << (h >> 26);
        for (size_t k = 0; (marks_ & mark) != 0 && k < hashes_.size(); ++k) {
            if (hashes_[k] == h && genes_[k] == g) return static_cast<int32_t>(k);
        }
        marks_ |= mark;
        genes_.push_back(g);
        hashes_.push_back(h);
        return static_cast<int32_t>(genes_.size() - 1);
    }
    Genome take() { return std::move(genes_); }

  private:
    Genome genes_;
    std::vector<uint32_t> hashes_;
    uint64_t marks_ = 0;  // what hashes begin with: most genes are seen to be new without a look
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
    std::vector<int32_t> place(genes.size(), -1), open;
    open.reserve(2 * genes.size());
    open.push_back(root);
    while (!open.empty()) {
        const int32_t at = open.back();
        Gene g = genes[static_cast<size_t>(at)];
        bool ready = true;
        for (uint32_t k = g.nargs; g.refers() && k > 0; --k) {
            if (place[static_cast<size_t>(g.args[k - 1])] >= 0) continue;
            open.push_back(g.args[k - 1]);
            ready = false;
        }
        if (!ready) continue;
        open.pop_back();
        if (place[static_cast<size_t>(at)] >= 0) continue;
        for (uint32_t k = 0; g.refers() && k < g.nargs; ++k) g.args[k] = place[static_cast<size_t>(g.args[k])];
        place[static_cast<size_t>(at)] = out.add(g);
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
