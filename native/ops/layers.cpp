// native/ops/layers.cpp: a colour for each cell from what several grids show there, by a table learnt from demos
#include <array>

#include "registry.hpp"

namespace arcloom {

namespace {

constexpr uint32_t kMostLayers = 4;
constexpr int kColours = 10;

// Grids of one size, laid over each other; a cell's key is what they show there, as one number.
struct Layers {
    std::array<const GridData*, kMostLayers> at;
    uint32_t count = 0;

    bool read(Context& c, Value grids) {
        if (!is_tuple(grids) || size_of(grids) < 1 || size_of(grids) > kMostLayers) return false;
        count = static_cast<uint32_t>(size_of(grids));
        for (uint32_t k = 0; k < count; ++k) {
            const Value grid = element_at(c, grids, k);
            if (!is_kind(grid, Kind::Grid)) return false;
            at[k] = as_grid(grid);
            if (at[k]->h != at[0]->h || at[k]->w != at[0]->w) return false;
        }
        return true;
    }
    size_t cells() const { return static_cast<size_t>(at[0]->h) * static_cast<size_t>(at[0]->w); }
    // Negative where a cell is no colour.
    int key(size_t cell) const {
        int out = 0;
        for (uint32_t k = 0; k < count; ++k) {
            const int colour = at[k]->cells[cell];
            if (colour < 0 || colour >= kColours) return -1;
            out = out * kColours + colour;
        }
        return out;
    }
};

class LayerTable {
  public:
    explicit LayerTable(uint32_t layers) {
        size_t size = 1;
        for (uint32_t k = 0; k < layers; ++k) size *= kColours;
        colours_.assign(size, -1);
    }
    // False where a combination would need two colours.
    bool learn(const Layers& layers, const GridData* wanted) {
        for (size_t cell = 0; cell < layers.cells(); ++cell) {
            const int key = layers.key(cell);
            if (key < 0) return false;
            int8_t& colour = colours_[static_cast<size_t>(key)];
            if (colour >= 0 && colour != wanted->cells[cell]) return false;
            colour = wanted->cells[cell];
        }
        return true;
    }
    int8_t at(int key) const { return key < 0 ? int8_t{-1} : colours_[static_cast<size_t>(key)]; }

  private:
    std::vector<int8_t> colours_;
};

Value learn(Context& c, Value demos, LayerTable& table, uint32_t count) {
    for (uint32_t k = 0; k < size_of(demos); ++k) {
        const Value demo = element_at(c, demos, k);
        Layers shown;
        if (!is_tuple(demo) || size_of(demo) != 2 || !shown.read(c, element_at(c, demo, 0))) return wrong_type();
        const Value output = element_at(c, demo, 1);
        if (!is_kind(output, Kind::Grid)) return wrong_type();
        const GridData* wanted = as_grid(output);
        if (shown.count != count || wanted->h != shown.at[0]->h || wanted->w != shown.at[0]->w) return out_of_range();
        if (!c.charge(static_cast<int64_t>(shown.cells() * count))) return out_of_fuel();
        if (!table.learn(shown, wanted)) return out_of_range();
    }
    return nothing();
}

Value cell_map(Context& c, const Value* a) {
    Layers shown;
    if (!is_tuple(a[0]) || !shown.read(c, a[1])) return wrong_type();
    LayerTable table(shown.count);
    const int64_t cells = static_cast<int64_t>(shown.cells());
    if (!c.charge(kValueFuel + 10'000 + cells * (shown.count + 1))) return out_of_fuel();
    if (const Value failed = learn(c, a[0], table, shown.count); failed.undefined()) return failed;
    for (size_t cell = 0; cell < shown.cells(); ++cell) {
        if (table.at(shown.key(cell)) < 0) return out_of_range();
    }
    GridData* out = new_grid(c, shown.at[0]->h, shown.at[0]->w);
    for (size_t cell = 0; cell < shown.cells(); ++cell) out->cells[cell] = table.at(shown.key(cell));
    return finish_grid(c, out);
}

}  // namespace

std::span<const OpBody> layers_ops() {
    static constexpr OpBody kOps[] = {{"cell_map", 2, cell_map}};
    return kOps;
}

}  // namespace arcloom
