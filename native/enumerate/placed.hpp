// native/enumerate/placed.hpp: bottom-up search over grids that remember their place, all inputs of a task at once
//
// A state is a placed grid, or a list of them, for every input of the task, demos first. Tile ops leave the place as
// it is; the ops of ops/support/placed.hpp cut, choose, move and put together. Every state that is met is laid on a
// canvas of the output's size, where it was and at the origin, and in the colour that the outputs have there: these
// layers are what outputs are made of. The limits count work and bytes, so a search gives the same on any machine.
#pragma once

#include <functional>

#include "ops/support/placed.hpp"
#include "tile/ops.hpp"
#include "canvas.hpp"
#include "order.hpp"
#include "seen.hpp"
#include "store.hpp"

namespace arcloom {

// A step: a tile op, an op on placed grids, or neither: the move to the origin.
struct PlacedAction {
    const tile::OpOf<tile::Fitted>* tile = nullptr;
    const placed::Op* own = nullptr;
    int arg = 0;
    bool each = false;  // on the elements of a list, one by one
    int size = 0;  // of a Fit: which of the sizes
};

// How a state becomes a layer.
struct Laying {
    bool piled;      // a list: put together first
    enum class At : uint8_t { AsItIs, Origin, Place } at;
    uint8_t colour;  // all of it painted; 0: as it is
};

class PlacedEnumerator {
  public:
    using Sizes = std::vector<placed::Size>;  // one for each input
    // The last of `sizes` is the output's where `known`.
    PlacedEnumerator(std::vector<tile::FittedTile> inputs, std::vector<tile::FittedTile> outputs,
                     std::vector<PlacedAction> actions, StepTable steps, std::vector<Sizes> sizes, bool known);

    // Searches until a limit is met or `stopped` says so; true where nothing is left to try within the cost.
    bool run(int64_t fuel, size_t memory, int cost, const std::function<bool()>& stopped);

    struct Layer {
        uint32_t state;
        Laying laying;
    };
    const Layer& layer(uint32_t number) const { return layers_.at(number); }
    std::vector<uint16_t> trace(uint32_t state) const;
    std::vector<Fit> fits(int most) { return canvas_.fits(most); }
    // The sizes that grids had, each once, cheapest first: a state and its size for every input.
    struct Shape {
        uint32_t state;
        int cost;
        Sizes sizes;
    };
    const std::vector<Shape>& shapes() const { return shapes_; }
    int64_t fuel_used() const { return fuel_used_; }
    size_t met() const { return seen_.size(); }
    size_t layers() const { return layers_.size(); }

  private:
    struct State {
        uint32_t parent;
        uint16_t action;
        uint16_t cost;
        const uint32_t* data;  // null where it was never expanded
    };
    struct Placed {
        tile::FittedTile tile;
        int32_t row, col;
    };
    struct Tiles {
        bool list;
        std::vector<Placed> at;
        std::vector<int> count;
        Placed* of(size_t input) { return at.data() + input * placed::kMostPieces; }
        const Placed* of(size_t input) const { return at.data() + input * placed::kMostPieces; }
    };
    // The cells of a state, read once for all ops that need them.
    struct Cells {
        std::vector<placed::Pieces> of;
        bool read = false;
    };

    std::vector<tile::FittedTile> inputs_, outputs_;
    std::vector<PlacedAction> actions_;
    StepTable steps_;
    std::vector<Sizes> sizes_;
    bool known_;
    Canvas canvas_;
    Seen seen_, laid_, shaped_;
    std::vector<State> states_;
    std::vector<Layer> layers_;
    std::vector<Shape> shapes_;
    Store packed_;
    WaitingList waiting_;
    size_t memory_ = 0;
    int64_t fuel_ = 0, fuel_used_ = 0;
    int most_cost_ = 0;
    bool table_full_ = false;
    Tiles from_, made_;
    Cells cells_;
    placed::Pieces room_;
    std::vector<Placed> shown_;  // what is laid, for each input
    std::vector<tile::FittedTile> layer_, painted_;
    std::vector<uint8_t> painted_in_;  // the outputs' colours
    std::vector<uint32_t> packing_;

    Tiles empty_tiles() const;
    bool apply(const PlacedAction&, const Tiles& from, Cells& cells, Tiles& to);
    bool apply_tile(const PlacedAction&, const Tiles& from, size_t input, Tiles& to);
    bool apply_own(const PlacedAction&, Cells& cells, const Tiles& from, size_t input, Tiles& to);
    void read_cells(const Tiles& from, Cells& cells);
    uint64_t hash(const Tiles&) const;
    const uint32_t* pack(const Tiles&);
    void unpack(const uint32_t*, Tiles&) const;
    void meet(uint32_t parent, uint16_t action, int cost);
    void lay(const State& made);
    bool show();
    bool pile();
    void embed(Laying::At at);
    int best_colour() const;
    void paint(int colour);
    void try_layer(const std::vector<tile::FittedTile>&, const State& made, uint32_t& state, Laying);
    void note_shape(const State& made, uint32_t& state);
    uint32_t number(const State& made, uint32_t& state);
    StepTable::Row steps_of(uint32_t state) const;
    void expand(uint32_t state, size_t at);
    uint32_t wake(const WaitingSteps& next);
    void wait(const WaitingSteps& next, int due);
    size_t bytes() const;
};

}  // namespace arcloom
