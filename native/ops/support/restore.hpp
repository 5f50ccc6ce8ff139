// native/ops/support/restore.hpp: hidden cells of a regular picture, restored from its symmetry or its period
//
// Those mirrors, turns and shifts are kept that no two visible cells contradict; a hidden cell takes the colour of a
// visible one that they lead to. A grid is anything with `h`, `w` and `cells`, row by row. Work is charged to whatever
// has `charge(units)` and `dry()`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <vector>

namespace arcloom::restoring {

enum Means { kMirrors = 1, kShifts = 2, kBoth = 3 };

struct Spot {
    int i, j;
};
template <class Grid>
bool inside(const Grid& g, int i, int j) { return i >= 0 && i < g.h && j >= 0 && j < g.w; }
template <class Grid>
int size_of_grid(const Grid& g) { return g.h * g.w; }
template <class Grid>
auto& cell(Grid& g, int i, int j) { return g.cells[static_cast<size_t>(i * g.w + j)]; }

// A map of places: i' = a * i + b * j + di, and so on; here as the few kinds that occur.
struct Move {
    int kind;    // 0 flip rows, 1 flip columns, 2 both, 3 transpose, 4 anti-transpose, 5 quarter turn, 6 shift
    int di, dj;  // sums of the mirrored coordinates, or the shift
};

inline Spot moved(const Move& m, int i, int j) {
    switch (m.kind) {
        case 0: return {m.di - i, j};
        case 1: return {i, m.dj - j};
        case 2: return {m.di - i, m.dj - j};
        case 3: return {j + m.di, i + m.dj};
        case 4: return {m.di - j, m.dj - i};
        case 5: return {j + m.di, m.dj - i};
        default: return {i + m.di, j + m.dj};
    }
}

// How many visible pairs agree; -1 as soon as one does not. Most moves fail early, and cost only the rows that were read.
template <class Grid, class Work>
int agreement(const Grid& p, const Move& m, int mask, Work& work) {
    int agree = 0;
    for (int i = 0; i < p.h; ++i) {
        work.charge(p.w * 2);
        for (int j = 0; j < p.w; ++j) {
            const Spot t = moved(m, i, j);
            if (!inside(p, t.i, t.j) || p.at(i, j) == mask || p.at(t.i, t.j) == mask) continue;
            if (p.at(i, j) != p.at(t.i, t.j)) return -1;
            ++agree;
        }
    }
    return agree;
}

// Mirrors and turns about an axis near the middle: most cells must have a partner.
template <class Grid, class Work>
void find_mirrors(const Grid& p, int mask, std::vector<Move>& moves, Work& work) {
    const int reach = std::max(2, std::min(p.h, p.w) / 4);
    const auto keep_best = [&](int kind, auto&& candidates) {
        int best = size_of_grid(p) / 4;
        Move chosen{-1, 0, 0};
        candidates([&](int di, int dj) {
            if (work.dry()) return;
            const Move m{kind, di, dj};
            const int n = agreement(p, m, mask, work);
            if (n > best) best = n, chosen = m;
        });
        if (chosen.kind >= 0) moves.push_back(chosen);
        return chosen;
    };
    const auto rows = [&](auto&& f) { for (int d = -reach; d <= reach; ++d) f(p.h - 1 + d, 0); };
    const auto columns = [&](auto&& f) { for (int d = -reach; d <= reach; ++d) f(0, p.w - 1 + d); };
    const Move flip_rows = keep_best(0, rows), flip_columns = keep_best(1, columns);
    if (flip_rows.kind < 0 || flip_columns.kind < 0) {
        keep_best(2, [&](auto&& f) {
            for (int a = -reach; a <= reach; ++a) {
                for (int b = -reach; b <= reach; ++b) f(p.h - 1 + a, p.w - 1 + b);
            }
        });
    }
    const auto diagonal = [&](auto&& f) { for (int d = -reach; d <= reach; ++d) f(d, -d); };
    const Move transpose = keep_best(3, diagonal);
    if (transpose.kind >= 0 && flip_rows.kind >= 0) return;  // together they make all the rest
    keep_best(4, [&](auto&& f) {
        for (int d = -2 * reach; d <= 2 * reach; ++d) f(p.h - 1 + d, p.w - 1 + d);
    });
    if (p.h == p.w) keep_best(5, [&](auto&& f) { f(0, p.h - 1); });
}

// The two least shifts that fit: along the rows, the columns or both.
template <class Grid, class Work>
void find_shifts(const Grid& p, int mask, std::vector<Move>& moves, Work& work) {
    // Where little is visible, little can agree.
    const auto visible = static_cast<int>(std::count_if(p.cells.begin(), p.cells.end(), [&](int v) { return v != mask; }));
    const int least = std::min(size_of_grid(p) / 6, visible / 4);
    for (int d = 1; d < p.h && !work.dry(); ++d) {
        if (agreement(p, {6, d, 0}, mask, work) > least) {
            moves.push_back({6, d, 0});
            break;
        }
    }
    for (int d = 1; d < p.w && !work.dry(); ++d) {
        if (agreement(p, {6, 0, d}, mask, work) > least) {
            moves.push_back({6, 0, d});
            break;
        }
    }
    for (int far = 2; far < (p.h + p.w) / 2 && !work.dry(); ++far) {
        for (int di = 1; di < far; ++di) {
            for (const int dj : {far - di, di - far}) {
                if (di >= p.h || std::abs(dj) >= p.w) continue;
                if (agreement(p, {6, di, dj}, mask, work) <= least) continue;
                moves.push_back({6, di, dj});
                return;
            }
        }
    }
}

// Carries visible colours along the moves, both ways, until nothing changes.
template <class Grid, class Work>
bool restore(const Grid& in, int mask, int means, Grid& out, Work& work) {
    std::vector<Move> moves;
    if ((means & kMirrors) != 0) find_mirrors(in, mask, moves, work);
    if ((means & kShifts) != 0) find_shifts(in, mask, moves, work);
    if (moves.empty() || work.dry()) return false;
    using Colour = std::remove_cvref_t<decltype(out.cells[0])>;
    out = in;
    for (bool changed = true; changed;) {
        changed = false;
        if (!work.charge(size_of_grid(in) * static_cast<int64_t>(moves.size()) * 3)) return false;
        for (const Move& m : moves) {
            for (int i = 0; i < out.h; ++i) {
                for (int j = 0; j < out.w; ++j) {
                    const Spot t = moved(m, i, j);
                    if (!inside(out, t.i, t.j)) continue;
                    const int a = out.at(i, j), b = out.at(t.i, t.j);
                    if ((a == mask) == (b == mask)) continue;
                    (a == mask ? cell(out, i, j) : cell(out, t.i, t.j)) = static_cast<Colour>(a == mask ? b : a);
                    changed = true;
                }
            }
        }
    }
    return std::none_of(out.cells.begin(), out.cells.end(), [&](int v) { return v == mask; });
}

}  // namespace arcloom::restoring
