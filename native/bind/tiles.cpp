// native/bind/tiles.cpp: the tile ops by themselves: their table, single calls, and how fast they are
#include "bind.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <span>

#include "tiles.hpp"
#include "tile/call.hpp"
#include "tile_words.hpp"

namespace arcloom {

namespace {

using tile::Fitted;
using tile::kMostParts;
using tile::OpOf;
using tile::Rows128;
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

template <class T>
nb::object owned(std::vector<T> values, std::vector<size_t> shape) {
    auto* kept = new std::vector<T>(std::move(values));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), shape.size(), shape.data(), owner));
}

// Call k takes count[k] tiles from first[k] on. Gives the tiles of all results, and how many each call gave, or -1.
nb::tuple call_tiles(const std::string& name, int argument, TileWords tiles, Numbers first, Numbers count) {
    const OpOf<Fitted>& op = find_tile_op<Fitted>(name);
    if (tiles.shape(1) != kTileWords || first.size() != count.size()) throw nb::value_error("no such tiles");
    std::vector<uint32_t> words;
    std::vector<int32_t> made(first.size());
    {
        const nb::gil_scoped_release release;
        std::vector<TileOf<Fitted>> in(kMostParts), out(kMostParts);
        for (size_t k = 0; k < made.size(); ++k) {
            const int n = count.data()[k];
            const uint32_t* from = tiles.data() + static_cast<size_t>(first.data()[k]) * kTileWords;
            for (int i = 0; i < n; ++i) read_words(from + static_cast<size_t>(i) * kTileWords, in[static_cast<size_t>(i)]);
            made[k] = tile::call(op, in.data(), n, argument, out.data());
            for (int i = 0; i < made[k]; ++i) add_words(out[static_cast<size_t>(i)], words);
        }
    }
    const size_t n = words.size() / kTileWords, calls = made.size();
    return nb::make_tuple(owned(std::move(words), {n, kTileWords}), owned(std::move(made), {calls}));
}

nb::list tile_ops() {
    constexpr const char* kForms[] = {"map", "combine", "split", "pick", "select"};
    nb::list out;
    for (const auto& op : tile::all_ops<Fitted>()) {
        out.append(nb::make_tuple(std::string(op.name), kForms[static_cast<int>(op.form)], op.args, op.low, op.high));
    }
    return out;
}

// Those whose result may be larger than every argument.
std::vector<std::string> growing_tile_ops() {
    std::vector<std::string> out;
    for (const auto& op : tile::all_ops<Fitted>()) {
        if (op.grows) out.emplace_back(op.name);
    }
    return out;
}

// Nanoseconds a call for each of the calls, a map op and its argument, over all grids, `rounds` times. As in a search,
// many ops are applied to a few grids before the next few: a block of grids stays in the first cache.
std::vector<double> time_tile_ops(const std::vector<std::tuple<std::string, int>>& calls,
                                  const std::vector<GridArray>& grids, int rounds) {
    constexpr size_t kBlock = 64;
    using Clock = std::chrono::steady_clock;
    std::vector<TileOf<Fitted>> tiles;
    for (const GridArray& a : grids) tiles.push_back(read_tile<Fitted>(a));
    std::vector<decltype(OpOf<Fitted>::map)> maps;
    for (const auto& [name, argument] : calls) {
        maps.push_back(find_tile_op<Fitted>(name).map);
        if (maps.back() == nullptr) throw nb::value_error("only ops from grid to grid are timed");
    }
    std::vector<double> out(calls.size());
    if (calls.empty()) return out;
    TileOf<Fitted> result;
    uint32_t seen = 0;
    for (size_t first = 0; first < tiles.size(); first += kBlock) {
        const std::span<const TileOf<Fitted>> block(&tiles[first], std::min(kBlock, tiles.size() - first));
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
    m.def("growing_tile_ops", &growing_tile_ops);
    m.def("call_tile", [](const std::string& name, const std::vector<GridArray>& grids, int argument, bool wide) {
        return wide ? call_tile<Rows128>(name, grids, argument) : call_tile<Fitted>(name, grids, argument);
    });
    m.def("call_tiles", &call_tiles);
    m.def("time_tile_ops", &time_tile_ops);
}

}  // namespace arcloom
