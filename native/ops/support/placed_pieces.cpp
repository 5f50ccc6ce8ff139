// native/ops/support/placed_pieces.cpp: placed grids taken apart and put together
#include <algorithm>
#include <array>
#include <climits>
#include <numeric>

#include "placed.hpp"

namespace arcloom::placed {

namespace {

// One piece for each label, cut to the box of its cells; the other cells are 0. -1 where there are none, or too many.
int by_label(const Piece& p, const std::vector<int>& labels, int n, Piece* out) {
    if (n < 1 || n > kMostPieces) return -1;
    struct Extent {
        int top = INT_MAX, left = INT_MAX, bottom = -1, right = -1;
    };
    std::array<Extent, kMostPieces> extents{};
    for (int i = 0; i < p.h; ++i) {
        for (int j = 0; j < p.w; ++j) {
            const int label = labels[static_cast<size_t>(i * p.w + j)];
            if (label == 0) continue;
            Extent& e = extents[static_cast<size_t>(label - 1)];
            e.top = std::min(e.top, i), e.bottom = i;
            e.left = std::min(e.left, j), e.right = std::max(e.right, j);
        }
    }
    for (int k = 0; k < n; ++k) {
        const Extent& e = extents[static_cast<size_t>(k)];
        out[k].reset(p.row + e.top, p.col + e.left, e.bottom - e.top + 1, e.right - e.left + 1);
        for (int i = e.top; i <= e.bottom; ++i) {
            for (int j = e.left; j <= e.right; ++j) {
                if (labels[static_cast<size_t>(i * p.w + j)] == k + 1) out[k].at(i - e.top, j - e.left) = p.at(i, j);
            }
        }
    }
    return n;
}

int parts(const Piece& p, bool one_colour, bool corners, Piece* out) {
    std::vector<int> labels;
    const int n = label_parts(p, p.cells, one_colour, corners, labels);
    return by_label(p, labels, n, out);
}

// How well a colour divides a grid: the cells of the smallest area, or -1. It must reach two opposite sides and leave
// two areas or more, each of which touches a part of the colour that reaches the edge.
int divides(const Piece& p, uint8_t colour, std::vector<int>& areas, int& n) {
    std::vector<uint8_t> divider(p.cells.size()), rest(p.cells.size());
    bool top = false, bottom = false, left = false, right = false;
    for (int i = 0; i < p.h; ++i) {
        for (int j = 0; j < p.w; ++j) {
            const auto k = static_cast<size_t>(i * p.w + j);
            divider[k] = p.cells[k] == colour;
            rest[k] = divider[k] == 0;
            if (rest[k] != 0) continue;
            top |= i == 0, bottom |= i == p.h - 1, left |= j == 0, right |= j == p.w - 1;
        }
    }
    if (!(top && bottom) && !(left && right)) return -1;
    n = label_parts(p, rest, false, true, areas);
    if (n < 2 || n > kMostPieces) return -1;
    std::vector<int> dividers;
    label_parts(p, divider, false, true, dividers);
    std::vector<uint8_t> reaches(p.cells.size() + 1);
    for (int i = 0; i < p.h; ++i) {
        for (int j = 0; j < p.w; ++j) {
            if (i == 0 || j == 0 || i == p.h - 1 || j == p.w - 1) reaches[static_cast<size_t>(dividers[static_cast<size_t>(i * p.w + j)])] = 1;
        }
    }
    reaches[0] = 0;
    std::array<int, kMostPieces + 1> cells{};
    std::array<bool, kMostPieces + 1> open{};
    for (int i = 0; i < p.h; ++i) {
        for (int j = 0; j < p.w; ++j) {
            const auto area = static_cast<size_t>(areas[static_cast<size_t>(i * p.w + j)]);
            if (area == 0) continue;
            ++cells[area];
            for (int y = std::max(i - 1, 0); y <= std::min(i + 1, p.h - 1) && !open[area]; ++y) {
                for (int x = std::max(j - 1, 0); x <= std::min(j + 1, p.w - 1); ++x) {
                    open[area] = open[area] || reaches[static_cast<size_t>(dividers[static_cast<size_t>(y * p.w + x)])] != 0;
                }
            }
        }
    }
    int least = INT_MAX;
    for (int k = 1; k <= n; ++k) {
        if (!open[static_cast<size_t>(k)]) return -1;
        least = std::min(least, cells[static_cast<size_t>(k)]);
    }
    return least;
}

int divided(const Piece& p, Piece* out) {
    std::array<bool, 256> has{};
    for (const uint8_t c : p.cells) has[c] = true;
    std::vector<int> areas, best_areas;
    int best = 0, best_n = 0, n = 0;
    for (int c = 0; c < 256; ++c) {
        if (!has[static_cast<size_t>(c)]) continue;
        if (const int least = divides(p, static_cast<uint8_t>(c), areas, n); least > best) {
            best = least, best_n = n;
            best_areas = areas;
        }
    }
    return best > 0 ? by_label(p, best_areas, best_n, out) : -1;
}

int even(const Piece& p, int rows, int columns, Piece* out) {
    if (rows > p.h || columns > p.w || p.h % rows != 0 || p.w % columns != 0) return -1;
    if (rows * columns < 2 || rows * columns > kMostPieces) return -1;
    const int h = p.h / rows, w = p.w / columns;
    for (int k = 0; k < rows * columns; ++k) cut(p, k / columns * h, k % columns * w, h, w, out[k]);
    return rows * columns;
}

int colours(const Piece& p, Piece* out) {
    int n = 0;
    for (int c = 1; c < 10; ++c) {
        if (std::find(p.cells.begin(), p.cells.end(), c) == p.cells.end()) continue;
        out[n] = p;
        for (uint8_t& cell : out[n].cells) cell = cell == c ? cell : uint8_t{0};
        ++n;
    }
    return n > 0 ? n : -1;
}

// A corner of a marked area: of four cells in a square, all but the inner one have the colour.
bool corner(const Piece& p, int i, int j, int inner, uint8_t colour) {
    for (int k = 0; k < 4; ++k) {
        if ((p.at(i + k / 2, j + k % 2) == colour) == (k == inner)) return false;
    }
    return true;
}

// The areas whose four corners are marked in one colour.
int marked(const Piece& p, Piece* out) {
    int n = 0;
    for (int i = 0; i + 1 < p.h; ++i) {
        for (int j = 0; j + 1 < p.w; ++j) {
            const uint8_t c = p.at(i, j);
            if (c == 0 || !corner(p, i, j, 3, c)) continue;
            for (int h = 1; i + h + 1 < p.h; ++h) {
                if (!corner(p, i + h, j, 1, c)) continue;
                for (int w = 1; j + w + 1 < p.w; ++w) {
                    if (!corner(p, i, j + w, 2, c) || !corner(p, i + h, j + w, 0, c)) continue;
                    if (n == kMostPieces) return -1;
                    cut(p, i + 1, j + 1, h, w, out[n++]);
                }
            }
        }
    }
    return n > 0 ? n : -1;
}

// Numbers of the pieces, sorted.
template <class Before>
std::vector<int> sorted(int n, Before before) {
    std::vector<int> order(static_cast<size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), before);
    return order;
}

// All pieces at their places, in an order: later ones hide earlier ones.
bool laid(const Piece* from, const std::vector<int>& order, Piece& out) {
    int top = INT_MAX, left = INT_MAX, bottom = INT_MIN, right = INT_MIN;
    for (const int k : order) {
        top = std::min(top, from[k].row), bottom = std::max(bottom, from[k].row + from[k].h);
        left = std::min(left, from[k].col), right = std::max(right, from[k].col + from[k].w);
    }
    if (bottom - top > kMostSide || right - left > kMostSide) return false;
    out.reset(top, left, bottom - top, right - left);
    for (const int k : order) {
        const Piece& p = from[k];
        for (int i = 0; i < p.h; ++i) {
            for (int j = 0; j < p.w; ++j) {
                if (p.at(i, j) != 0) out.at(i + p.row - top, j + p.col - left) = p.at(i, j);
            }
        }
    }
    return true;
}

// One after the other from the first one's place: side by side, or one below the other.
bool lined_up(const Piece* from, const std::vector<int>& order, bool down, Piece& out) {
    int h = 0, w = 0;
    for (const int k : order) {
        h = down ? h + from[k].h : std::max(h, from[k].h);
        w = down ? std::max(w, from[k].w) : w + from[k].w;
    }
    if (h > kMostSide || w > kMostSide) return false;
    out.reset(from[order[0]].row, from[order[0]].col, h, w);
    int at = 0;
    for (const int k : order) {
        const Piece& p = from[k];
        for (int i = 0; i < p.h; ++i) {
            for (int j = 0; j < p.w; ++j) out.at(i + (down ? at : 0), j + (down ? 0 : at)) = p.at(i, j);
        }
        at += down ? p.h : p.w;
    }
    return true;
}

// The least distance between neighbours along an axis.
int spacing(const Piece* from, int n, bool down) {
    std::vector<int> at;
    for (int k = 0; k < n; ++k) at.push_back(down ? from[k].row : from[k].col);
    std::sort(at.begin(), at.end());
    int least = INT_MAX;
    for (size_t k = 1; k < at.size(); ++k) least = std::min(least, at[k] - at[k - 1]);
    return least;
}

}  // namespace

