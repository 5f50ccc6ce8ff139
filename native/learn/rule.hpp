// native/learn/rule.hpp: the families of rules, and how a rule is found that reproduces every demo
//
// A family offers rules from simple to complex; the driver applies each to every demo and keeps the n-th
// that is right everywhere. So a family may propose freely: what is kept has been checked.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "reader.hpp"

namespace arcloom::fit {

// Gives false where the rule has no answer for this picture.
using ApplyFn = bool (*)(const Rule&, const Picture& in, Picture& out, Work&);

// Reads all parameters of a rule, which may be forged; the reader notes those that the family would not write. What is a
// row of a table is read as one, since that is how rules are encoded and decoded.
using CheckFn = void (*)(Reader&);

class Trial;
using LearnFn = void (*)(const Examples&, Trial&);

struct Family {
    std::string_view op;  // learns it
    LearnFn learn;
    ApplyFn apply;
    CheckFn check;
    bool frame;  // only the outputs' sizes have to be met
    bool composed = false;  // its rules hold rules of other families, which are not composed themselves
    int together = 1;       // explanations that are always asked for together: one search finds them
};
// The families by their places in the table.
enum FamilyPlace : int { fColours, fPick, fRepair, fTree, fSizes, fPanels, fSummary, fFrame, fDraft, fScene, fPart, fEach, fFinish, fRounds, kFamilies };
std::span<const Family> families();

class Trial {
  public:
    Trial(int family, const Examples& examples, size_t skip, Work& work)
        : family_(family), examples_(examples), skip_(skip), work_(work) {}
    // The rule's parameters, without the family. True: stop, there is nothing more to look for.
    bool offer(const Rule& parameters);
    bool over() const { return found() || work_.dry(); }
    bool explained() const { return !right_.empty(); }  // whether some rule was right
    Work& work() { return work_; }
    // The right rules, those that were passed over first, each with the work that had been spent when it was found.
    const std::vector<std::pair<Rule, int64_t>>& right() const { return right_; }

  private:
    int family_;
    const Examples& examples_;
    size_t skip_;  // how many right rules to pass over
    Work& work_;
    std::vector<std::pair<Rule, int64_t>> right_;

    bool found() const { return right_.size() > skip_; }

    bool reproduces(const Rule&);
};

// The n-th rule of the family that reproduces all examples, if there is one and fuel to find it.
std::optional<Rule> learn(int family, const Examples&, int n, Work&);
// A rule at work as it is stored, and back. False where no family could have written it; only what was decoded is applied,
// since families calculate with what they read.
bool encode(const Rule&, Rule& stored);
bool decode(const Rule& stored, Rule&);
// A rule within a composed one.
void write_inner(const Rule& inner, Rule& out);
Rule read_inner(Reader&);
void check_inner(Reader&);
std::vector<const Names*> rule_tables();  // all that rules speak of, by name
bool apply_rule(const Rule&, const Picture& in, Picture& out, Work&);

// The families, each in a file of its own; parameters start at rule[kParameters].
inline constexpr size_t kParameters = 1;
void learn_colours(const Examples&, Trial&);
bool apply_colours(const Rule&, const Picture&, Picture&, Work&);
void check_colours(Reader&);
void learn_pick(const Examples&, Trial&);
bool apply_pick(const Rule&, const Picture&, Picture&, Work&);
void check_pick(Reader&);
void learn_repair(const Examples&, Trial&);
bool apply_repair(const Rule&, const Picture&, Picture&, Work&);
void check_repair(Reader&);
void learn_tree(const Examples&, Trial&);
bool apply_tree(const Rule&, const Picture&, Picture&, Work&);
void check_tree(Reader&);
void learn_sizes(const Examples&, Trial&);
bool apply_sizes(const Rule&, const Picture&, Picture&, Work&);
void check_sizes(Reader&);
void learn_panels(const Examples&, Trial&);
bool apply_panels(const Rule&, const Picture&, Picture&, Work&);
void check_panels(Reader&);
void learn_summary(const Examples&, Trial&);
bool apply_summary(const Rule&, const Picture&, Picture&, Work&);
void check_summary(Reader&);
void learn_draft(const Examples&, Trial&);   // applied as trees are
void learn_frame(const Examples&, Trial&);
bool apply_frame(const Rule&, const Picture&, Picture&, Work&);
void check_frame(Reader&);
void learn_scene(const Examples&, Trial&);
void learn_part(const Examples&, Trial&);  // applied as scenes are
bool apply_scene(const Rule&, const Picture&, Picture&, Work&);
void check_scene(Reader&);
void learn_each(const Examples&, Trial&);
bool apply_each(const Rule&, const Picture&, Picture&, Work&);
void check_each(Reader&);
void learn_finish(const Examples&, Trial&);
bool apply_finish(const Rule&, const Picture&, Picture&, Work&);
void check_finish(Reader&);
void learn_rounds(const Examples&, Trial&);
bool apply_rounds(const Rule&, const Picture&, Picture&, Work&);
void check_rounds(Reader&);

}  // namespace arcloom::fit
