// native/learn/scene_actions.cpp: what can be done to a part: paint cells in, around or beyond it; move, copy, turn, complete it
#include <algorithm>
#include <cstdlib>

#include "scene.hpp"

namespace arcloom::fit::scene {

namespace {

const Blob& part_of(const Scene& s, int part) { return s.parts[static_cast<size_t>(part)]; }

void paint_cell(const Scene& s, int i, int j, Writes& w) { w.drawn.push_back({i * s.in().w + j, kPaint}); }

// Paints the cells of the part's box, made larger by `reach`, of which good(i, j) holds.
template <class Good>
void paint_where(const Scene& s, int part, int reach, Good good, Writes& w) {
    const Blob& b = part_of(s, part);
    for (int i = std::max(0, b.top - reach); i < std::min(s.in().h, b.top + b.h + reach); ++i) {
        for (int j = std::max(0, b.left - reach); j < std::min(s.in().w, b.left + b.w + reach); ++j) {
            if (good(i, j)) paint_cell(s, i, j, w);
        }
    }
}

int own_around(const Scene& s, int part, int i, int j, int steps) {
    int n = 0;
    for (int d = 0; d < steps; ++d) n += s.owns(part, i + kSteps[d].i, j + kSteps[d].j);
    return n;
}

void own_cells(const Scene& s, int part, int, Writes& w) {
    for (const int k : part_of(s, part).cells) w.drawn.push_back({k, kPaint});
}
void hole_cells(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    int count = 0;
    const std::vector<uint8_t> holes = holes_of(mask_of(s.in(), b), b.h, b.w, count);
    if (count == 0) return;
    paint_where(s, part, 0, [&](int i, int j) { return holes[static_cast<size_t>((i - b.top) * b.w + j - b.left)] != 0; }, w);
}
void box_ground(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, 0, [&](int i, int j) { return s.empty(i, j); }, w);
}
void box_cells(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, 0, [](int, int) { return true; }, w);
}
void ring_cells(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, 1, [&](int i, int j) { return s.empty(i, j) && own_around(s, part, i, j, 8) > 0; }, w);
}
void side_cells(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, 1, [&](int i, int j) { return s.empty(i, j) && own_around(s, part, i, j, 4) > 0; }, w);
}
void corner_cells(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, 1, [&](int i, int j) {
        return s.empty(i, j) && own_around(s, part, i, j, 4) == 0 && own_around(s, part, i, j, 8) > 0;
    }, w);
}
void box_ring(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    paint_where(s, part, 1, [&](int i, int j) { return i < b.top || i >= b.top + b.h || j < b.left || j >= b.left + b.w; }, w);
}
void inside_cells(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, 0, [&](int i, int j) { return s.owns(part, i, j) && own_around(s, part, i, j, 8) == 8; }, w);
}
void rim_cells(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, 0, [&](int i, int j) { return s.owns(part, i, j) && own_around(s, part, i, j, 8) < 8; }, w);
}
void box_corners(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    paint_where(s, part, 0, [&](int i, int j) {
        return (i == b.top || i == b.top + b.h - 1) && (j == b.left || j == b.left + b.w - 1);
    }, w);
}
void middle_cells(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    paint_where(s, part, 0, [&](int i, int j) {
        return std::abs(2 * (i - b.top) - (b.h - 1)) <= 1 && std::abs(2 * (j - b.left) - (b.w - 1)) <= 1;
    }, w);
}
void box_diagonals(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    if (b.h != b.w) return;
    paint_where(s, part, 0, [&](int i, int j) { return i - b.top == j - b.left || i - b.top + j - b.left == b.w - 1; }, w);
}
void chequered_cells(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    paint_where(s, part, 0, [&](int i, int j) { return s.owns(part, i, j) && (i - b.top + j - b.left) % 2 == 1; }, w);
}

// Those below take a plain direction.

// How many lines of the box lie between a cell and the box's side in that direction.
int depth(const Blob& b, int d, int i, int j) {
    return d == 0 ? i - b.top : d == 1 ? b.top + b.h - 1 - i : d == 2 ? j - b.left : b.left + b.w - 1 - j;
}

