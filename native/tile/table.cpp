// native/tile/table.cpp: the tables for tiles of 32, and for tiles in the smaller of two sizes
#include <array>
#include <utility>

#include "fitted.hpp"
#include "table.hpp"

namespace arcloom::tile {

namespace {

// What a kernel for tiles of 32 made, in the size it should have. Always true.
inline bool settle(FittedTile& t) {
    if (t.is_small()) {
        const Tile made = t.large;
        resize(made, t.small);
    }
    return true;
}
// An argument for such a kernel: itself, or a copy.
inline const Tile& as_large(const FittedTile& t, Tile& room) {
    if (!t.is_small()) return t.large;
    resize(t.small, room);
    return room;
}
// Whether the kernel for small tiles does it.
template <size_t kOp>
bool stays_small() {
    return !Table<Rows32>::kOps[kOp].grows;
}

template <size_t kOp>
bool map_fitted(const FittedTile& g, int argument, FittedTile& out) {
    if (stays_small<kOp>() && g.is_small()) return Table<Rows16>::kOps[kOp].map(g.small, argument, out.small);
    Tile room;
    return Table<Rows32>::kOps[kOp].map(as_large(g, room), argument, out.large) && settle(out);
}
template <size_t kOp>
bool combine_fitted(const FittedTile& a, const FittedTile& b, FittedTile& out) {
    if (stays_small<kOp>() && a.is_small() && b.is_small()) {
        return Table<Rows16>::kOps[kOp].combine(a.small, b.small, out.small);
    }
    Tile first, second;
    return Table<Rows32>::kOps[kOp].combine(as_large(a, first), as_large(b, second), out.large) && settle(out);
}
// Lists go over to arrays of one size and back.
template <class R>
int fit_all(const TileOf<R>* made, int n, FittedTile* out) {
    for (int k = 0; k < n; ++k) fit(made[k], out[k]);
    return n;
}
template <class R>
struct List {
    TileOf<R> at[kMostParts];
    List(const FittedTile* xs, int n) {
        for (int k = 0; k < n; ++k) resize(xs[k], at[k]);
    }
};
template <size_t kOp>
int split_fitted(const FittedTile& g, int argument, FittedTile* out) {
    if (stays_small<kOp>() && g.is_small()) {
        TileOf<Rows16> made[kMostParts];
        return fit_all(made, Table<Rows16>::kOps[kOp].split(g.small, argument, made), out);
    }
    Tile room, made[kMostParts];
    return fit_all(made, Table<Rows32>::kOps[kOp].split(as_large(g, room), argument, made), out);
}
inline bool all_small(const FittedTile* xs, int n) {
    return std::all_of(xs, xs + n, [](const FittedTile& t) { return t.is_small(); });
}
template <size_t kOp>
bool pick_fitted(const FittedTile* xs, int n, int argument, FittedTile& out) {
    if (stays_small<kOp>() && all_small(xs, n)) {
        return Table<Rows16>::kOps[kOp].pick(List<Rows16>(xs, n).at, n, argument, out.small);
    }
    return Table<Rows32>::kOps[kOp].pick(List<Rows32>(xs, n).at, n, argument, out.large) && settle(out);
}
template <size_t kOp, class R>
int select_in(const FittedTile* xs, int n, int argument, FittedTile* out) {
    TileOf<R> made[kMostParts];
    return fit_all(made, Table<R>::kOps[kOp].select(List<R>(xs, n).at, n, argument, made), out);
}
template <size_t kOp>
int select_fitted(const FittedTile* xs, int n, int argument, FittedTile* out) {
    if (stays_small<kOp>() && all_small(xs, n)) return select_in<kOp, Rows16>(xs, n, argument, out);
    return select_in<kOp, Rows32>(xs, n, argument, out);
}

template <size_t kOp>
constexpr OpOf<Fitted> fitted() {
    constexpr Op op = Table<Rows32>::kOps[kOp];
    OpOf<Fitted> out{.name = op.name, .form = op.form, .args = op.args, .low = op.low, .high = op.high,
                     .grows = op.grows};
    if constexpr (op.form == Form::Map) out.map = map_fitted<kOp>;
    if constexpr (op.form == Form::Combine) out.combine = combine_fitted<kOp>;
    if constexpr (op.form == Form::Split) out.split = split_fitted<kOp>;
    if constexpr (op.form == Form::Pick) out.pick = pick_fitted<kOp>;
    if constexpr (op.form == Form::Select) out.select = select_fitted<kOp>;
    return out;
}
template <size_t... kOps>
constexpr std::array<OpOf<Fitted>, kTileOps> all_fitted(std::index_sequence<kOps...>) {
    return {fitted<kOps>()...};
}

}  // namespace

template <>
std::span<const OpOf<Rows32>> all_ops<Rows32>() {
    static_assert(std::size(Table<Rows32>::kOps) == kTileOps);
    return Table<Rows32>::kOps;
}
template <>
std::span<const OpOf<Fitted>> all_ops<Fitted>() {
    static constexpr auto kOps = all_fitted(std::make_index_sequence<kTileOps>());
    return kOps;
}

}  // namespace arcloom::tile
