// native/learn/scene_search.hpp: the search for rules about parts: what its files share
//
// scene_tries.cpp finds out what actions do to parts, scene_atoms.cpp makes steps of that which are wrong nowhere, and scene_learn.cpp
// puts steps together to rules.
#pragma once

#include <map>
#include <utility>

#include "rule.hpp"
#include "scene_attempts.hpp"
#include "scene_told.hpp"

namespace arcloom::fit::scene {

// A step that is wrong nowhere and makes some of the changes.
struct Atom {
    PartStep step;
    double cost = 0;
    int lonely = 0;  // what only one demo shows
    bool everywhere = false;  // changes every demo
    Bits covers;
};

class Search {
  public:
    // With `whole`, the rules must make all changes.
    Search(const Examples& examples, Trial& trial, bool whole)
        : examples_(examples), trial_(trial), meter_(trial.work()), changes_(examples), attempts_(changes_), together_(changes_), whole_(whole), needed_(std::min<size_t>(2, examples.size())) {}
    void run();

  private:
    const Examples& examples_;
    Trial& trial_;
    Meter meter_;
    Changes changes_;
    Attempts attempts_, together_;  // the second where parts stop each other, for directions that are not plain
    bool whole_;
    size_t needed_;  // demos that an atom changes
    std::vector<Atom> atoms_;
    std::map<Bits, size_t> alike_;
    std::vector<Sight> sights_;
    struct Small {  // what makes few of the changes
        size_t sight;
        PartStep step;
        double cost;
        int lonely;
        Effects effects;
    };
    std::vector<Small> small_;

    std::vector<std::pair<size_t, int>> tellable_;  // sights and actions of which different parts want different directions

    int64_t most_ = kMostWork, enough_ = kMostWork;  // steps after which the search ends, or goes on to something else
    size_t most_atoms_ = kMostAtoms;

    bool tired() const { return trial_.over() || meter_.spent() > enough_; }
    bool exhausted() const { return trial_.over() || meter_.spent() > most_; }  // what was found by now is offered
    void try_actions(Sight&);
    bool may_be_shown(const Sight&, std::span<const Plain>, Parameter) const;
    void try_directions(Sight&, int action, double cost);
    void try_cues();
    void try_told_directions(Sight&, int action, double cost);
    void try_counted(Sight&, int action, double cost);
    void try_counted_told(Sight&, int action, double cost, std::span<const std::vector<uint16_t>> numbers);
    void try_views(Sight&, int told_action, double cost);
    void try_told(Sight&, const PartStep&, double cost, std::vector<Explained>&& told, Told PartStep::* where);
    void try_done(Sight&, const PartStep&, double cost, const Effects&, int lonely = 0);
    void try_large(Sight&, const PartStep&, double cost, const Effects&, int lonely = 0);
    void settle();
    std::vector<WayRow> ways_in_turn();
    bool large(size_t changes) const { return changes > 0 && kMostBeside * changes >= changes_.count(); }
    bool shown_enough(const Sight&, const Effects&) const;
    void colour_atoms(Sight&, const PartStep&, double cost, const Effects&, int lonely);
    void table_atoms(Sight&, PartStep, double cost, const Effects&, int lonely);
    void atoms_for(Sight&, const PartStep&, double cost, const Effects&, int lonely, const FewBits& good, const FewBits& bad);
    void add(const Sight&, const PartStep&, double cost, int lonely, const Effects&, const FewBits& parts);
    std::vector<std::pair<int, int>> shifts(const Sight&, bool painted) const;
    void offer_covers();
    void offer_parts();
    Rule rule_of(const std::vector<const Atom*>&) const;
};

}  // namespace arcloom::fit::scene