// Every second line of the part's own cells, across the direction, from its side on.
void striped_cells(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    paint_where(s, part, 0, [&](int i, int j) {
        return s.owns(part, i, j) && depth(b, d, i, j) % 2 == 1;
    }, w);
}
void half_cells(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    paint_where(s, part, 0, [&](int i, int j) {
        return s.owns(part, i, j) && 2 * depth(b, d, i, j) + 1 < (d < 2 ? b.h : b.w);
    }, w);
}
void edge_cells(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    paint_where(s, part, 0, [&](int i, int j) {
        return s.owns(part, i, j) && depth(b, d, i, j) == 0;
    }, w);
}
void next_cells(const Scene& s, int part, int d, Writes& w) {
    paint_where(s, part, 1, [&](int i, int j) {
        return s.empty(i, j) && s.owns(part, i - kSteps[d].i, j - kSteps[d].j);
    }, w);
}

enum class Until { Something, EdgeBelow, EdgeOver, OnlyMet, OnlySameMet, OnlyFree, SameBelow, SameOver };

// From a cell on, in a direction, as far as `until` says.
void cast(const Scene& s, int part, int i, int j, int d, Until until, Writes& w) {
    const size_t before = w.drawn.size();
    const int own = s.in().at(i, j);
    for (;;) {
        i += kSteps[d].i, j += kSteps[d].j;
        if (!s.in().inside(i, j)) {
            if (until == Until::OnlyMet || until == Until::OnlySameMet || until == Until::SameBelow || until == Until::SameOver) w.drawn.resize(before);
            return;
        }
        const bool free = s.in().at(i, j) == s.ground;
        if (until == Until::SameBelow || until == Until::SameOver) {
            if (s.in().at(i, j) == own) return;
            if (free || until == Until::SameOver) paint_cell(s, i, j, w);
            continue;
        }
        if (free || until == Until::EdgeOver) {
            if (!s.owns(part, i, j)) paint_cell(s, i, j, w);
            continue;
        }
        if (until == Until::EdgeBelow) continue;
        if (until == Until::OnlyFree || (until == Until::OnlySameMet && s.in().at(i, j) != own)) w.drawn.resize(before);
        return;
    }
}

// From every cell on the part's side; diagonally from the corner of its box.
template <Until until>
void rays(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    const Step& step = kSteps[d];
    for (const int k : b.cells) {
        const int i = k / s.in().w, j = k % s.in().w;
        if (s.owns(part, i + step.i, j + step.j)) continue;
        if (d >= 4 && (i != (step.i < 0 ? b.top : b.top + b.h - 1) || j != (step.j < 0 ? b.left : b.left + b.w - 1))) continue;
        cast(s, part, i, j, d, until, w);
    }
}
template <Until until>
void middle_rays(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    if ((d < 2 ? b.w : b.h) % 2 == 0) return;
    const int i = d == 0 ? b.top : d == 1 ? b.top + b.h - 1 : b.top + b.h / 2;
    const int j = d == 2 ? b.left : d == 3 ? b.left + b.w - 1 : b.left + b.w / 2;
    cast(s, part, i, j, d, until, w);
}

