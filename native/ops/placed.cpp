// native/ops/placed.cpp: ops on placed grids: values to pieces, the function, pieces to values
//
// A placed grid is the pair (grid, (row, column)); several are a tuple of such pairs.
#include <array>
#include <memory>

#include "ops/support/placed.hpp"
#include "op.hpp"

namespace arcloom {

namespace {

using placed::Form;
using placed::kMostPieces;
using placed::Piece;

constexpr int64_t kPieceFuel = 300, kCellFuel = 8, kListFuel = 3000;

// A thread's room for one call.
struct Desk {
    placed::Pieces in = placed::Pieces(kMostPieces), out = placed::Pieces(kMostPieces);
};
Desk& desk() {
    thread_local const auto d = std::make_unique<Desk>();
    return *d;
}

// nothing() where the value is a placed grid.
Value read_piece(Context& c, Value v, Piece& out) {
    if (!is_tuple(v) || size_of(v) != 2) return wrong_type();
    const Value grid = element_at(c, v, 0);
    Place place;
    if (!is_kind(grid, Kind::Grid) || !get_place(element_at(c, v, 1), place)) return wrong_type();
    const GridData* g = as_grid(grid);
    if (g->h > placed::kMostSide || g->w > placed::kMostSide) return out_of_range();
    if (std::abs(place.i) > placed::kFarthest || std::abs(place.j) > placed::kFarthest) return out_of_range();
    if (!c.charge(kPieceFuel + kCellFuel * g->h * g->w)) return out_of_fuel();
    out.reset(place.i, place.j, g->h, g->w);
    for (size_t k = 0; k < out.cells.size(); ++k) {
        if (g->cells[k] < 0 || g->cells[k] > 9) return wrong_type();
        out.cells[k] = static_cast<uint8_t>(g->cells[k]);
    }
    return nothing();
}

Value read_pieces(Context& c, Value v, placed::Pieces& out, int& n) {
    if (!is_tuple(v)) return wrong_type();
    if (size_of(v) == 0) return empty();
    if (size_of(v) > kMostPieces) return out_of_range();
    n = static_cast<int>(size_of(v));
    for (int k = 0; k < n; ++k) {
        const Value why = read_piece(c, element_at(c, v, static_cast<uint32_t>(k)), out[static_cast<size_t>(k)]);
        if (why.undefined()) return why;
    }
    return nothing();
}

Value store(Context& c, const Piece& p) {
    if (!c.charge(2 * kValueFuel + p.h * p.w)) return out_of_fuel();
    GridData* g = new_grid(c, p.h, p.w);
    std::copy(p.cells.begin(), p.cells.end(), g->cells);
    const Value grid = finish_grid(c, g);
    if (grid.undefined()) return grid;
    return make_tuple2(c, grid, make_pair(c, p.row, p.col));
}

Value store_all(Context& c, const placed::Pieces& made, int n) {
    if (n < 1) return out_of_range();
    Scratch list(c);
    for (int k = 0; k < n; ++k) {
        const Value one = store(c, made[static_cast<size_t>(k)]);
        if (one.undefined()) return one;
        list.push(one);
    }
    return make_tuple(c, list.data(), list.size());
}

bool far(const Piece& p) { return std::abs(p.row) > placed::kFarthest || std::abs(p.col) > placed::kFarthest; }

template <size_t kOp>
Value placed_op(Context& c, const Value* args) {
    const placed::Op& op = placed::all_ops()[kOp];
    const Value code = args[op.form == Form::Fit ? 2 : 1];
    if (!code.is_int()) return wrong_type();
    if (code.as_int() < op.low || code.as_int() > op.high) return out_of_range();
    const int argument = static_cast<int>(code.as_int());
    Desk& d = desk();
    const bool list = op.form == Form::Pick || op.form == Form::Select;
    int n = 1;
    const Value why = list ? read_pieces(c, args[0], d.in, n) : read_piece(c, args[0], d.in[0]);
    if (why.undefined()) return why;
    if (!c.charge(op.form == Form::Map || op.form == Form::Fit ? kCellFuel * 200 : kListFuel * n)) return out_of_fuel();
    Piece& out = d.out[0];
    bool good = false;
    switch (op.form) {
        case Form::Map: good = op.map(d.in[0], argument, out); break;
        case Form::Pick: good = op.pick(d.in.data(), n, argument, out); break;
        case Form::Fit: {
            Place size;
            if (!get_place(args[1], size)) return wrong_type();
            good = op.fit(d.in[0], {size.i, size.j}, argument, out);
            break;
        }
        case Form::Split: return store_all(c, d.out, op.split(d.in[0], argument, d.out.data()));
        case Form::Select: return store_all(c, d.out, op.select(d.in.data(), n, argument, d.out.data()));
    }
    return good && !far(out) ? store(c, out) : out_of_range();
}

template <size_t... kOps>
std::array<OpBody, sizeof...(kOps)> placed_bodies(std::index_sequence<kOps...>) {
    const auto row = [](const placed::Op& op, OpFn fn) {
        return OpBody{op.name, static_cast<uint8_t>(op.form == Form::Fit ? 3 : 2), fn};
    };
    return {row(placed::all_ops()[kOps], placed_op<kOps>)...};
}

}  // namespace

std::span<const OpBody> placed_ops() {
    static const auto kOps = placed_bodies(std::make_index_sequence<placed::kOps>());
    return kOps;
}

}  // namespace arcloom
