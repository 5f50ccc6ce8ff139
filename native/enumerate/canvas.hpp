// native/enumerate/canvas.hpp: the states that have the outputs' size, and what outputs can be made of them
//
// Each such state is a layer: a colour for every output cell of all demos. An output is met by one layer as it
// is, by one or several whose colours together decide the output's colour (a table learnt from the demos), or by
// a stack of layers, each laid where those above it are 0. Layers of a stack may also be masks, which say where what
// lies below them becomes 0. A layer is judged on the demos alone; what it shows on the test inputs is seen when the
// program runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tile/fitted.hpp"
#include "seen.hpp"

namespace arcloom {

enum class FitKind : uint8_t {
    Exact,
    Map,
    Stack,
    Masked,  // a stack with masks
    Near,    // a layer or a stack for some of the demos only
};

// What a layer does to those below it in a stack.
enum class Role : uint8_t {
    Over,  // hides them where it is filled
    By,    // shows them where it is filled, 0 elsewhere
    Out,   // shows them where it is 0, 0 elsewhere
};

struct Fit {
    FitKind kind;
    int cost;                      // of its states together
    int table;                     // Map: entries of the table
    std::vector<uint32_t> states;  // of a stack: uppermost first
    std::vector<Role> roles;       // of a stack: of each state
};

// What a table is judged by beside others: each entry is worth a bit.
inline int table_cost(const Fit& fit) { return fit.cost + 10 * fit.table; }

class Canvas {
  public:
    // If `thorough`, layers are also kept as masks, for stacks that need a mask, and if they are some demo's output.
    explicit Canvas(std::vector<tile::FittedTile> outputs, bool thorough = false);

    // Whether tiles (of the demos, in order, one each) have the outputs' sizes.
    bool fits_size(const tile::FittedTile* tiles, size_t apart) const;
    // Looks at a state; `tiles` are `apart` elements apart. True where it is worth a number of its own: then
    // the caller gives one and calls `keep`.
    bool look(const tile::FittedTile* tiles, size_t apart);
    void keep(uint32_t state, int cost);

    // Tries layers together: pairs, then more, then stacks, then stacks with masks. Fits by cost. Where nothing fits
    // all demos: what fits most of them.
    std::vector<Fit> fits(int most);

    size_t bytes() const;
    size_t layers() const { return layers_.size(); }

  private:
    struct Layer {
        uint32_t state;
        int cost;
        int labels;     // distinct colours
        int wrong;      // cells that are filled and differ from the output
        int right;      // cells that are filled and equal
        bool paired;    // for tables
        bool stacked;   // for stacks
        bool too_full;  // wrong only where the output is 0
        bool near;      // the output of some demo
        bool mask;      // hides no filled cell of the outputs, in one role or the other
    };
    std::vector<tile::FittedTile> outputs_;
    size_t cells_ = 0;
    std::vector<uint8_t> wanted_;               // the outputs' cells, demos in order
    std::vector<uint8_t> colours_, labels_;     // of the layers: as they are; by first occurrence
    std::vector<Layer> layers_;
    std::vector<Fit> found_;
    bool thorough_;
    Seen partitions_, shapes_;  // shapes: of masks
    size_t paired_ = 0, flawless_ = 0, flawed_ = 0, too_full_ = 0, near_ = 0;
    std::vector<uint8_t> looked_, looked_labels_;
    Layer look_{};
    bool look_exact_ = false, look_map_ = false;

    void read(const tile::FittedTile* tiles, size_t apart, std::vector<uint8_t>& cells) const;
    struct Confusion {
        uint32_t a, b;
    };
    class Grouping;
    class Stacks;
    // The cells of a layer, held against the outputs.
    struct Counts {
        int filled = 0, right = 0;
        int excess = 0;  // filled where the output is 0
        int hidden = 0;  // 0 where the output is filled
        uint64_t shape = 1;  // a hash of the filled cells
    };
    Counts count(const tile::FittedTile* tiles, size_t apart) const;
    uint64_t label_cells();
    void look_for_map();
    void look_closer(const Counts&);
    int right_demos() const;
    const uint8_t* labels_of(size_t layer) const { return labels_.data() + layer * cells_; }
    std::vector<Confusion> confusions(size_t layer) const;
    bool decides(const std::vector<const uint8_t*>& layers, int& entries) const;
    std::vector<size_t> paired_layers(size_t most) const;
    void add_found(FitKind kind, int most, std::vector<Fit>& out) const;
    void try_pairs(std::vector<Fit>& out, int most) const;
    void try_more(std::vector<Fit>& out) const;
    void try_stacks(std::vector<Fit>& out, int most) const;
    void try_masks(std::vector<Fit>& out, int most) const;
    void try_near(std::vector<Fit>& out) const;
};

}  // namespace arcloom