// The part's look at a distance; cells beyond the edge are lost.
void draw_at(const Scene& s, int part, int di, int dj, Writes& w) {
    const Picture& p = s.in();
    for (const int k : part_of(s, part).cells) {
        const int i = k / p.w + di, j = k % p.w + dj;
        if (p.inside(i, j)) w.drawn.push_back({i * p.w + j, p.at(k)});
    }
}
void leave(const Scene& s, int part, Writes& w) {
    const auto& cells = part_of(s, part).cells;
    w.left.insert(w.left.end(), cells.begin(), cells.end());
}
template <int more>
void move_by_size(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    leave(s, part, w);
    draw_at(s, part, kSteps[d].i * (b.h + more), kSteps[d].j * (b.w + more), w);
}
template <int more>
void copy_by_size(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    draw_at(s, part, kSteps[d].i * (b.h + more), kSteps[d].j * (b.w + more), w);
}
// The part's shape at a distance, on empty cells alone.
void shadow_at(const Scene& s, int part, int di, int dj, Writes& w) {
    for (const int k : part_of(s, part).cells) {
        const int i = k / s.in().w + di, j = k % s.in().w + dj;
        if (s.empty(i, j)) paint_cell(s, i, j, w);
    }
}
template <int more>
void shadow_by_size(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    shadow_at(s, part, kSteps[d].i * (b.h + more), kSteps[d].j * (b.w + more), w);
}
template <int more>
void repeat_by_size(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    const int di = kSteps[d].i * (b.h + more), dj = kSteps[d].j * (b.w + more);
    for (int n = 1; std::abs(n * di) < s.in().h && std::abs(n * dj) < s.in().w; ++n) draw_at(s, part, n * di, n * dj, w);
}
// Over the whole grid, as tiles are laid.
template <int more>
void tile_by_size(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    const int h = b.h + more, width = b.w + more;
    for (int di = -(b.top / h + 1) * h; b.top + di < s.in().h; di += h) {
        for (int dj = -(b.left / width + 1) * width; b.left + dj < s.in().w; dj += width) {
            if (di != 0 || dj != 0) draw_at(s, part, di, dj, w);
        }
    }
}
void mirrored_copy(const Scene& s, int part, int d, Writes& w) {
    const Picture& p = s.in();
    const Blob& b = part_of(s, part);
    for (const int k : b.cells) {
        int i = k / p.w, j = k % p.w;
        if (d == 0) i = 2 * b.top - 1 - i;
        if (d == 1) i = 2 * (b.top + b.h) - 1 - i;
        if (d == 2) j = 2 * b.left - 1 - j;
        if (d == 3) j = 2 * (b.left + b.w) - 1 - j;
        if (p.inside(i, j)) w.drawn.push_back({i * p.w + j, p.at(k)});
    }
}
void to_the_edge(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    const Step& step = kSteps[d];
    int n = 1 << 20;
    if (step.i != 0) n = std::min(n, step.i < 0 ? b.top : s.in().h - b.top - b.h);
    if (step.j != 0) n = std::min(n, step.j < 0 ? b.left : s.in().w - b.left - b.w);
    leave(s, part, w);
    draw_at(s, part, n * step.i, n * step.j, w);
}
void slide_alone(const Scene& s, int part, int d, Writes& w) {
    const Picture& p = s.in();
    const Blob& b = part_of(s, part);
    int n = 0;
    const auto free = [&](int k) {
        const int i = k / p.w + (n + 1) * kSteps[d].i, j = k % p.w + (n + 1) * kSteps[d].j;
        return p.inside(i, j) && (p.at(i, j) == s.ground || s.owns(part, i, j));
    };
    while (std::all_of(b.cells.begin(), b.cells.end(), free)) ++n;
    leave(s, part, w);
    draw_at(s, part, n * kSteps[d].i, n * kSteps[d].j, w);
}
int side(int from, int length, int other, int other_length) { return other >= from + length ? 1 : other + other_length <= from ? -1 : 0; }

int plain_direction(int di, int dj) {
    for (int d = 0; d < 8; ++d) {
        if (kSteps[d].i == di && kSteps[d].j == dj) return d;
    }
    return -1;
}

// The plain direction from one part to another; -1 where they lie within each other.
int towards(const Scene& s, int part, int other, bool away) {
    if (other < 0 || other == part) return -1;
    const Blob &a = part_of(s, part), &b = part_of(s, other);
    int di = side(a.top, a.h, b.top, b.h), dj = side(a.left, a.w, b.left, b.w);
    if (away) di = -di, dj = -dj;
    return plain_direction(di, dj);
}

// How far a part reaches across a line of parts: its height in a row of them, its width in a column.
int reach_across(const Blob& b, bool upright) { return upright ? b.w : b.h; }
int cells_of(const Blob& b, bool) { return static_cast<int>(b.cells.size()); }

