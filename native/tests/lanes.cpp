// native/tests/lanes.cpp: see lanes.hpp
#include "lanes.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "tile/call.hpp"
#include "tile/cells.hpp"

namespace arcloom::test {

namespace {

using tile::kMostParts;
using tile::Tile;

// A grid of few colours, with more or less of it filled; sometimes boxes and lines, sometimes tiled.
Tile random_tile(std::mt19937& draw, int h, int w) {
    const auto below = [&](int n) { return static_cast<int>(draw() % static_cast<uint32_t>(n)); };
    const int colours = 1 + below(4), filled = 1 + below(4), first = 1 + below(9);
    std::vector<uint8_t> cells(static_cast<size_t>(h * w));
    const auto at = [&](int i, int j) -> uint8_t& { return cells[static_cast<size_t>(i * w + j)]; };
    const auto colour = [&] { return static_cast<uint8_t>(1 + (first + below(colours)) % 9); };
    for (uint8_t& c : cells) c = below(4) < filled ? colour() : 0;
    const int kind = below(4);
    if (kind == 1) {
        std::fill(cells.begin(), cells.end(), uint8_t{0});
        for (int k = below(4); k >= 0; --k) {
            const int top = below(h), left = below(w), bottom = top + below(h - top), right = left + below(w - left);
            const uint8_t c = colour();
            for (int i = top; i <= bottom; ++i) at(i, left) = at(i, right) = c;
            for (int j = left; j <= right; ++j) at(top, j) = at(bottom, j) = c;
        }
    } else if (kind == 2) {
        const int p = 1 + below(h), q = 1 + below(w);
        for (int i = 0; i < h; ++i) {
            for (int j = 0; j < w; ++j) at(i, j) = below(8) != 0 ? at(i % p, j % q) : 0;
        }
    }
    Tile out;
    tile::read_cells(cells.data(), h, w, out);
    return out;
}

FlatTile flat(const Tile& t) {
    FlatTile out;
    static_assert(sizeof out.plane == sizeof t.plane);
    std::memcpy(out.plane, t.plane, sizeof out.plane);
    out.h = t.h;
    out.w = t.w;
    return out;
}

std::vector<Tile> arguments(std::mt19937& draw, tile::Form form, int most) {
    const auto side = [&] { return 1 + static_cast<int>(draw() % static_cast<uint32_t>(most)); };
    const int h = side(), w = side(), n = tile::takes_list(form) ? 1 + static_cast<int>(draw() % 5) : tile::grid_arguments(form);
    const bool one_size = draw() % 4 != 0;
    std::vector<Tile> out;
    for (int k = 0; k < n; ++k) {
        const bool again = k > 0 && draw() % 4 == 0;
        out.push_back(again ? out.front() : one_size ? random_tile(draw, h, w) : random_tile(draw, side(), side()));
    }
    return out;
}

using CallOnLanes = int (*)(size_t, const FlatTile*, int, int, FlatTile*);

bool same_on_lanes(CallOnLanes call, size_t number, const std::vector<Tile>& in, int arg) {
    const tile::Op& op = tile::all_ops<tile::Rows32>()[number];
    std::vector<Tile> out(kMostParts);
    std::vector<FlatTile> flat_in, flat_out(kMostParts);
    for (const Tile& t : in) flat_in.push_back(flat(t));
    const int n = static_cast<int>(in.size()), wanted = tile::call(op, in.data(), n, arg, out.data());
    if (call(number, flat_in.data(), n, arg, flat_out.data()) != wanted) return false;
    for (int k = 0; k < wanted; ++k) {
        const FlatTile one = flat(out[static_cast<size_t>(k)]);
        if (std::memcmp(&one, &flat_out[static_cast<size_t>(k)], sizeof one) != 0) return false;
    }
    return true;
}
bool all_small(const std::vector<Tile>& in) {
    return std::all_of(in.begin(), in.end(), [](const Tile& t) { return tile::is_small(t.h, t.w); });
}

}  // namespace

size_t compare_lanes(int rounds) {
    std::mt19937 draw(1);
    size_t failed = 0;
    const auto ops = tile::all_ops<tile::Rows32>();
    for (size_t k = 0; k < ops.size(); ++k) {
        for (int arg = ops[k].low; arg <= ops[k].high; ++arg) {
            for (int round = 0; round < rounds; ++round) {
                const auto in = arguments(draw, ops[k].form, round % 2 == 0 ? tile::Rows16::kSize : 32);
                const bool halves = !ops[k].grows && all_small(in);
                if (same_on_lanes(call_on_lanes, k, in, arg) &&
                    (!halves || same_on_lanes(call_on_half_warp, k, in, arg))) {
                    continue;
                }
                ++failed;
                std::printf("%s(%d): lanes and arrays differ\n", std::string(ops[k].name).c_str(), arg);
            }
        }
    }
    return failed;
}

}  // namespace arcloom::test
