// native/learn/picture.hpp: what fitted rules work on: pictures, examples, rules, and the fuel they take
//
// Learning allocates as it likes, since it runs once a task; so these are plain values outside the arena.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "value/fuel.hpp"

namespace arcloom::fit {

inline constexpr int kColours = 10;
inline constexpr int kOutside = 10;  // read beyond the edge; also "none" where a colour is looked for
inline constexpr int kMaxSide = 64;  // of pictures that rules are learnt from or applied to

struct Picture {
    int h = 0, w = 0;
    std::vector<int8_t> cells;

    Picture() = default;
    Picture(int height, int width, int colour)
        : h(height), w(width), cells(static_cast<size_t>(height) * static_cast<size_t>(width), static_cast<int8_t>(colour)) {}

    int size() const { return h * w; }
    bool inside(int i, int j) const { return i >= 0 && i < h && j >= 0 && j < w; }
    int at(int i, int j) const { return cells[static_cast<size_t>(i * w + j)]; }
    int at(int k) const { return cells[static_cast<size_t>(k)]; }
    int get(int i, int j) const { return inside(i, j) ? at(i, j) : kOutside; }
    void set(int i, int j, int colour) { cells[static_cast<size_t>(i * w + j)] = static_cast<int8_t>(colour); }
    void set(int k, int colour) { cells[static_cast<size_t>(k)] = static_cast<int8_t>(colour); }
    bool same_size(const Picture& o) const { return h == o.h && w == o.w; }
    friend bool operator==(const Picture&, const Picture&) = default;
};

struct Example {
    Picture in, out;
};
using Examples = std::vector<Example>;

// What was learnt: the family's number, then whatever the family writes. Stored with ids for rows (names.hpp), as a
// tuple of integers.
using Rule = std::vector<int>;
inline constexpr int kRuleNumbers = 1'000'000;  // no family writes one this large

using Work = Fuel;

struct Step {
    int i, j;
};
// Up, down, left, right, then the diagonals.
inline constexpr Step kSteps[8] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

// Which colour counts as ground: none, black, the most common one.
enum class Ground : int { Black = 0, Common = 1, None = 2 };
int ground_of(const Picture&, Ground);  // -1 for None

struct Counts {
    int of[kColours] = {};
    int distinct() const;
    int most(int except = -1) const;   // ties: the lower colour; -1 where there is none
    int least(int except = -1) const;  // of those that occur
    int ranked(int rank, int except = -1) const;  // 0: the most common; ties: the lower colour; -1: none
};
Counts count_colours(const Picture&);
int ground_colour(const Picture&);  // black where there is any, else the most common colour

// The one colour of a whole row or column; kOutside where it has several.
int row_colour(const Picture&, int row);
int column_colour(const Picture&, int column);

Picture crop(const Picture&, int top, int left, int h, int w);  // must lie inside
// As mir_rot: itself, rot90, rot180, rot270, hmirror, vmirror, dmirror, cmirror.
Picture turned(const Picture&, int code);
Picture scaled(const Picture&, int rows, int columns);

bool all_same_size(const Examples&);  // each output as large as its input
bool constant_size(const Examples&);  // all outputs as large as the first
// The same whole ratio of sizes in every example, out by in, or in by out.
bool constant_ratio(const Examples&, bool larger, int& rows, int& columns);
bool fits_picture(int64_t h, int64_t w);

}  // namespace arcloom::fit