// All parts stand in a line and change places: those with more come first on the side of the direction. The gaps between
// places stay. Parts that lie beside each other stand in no line.
template <int (*key)(const Blob&, bool)>
void stand_in_order(const Scene& s, int part, int d, Writes& w) {
    const bool upright = d < 2;
    const auto start = [&](int k) { return upright ? part_of(s, k).top : part_of(s, k).left; };
    const auto length = [&](int k) { return upright ? part_of(s, k).h : part_of(s, k).w; };
    std::vector<int> places(s.parts.size());
    for (size_t k = 0; k < places.size(); ++k) places[k] = static_cast<int>(k);
    std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return start(a) < start(b); });
    std::vector<int> order = places;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        const int x = key(part_of(s, a), upright), y = key(part_of(s, b), upright);
        return d % 2 == 0 ? x > y : x < y;
    });
    int at = start(places[0]);
    for (size_t k = 0; k < places.size(); ++k) {
        const int gap = k + 1 < places.size() ? start(places[k + 1]) - start(places[k]) - length(places[k]) : 0;
        if (gap < 0) return;
        if (order[k] == part && at != start(part)) {
            leave(s, part, w);
            draw_at(s, part, upright ? at - start(part) : 0, upright ? 0 : at - start(part), w);
        }
        at += length(order[k]) + gap;
    }
}

// Mirrored at the middle of the nearest part, if it lies to one side of that.
void mirror_at_nearest(const Scene& s, int part, int, Writes& w) {
    const int other = s.nearest[static_cast<size_t>(part)], d = towards(s, part, other, false);
    if (d < 0 || d >= 4) return;
    const Picture& p = s.in();
    const Blob& axis = part_of(s, other);
    for (const int k : part_of(s, part).cells) {
        int i = k / p.w, j = k % p.w;
        (d < 2 ? i : j) = d < 2 ? 2 * axis.top + axis.h - 1 - i : 2 * axis.left + axis.w - 1 - j;
        if (p.inside(i, j)) w.drawn.push_back({i * p.w + j, p.at(k)});
    }
}
void cross_nearest(const Scene& s, int part, int, Writes& w) {
    mirror_at_nearest(s, part, 0, w);
    if (!w.drawn.empty()) leave(s, part, w);
}

// Of the other parts of its first colour, the one whose box is nearest.
int nearest_alike(const Scene& s, int part) {
    const Blob& a = part_of(s, part);
    int best = -1, least = 1 << 20;
    for (int k = 0; k < static_cast<int>(s.parts.size()); ++k) {
        const Blob& b = part_of(s, k);
        if (k == part || b.cells.empty() || s.in().at(b.cells[0]) != s.in().at(a.cells[0])) continue;
        const int di = std::max({0, b.top - a.top - a.h, a.top - b.top - b.h}), dj = std::max({0, b.left - a.left - a.w, a.left - b.left - b.w});
        if (di + dj < least) best = k, least = di + dj;
    }
    return best;
}

// Straight to the nearest part of its colour, whatever lies between, until it touches that.
void join_alike(const Scene& s, int part, int, Writes& w) {
    const int other = nearest_alike(s, part), d = towards(s, part, other, false);
    if (d < 0) return;
    const Picture& p = s.in();
    int n = 0;
    for (bool met = false; !met; n += !met) {
        for (const int k : part_of(s, part).cells) {
            const int i = k / p.w + (n + 1) * kSteps[d].i, j = k % p.w + (n + 1) * kSteps[d].j;
            if (!p.inside(i, j)) return;
            met = met || s.owns(other, i, j);
        }
    }
    if (n == 0) return;
    leave(s, part, w);
    draw_at(s, part, n * kSteps[d].i, n * kSteps[d].j, w);
}

// Mirrors the part's box onto its empty cells.
template <int code>
void complete(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    const Picture look = crop(s.in(), b.top, b.left, b.h, b.w);
    const Picture other = turned(look, code);
    if (!other.same_size(look)) return;
    for (int k = 0; k < look.size(); ++k) {
        if (look.at(k) == s.ground && other.at(k) != s.ground) w.drawn.push_back({(b.top + k / b.w) * s.in().w + b.left + k % b.w, other.at(k)});
    }
}

