// native/learn/local.cpp: a cell's new colour from its neighbourhood, by a table
//
// Neighbourhoods are looked at in ever more detail: first sets and counts of the colours around, then patterns up
// to turns and mirrors, then exactly. The first view under which the demos never disagree is the rule. A
// neighbourhood that no demo shows takes the answer of a coarser view, where all demos agree on it there.
#include <algorithm>
#include <map>
#include <string>

#include "rule.hpp"

namespace arcloom::fit {

namespace {

// Views from coarse to fine.
enum View {
    vSides, vAround, vSameSides, vSameAround, vFullSides, vFullAround, vSideCounts, vAroundCounts, vPattern,
    vSidesTurned, vAroundTurned, vSidesExact, vAroundExact, vViews
};
const Names kViews("view of a neighbourhood", {{vSides, "sides"},
                                               {vAround, "around"},
                                               {vSameSides, "same at sides"},
                                               {vSameAround, "same around"},
                                               {vFullSides, "empty at sides"},
                                               {vFullAround, "empty around"},
                                               {vSideCounts, "counts at sides"},
                                               {vAroundCounts, "counts around"},
                                               {vPattern, "pattern"},
                                               {vSidesTurned, "sides turned"},
                                               {vAroundTurned, "around turned"},
                                               {vSidesExact, "sides exact"},
                                               {vAroundExact, "around exact"}});
constexpr int kCellKept = kColours;  // the cell stays as it is

using Key = std::string;

// The eight neighbours in a ring, so that turns are shifts.
constexpr Step kAround[8] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}};

struct Around {
    int own;
    int ring[8];
};

Around look(const Picture& p, int k) {
    Around a{p.at(k), {}};
    for (int d = 0; d < 8; ++d) a.ring[d] = p.get(k / p.w + kAround[d].i, k % p.w + kAround[d].j);
    return a;
}

Key least_turn(const Key& ring) {
    Key best;
    const size_t n = ring.size();
    for (int mirror = 0; mirror < 2; ++mirror) {
        for (size_t turn = 0; turn < n; turn += n / 4) {
            Key k;
            // Corners stay corners: in a ring that starts at one, a mirror keeps position 0 or turns from it.
            for (size_t s = 0; s < n; ++s) k += ring[(turn + (mirror != 0 ? n - s : s)) % n];
            if (best.empty() || k < best) best = k;
        }
    }
    return best;
}

Key key_of(const Around& a, int view) {
    Key key(1, static_cast<char>(a.own));
    int counts[kOutside + 1] = {};
    const bool sides_only = view == vSides || view == vSameSides || view == vFullSides || view == vSideCounts;
    for (int d = sides_only ? 1 : 0; d < 8; d += sides_only ? 2 : 1) ++counts[a.ring[d]];
    switch (view) {
        case vSides: case vAround:
            for (const int n : counts) key += static_cast<char>(n > 0);
            return key;
        case vSameSides: case vSameAround: return key + static_cast<char>(counts[a.own]);
        case vFullSides: case vFullAround: return key + static_cast<char>(counts[0] + counts[kOutside]);
        case vSideCounts: case vAroundCounts:
            for (const int n : counts) key += static_cast<char>(n);
            return key;
        default: break;
    }
    Key ring;
    const bool sides = view == vSidesTurned || view == vSidesExact;
    for (int d = sides ? 1 : 0; d < 8; d += sides ? 2 : 1) {
        const int c = a.ring[d];
        ring += static_cast<char>(view != vPattern ? c : c == a.own ? 1 : c == 0 || c == kOutside ? 0 : 2);
    }
    return key + (view == vSidesExact || view == vAroundExact ? ring : least_turn(ring));
}

using Table = std::map<Key, int>;  // to a colour, kCellKept, or -1 where demos disagree

