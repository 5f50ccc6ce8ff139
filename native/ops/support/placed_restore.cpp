// native/ops/support/placed_restore.cpp: placed grids whose hidden cells are restored
#include <algorithm>
#include <climits>

#include "placed.hpp"
#include "restore.hpp"

namespace arcloom::placed {

namespace {

// The search counts a step's work as a constant.
struct Unlimited {
    static bool charge(int64_t) { return true; }
    static bool dry() { return false; }
};

// False where the colour hides nothing, or more than half.
bool restored(const Piece& p, int colour, Piece& out) {
    const auto hidden = std::count(p.cells.begin(), p.cells.end(), static_cast<uint8_t>(colour));
    if (hidden == 0 || 2 * hidden > p.h * p.w) return false;
    Unlimited work;
    for (const int means : {restoring::kMirrors, restoring::kShifts, restoring::kBoth}) {
        if (restoring::restore(p, colour, means, out, work)) return true;
    }
    return false;
}

}  // namespace

bool restore(const Piece& p, int colour, Piece& out) { return restored(p, colour, out); }

bool reveal(const Piece& p, int colour, Piece& out) {
    Piece whole;
    if (!restored(p, colour, whole)) return false;
    int top = INT_MAX, left = INT_MAX, bottom = -1, right = -1;
    for (int i = 0; i < p.h; ++i) {
        for (int j = 0; j < p.w; ++j) {
            if (p.at(i, j) != colour) continue;
            top = std::min(top, i), bottom = i;
            left = std::min(left, j), right = std::max(right, j);
        }
    }
    return cut(whole, top, left, bottom - top + 1, right - left + 1, out);
}

}  // namespace arcloom::placed
