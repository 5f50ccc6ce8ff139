// native/enumerate/enumerate.hpp: bottom-up search over grids and lists of grids, all inputs of a task at once
//
// A state is what a chain of actions makes of every input of the task, demos first, side by side. Chains are
// tried in the order of their whole cost, within kAhead: a state waits until its likeliest step is due, and so do its
// further steps. States are told apart by what they are, not by how they are written. Only states that were expanded
// keep their tiles; one that waits is its parent and an action, and is made again when its turn comes. The limits count
// work and bytes, so a search gives the same on any machine.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "tile/ops.hpp"
#include "canvas.hpp"
#include "order.hpp"
#include "seen.hpp"
#include "store.hpp"

namespace arcloom {

enum class Mode : uint8_t {
    Plain,      // op(x) or op(x, arg)
    WithInput,  // op(x, I)
    OnInput,    // op(I, x)
    Each,       // a list's elements, one by one: op(x)
    EachOnInput // op(I, x) for each element
};

using SearchOp = tile::OpOf<tile::Fitted>;

struct Action {
    const SearchOp* op;
    int arg;
    Mode mode;
};

struct SearchLimits {
    int64_t fuel;       // tile ops
    size_t memory;      // bytes of states, waiting entries and hashes
    int cost;           // of a state, in the units of `costs`
};

class Enumerator {
  public:
    Enumerator(std::vector<tile::FittedTile> inputs, std::vector<tile::FittedTile> outputs, std::vector<Action> actions,
               StepTable steps);

    // Searches until a limit is met or `stopped`, asked now and then, says so; true where nothing is left to try
    // within the cost, and fuel is.
    bool run(const SearchLimits& limits, const std::function<bool()>& stopped);

    // The actions that lead to a state, first to last.
    std::vector<uint16_t> trace(uint32_t state) const;
    // The first states that are grids, in the order of their turns, the input left out; and what a state costs.
    std::vector<uint32_t> grid_states(size_t most) const;
    int cost_of(uint32_t state) const { return states_[state].cost; }
    // What a state, a grid, is for each input.
    std::vector<tile::FittedTile> grids(uint32_t state);
    Canvas& canvas() { return canvas_; }
    int64_t fuel_used() const { return fuel_used_; }
    size_t met() const { return seen_.size(); }
    size_t expanded() const { return expanded_; }

  private:
    struct State {
        uint32_t parent;
        uint16_t action;
        uint16_t cost;
        const uint32_t* data;  // in packed_; null where it was never expanded
    };
    // A state's tiles, unpacked: for each input `count` of them, kMostParts apart.
    struct Tiles {
        bool list;
        std::vector<tile::FittedTile> at;
        std::vector<int> count;
        tile::FittedTile* of(size_t input) { return at.data() + input * tile::kMostParts; }
        const tile::FittedTile* of(size_t input) const { return at.data() + input * tile::kMostParts; }
    };

    std::vector<tile::FittedTile> inputs_;
    std::vector<Action> actions_;
    StepTable steps_;
    Canvas canvas_;
    Seen seen_;
    std::vector<State> states_;
    Store packed_;
    WaitingList waiting_;
    size_t expanded_ = 0;
    int64_t fuel_used_ = 0;
    bool table_full_ = false;  // the set of hashes may not grow
    Tiles from_, made_;
    std::vector<uint32_t> packing_;

    Tiles empty_tiles() const;
    void show_inputs(Tiles& to) const;
    bool apply(const Action& action, const Tiles& from, Tiles& to);
    bool apply_one(const Action& action, const Tiles& from, size_t input, Tiles& to);
    uint64_t hash(const Tiles& tiles) const;
    const uint32_t* pack(const Tiles& tiles);
    void unpack(const uint32_t* data, Tiles& tiles) const;
    StepTable::Row steps_of(uint32_t state) const;
    uint32_t wake(const WaitingSteps& next);
    void expand(uint32_t state, size_t at, const SearchLimits& limits);
    void wait(const WaitingSteps& next, int due, const SearchLimits& limits);
    void meet(uint32_t parent, uint16_t action, int cost, const SearchLimits& limits);
    size_t bytes() const;
};

}  // namespace arcloom
