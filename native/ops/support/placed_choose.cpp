// native/ops/support/placed_choose.cpp: placed grids chosen among others, by what they are and by how they compare
#include <algorithm>
#include <array>

#include "placed.hpp"

namespace arcloom::placed {

namespace {

// What choice goes by; more is better.
int property(const Piece& p, int code) {
    std::vector<uint8_t> mask;
    std::vector<int> labels;
    Piece box;
    switch (code) {
        case 0: return filled_cells(p);
        case 1: return -filled_cells(p);
        case 2: return p.h * p.w;
        case 3: return -p.h * p.w;
        case 4: return filled_colours(p);
        case 5: return -p.row;
        case 6: return p.row;
        case 7: return label_parts(p, p.cells, false, true, labels);
        case 8:
        case 9: {
            if (!crop_filled(p, box)) return 0;
            const int zeros = box.h * box.w - filled_cells(box);
            return code == 8 ? zeros : -zeros;
        }
        case 10:
        case 11: {
            holes(p, mask);
            const int n = static_cast<int>(std::count(mask.begin(), mask.end(), 1));
            return code == 10 ? n : -n;
        }
        case 12: return -p.col;
        default: return p.col;
    }
}

// The colours that no other piece has, as bits for each piece.
std::array<unsigned, kMostPieces> own_colours(const Piece* from, int n) {
    std::array<unsigned, kMostPieces> has{};
    unsigned once = 0, twice = 0;
    for (int k = 0; k < n; ++k) {
        unsigned& met = has[static_cast<size_t>(k)];
        for (const uint8_t c : from[k].cells) met |= c == 0 ? 0U : 1U << (c & 31);
        twice |= once & met, once |= met;
    }
    for (unsigned& met : has) met &= ~twice;
    return has;
}

// How many of the four mirrors leave the grid unchanged.
int mirrors(const Piece& p) {
    std::array<bool, 4> same{true, true, p.h == p.w, p.h == p.w};
    for (int i = 0; i < p.h; ++i) {
        for (int j = 0; j < p.w; ++j) {
            same[0] = same[0] && p.at(i, j) == p.at(p.h - 1 - i, j);
            same[1] = same[1] && p.at(i, j) == p.at(i, p.w - 1 - j);
            same[2] = same[2] && p.at(i, j) == p.at(j, i);
            same[3] = same[3] && p.at(i, j) == p.at(p.h - 1 - j, p.w - 1 - i);
        }
    }
    return static_cast<int>(std::count(same.begin(), same.end(), true));
}

bool same_shape(const Piece& a, const Piece& b) {
    const auto both = [](uint8_t x, uint8_t y) { return (x == 0) == (y == 0); };
    return a.h == b.h && a.w == b.w && std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(), both);
}

constexpr int kOwnColour = 14, kMostMirrors = 15, kMostOfShape = 17, kMostOfColour = 19;  // the first code of each pair

// Codes from 15 on: mirrors, pieces of the same shape, pieces of the same common colour. Each first most, then least.
std::array<int, kMostPieces> among_others(const Piece* from, int n, int code) {
    std::array<int, kMostPieces> out{}, colour{};
    for (int k = 0; k < n && code >= kMostOfColour; ++k) colour[static_cast<size_t>(k)] = common_colour(from[k]);
    for (int k = 0; k < n; ++k) {
        int& much = out[static_cast<size_t>(k)];
        if (code < kMostOfShape) much = mirrors(from[k]);
        for (int other = 0; other < n && code >= kMostOfShape; ++other) {
            const bool alike = colour[static_cast<size_t>(k)] == colour[static_cast<size_t>(other)];
            much += code < kMostOfColour ? same_shape(from[k], from[other]) : alike;
        }
        if ((code - kMostMirrors) % 2 != 0) much = -much;
    }
    return out;
}

std::array<int, kMostPieces> properties(const Piece* from, int n, int code) {
    if (code >= kMostMirrors) return among_others(from, n, code);
    std::array<int, kMostPieces> out{};
    const auto own = code == kOwnColour ? own_colours(from, n) : std::array<unsigned, kMostPieces>{};
    for (int k = 0; k < n; ++k) {
        out[static_cast<size_t>(k)] = code == kOwnColour ? own[static_cast<size_t>(k)] != 0 : property(from[k], code);
    }
    return out;
}

int chosen(const Piece* from, int n, int code, bool best, Piece* out) {
    const auto worth = properties(from, n, code);
    const int most = *std::max_element(worth.begin(), worth.begin() + n);
    int made = 0;
    for (int k = 0; k < n; ++k) {
        if ((worth[static_cast<size_t>(k)] == most) == best) out[made++] = from[k];
    }
    return made > 0 && made < n ? made : -1;
}

}  // namespace

bool choose(const Piece* from, int n, int code, Piece& out) {
    const auto worth = properties(from, n, code);
    if (code == kOwnColour && std::count(worth.begin(), worth.begin() + n, 1) != 1) return false;
    out = from[std::max_element(worth.begin(), worth.begin() + n) - worth.begin()];
    return true;
}

int choose_all(const Piece* from, int n, int code, Piece* out) { return chosen(from, n, code, true, out); }
int leave_out(const Piece* from, int n, int code, Piece* out) { return chosen(from, n, code, false, out); }

}  // namespace arcloom::placed
