// native/breed/shorten.cpp: the shorter programs that a simplifier tries
#include <algorithm>

#include "mutate.hpp"

namespace arcloom {

namespace {

// All genes that a gene is made from, nearest first.
std::vector<int32_t> made_from(const Genome& g, int32_t at) {
    std::vector<bool> needed(g.size(), false);
    needed[static_cast<size_t>(at)] = true;
    std::vector<int32_t> out;
    for (int32_t k = at; k >= 0; --k) {
        const Gene& gene = g[static_cast<size_t>(k)];
        if (!needed[static_cast<size_t>(k)]) continue;
        if (k != at) out.push_back(k);
        for (uint32_t a = 0; gene.refers() && a < gene.nargs; ++a) needed[static_cast<size_t>(gene.args[a])] = true;
    }
    return out;
}

}  // namespace

std::vector<Genome> Mutator::shortened(const Genome& g) const {
    constexpr size_t kMost = 48;
    std::vector<Genome> out;
    for (int32_t at = 0; at < static_cast<int32_t>(g.size()); ++at) {
        if (!g[static_cast<size_t>(at)].is_call()) continue;
        for (const int32_t under : made_from(g, at)) {
            if ((kind_of(g, under) & kind_of(g, at)) == 0) continue;
            Genome copy = g;
            auto root = static_cast<int32_t>(g.size() - 1);
            replace_gene(copy, root, at, under);
            copy = canonical(copy, root);
            bool plain = false;
            if (!plain_calls(copy, plain)) continue;
            if (plain) copy = canonical(copy, static_cast<int32_t>(copy.size() - 1));
            if (copy.size() < g.size()) out.push_back(std::move(copy));
        }
    }
    std::stable_sort(out.begin(), out.end(), [](const Genome& a, const Genome& b) { return a.size() < b.size(); });
    if (out.size() > kMost) out.erase(out.begin(), out.end() - static_cast<ptrdiff_t>(kMost));
    return out;
}

}  // namespace arcloom
