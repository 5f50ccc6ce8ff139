// native/bind/tiles.cpp: the tile ops by themselves: their table, single calls, and how fast they are
#include "bind.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <span>

#include "../tile/call.hpp"
#include "tiles.hpp"

namespace arcloom {

namespace {

using tile::kMostParts;
using tile::OpOf;
using tile::Rows128;
using tile::Rows32;
using tile::TileOf;

template <class R>
const OpOf<R>& find_tile_op(const std::string& name) {
    for (const OpOf<R>& op : tile::all_ops<R>()) {
        if (op.name == name) return op;
    }
    throw nb::key_error(name.c_str());
}

template <class R>
nb::object call_tile(const std::string& name, const std::vector<GridArray>& grids, int argument) {
    const OpOf<R>& op = find_tile_op<R>(name);
    if (grids.empty() || grids.size() > kMostParts) throw nb::value_error("no such list");
    std::vector<TileOf<R>> in, out(kMostParts);
    for (const GridArray& a : grids) in.push_back(read_tile<R>(a));
    const int n = tile::call(op, in.data(), static_cast<int>(in.size()), argument, out.data());
    if (n < 0) return nb::none();
    nb::list made;
    for (int k = 0; k < n; ++k) made.append(to_array(out[static_cast<size_t>(k)]));
    return made;
}

nb::list tile_ops() {
    constexpr const char* kForms[] = {"map", "combine", "split", "pick", "select"};
    nb::list out;
    for (const auto& op : tile::all_ops<Rows32>()) {
        out.append(nb::make_tuple(std::string(op.name), kForms[static_cast<int>(op.form)], op.args, op.low, op.high));
    }
    return out;
}

// Nanoseconds a call for each of the calls, a map op and its argument, over all grids, `rounds` times. As in a search,
// many ops are applied to a few grids before the next few: a block of grids stays in the first cache.
std::vector<double> time_tile_ops(const std::vector<std::tuple<std::string, int>>& calls,
                                  const std::vector<GridArray>& grids, int rounds) {
    constexpr size_t kBlock = 64;
    using Clock = std::chrono::steady_clock;
    std::vector<TileOf<Rows32>> tiles;
    for (const GridArray& a : grids) tiles.push_back(read_tile<Rows32>(a));
    std::vector<decltype(OpOf<Rows32>::map)> maps;
    for (const auto& [name, argument] : calls) {
        maps.push_back(find_tile_op<Rows32>(name).map);
        if (maps.back() == nullptr) throw nb::value_error("only ops from grid to grid are timed");
    }
    std::vector<double> out(calls.size());
    if (calls.empty()) return out;
    TileOf<Rows32> result;
    uint32_t seen = 0;
    for (size_t first = 0; first < tiles.size(); first += kBlock) {
        const std::span<const TileOf<Rows32>> block(&tiles[first], std::min(kBlock, tiles.size() - first));
        for (const auto& t : block) seen += maps[0](t, std::get<1>(calls[0]), result) ? 1 : 0;  // brings it there
        for (size_t c = 0; c < calls.size(); ++c) {
            const auto begun = Clock::now();
            for (int r = 0; r < rounds; ++r) {
                for (const auto& t : block) seen += maps[c](t, std::get<1>(calls[c]), result) ? 1 : 0;
            }
            out[c] += std::chrono::duration<double, std::nano>(Clock::now() - begun).count();
        }
    }
    for (double& spent : out) spent /= static_cast<double>(rounds) * static_cast<double>(tiles.size());
    volatile uint32_t sink = seen;  // so that no call is dropped as useless
    (void)sink;
    return out;
}

}  // namespace

void bind_tiles(nb::module_& m) {
    m.def("tile_ops", &tile_ops);
    m.def("call_tile", [](const std::string& name, const std::vector<GridArray>& grids, int argument, bool wide) {
        return wide ? call_tile<Rows128>(name, grids, argument) : call_tile<Rows32>(name, grids, argument);
    });
    m.def("time_tile_ops", &time_tile_ops);
}

}  // namespace arcloom
