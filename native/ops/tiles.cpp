// native/ops/tiles.cpp: the tile kernels as tile_bodies of ops: grids to tiles, the kernel, tiles to grids
//
// Grids up to 32x32 go through the narrow kernels; where they are larger, or the result is, the wide one does
// the work. What does not fit 128x128 either is Undefined.
#include <array>
#include <utility>

#include "tile/call.hpp"
#include "tile/cells.hpp"
#include "op.hpp"

namespace arcloom {

namespace {

using tile::Fitted;
using tile::Form;
using tile::kMostParts;
using tile::OpOf;
using tile::Rows128;

struct Grids {
    const GridData* grid[kMostParts];
    int n = 0;
    int64_t cells = 0;
    int32_t side = 0;  // the longest

    void add(const GridData* g) {
        grid[n++] = g;
        cells += int64_t{g->h} * g->w;
        side = std::max({side, g->h, g->w});
    }
};

// The grids among an op's arguments; nothing() where they are as they should be, else why not.
Value read_grids(const Value* args, Form form, Grids& out) {
    if (!tile::takes_list(form)) {
        for (int k = 0; k < tile::grid_arguments(form); ++k) {
            if (!is_kind(args[k], Kind::Grid)) return wrong_type();
            out.add(as_grid(args[k]));
        }
        return nothing();
    }
    if (!is_tuple(args[0])) return wrong_type();
    if (size_of(args[0]) == 0) return empty();
    if (!is_kind(args[0], Kind::Tuple)) return wrong_type();
    const Tuple* list = as_tuple(args[0]);
    if (list->count > kMostParts) return out_of_range();
    for (uint32_t k = 0; k < list->count; ++k) {
        if (!is_kind(list->items[k], Kind::Grid)) return wrong_type();
        out.add(as_grid(list->items[k]));
    }
    return nothing();
}

// The integer after the grids, where the op has one.
Value read_argument(const Value* args, const OpOf<Fitted>& op, int& out) {
    if (op.args == 0) return nothing();
    const Value v = args[tile::grid_arguments(op.form)];
    if (!v.is_int()) return wrong_type();
    if (v.as_int() < op.low || v.as_int() > op.high) return out_of_range();
    out = static_cast<int>(v.as_int());
    return nothing();
}

// A thread's room for one call.
template <class R>
struct Desk {
    tile::TileOf<R> in[kMostParts], out[kMostParts];
};
template <class R>
Desk<R>& desk() {
    thread_local const auto d = std::make_unique<Desk<R>>();
    return *d;
}

template <class R>
bool load(const Grids& grids, Desk<R>& d) {
    for (int k = 0; k < grids.n; ++k) {
        const GridData* g = grids.grid[k];
        if (!tile::read_cells(g->cells, g->h, g->w, d.in[k])) return false;
    }
    return true;
}

template <class R>
Value store(Context& c, const tile::TileOf<R>& made) {
    return tile::visit(made, [&](const auto& t) -> Value {
        if (!c.charge(int64_t{t.h} * t.w * 2 + kValueFuel)) return out_of_fuel();
        GridData* g = new_grid(c, t.h, t.w);
        tile::write_cells(t, g->cells);
        return finish_grid(c, g);
    });
}
template <class R>
Value store_list(Context& c, const tile::TileOf<R>* tiles, int n) {
    Scratch list(c);
    for (int k = 0; k < n; ++k) {
        const Value grid = store(c, tiles[k]);
        if (grid.undefined()) return grid;
        list.push(grid);
    }
    return make_tuple(c, list.data(), list.size());
}

// What a kernel costs, by the words it goes through: on wide tiles twice as many bytes a word and four times
// as many words. The ops that compare all with all, or go on step by step, cost more.
template <class R>
int64_t kernel_fuel(const OpOf<R>& op, const Grids& grids) {
    constexpr int64_t kNarrow = 200, kWide = 8000;
    const int64_t one = R::kSize == Fitted::kSize ? kNarrow : kWide;
    if (op.name == "continue_tiling") return one * 100;
    if (op.name == "spread" || op.name == "spread8" || op.name == "flood_over") return one * 10;
    return one * (tile::gives_list(op.form) ? 8 : 1) * grids.n * (grids.n > 2 ? grids.n : 1);
}

template <class R>
Value call_kernel(Context& c, const OpOf<R>& op, const Grids& grids, int argument) {
    if (!c.charge(kernel_fuel(op, grids) + grids.cells * 2)) return out_of_fuel();
    Desk<R>& d = desk<R>();
    if (!load(grids, d)) return wrong_type();
    const int n = tile::call(op, d.in, grids.n, argument, d.out);
    if (n < 0) return out_of_range();
    return tile::gives_list(op.form) ? store_list(c, d.out, n) : store(c, d.out[0]);
}

template <size_t kOp>
Value tile_op(Context& c, const Value* args) {
    const OpOf<Fitted>& narrow = tile::all_ops<Fitted>()[kOp];
    const OpOf<Rows128>& wide = tile::all_ops<Rows128>()[kOp];
    Grids grids;
    int argument = 0;
    if (const Value why = read_grids(args, narrow.form, grids); why.undefined()) return why;
    if (const Value why = read_argument(args, narrow, argument); why.undefined()) return why;
    if (grids.side <= Fitted::kSize) {
        const Value out = call_kernel(c, narrow, grids, argument);
        const bool too_small = out.undefined() && out.reason() == Reason::Range && narrow.grows;
        if (!too_small) return out;
    }
    return grids.side <= Rows128::kSize ? call_kernel(c, wide, grids, argument) : out_of_range();
}

template <size_t... kOps>
std::array<OpBody, sizeof...(kOps)> tile_bodies(std::index_sequence<kOps...>) {
    const auto row = [](const OpOf<Fitted>& op, OpFn fn) {
        return OpBody{op.name, static_cast<uint8_t>(tile::grid_arguments(op.form) + op.args), fn};
    };
    return {row(tile::all_ops<Fitted>()[kOps], tile_op<kOps>)...};
}

}  // namespace

std::span<const OpBody> tiles_ops() {
    static const auto kOps = tile_bodies(std::make_index_sequence<tile::kTileOps>());
    return kOps;
}

}  // namespace arcloom
