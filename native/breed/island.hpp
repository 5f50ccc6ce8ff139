// native/breed/island.hpp: a population that breeds apart: who stays, and who becomes a parent
//
// An island owns its programs. A child stays where its parent lives; only migration takes copies elsewhere. What an
// island holds depends on what was offered to it, in that order, and on nothing else.
#pragma once

#include "genome.hpp"
#include "random.hpp"

namespace arcloom {

// What a program came to on a task. Less fuel and fewer genes decide only among equals.
struct Marks {
    uint32_t matched = 0;    // demos
    int64_t score = 0;       // 0 to 1000 a demo, summed over the demos
    int64_t fuel = 0;        // over all demos
    uint64_t behaviour = 1;  // hash of its outputs for the demos; where it fits, for the tests too
    uint64_t mask = 0;       // bit k: it matches demo k, of the first 64
    bool fits = false;       // every demo
    // 0 to 1000 each: its score on each demo, then by each differ.
    std::vector<int16_t> cases;
};

// Hashes of stored programs: of a program itself, where it is stored; else of those it descends from, nearest first.
using Line = std::vector<std::string>;

struct Member {
    Genome genome;
    uint64_t identity = 0;
    Marks marks;
    uint32_t born = 0;  // generation
    Line line;
};

// Among programs that fit, to lose the whole score is as bad as so many nodes more. On unseen tasks anything from 2 to 16
// has about as many right.
inline constexpr int64_t kNodesOfALoss = 8;

// Better first: more demos matched, then less loss (as the library's keep rule has it), then fewer nodes and less fuel. The
// last key makes the order total.
bool better(const Member& a, const Member& b);

struct Selection {
    uint32_t capacity = 24;
    bool lexicase = true;  // parents by cases in random order; else by rank
    bool elites = true;    // who is best in a case, or first of its niche, is not replaced by rank alone
    uint32_t patience = 0; // generations without progress until a restart; 0: never
};

class Island {
  public:
    const std::vector<Member>& members() const { return members_; }  // best first
    uint32_t improved() const { return improved_; }                  // the generation of its last progress
    // Whether a member fits and lost no score: then only what is shorter can come before it.
    bool solved() const;

    // Of equal behaviour, the smaller program stays. Whether it stays and is better in some case than all before.
    bool offer(Member&&, uint32_t generation, const Selection&);
    // Whether a member behaves so and is no larger: then an offer would be in vain.
    bool holds(uint64_t behaviour, size_t genes) const;
    // Before a round of `pick`.
    void measure_spread();
    uint32_t pick(Random&, const Selection&) const;
    // Leaves a quarter, if nothing got better for long.
    void restart_if_stalled(uint32_t generation, const Selection&);
    // The program is stored, under this hash; nothing else changes.
    void document(uint64_t identity, const std::string& hash);
    // As it was when it was saved.
    void restore(std::vector<Member>&& members, uint32_t improved);

  private:
    std::vector<Member> members_;
    std::vector<int16_t> spread_;  // by case: how far below the best still counts as best
    uint32_t improved_ = 0;

    size_t worst(const Selection&) const;
    std::vector<bool> champions() const;
    bool leads(const Member&) const;
};

// Whether the best program of a task is hardly ever wrong: it fits, lost no score, and learnt what it does from the
// demos. One that learnt nothing counts if no other fits with other outputs: where many fit, most do so by accident.
bool sure(const std::vector<Island>&);

}  // namespace arcloom
