// native/learn/colours.cpp: each colour becomes another, by itself or by its rank among the picture's colours
//
// Hypotheses, simplest first:
//   a map of colours; one not seen stays as it is if some seen colour does, or, where the map only ever
//   exchanges colours, goes back where it came from;
//   a map of ranks by frequency (with or without black) to colours;
//   a map of ranks to ranks.
#include <algorithm>

#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum ColourKind { kByColour = 0, kRankToColour = 1, kRankToRank = 2 };
const Names kColourKinds("colours", {{kByColour, "by colour"}, {kRankToColour, "rank to colour"}, {kRankToRank, "rank to rank"}});
constexpr int kUnseen = -1, kKept = -2;

// The rank of each colour by frequency, the most common first; ties: the lower colour; -1 where excluded.
void rank_colours(const Picture& p, bool without_black, int rank[kColours], int colour_at[kColours]) {
    const Counts counts = count_colours(p);
    std::fill(rank, rank + kColours, -1);
    for (int k = 0; k < kColours; ++k) {
        colour_at[k] = counts.ranked(k, without_black ? 0 : -1);
        if (colour_at[k] >= 0) rank[colour_at[k]] = k;
    }
}

// Whether a -> b and b -> a wherever both were seen; then what was seen tells the way back too.
bool exchanges(const int map[kColours]) {
    for (int c = 0; c < kColours; ++c) {
        if (map[c] >= 0 && map[map[c]] >= 0 && map[map[c]] != c) return false;
    }
    return true;
}

void complete(int map[kColours]) {
    const bool involution = exchanges(map);
    int back[kColours];
    std::fill(back, back + kColours, kUnseen);
    bool keeps = false;
    for (int c = 0; c < kColours; ++c) {
        keeps |= map[c] == c;
        if (map[c] >= 0 && map[c] != c) back[map[c]] = back[map[c]] == kUnseen ? c : kKept;
    }
    for (int c = 0; c < kColours; ++c) {
        if (map[c] >= 0) continue;
        if (involution && back[c] >= 0 && !keeps) {
            map[c] = back[c];
        } else if (keeps) {
            map[c] = c;
        }
    }
}

bool learn_map(const Examples& examples, int map[kColours]) {
    std::fill(map, map + kColours, kUnseen);
    for (const Example& e : examples) {
        for (int k = 0; k < e.in.size(); ++k) {
            int& to = map[e.in.at(k)];
            if (to >= 0 && to != e.out.at(k)) return false;
            to = e.out.at(k);
        }
    }
    return true;
}

// By rank: the colour it becomes (kRankToColour; kKept where all stay) or the rank of that colour.
bool learn_ranks(const Examples& examples, bool without_black, bool to_rank, int map[kColours]) {
    std::fill(map, map + kColours, kUnseen);
    bool stays[kColours];
    std::fill(stays, stays + kColours, true);
    bool clash[kColours] = {};
    for (const Example& e : examples) {
        int rank[kColours], colour_at[kColours];
        rank_colours(e.in, without_black, rank, colour_at);
        for (int k = 0; k < e.in.size(); ++k) {
            const int r = rank[e.in.at(k)];
            if (r < 0) {
                if (e.in.at(k) != e.out.at(k)) return false;
                continue;
            }
            stays[r] = stays[r] && e.in.at(k) == e.out.at(k);
            const int to = to_rank ? rank[e.out.at(k)] : e.out.at(k);
            clash[r] = clash[r] || to < 0 || (map[r] != kUnseen && map[r] != to);
            map[r] = to;
        }
    }
    for (int r = 0; r < kColours; ++r) {
        if (map[r] == kUnseen) continue;
        if (stays[r]) {
            map[r] = kKept;
        } else if (clash[r]) {
            return false;
        }
    }
    return true;
}

Rule encoded(int kind, int without_black, const int map[kColours]) {
    Rule r{kind, without_black};
    r.insert(r.end(), map, map + kColours);
    return r;
}

}  // namespace

void learn_colours(const Examples& examples, Trial& trial) {
    if (!all_same_size(examples)) return;
    for (const Example& e : examples) {
        if (!trial.work().charge(6 * e.in.size())) return;
    }
    int map[kColours];
    if (learn_map(examples, map)) {
        complete(map);
        if (trial.offer(encoded(kByColour, 0, map))) return;
    }
    for (const bool to_rank : {false, true}) {
        for (const bool without_black : {true, false}) {
            if (!learn_ranks(examples, without_black, to_rank, map)) continue;
            if (trial.offer(encoded(to_rank ? kRankToRank : kRankToColour, without_black, map))) return;
        }
    }
}

void check_colours(Reader& r) {
    r.row(kColourKinds);
    r.flag();
    for (int c = 0; c < kColours; ++c) r.within(kKept, kColours);
}

bool apply_colours(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    if (rule.size() != kParameters + 2 + kColours || !work.charge(2 * in.size())) return false;
    const int kind = rule[kParameters], *map = rule.data() + kParameters + 2;
    int rank[kColours], colour_at[kColours], to[kColours];
    rank_colours(in, rule[kParameters + 1] != 0, rank, colour_at);
    for (int c = 0; c < kColours; ++c) {
        const int key = kind == kByColour ? c : rank[c];
        to[c] = key < 0 ? c : map[key];
        if (key >= 0 && kind == kRankToRank && to[c] >= 0) to[c] = colour_at[to[c] % kColours];
        if (to[c] == kKept) to[c] = c;
    }
    out = in;
    for (int8_t& v : out.cells) {
        if (to[v] < 0 || to[v] >= kColours) return false;
        v = static_cast<int8_t>(to[v]);
    }
    return true;
}

}  // namespace arcloom::fit
