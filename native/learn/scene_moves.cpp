// native/learn/scene_moves.cpp: actions that move, copy, mirror, order or complete a part
#include "scene_acts.hpp"

namespace arcloom::fit::scene {

void draw_at(const Scene& s, int part, int di, int dj, Writes& w) {
    const Picture& p = s.in();
    for (const int k : part_of(s, part).cells) {
        const int i = k / p.w + di, j = k % p.w + dj;
        if (p.inside(i, j)) w.drawn.push_back({i * p.w + j, p.at(k)});
        if (w.fails()) return;
    }
}
void shadow_at(const Scene& s, int part, int di, int dj, Writes& w) {
    for (const int k : part_of(s, part).cells) {
        const int i = k / s.in().w + di, j = k % s.in().w + dj;
        if (s.empty(i, j)) paint_cell(s, i, j, w);
        if (w.fails()) return;
    }
}
void leave(const Scene& s, int part, Writes& w) {
    const auto& cells = part_of(s, part).cells;
    w.left.insert(w.left.end(), cells.begin(), cells.end());
}

namespace {

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
template <int more>
void shadow_by_size(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    shadow_at(s, part, kSteps[d].i * (b.h + more), kSteps[d].j * (b.w + more), w);
}
template <int more>
void repeat_by_size(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    const int di = kSteps[d].i * (b.h + more), dj = kSteps[d].j * (b.w + more);
    for (int n = 1; std::abs(n * di) < s.in().h && std::abs(n * dj) < s.in().w && !w.wrong; ++n) draw_at(s, part, n * di, n * dj, w);
}
// Over the whole grid, as tiles are laid.
template <int more>
void tile_by_size(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    const int h = b.h + more, width = b.w + more;
    for (int di = -(b.top / h + 1) * h; b.top + di < s.in().h && !w.wrong; di += h) {
        for (int dj = -(b.left / width + 1) * width; b.left + dj < s.in().w && !w.wrong; dj += width) {
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
        if (w.fails()) return;
    }
}
// Mirrored at its own outermost line, which stays where it is.
void fold_over(const Scene& s, int part, int d, Writes& w) {
    const Picture& p = s.in();
    const Blob& b = part_of(s, part);
    leave(s, part, w);
    for (const int k : b.cells) {
        int i = k / p.w, j = k % p.w;
        if (d == 0) i = 2 * b.top - i;
        if (d == 1) i = 2 * (b.top + b.h - 1) - i;
        if (d == 2) j = 2 * b.left - j;
        if (d == 3) j = 2 * (b.left + b.w - 1) - j;
        if (p.inside(i, j)) w.drawn.push_back({i * p.w + j, p.at(k)});
        if (w.fails()) return;
    }
}
// With `stays`, a copy moves.
template <bool stays>
void to_the_edge(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    const Step& step = kSteps[d];
    int n = 1 << 20;
    if (step.i != 0) n = std::min(n, step.i < 0 ? b.top : s.in().h - b.top - b.h);
    if (step.j != 0) n = std::min(n, step.j < 0 ? b.left : s.in().w - b.left - b.w);
    if (!stays) leave(s, part, w);
    draw_at(s, part, n * step.i, n * step.j, w);
}
// Down or up, and sideways, whichever edges are nearer.
template <bool stays>
void into_the_corner(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    const int below = s.in().h - b.top - b.h, right = s.in().w - b.left - b.w;
    if (b.top == below || b.left == right) return;
    if (!stays) leave(s, part, w);
    draw_at(s, part, b.top < below ? -b.top : below, b.left < right ? -b.left : right, w);
}
// To the middle of the box around all dots but itself.
void amid_the_dots(const Scene& s, int part, int, Writes& w) {
    int top = kMaxSide, left = kMaxSide, bottom = -1, right = -1;
    for (int k = 0; k < static_cast<int>(s.parts.size()); ++k) {
        const Blob& dot = part_of(s, k);
        if (k == part || dot.cells.size() != 1) continue;
        top = std::min(top, dot.top), bottom = std::max(bottom, dot.top), left = std::min(left, dot.left), right = std::max(right, dot.left);
    }
    const Blob& b = part_of(s, part);
    const int di = top + bottom + 1 - 2 * b.top - b.h, dj = left + right + 1 - 2 * b.left - b.w;
    if (bottom < 0 || di % 2 != 0 || dj % 2 != 0 || (di == 0 && dj == 0)) return;
    leave(s, part, w);
    draw_at(s, part, di / 2, dj / 2, w);
}
// To the middle of its rows, or of its columns.
template <bool rows>
void to_the_middle(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    const int room = rows ? s.in().w - b.w : s.in().h - b.h, at = rows ? b.left : b.top;
    if (room % 2 != 0 || room / 2 == at) return;
    leave(s, part, w);
    draw_at(s, part, rows ? 0 : room / 2 - at, rows ? room / 2 - at : 0, w);
}
template <bool stays>
void slide_alone(const Scene& s, int part, int d, Writes& w) {
    const Picture& p = s.in();
    const Blob& b = part_of(s, part);
    int n = 0;
    const auto free = [&](int k) {
        const int i = k / p.w + (n + 1) * kSteps[d].i, j = k % p.w + (n + 1) * kSteps[d].j;
        return p.inside(i, j) && (p.at(i, j) == s.ground || s.owns(part, i, j));
    };
    while (std::all_of(b.cells.begin(), b.cells.end(), free)) ++n;
    if (!stays) leave(s, part, w);
    draw_at(s, part, n * kSteps[d].i, n * kSteps[d].j, w);
}
// How far a part reaches across a line of parts: its height in a row of them, its width in a column.
int reach_across(const Scene&, const Blob& b, bool upright) { return upright ? b.w : b.h; }
int cells_of(const Scene& s, const Blob& b, bool) {  // panels have cells of ground, which do not count
    return static_cast<int>(std::count_if(b.cells.begin(), b.cells.end(), [&](int k) { return s.in().at(k) != s.ground; }));
}

// All parts stand in a line and change places: those with more come first on the side of the direction. The gaps between
// places stay. Parts that lie beside each other stand in no line.
template <int (*key)(const Scene&, const Blob&, bool)>
void stand_in_order(const Scene& s, int part, int d, Writes& w) {
    if (s.parts.size() > kMostInLine) return;
    const bool upright = d < 2;
    const auto start = [&](int k) { return upright ? part_of(s, k).top : part_of(s, k).left; };
    const auto length = [&](int k) { return upright ? part_of(s, k).h : part_of(s, k).w; };
    std::vector<int> places(s.parts.size());
    for (size_t k = 0; k < places.size(); ++k) places[k] = static_cast<int>(k);
    std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return start(a) < start(b); });
    std::vector<int> order = places;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        const int x = key(s, part_of(s, a), upright), y = key(s, part_of(s, b), upright);
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
        if (w.fails()) return;
    }
}
void cross_nearest(const Scene& s, int part, int, Writes& w) {
    mirror_at_nearest(s, part, 0, w);
    if (!w.drawn.empty()) leave(s, part, w);
}