// Both "becomes this colour" and "stays" are remembered; where it may be either, staying is said.
bool tabulate(const Examples& examples, int view, Table& table, Work& work) {
    bool agree = true;
    for (const Example& e : examples) {
        if (!work.charge(e.in.size() * (view < vPattern ? 120 : 300))) return false;
        for (int k = 0; k < e.in.size(); ++k) {
            const int to = e.in.at(k) == e.out.at(k) ? kCellKept : e.out.at(k);
            const auto [it, added] = table.emplace(key_of(look(e.in, k), view), to);
            if (!added && it->second != to) it->second = -1, agree = false;
        }
    }
    return agree;
}

void write(int view, const Table& table, Rule& rule) {
    const auto entries = static_cast<int>(std::count_if(table.begin(), table.end(), [](const auto& e) { return e.second >= 0; }));
    rule.insert(rule.end(), {view, entries});
    for (const auto& [key, to] : table) {
        if (to < 0) continue;
        for (const char c : key) rule.push_back(c);
        rule.push_back(to);
    }
}

size_t key_size(int view) {
    switch (view) {
        case vSides: case vAround: case vSideCounts: case vAroundCounts: return 2 + kOutside;
        case vSameSides: case vSameAround: case vFullSides: case vFullAround: return 2;
        case vSidesTurned: case vSidesExact: return 5;
        default: return 9;
    }
}

bool read_tables(const Rule& rule, std::vector<std::pair<int, Table>>& tables) {
    Reader r(rule, kParameters);
    while (r.left() > 0) {
        const int view = r.next(), n = r.next();
        if (view < 0 || view >= vViews || n < 0) return false;
        Table t;
        for (int k = 0; k < n && !r.bad(); ++k) {
            Key key;
            for (size_t c = 0; c < key_size(view); ++c) key += static_cast<char>(r.next());
            t[key] = r.next();
        }
        tables.emplace_back(view, std::move(t));
    }
    return !r.bad();
}

// A finer view may fall back on coarser ones of its own line.
int coarser(int view) {
    switch (view) {
        case vAroundExact: return vAroundTurned;
        case vAroundTurned: return vAroundCounts;
        case vAroundCounts: return vAround;
        case vSidesExact: return vSidesTurned;
        case vSidesTurned: return vSideCounts;
        case vSideCounts: return vSides;
        default: return -1;
    }
}

}  // namespace

void learn_local(const Examples& examples, Trial& trial) {
    if (!all_same_size(examples)) return;
    for (int view = 0; view < vViews && !trial.over(); ++view) {
        Table table;
        if (!tabulate(examples, view, table, trial.work()) || table.size() > kMostEntries) continue;
        Rule rule;
        write(view, table, rule);
        for (int next = coarser(view); next >= 0; next = coarser(next)) {
            Table blurred;
            tabulate(examples, next, blurred, trial.work());
            if (trial.work().dry()) return;
            write(next, blurred, rule);
        }
        trial.offer(rule);
    }
}

void check_local(Reader& r) {
    constexpr int kKeyNumbers = kOutside + 1;  // colours, and counts of neighbours
    do {
        const int view = r.row(kViews);
        for (int n = r.below(kRuleNumbers); n > 0 && !r.bad(); --n) {
            for (size_t c = 0; c < key_size(view); ++c) r.below(kKeyNumbers);
            r.below(kCellKept + 1);
        }
    } while (r.left() > 0 && !r.bad());
}

bool apply_local(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    std::vector<std::pair<int, Table>> tables;
    if (!work.charge(30 * static_cast<int64_t>(rule.size()) + 300 * in.size()) || !read_tables(rule, tables)) return false;
    out = in;
    for (int k = 0; k < in.size(); ++k) {
        const Around a = look(in, k);
        int to = -1;
        for (const auto& [view, table] : tables) {
            if (!work.charge(100)) return false;
            const auto it = table.find(key_of(a, view));
            if (it != table.end()) to = it->second;
            if (to >= 0) break;
        }
        if (to < 0 || to > kCellKept) return false;
        if (to != kCellKept) out.set(k, to);
    }
    return true;
}

}  // namespace arcloom::fit