// The part with the most colours, if it is the only one, is drawn so that its cells of this part's colour fall on this part.
void stamp(const Scene& s, int part, int, Writes& w) {
    const Picture& p = s.in();
    int best = -1, most = 1;
    for (int b = 0; b < static_cast<int>(s.parts.size()); ++b) {
        Counts counts;
        for (const int k : part_of(s, b).cells) ++counts.of[p.at(k)];
        if (counts.distinct() > most) {
            most = counts.distinct(), best = b;
        } else if (counts.distinct() == most && most > 1) {
            best = -1;
        }
    }
    if (best < 0 || best == part) return;
    const Blob &model = part_of(s, best), &mine = part_of(s, part);
    const int colour = p.at(mine.cells[0]);
    for (int code = 0; code < 8; ++code) {
        const Picture look = turned(alone(p, model, kOutside), code);
        int top = look.h, left = look.w;
        size_t cells = 0;
        for (int k = 0; k < look.size(); ++k) {
            if (look.at(k) == colour) top = std::min(top, k / look.w), left = std::min(left, k % look.w), ++cells;
        }
        if (cells == 0 || cells != mine.cells.size()) continue;
        bool fits = true;
        for (const int k : mine.cells) {
            const int i = k / p.w - mine.top + top, j = k % p.w - mine.left + left;
            fits = fits && look.inside(i, j) && look.at(i, j) == colour;
        }
        if (!fits) continue;
        for (int k = 0; k < look.size(); ++k) {
            const int i = mine.top - top + k / look.w, j = mine.left - left + k % look.w;
            if (look.at(k) != kOutside && p.inside(i, j)) w.drawn.push_back({i * p.w + j, look.at(k)});
        }
        return;
    }
}

int largest_part(const Scene& s) {
    int best = 0;
    for (int b = 1; b < static_cast<int>(s.parts.size()); ++b) {
        if (part_of(s, b).cells.size() > part_of(s, best).cells.size()) best = b;
    }
    return best;
}

// The largest part is drawn about the middle of this one.
void draw_largest(const Scene& s, int part, int, Writes& w) {
    const int model = largest_part(s);
    const Blob &m = part_of(s, model), &b = part_of(s, part);
    const int di = 2 * b.top + b.h - 2 * m.top - m.h, dj = 2 * b.left + b.w - 2 * m.left - m.w;
    if (model != part && di % 2 == 0 && dj % 2 == 0) draw_at(s, model, di / 2, dj / 2, w);
}

