// native/ops/support/placed_stamp.cpp: copies of one placed grid, laid on the others
#include <algorithm>

#include "placed.hpp"

namespace arcloom::placed {

namespace {

bool is_even(int n) { return n % 2 == 0; }

}  // namespace

bool stamp(const Piece* from, int n, int code, Piece& out) {
    if (n < 2) return false;
    const auto worth = code < 2 ? filled_cells : filled_colours;
    const Piece& original =
        *std::max_element(from, from + n, [&](const Piece& a, const Piece& b) { return worth(a) < worth(b); });
    const bool centred = is_even(code);
    Pieces copies;
    for (const Piece* at = from; at != from + n; ++at) {
        if (at == &original) continue;
        const int down = at->h - original.h, right = at->w - original.w;
        if (centred && !(is_even(down) && is_even(right))) return false;
        copies.push_back(original);
        copies.back().row = at->row + (centred ? down / 2 : 0);
        copies.back().col = at->col + (centred ? right / 2 : 0);
    }
    return put_together(copies.data(), n - 1, 1, out);
}

}  // namespace arcloom::placed
