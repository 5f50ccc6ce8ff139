// native/learn/repair.cpp: hidden parts of a regular picture, restored from its symmetry or its period
//
// The mask is a colour of the inputs (or none: then black). Of each picture, those mirrors, turns and shifts are
// kept that no two visible cells contradict; a hidden cell takes the colour of a visible one that they lead to.
// The answer is the whole picture, or what lay under the mask.
#include <algorithm>

#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum Means { mMirrors = 1, mShifts = 2, mBoth = 3 };
const Names kMeans("repair", {{mMirrors, "mirrors", "its mirrors and turns"},
                              {mShifts, "shifts", "its repeats"},
                              {mBoth, "mirrors and shifts", "its mirrors, turns and repeats"}});

// A map of places: i' = a * i + b * j + di, and so on; here as the few kinds that occur.
struct Move {
    int kind;    // 0 flip rows, 1 flip columns, 2 both, 3 transpose, 4 anti-transpose, 5 quarter turn, 6 shift
    int di, dj;  // sums of the mirrored coordinates, or the shift
};

Step moved(const Move& m, int i, int j) {
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

// How many visible pairs agree; -1 as soon as too many do not.
int agreement(const Picture& p, const Move& m, int mask, Work& work) {
    int agree = 0;
    work.charge(p.size() * 2);
    for (int i = 0; i < p.h; ++i) {
        for (int j = 0; j < p.w; ++j) {
            const Step t = moved(m, i, j);
            if (!p.inside(t.i, t.j) || p.at(i, j) == mask || p.at(t.i, t.j) == mask) continue;
            if (p.at(i, j) != p.at(t.i, t.j)) return -1;
            ++agree;
        }
    }
    return agree;
}

// Mirrors and turns about an axis near the middle: most cells must have a partner.
void find_mirrors(const Picture& p, int mask, std::vector<Move>& moves, Work& work) {
    const int reach = std::max(2, std::min(p.h, p.w) / 4);
    const auto keep_best = [&](int kind, auto&& candidates) {
        int best = p.size() / 4;
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
void find_shifts(const Picture& p, int mask, std::vector<Move>& moves, Work& work) {
    // Where little is visible, little can agree.
    const auto visible = static_cast<int>(std::count_if(p.cells.begin(), p.cells.end(), [&](int8_t v) { return v != mask; }));
    const int least = std::min(p.size() / 6, visible / 4);
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
bool restore(const Picture& in, int mask, int means, Picture& out, Work& work) {
    std::vector<Move> moves;
    if ((means & mMirrors) != 0) find_mirrors(in, mask, moves, work);
    if ((means & mShifts) != 0) find_shifts(in, mask, moves, work);
    if (moves.empty() || work.dry()) return false;
    out = in;
    for (bool changed = true; changed;) {
        changed = false;
        if (!work.charge(in.size() * static_cast<int64_t>(moves.size()) * 3)) return false;
        for (const Move& m : moves) {
            for (int i = 0; i < out.h; ++i) {
                for (int j = 0; j < out.w; ++j) {
                    const Step t = moved(m, i, j);
                    if (!out.inside(t.i, t.j)) continue;
                    const int a = out.at(i, j), b = out.at(t.i, t.j);
                    if ((a == mask) == (b == mask)) continue;
                    (a == mask ? out.set(i, j, b) : out.set(t.i, t.j, a));
                    changed = true;
                }
            }
        }
    }
    return std::none_of(out.cells.begin(), out.cells.end(), [&](int8_t v) { return v == mask; });
}

bool mask_box(const Picture& p, int mask, int& top, int& left, int& h, int& w) {
    int bottom = -1, right = -1;
    top = p.h, left = p.w;
    for (int k = 0; k < p.size(); ++k) {
        if (p.at(k) != mask) continue;
        top = std::min(top, k / p.w), bottom = std::max(bottom, k / p.w);
        left = std::min(left, k % p.w), right = std::max(right, k % p.w);
    }
    h = bottom - top + 1, w = right - left + 1;
    return bottom >= 0;
}

}  // namespace

void learn_repair(const Examples& examples, Trial& trial) {
    const bool whole = all_same_size(examples);
    for (int mask = 0; mask < kColours; ++mask) {
        bool possible = true;
        for (const Example& e : examples) {
            int top = 0, left = 0, h = 0, w = 0;
            if (!trial.work().charge(4 * e.in.size())) return;
            possible = possible && mask_box(e.in, mask, top, left, h, w);
            possible = possible && (whole ? count_colours(e.out).of[mask] == 0 : h == e.out.h && w == e.out.w);
        }
        if (!possible) continue;
        for (const int means : {mMirrors, mShifts, mBoth}) {
            if (trial.offer({mask, means, whole ? 0 : 1})) return;
        }
    }
}

void check_repair(Reader& r) {
    r.below(kColours);
    r.row(kMeans);
    r.flag();
}

bool apply_repair(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int mask = r.next(), means = r.next(), part = r.next();
    if (r.bad() || mask < 0 || mask >= kColours) return false;
    int top = 0, left = 0, h = 0, w = 0;
    if (!work.charge(in.size()) || !mask_box(in, mask, top, left, h, w)) return false;
    Picture whole;
    if (!restore(in, mask, means, whole, work)) return false;
    out = part != 0 ? crop(whole, top, left, h, w) : whole;
    return true;
}

}  // namespace arcloom::fit