using enum Parameter;
constexpr ActionRow kActionRows[] = {
    {"paint", "becomes", 0.5, true, None, own_cells},
    {"holes", "has its holes filled with", 1.0, true, None, hole_cells},
    {"box ground", "has the empty cells of its box filled with", 1.5, true, None, box_ground},
    {"box", "has its whole box painted", 2.0, true, None, box_cells},
    {"ring", "is surrounded with", 1.5, true, None, ring_cells},
    {"sides", "gets, at the sides of its cells,", 2.0, true, None, side_cells},
    {"corners", "gets, at the corners of its cells,", 2.5, true, None, corner_cells},
    {"box ring", "has a frame drawn around its box in", 2.0, true, None, box_ring},
    {"inside", "has its inner cells painted", 1.5, true, None, inside_cells},
    {"rim", "has its outer cells painted", 1.5, true, None, rim_cells},
    {"box corners", "has the corners of its box painted", 2.5, true, None, box_corners},
    {"middle", "has the middle of its box painted", 2.5, true, None, middle_cells},
    {"box diagonals", "has the diagonals of its box painted", 3.5, true, None, box_diagonals},
    {"chequered", "has every second cell painted", 3.0, true, None, chequered_cells},
    {"stripes", "has every second line painted", 3.0, true, Line, striped_cells},
    {"half", "has half of its cells painted", 3.0, true, Line, half_cells},
    {"side", "has its outermost line painted", 3.0, true, Line, edge_cells},
    {"next", "gets, beside its cells,", 2.5, true, Any, next_cells},
    {"ray", "sends rays, until something is in the way, of", 2.0, true, Any, rays<Until::Something>},
    {"ray below", "sends rays to the edge, below what is in the way, of", 2.5, true, Any, rays<Until::EdgeBelow>},
    {"ray over", "sends rays to the edge, over what is in the way, of", 2.5, true, Any, rays<Until::EdgeOver>},
    {"bridge", "is joined to what it faces with", 2.0, true, Any, rays<Until::OnlyMet>},
    {"bridge alike", "is joined to its own colour with", 2.0, true, Any, rays<Until::OnlySameMet>},
    {"bridge alike below", "is joined to its own colour, below what is between, with", 2.5, true, Any, rays<Until::SameBelow>},
    {"bridge alike over", "is joined to its own colour, over what is between, with", 2.5, true, Any, rays<Until::SameOver>},
    {"free ray", "sends rays, where nothing is in the way, of", 3.0, true, Any, rays<Until::OnlyFree>},
    {"middle ray", "sends rays from its middle, until something is in the way, of", 3.0, true, Line, middle_rays<Until::Something>},
    {"slide", "moves until something stops it", 1.5, false, Any, slide_alone},
    {"to the edge", "moves to the edge", 2.0, false, Line, to_the_edge},
    {"move by its size", "moves by its own size", 3.0, false, Line, move_by_size<0>},
    {"move beyond its size", "moves by its own size and one cell", 3.5, false, Line, move_by_size<1>},
    {"copy by its size", "is copied beside itself", 2.5, false, Any, copy_by_size<0>},
    {"copy beyond its size", "is copied one cell away from itself", 3.0, false, Any, copy_by_size<1>},
    {"repeat by its size", "is repeated to the edge", 2.5, false, Any, repeat_by_size<0>},
    {"repeat beyond its size", "is repeated to the edge with gaps of a cell", 3.0, false, Any, repeat_by_size<1>},
    {"mirrored copy", "is mirrored outwards", 2.5, false, Line, mirrored_copy},
    {"complete across", "is completed from left to right", 2.0, false, None, complete<5>},
    {"complete up", "is completed from top to bottom", 2.0, false, None, complete<4>},
    {"complete around", "is completed by a half turn", 2.5, false, None, complete<2>},
    {"complete diagonally", "is completed across the diagonal", 2.5, false, None, complete<6>},
    {"stamp", "is completed like the part with the most colours", 2.0, false, None, stamp},
    {"copy of the largest", "becomes the middle of a copy of the largest part", 2.5, false, None, draw_largest},
    {"join its colour", "moves up to the nearest part of its colour", 2.0, false, None, join_alike},
    {"tile by its size", "is laid like tiles over the grid", 3.0, false, None, tile_by_size<0>},
    {"tile beyond its size", "is laid over the grid like tiles with gaps of a cell", 3.5, false, None, tile_by_size<1>},
    {"order by size", "stands in order of size, the largest farthest", 2.0, false, Line, stand_in_order<cells_of>},
    {"order by reach", "stands in order of height or width, the largest farthest", 2.5, false, Line, stand_in_order<reach_across>},
    {"mirror at the nearest", "is mirrored at the nearest part", 2.0, false, None, mirror_at_nearest},
    {"cross the nearest", "moves across the nearest part, like a mirror image", 2.0, false, None, cross_nearest},
    {"shadow by its size", "throws a shadow of its own size, beside itself, in", 3.0, true, Any, shadow_by_size<0>},
    {"shadow beyond its size", "throws a shadow of its own size, one cell away, in", 3.5, true, Any, shadow_by_size<1>},
    {"shadow", "throws a shadow in", 4.0, true, Shift, nullptr},
    {"turn", "is turned in place", 2.0, false, View, nullptr},
    {"move", "moves", 4.0, false, Shift, nullptr},
    {"copy", "is copied", 4.0, false, Shift, nullptr},
};
constexpr int kSlide = 27;
static_assert(kActionRows[kSlide].act == slide_alone);