// Straight to the nearest or to the largest part of its colour, whatever lies between, until it touches that.
template <int (*find)(const Scene&, int)>
void join_alike(const Scene& s, int part, int, Writes& w) {
    const int other = find(s, part), d = towards(s, part, other, false);
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

// The part with the most colours, if it has several and is the only one; or -1.
int most_colourful(const Scene& s) {
    int best = -1, most = 1;
    for (int b = 0; b < static_cast<int>(s.parts.size()); ++b) {
        const int colours = colours_of(s, part_of(s, b)).distinct();
        if (colours == most && most > 1) best = -1;
        if (colours > most) most = colours, best = b;
    }
    return best;
}

// Its own cells show the box of the part with the most colours, again and again, from its upper left corner on.
void fill_with_tiles(const Scene& s, int part, int, Writes& w) {
    const int best = most_colourful(s);
    if (best < 0 || best == part) return;
    const Blob &tile = part_of(s, best), &b = part_of(s, part);
    for (const int k : b.cells) {
        const int i = (k / s.in().w - b.top) % tile.h, j = (k % s.in().w - b.left) % tile.w;
        w.drawn.push_back({k, s.in().at(tile.top + i, tile.left + j)});
    }
}

// The part with the most colours, if it is the only one, is drawn so that its cells of this part's colour fall on this part.
void stamp(const Scene& s, int part, int, Writes& w) {
    const Picture& p = s.in();
    const int best = most_colourful(s);
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

// Those below are counted.
void move_so_far(const Scene& s, int part, int told, Writes& w) {
    const Step& step = kSteps[told % 8];
    leave(s, part, w);
    draw_at(s, part, told / 8 * step.i, told / 8 * step.j, w);
}

// Longer in the direction, diagonally in both: each of its lines becomes so many, and the line at the other end stays.
void grow_by_factor(const Scene& s, int part, int told, Writes& w) {
    const Picture& p = s.in();
    const Blob& b = part_of(s, part);
    const Step& step = kSteps[told % 8];
    const int n = told / 8, rows = step.i == 0 ? 1 : n, columns = step.j == 0 ? 1 : n;
    const int top = step.i < 0 ? b.top + b.h - b.h * rows : b.top, left = step.j < 0 ? b.left + b.w - b.w * columns : b.left;
    if (n < 2) return;
    leave(s, part, w);
    for (int i = std::max(top, 0); i < std::min(top + b.h * rows, p.h); ++i) {
        for (int j = std::max(left, 0); j < std::min(left + b.w * columns, p.w); ++j) {
            const int from_i = b.top + (i - top) / rows, from_j = b.left + (j - left) / columns;
            if (s.owns(part, from_i, from_j)) w.drawn.push_back({i * p.w + j, p.at(from_i, from_j)});
        }
    }
}

// The largest part is drawn about the middle of this one.
void draw_largest(const Scene& s, int part, int, Writes& w) {
    const int model = largest_part(s);
    const Blob &m = part_of(s, model), &b = part_of(s, part);
    const int di = 2 * b.top + b.h - 2 * m.top - m.h, dj = 2 * b.left + b.w - 2 * m.left - m.w;
    if (model != part && di % 2 == 0 && dj % 2 == 0) draw_at(s, model, di / 2, dj / 2, w);
}

using enum Parameter;
constexpr ActionRow kMovingRows[] = {
    {"slide", "moves until something stops it", 1.5, false, Any, slide_alone<false>},
    {"slide a copy", "is copied as far as something stops the copy", 3.0, false, Any, slide_alone<true>},
    {"to the edge", "moves to the edge", 2.0, false, Line, to_the_edge<false>, Reach::Ahead},
    {"copy to the edge", "is copied to the edge", 3.0, false, Line, to_the_edge<true>, Reach::Ahead},
    {"to the middle across", "moves to the middle from left to right", 2.5, false, None, to_the_middle<true>},
    {"to the middle down", "moves to the middle from top to bottom", 2.5, false, None, to_the_middle<false>},
    {"into the corner", "moves into the nearest corner", 2.5, false, None, into_the_corner<false>},
    {"copy into the corner", "is copied into the nearest corner", 3.0, false, None, into_the_corner<true>},
    {"amid the dots", "moves to the middle of the parts of one cell", 2.5, false, None, amid_the_dots},
    {"move by its size", "moves by its own size", 3.0, false, Line, move_by_size<0>, Reach::Ahead},
    {"move beyond its size", "moves by its own size and one cell", 3.5, false, Line, move_by_size<1>, Reach::Ahead},
    {"copy by its size", "is copied beside itself", 2.5, false, Any, copy_by_size<0>, Reach::Ahead},
    {"copy beyond its size", "is copied one cell away from itself", 3.0, false, Any, copy_by_size<1>, Reach::Ahead},
    {"repeat by its size", "is repeated to the edge", 2.5, false, Any, repeat_by_size<0>, Reach::Ahead},
    {"repeat beyond its size", "is repeated to the edge with gaps of a cell", 3.0, false, Any, repeat_by_size<1>, Reach::Ahead},
    {"mirrored copy", "is mirrored outwards", 2.5, false, Line, mirrored_copy, Reach::Ahead},
    {"fold over", "is turned over at its outermost line", 2.5, false, Line, fold_over, Reach::Ahead},
    {"complete across", "is completed from left to right", 2.0, false, None, complete<5>, Reach::Box},
    {"complete up", "is completed from top to bottom", 2.0, false, None, complete<4>, Reach::Box},
    {"complete around", "is completed by a half turn", 2.5, false, None, complete<2>, Reach::Box},
    {"complete diagonally", "is completed across the diagonal", 2.5, false, None, complete<6>, Reach::Box},
    {"stamp", "is completed like the part with the most colours", 2.0, false, None, stamp},
    {"filled with tiles", "is filled with copies of the part with the most colours", 2.0, false, None, fill_with_tiles, Reach::Own},
    {"copy of the largest", "becomes the middle of a copy of the largest part", 2.5, false, None, draw_largest},
    {"join its colour", "moves up to the nearest part of its colour", 2.0, false, None, join_alike<nearest_alike>},
    {"join the largest of its colour", "moves up to the largest part of its colour", 2.5, false, None, join_alike<largest_alike>},
    {"tile by its size", "is laid like tiles over the grid", 3.0, false, None, tile_by_size<0>},
    {"tile beyond its size", "is laid over the grid like tiles with gaps of a cell", 3.5, false, None, tile_by_size<1>},
    {"order by size", "stands in order of size, the largest farthest", 2.0, false, Line, stand_in_order<cells_of>},
    {"order by reach", "stands in order of height or width, the largest farthest", 2.5, false, Line, stand_in_order<reach_across>},
    {"mirror at the nearest", "is mirrored at the nearest part", 2.0, false, None, mirror_at_nearest},
    {"cross the nearest", "moves across the nearest part, like a mirror image", 2.0, false, None, cross_nearest},
    {"shadow by its size", "throws a shadow of its own size, beside itself, in", 3.0, true, Any, shadow_by_size<0>, Reach::Ahead},
    {"shadow beyond its size", "throws a shadow of its own size, one cell away, in", 3.5, true, Any, shadow_by_size<1>, Reach::Ahead},
    {"shadow", "throws a shadow in", 4.0, true, Shift, nullptr},
    {"turn", "is turned in place", 2.0, false, View, nullptr, Reach::Box},
    {"turn as told", "is turned in place", 2.5, false, ToldView, nullptr, Reach::Box},
    {"move so far", "moves by cells", 2.0, false, Counted, move_so_far},
    {"grow", "grows", 2.5, false, Factor, grow_by_factor},
    {"move", "moves", 4.0, false, Shift, nullptr, Reach::Anywhere, true},
    {"copy", "is copied", 4.0, false, Shift, nullptr},
};

}  // namespace

std::span<const ActionRow> moving_actions() { return kMovingRows; }

}  // namespace arcloom::fit::scene