int pieces(const Piece& p, int code, Piece* out) {
    switch (code) {
        case 0: return parts(p, true, false, out);
        case 1: return parts(p, true, true, out);
        case 2: return parts(p, false, false, out);
        case 3: return parts(p, false, true, out);
        case 4: return divided(p, out);
        case 5: return even(p, p.h, 1, out);
        case 6: return even(p, 1, p.w, out);
        case 7: return even(p, 1, 2, out);
        case 8: return even(p, 2, 1, out);
        case 9: return even(p, 1, 3, out);
        case 10: return even(p, 3, 1, out);
        case 11: return even(p, 2, 2, out);
        case 12: return colours(p, out);
        default: return marked(p, out);
    }
}

int let_fall(const Piece& p, int side, Piece* out) {
    Pieces all(kMostPieces);
    const int n = parts(p, true, false, all.data());
    if (n < 0) return -1;
    // Sides as everywhere: down, up, right, left.
    const int down = side == 0 ? 1 : side == 1 ? -1 : 0, right = side == 2 ? 1 : side == 3 ? -1 : 0;
    const auto nearer = [&](int a, int b) {
        const auto end = [&](const Piece& q) {
            return down > 0 ? q.row + q.h : down < 0 ? -q.row : right > 0 ? q.col + q.w : -q.col;
        };
        return end(all[static_cast<size_t>(a)]) > end(all[static_cast<size_t>(b)]);
    };
    Piece room;
    room.reset(p.row, p.col, p.h, p.w);
    int made = 0;
    for (const int k : sorted(n, nearer)) {
        Piece& q = all[static_cast<size_t>(k)];
        const auto free = [&](int row, int col) {
            for (int i = 0; i < q.h; ++i) {
                for (int j = 0; j < q.w; ++j) {
                    if (q.at(i, j) == 0) continue;
                    const int y = row + i - room.row, x = col + j - room.col;
                    if (!room.has(y, x) || room.at(y, x) != 0) return false;
                }
            }
            return true;
        };
        while (free(q.row + down, q.col + right)) q.row += down, q.col += right;
        for (int i = 0; i < q.h; ++i) {
            for (int j = 0; j < q.w; ++j) {
                const int y = q.row + i - room.row, x = q.col + j - room.col;
                if (q.at(i, j) != 0 && room.has(y, x)) room.at(y, x) = q.at(i, j);
            }
        }
        out[made++] = q;
    }
    return made;
}

bool put_together(const Piece* from, int n, int code, Piece& out) {
    const auto larger = [&](int a, int b) { return filled_cells(from[a]) > filled_cells(from[b]); };
    const auto smaller_box = [&](int a, int b) { return from[a].h * from[a].w < from[b].h * from[b].w; };
    switch (code) {
        case 0: return laid(from, sorted(n, larger), out);
        case 1: return laid(from, sorted(n, [](int a, int b) { return a < b; }), out);
        case 2: return lined_up(from, sorted(n, smaller_box), false, out);
        case 3: return lined_up(from, sorted(n, smaller_box), true, out);
        default: {
            const bool down = n > 1 && spacing(from, n, true) > spacing(from, n, false);
            const auto before = [&](int a, int b) { return down ? from[a].row < from[b].row : from[a].col < from[b].col; };
            return lined_up(from, sorted(n, before), down, out);
        }
    }
}

}  // namespace arcloom::placed