enum Direction {
    dAllLines = 8, dAllDiagonals, dAll, dAcross, dUpAndDown, dAlong, dAthwart, dNearest, dFromNearest, dLargest, dEdge, dMark, dTip, dAlike, kDirectionCount
};
struct DirectionRow {
    const char *name, *words;
    double cost;
};
constexpr DirectionRow kDirectionRows[kDirectionCount] = {
    {"up", "upwards", 2.0}, {"down", "downwards", 2.0}, {"left", "to the left", 2.0}, {"right", "to the right", 2.0},
    {"up left", "up to the left", 2.5}, {"up right", "up to the right", 2.5}, {"down left", "down to the left", 2.5}, {"down right", "down to the right", 2.5},
    {"all lines", "on all four sides", 0.5}, {"all diagonals", "in all four diagonals", 1.0}, {"all", "all around", 1.0},
    {"across", "to the left and right", 1.5}, {"up and down", "up and down", 1.5}, {"along", "along its length", 1.0},
    {"athwart", "across its length", 1.5}, {"to the nearest", "towards the nearest part", 1.0}, {"from the nearest", "away from the nearest part", 1.5},
    {"to the largest", "towards the largest part", 1.5}, {"to the edge", "towards the nearest edge", 2.0},
    {"to its mark", "to the side of its rarest colour", 1.5}, {"to its tip", "to its thinner end", 2.0},
    {"to its colour", "towards the nearest part of its colour", 2.0},
};

int nearest_edge(const Scene& s, int part) {
    const Blob& b = part_of(s, part);
    const int far[4] = {b.top, s.in().h - b.top - b.h, b.left, s.in().w - b.left - b.w};
    return static_cast<int>(std::min_element(far, far + 4) - far);
}

// The plain direction from the middle of the part's box to these cells of it, if they all lie on one side or in one corner.
template <class Is>
int side_of(const Picture& p, const Blob& b, Is is) {
    int top = b.h, bottom = -1, left = b.w, right = -1;
    for (const int k : b.cells) {
        if (!is(k)) continue;
        const int i = k / p.w - b.top, j = k % p.w - b.left;
        top = std::min(top, i), bottom = std::max(bottom, i), left = std::min(left, j), right = std::max(right, j);
    }
    if (bottom < 0) return -1;
    const int di = 2 * bottom < b.h - 1 ? -1 : 2 * top > b.h - 1 ? 1 : 0, dj = 2 * right < b.w - 1 ? -1 : 2 * left > b.w - 1 ? 1 : 0;
    return plain_direction(di, dj);
}
int to_its_mark(const Scene& s, int part) {
    const Blob& b = part_of(s, part);
    Counts counts;
    for (const int k : b.cells) ++counts.of[s.in().at(k)];
    const int mark = counts.least(), most = counts.most();
    if (counts.of[mark] == counts.of[most]) return -1;
    return side_of(s.in(), b, [&](int k) { return s.in().at(k) == mark; });
}
// The end at which it is thinner, if it is the same on both sides of the line through its ends.
int to_its_tip(const Scene& s, int part) {
    const Blob& b = part_of(s, part);
    int cells[4] = {};
    bool upright = true, across = true;
    for (const int k : b.cells) {
        const int i = k / s.in().w, j = k % s.in().w;
        for (int d = 0; d < 4; ++d) cells[d] += depth(b, d, i, j) == 0;
        upright = upright && s.owns(part, i, 2 * b.left + b.w - 1 - j);
        across = across && s.owns(part, 2 * b.top + b.h - 1 - i, j);
    }
    if (upright && cells[0] != cells[1]) return cells[0] < cells[1] ? 0 : 1;
    if (across && cells[2] != cells[3]) return cells[2] < cells[3] ? 2 : 3;
    return -1;
}

void turn_in_place(const Scene& s, int part, int code, Writes& w) {
    const Blob& b = part_of(s, part);
    const Picture look = turned(alone(s.in(), b, s.ground), code);
    if (look.h != b.h || look.w != b.w) return;
    for (int k = 0; k < look.size(); ++k) w.drawn.push_back({(b.top + k / b.w) * s.in().w + b.left + k % b.w, look.at(k)});
}

}  // namespace

std::span<const ActionRow> actions() { return kActionRows; }
bool slides(int action) { return action == kSlide; }

const Names& action_names() {
    static const Names names("part action", [] {
        std::vector<Row> rows;
        for (const ActionRow& r : kActionRows) rows.push_back({static_cast<int>(rows.size()), r.name, r.words});
        return rows;
    }());
    return names;
}

const Names& directions() {
    static const Names names("direction", [] {
        std::vector<Row> rows;
        for (const DirectionRow& r : kDirectionRows) rows.push_back({static_cast<int>(rows.size()), r.name, r.words});
        return rows;
    }());
    return names;
}
double direction_cost(int direction) { return kDirectionRows[direction].cost; }

