// native/ops/support/placed.hpp: grids that remember their place, and the functions that search composes on them
//
// A piece is a grid with the place of its upper left cell, which may be negative. 0 stands for nothing. The same
// functions are the bodies of ops (ops/placed.cpp) and the steps of a search (enumerate/placed.hpp). A function
// gives false (or -1) where it has no answer, or where the answer is longer than kMostSide. `out` is none of the
// arguments, and may hold anything where the answer is false. An integer argument is within the op's range.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace arcloom::placed {

inline constexpr int kMostSide = 32, kMostPieces = 32, kFarthest = 1000;

struct Piece {
    int row = 0, col = 0, h = 0, w = 0;
    std::vector<uint8_t> cells;

    void reset(int at_row, int at_col, int height, int width) {
        row = at_row, col = at_col, h = height, w = width;
        cells.assign(static_cast<size_t>(h) * static_cast<size_t>(w), 0);
    }
    uint8_t& at(int i, int j) { return cells[static_cast<size_t>(i * w + j)]; }
    uint8_t at(int i, int j) const { return cells[static_cast<size_t>(i * w + j)]; }
    bool has(int i, int j) const { return i >= 0 && j >= 0 && i < h && j < w; }
    // 0 outside.
    uint8_t seen(int i, int j) const { return has(i, j) ? at(i, j) : uint8_t{0}; }
};
using Pieces = std::vector<Piece>;  // the room of at least kMostPieces; how many count is said beside it

struct Size {
    int h, w;
};

enum class Form : uint8_t {
    Map,    // piece -> piece
    Split,  // piece -> pieces
    Pick,   // pieces -> piece
    Select, // pieces -> pieces
    Fit,    // piece, size -> piece
};

struct Op {
    std::string_view name;
    Form form;
    int low, high;  // range of the integer argument, which is the last
    int work = 2;   // what a search counts for each piece of a Map
    bool (*map)(const Piece&, int, Piece& out) = nullptr;
    int (*split)(const Piece&, int, Piece* out) = nullptr;  // room for kMostPieces
    bool (*pick)(const Piece*, int n, int, Piece& out) = nullptr;
    int (*select)(const Piece*, int n, int, Piece* out) = nullptr;
    bool (*fit)(const Piece&, Size, int, Piece& out) = nullptr;
};
inline constexpr int kOps = 14;
// In the order of the vocabulary.
std::span<const Op> all_ops();

// What several functions ask of a piece.
int filled_cells(const Piece&);
int filled_colours(const Piece&);  // how many, without 0
int common_colour(const Piece&);  // the most common but 0, of equally common ones the smallest; 0 where all is 0
bool cut(const Piece&, int top, int left, int h, int w, Piece& out);  // a part of it, at its place
bool crop_filled(const Piece&, Piece& out);
void holes(const Piece&, std::vector<uint8_t>& out);  // 1 in zeros that cannot reach the edge by sides
// The connected parts: a number from 1 on for each cell, 0 for cells that `in` is 0 for. Gives how many.
int label_parts(const Piece&, const std::vector<uint8_t>& in, bool one_colour, bool corners, std::vector<int>& out);

// The functions of the table, by file.
bool cut_out(const Piece&, int, Piece&);
bool figure(const Piece&, int, Piece&);
bool step_aside(const Piece&, int, Piece&);
bool count_block(const Piece&, int, Piece&);
bool fit_to(const Piece&, Size, int, Piece&);
int pieces(const Piece&, int, Piece*);
int let_fall(const Piece&, int, Piece*);
bool choose(const Piece*, int, int, Piece&);
int choose_all(const Piece*, int, int, Piece*);
int leave_out(const Piece*, int, int, Piece*);
bool put_together(const Piece*, int, int, Piece&);
bool restore(const Piece&, int, Piece&);
bool reveal(const Piece&, int, Piece&);
bool stamp(const Piece*, int, int, Piece&);

}  // namespace arcloom::placed
