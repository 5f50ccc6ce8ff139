// native/tile/table.cpp: the table for tiles of 32, in which small grids take a shorter way
#include <algorithm>
#include <array>
#include <utility>

#include "table.hpp"

namespace arcloom::tile {

namespace {

// Small grids, h and w up to 16, have their planes in a quarter of the words. Going over to such tiles and
// back costs less than it saves, unless the op does little more than copy. Where the kernel is short, it is
// compiled into the passage, so that planes stay in registers.
constexpr std::string_view kCopying[] = {"recolour"};
constexpr std::string_view kShort[] = {
    "hmirror", "vmirror",  "dmirror",     "cmirror",     "rot90",      "rot180", "rot270",
    "nudge",   "negative", "keep_colour", "drop_colour", "fill_holes", "holes",  "outside",
    "outline", "core",     "halo",        "halo4",  "keep_largest",
};

template <class From, class To>
void resize(const TileOf<From>& from, TileOf<To>& to) {
    constexpr int kRows = std::min(From::kSize, To::kSize);
    for (int k = 0; k < kPlanes; ++k) {
        for (int i = 0; i < kRows; ++i) to.plane[k].row[i] = static_cast<typename To::Word>(from.plane[k].row[i]);
        for (int i = kRows; i < To::kSize; ++i) to.plane[k].row[i] = 0;
    }
    to.h = from.h;
    to.w = from.w;
}
inline bool is_small(const Tile& t) { return t.h <= Rows16::kSize && t.w <= Rows16::kSize; }

template <size_t kOp>
bool map_small(const Tile& g, int argument, Tile& out) {
    if (!is_small(g)) return Table<Rows32>::kOps[kOp].map(g, argument, out);
    TileOf<Rows16> in, made;
    resize(g, in);
    if (!Table<Rows16>::kOps[kOp].map(in, argument, made)) return false;
    resize(made, out);
    return true;
}
template <size_t kOp>
[[gnu::flatten]] bool map_short(const Tile& g, int argument, Tile& out) {
    return map_small<kOp>(g, argument, out);
}
template <size_t kOp>
bool combine_small(const Tile& a, const Tile& b, Tile& out) {
    if (!is_small(a) || !is_small(b)) return Table<Rows32>::kOps[kOp].combine(a, b, out);
    TileOf<Rows16> first, second, made;
    resize(a, first);
    resize(b, second);
    if (!Table<Rows16>::kOps[kOp].combine(first, second, made)) return false;
    resize(made, out);
    return true;
}
template <size_t kOp>
int split_small(const Tile& g, int argument, Tile* out) {
    if (!is_small(g)) return Table<Rows32>::kOps[kOp].split(g, argument, out);
    TileOf<Rows16> in, made[kMostParts];
    resize(g, in);
    const int n = Table<Rows16>::kOps[kOp].split(in, argument, made);
    for (int k = 0; k < n; ++k) resize(made[k], out[k]);
    return n;
}

// The row for tiles of 32, its kernel doing small grids as such.
template <size_t kOp>
constexpr Op with_small() {
    Op op = Table<Rows32>::kOps[kOp];
    const auto among = [&](const auto& names) { return std::ranges::find(names, op.name) != std::end(names); };
    if (op.grows || among(kCopying)) return op;
    if constexpr (Table<Rows32>::kOps[kOp].form == Form::Map) op.map = among(kShort) ? map_short<kOp> : map_small<kOp>;
    if (op.form == Form::Combine) op.combine = combine_small<kOp>;
    if (op.form == Form::Split) op.split = split_small<kOp>;
    return op;
}
template <size_t... kOps>
constexpr std::array<Op, kTileOps> all_with_small(std::index_sequence<kOps...>) {
    return {with_small<kOps>()...};
}

}  // namespace

template <>
std::span<const OpOf<Rows32>> all_ops<Rows32>() {
    static_assert(std::size(Table<Rows32>::kOps) == kTileOps);
    static constexpr auto kOps = all_with_small(std::make_index_sequence<kTileOps>());
    return kOps;
}
}  // namespace arcloom::tile