bool suits(int d, Parameter parameter) {
    const bool diagonal = (d >= 4 && d < 8) || d == dAllDiagonals || d == dAll;
    return parameter == Any || (parameter == Line && !diagonal);
}

Plain plain_directions(const Scene& s, int part, int d) {
    const auto one_or_none = [](int found) { return found >= 0 ? Plain{found} : Plain{}; };
    const auto lying = [&](bool along) {
        const Blob& b = part_of(s, part);
        return b.h == b.w ? Plain{} : (b.h > b.w) == along ? Plain{0, 1} : Plain{2, 3};
    };
    const int near = s.nearest[static_cast<size_t>(part)];
    switch (d) {
        case dAllLines: return {0, 1, 2, 3};
        case dAllDiagonals: return {4, 5, 6, 7};
        case dAll: return {0, 1, 2, 3, 4, 5, 6, 7};
        case dAcross: return {2, 3};
        case dUpAndDown: return {0, 1};
        case dAlong: return lying(true);
        case dAthwart: return lying(false);
        case dNearest: return one_or_none(towards(s, part, near, false));
        case dFromNearest: return one_or_none(towards(s, part, near, true));
        case dLargest: return one_or_none(towards(s, part, largest_part(s), false));
        case dEdge: return {nearest_edge(s, part)};
        case dMark: return one_or_none(to_its_mark(s, part));
        case dAlike: return one_or_none(towards(s, part, nearest_alike(s, part), false));
        case dTip: return one_or_none(to_its_tip(s, part));
        default: return {d};
    }
}

void act(const Scene& s, int part, const Done& done, Writes& w) {
    const ActionRow& row = kActionRows[done.action];
    switch (row.parameter) {
        case None: return row.act(s, part, 0, w);
        case View: return turn_in_place(s, part, done.a, w);
        case Shift:
            if (std::string_view(row.name) == "move") leave(s, part, w);
            row.painted ? shadow_at(s, part, done.a, done.b, w) : draw_at(s, part, done.a, done.b, w);
            return;
        default:
            for (const int d : plain_directions(s, part, done.a)) {
                if (row.parameter == Line && d >= 4) continue;
                row.act(s, part, d, w);
            }
    }
}

bool slide(const Scene& s, const std::vector<int>& chosen, int direction, Picture& out, std::vector<Writes>& moved, Work& work) {
    moved.assign(s.parts.size(), {});
    struct Mover {
        int part, d, ahead;
    };
    std::vector<Mover> movers;
    for (const int b : chosen) {
        const Plain ds = plain_directions(s, b, direction);
        if (ds.size() != 1) continue;
        const Step& step = kSteps[*ds.begin()];
        const Blob& x = part_of(s, b);
        const int ahead = (step.i < 0 ? x.top : step.i > 0 ? -(x.top + x.h) : 0) + (step.j < 0 ? x.left : step.j > 0 ? -(x.left + x.w) : 0);
        movers.push_back({b, *ds.begin(), ahead});
    }
    std::stable_sort(movers.begin(), movers.end(), [](const Mover& a, const Mover& b) { return a.ahead < b.ahead; });
    const Picture& in = s.in();
    for (const Mover& m : movers) {
        const Blob& b = part_of(s, m.part);
        if (!work.charge(static_cast<int64_t>(b.cells.size()) * 40)) return false;
        for (const int k : b.cells) out.set(k, s.ground);
        int n = 0;
        const auto free = [&](int k) { return out.get(k / in.w + (n + 1) * kSteps[m.d].i, k % in.w + (n + 1) * kSteps[m.d].j) == s.ground; };
        while (std::all_of(b.cells.begin(), b.cells.end(), free)) ++n;
        Writes& w = moved[static_cast<size_t>(m.part)];
        leave(s, m.part, w);
        draw_at(s, m.part, n * kSteps[m.d].i, n * kSteps[m.d].j, w);
        for (const Write& one : w.drawn) out.set(one.cell, one.colour);
    }
    return true;
}

}  // namespace arcloom::fit::scene
