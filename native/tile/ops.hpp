// native/tile/ops.hpp: the table of tile ops: every kernel under its name in the vocabulary
//
// A kernel gives false (a split: -1) where the op is Undefined, or where the result leaves the tile's range
// (over R::kSize rows or columns, over kMostParts parts): the general path then decides. `out` is none of the
// arguments, and may hold anything where the answer is false; nothing else is written. An op's integer argument,
// where it has one, is within [low, high]. Lists have from 1 to kMostParts grids.
#pragma once

#ifndef __CUDACC_RTC__
#include <span>
#include <string_view>
#endif

#include "tile.hpp"
#if !defined(__CUDACC_RTC__) && !defined(ARCLOOM_LANES)
#include "fitted.hpp"
#endif

namespace arcloom::tile {

#ifdef __CUDACC_RTC__
using Name = const char*;
#else
using Name = std::string_view;
#endif

inline constexpr int kMostParts = 32;

enum class Form : uint8_t {
    Map,     // grid -> grid
    Combine, // grid, grid -> grid
    Split,   // grid -> grids
    Pick,    // grids -> grid
    Select,  // grids -> grids
};

template <class R>
struct OpOf {
    Name name;
    Form form;
    int8_t args;       // integer arguments after the grids: 0 or 1
    int8_t low, high;  // range of the argument
    bool grows = false;  // the result may be larger than every argument: a wider tile may have it
    bool (*map)(const TileOf<R>&, int, TileOf<R>& out) = nullptr;
    bool (*combine)(const TileOf<R>&, const TileOf<R>&, TileOf<R>& out) = nullptr;
    int (*split)(const TileOf<R>&, int, TileOf<R>* out) = nullptr;  // room for kMostParts
    bool (*pick)(const TileOf<R>*, int n, int, TileOf<R>& out) = nullptr;
    int (*select)(const TileOf<R>*, int n, int, TileOf<R>* out) = nullptr;
};

using Op = OpOf<Rows32>;

inline constexpr int kTileOps = 111;

// kTileOps rows in the order of the themes; names are unique. A GPU has the same rows, in table.hpp.
#if !defined(__CUDACC_RTC__) && !defined(ARCLOOM_LANES)
template <class R>
std::span<const OpOf<R>> all_ops();
template <>
std::span<const OpOf<Rows32>> all_ops<Rows32>();
template <>
std::span<const OpOf<Fitted>> all_ops<Fitted>();
template <>
std::span<const OpOf<Rows128>> all_ops<Rows128>();
#endif

}  // namespace arcloom::tile
