// native/ops/support/placed.cpp: functions from one placed grid to another, and what all of them ask of a grid
#include "placed.hpp"

#include <algorithm>
#include <array>

namespace arcloom::placed {

int filled_cells(const Piece& p) {
    return static_cast<int>(p.cells.size() - static_cast<size_t>(std::count(p.cells.begin(), p.cells.end(), 0)));
}

int filled_colours(const Piece& p) {
    unsigned met = 0;
    for (const uint8_t c : p.cells) met |= c == 0 ? 0U : 1U << (c & 31);
    return __builtin_popcount(met);
}

int common_colour(const Piece& p) {
    std::array<int, 256> n{};
    for (const uint8_t c : p.cells) ++n[c];
    n[0] = 0;
    return static_cast<int>(std::max_element(n.begin(), n.end()) - n.begin());
}

bool cut(const Piece& p, int top, int left, int h, int w, Piece& out) {
    if (h < 1 || w < 1) return false;
    out.reset(p.row + top, p.col + left, h, w);
    for (int i = 0; i < h; ++i) {
        std::copy_n(p.cells.begin() + (top + i) * p.w + left, w, out.cells.begin() + i * w);
    }
    return true;
}

bool crop_filled(const Piece& p, Piece& out) {
    int top = p.h, bottom = -1, left = p.w, right = -1;
    for (int i = 0; i < p.h; ++i) {
        for (int j = 0; j < p.w; ++j) {
            if (p.at(i, j) == 0) continue;
            top = std::min(top, i), bottom = i;
            left = std::min(left, j), right = std::max(right, j);
        }
    }
    return bottom >= 0 && cut(p, top, left, bottom - top + 1, right - left + 1, out);
}

namespace {

constexpr int kStep[8][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

// Marks the zeros that reach the edge, by sides, or also by corners.
void outside(const Piece& p, int steps, std::vector<uint8_t>& out) {
    out.assign(p.cells.size(), 0);
    std::vector<int> todo;
    const auto visit = [&](int i, int j) {
        const auto k = static_cast<size_t>(i * p.w + j);
        if (p.cells[k] != 0 || out[k] != 0) return;
        out[k] = 1;
        todo.push_back(static_cast<int>(k));
    };
    for (int i = 0; i < p.h; ++i) visit(i, 0), visit(i, p.w - 1);
    for (int j = 0; j < p.w; ++j) visit(0, j), visit(p.h - 1, j);
    while (!todo.empty()) {
        const int k = todo.back();
        todo.pop_back();
        for (int s = 0; s < steps; ++s) {
            const int i = k / p.w + kStep[s][0], j = k % p.w + kStep[s][1];
            if (p.has(i, j)) visit(i, j);
        }
    }
}

// The filled cells at the edge, or beside a zero that reaches it, also by corners.
void rim(const Piece& p, std::vector<uint8_t>& out) {
    std::vector<uint8_t> reached;
    outside(p, 8, reached);
    out.assign(p.cells.size(), 0);
    for (int i = 0; i < p.h; ++i) {
        for (int j = 0; j < p.w; ++j) {
            if (p.at(i, j) == 0) continue;
            bool free = i == 0 || j == 0 || i == p.h - 1 || j == p.w - 1;
            for (int s = 0; s < 8 && !free; ++s) free = reached[static_cast<size_t>((i + kStep[s][0]) * p.w + j + kStep[s][1])] != 0;
            out[static_cast<size_t>(i * p.w + j)] = free;
        }
    }
}

void paint(const Piece& p, const std::vector<uint8_t>& mask, int colour, Piece& out) {
    out.reset(p.row, p.col, p.h, p.w);
    for (size_t k = 0; k < mask.size(); ++k) out.cells[k] = mask[k] != 0 ? static_cast<uint8_t>(colour) : uint8_t{0};
}

}  // namespace

void holes(const Piece& p, std::vector<uint8_t>& out) {
    outside(p, 4, out);
    for (size_t k = 0; k < out.size(); ++k) out[k] = p.cells[k] == 0 && out[k] == 0;
}

int label_parts(const Piece& p, const std::vector<uint8_t>& in, bool one_colour, bool corners, std::vector<int>& out) {
    out.assign(p.cells.size(), 0);
    int n = 0;
    std::vector<int> todo;
    for (size_t start = 0; start < p.cells.size(); ++start) {
        if (in[start] == 0 || out[start] != 0) continue;
        out[start] = ++n;
        todo.assign(1, static_cast<int>(start));
        while (!todo.empty()) {
            const int k = todo.back();
            todo.pop_back();
            for (int s = 0; s < (corners ? 8 : 4); ++s) {
                const int i = k / p.w + kStep[s][0], j = k % p.w + kStep[s][1];
                if (!p.has(i, j)) continue;
                const auto next = static_cast<size_t>(i * p.w + j);
                if (in[next] == 0 || out[next] != 0 || (one_colour && p.cells[next] != p.cells[start])) continue;
                out[next] = n;
                todo.push_back(static_cast<int>(next));
            }
        }
    }
    return n;
}

bool cut_out(const Piece& p, int code, Piece& out) {
    const int rows = p.h / 2, columns = p.w / 2;
    switch (code) {
        case 0: return crop_filled(p, out);
        case 1: return cut(p, 0, 0, rows, p.w, out);
        case 2: return cut(p, p.h - rows, 0, rows, p.w, out);
        case 3: return cut(p, 0, 0, p.h, columns, out);
        case 4: return cut(p, 0, p.w - columns, p.h, columns, out);
        default: return cut(p, 1, 1, p.h - 2, p.w - 2, out);
    }
}

namespace {

constexpr int kFirstStripes = 8, kFramed = 16, kSpread = 17, kBlocks = 18, kNeighbours = 19;  // codes of `figure`

// Every second or third column from the left or the right, or row from the top or the bottom.
void stripes(const Piece& p, int code, Piece& out) {
    const int period = 2 + code / 4, side = code % 4;
    out = p;
    for (int i = 0; i < p.h; ++i) {
        for (int j = 0; j < p.w; ++j) {
            const int distance = side == 0 ? j : side == 1 ? p.w - 1 - j : side == 2 ? i : p.h - 1 - i;
            if (distance % period != 0) out.at(i, j) = 0;
        }
    }
}

// A border of the colour added around it.
bool framed(const Piece& p, int colour, Piece& out) {
    if (p.h + 2 > kMostSide || p.w + 2 > kMostSide) return false;
    out.reset(p.row - 1, p.col - 1, p.h + 2, p.w + 2);
    std::fill(out.cells.begin(), out.cells.end(), static_cast<uint8_t>(colour));
    for (int i = 0; i < p.h; ++i) std::copy_n(p.cells.begin() + i * p.w, p.w, out.cells.begin() + (i + 1) * out.w + 1);
    return true;
}

// All colours but one spread through the zeros, by sides and step by step; of two that arrive at once the smaller one.
bool spread_others(const Piece& p, int wall, Piece& out) {
    out = p;
    std::vector<std::pair<int, uint8_t>> edge, next;
    for (size_t k = 0; k < p.cells.size(); ++k) {
        if (p.cells[k] != 0 && p.cells[k] != wall) edge.emplace_back(static_cast<int>(k), p.cells[k]);
    }
    if (edge.empty()) return false;
    for (; !edge.empty(); edge.swap(next)) {
        std::stable_sort(edge.begin(), edge.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        next.clear();
        for (const auto& [k, colour] : edge) {
            for (int s = 0; s < 4; ++s) {
                const int i = k / p.w + kStep[s][0], j = k % p.w + kStep[s][1];
                if (!p.has(i, j) || out.at(i, j) != 0) continue;
                out.at(i, j) = colour;
                next.emplace_back(i * p.w + j, colour);
            }
        }
    }
    return true;
}

// The cells that lie in a square of two by two cells of one colour.
void blocks(const Piece& p, Piece& out) {
    out.reset(p.row, p.col, p.h, p.w);
    for (int i = 0; i + 1 < p.h; ++i) {
        for (int j = 0; j + 1 < p.w; ++j) {
            const uint8_t c = p.at(i, j);
            if (p.at(i, j + 1) != c || p.at(i + 1, j) != c || p.at(i + 1, j + 1) != c) continue;
            out.at(i, j) = out.at(i, j + 1) = out.at(i + 1, j) = out.at(i + 1, j + 1) = c;
        }
    }
}

// Each filled cell in the colour of one more than its filled neighbours by sides.
void neighbours(const Piece& p, Piece& out) {
    out.reset(p.row, p.col, p.h, p.w);
    for (int i = 0; i < p.h; ++i) {
        for (int j = 0; j < p.w; ++j) {
            if (p.at(i, j) == 0) continue;
            int n = 1;
            for (int s = 0; s < 4; ++s) n += p.seen(i + kStep[s][0], j + kStep[s][1]) != 0;
            out.at(i, j) = static_cast<uint8_t>(n);
        }
    }
}

}  // namespace

bool figure(const Piece& p, int code, Piece& out) {
    if (code >= kFirstStripes && code < kFramed) {
        stripes(p, code - kFirstStripes, out);
        return true;
    }
    if (code == kBlocks || code == kNeighbours) {
        code == kBlocks ? blocks(p, out) : neighbours(p, out);
        return true;
    }
    const int colour = common_colour(p);
    if (colour == 0) return false;
    if (code == kFramed) return framed(p, colour, out);
    if (code == kSpread) return spread_others(p, colour, out);
    std::vector<uint8_t> mask;
    switch (code) {
        case 0:
            holes(p, mask);
            for (size_t k = 0; k < mask.size(); ++k) mask[k] |= p.cells[k];
            paint(p, mask, colour, out);
            return true;
        case 1:
            holes(p, mask);
            paint(p, mask, colour, out);
            return true;
        case 2:
        case 3:
            rim(p, mask);
            out = p;
            for (size_t k = 0; k < mask.size(); ++k) {
                if ((mask[k] != 0) == (code == 3)) out.cells[k] = 0;
            }
            return true;
        case 4:
            mask.assign(p.cells.size(), 1);
            paint(p, mask, colour, out);
            return true;
        case 5:
            out.reset(p.row, p.col, 1, 1);
            out.cells[0] = static_cast<uint8_t>(colour);
            return true;
        case 6: {
            const int h = 2 - p.h % 2, w = 2 - p.w % 2;
            out.reset(p.row + (p.h - h) / 2, p.col + (p.w - w) / 2, h, w);
            std::fill(out.cells.begin(), out.cells.end(), static_cast<uint8_t>(colour));
            return true;
        }
        default:
            mask.resize(p.cells.size());
            for (size_t k = 0; k < mask.size(); ++k) mask[k] = p.cells[k] == 0;
            paint(p, mask, colour, out);
            return true;
    }
}

bool step_aside(const Piece& p, int code, Piece& out) {
    // Sides as everywhere: down, up, right, left.
    const int side = code % 4, sign = side % 2 == 0 ? 1 : -1;
    const int by = sign * (code < 4 ? 1 : side < 2 ? p.h : p.w);
    out = p;
    (side < 2 ? out.row : out.col) += by;
    return true;
}

bool count_block(const Piece& p, int code, Piece& out) {
    const int colour = common_colour(p);
    if (colour == 0) return false;
    int n = 0;
    std::vector<int> parts;
    switch (code / 3) {
        case 0: n = filled_cells(p); break;
        case 1: n = filled_colours(p); break;
        default: n = label_parts(p, p.cells, false, true, parts);
    }
    if (n > kMostSide) return false;
    const int how = code % 3;
    out.reset(p.row, p.col, how == 1 ? 1 : n, how == 2 ? 1 : n);
    std::fill(out.cells.begin(), out.cells.end(), static_cast<uint8_t>(colour));
    return true;
}

namespace {

int modulo(int a, int n) { return (a % n + n) % n; }

// What lies at a distance from the piece's beginning, where it is repeated with a gap, every other time mirrored;
// -1 in a gap. A gap of -1 lets neighbours share a line.
int folded(int distance, int length, int gap, bool mirrored) {
    const int period = std::max(length + gap, 1);
    const int at = modulo(distance, mirrored ? 2 * period : period);
    if (at < length) return at;
    return mirrored && at >= period && at < period + length ? period + length - 1 - at : -1;
}

void tile_over(const Piece& p, int gap, bool mirrored, Piece& out) {
    for (int i = 0; i < out.h; ++i) {
        const int y = folded(i - p.row, p.h, gap, mirrored);
        for (int j = 0; j < out.w && y >= 0; ++j) {
            const int x = folded(j - p.col, p.w, gap, mirrored);
            if (x >= 0) out.at(i, j) = p.at(y, x);
        }
    }
}

// Bands as wide as the size, one below the other.
void wrap(const Piece& p, Piece& out) {
    for (int j = 0; j < p.w; ++j) {
        const int top = j / out.w * p.h;
        for (int i = 0; i < p.h && top + i < out.h; ++i) out.at(top + i, j % out.w) = p.at(i, j);
    }
}

// Each cell shows the colour that covers most of it in the piece drawn at the new size.
void stretch(const Piece& p, Piece& out) {
    for (int i = 0; i < out.h; ++i) {
        for (int j = 0; j < out.w; ++j) {
            std::array<int, 16> weight{};
            for (int y = i * p.h / out.h; y * out.h < (i + 1) * p.h; ++y) {
                const int high = std::min((y + 1) * out.h, (i + 1) * p.h) - std::max(y * out.h, i * p.h);
                for (int x = j * p.w / out.w; x * out.w < (j + 1) * p.w; ++x) {
                    const int wide = std::min((x + 1) * out.w, (j + 1) * p.w) - std::max(x * out.w, j * p.w);
                    weight[p.at(y, x) & 15] += high * wide;
                }
            }
            out.at(i, j) = static_cast<uint8_t>(std::max_element(weight.begin(), weight.end()) - weight.begin());
        }
    }
}

}  // namespace

bool fit_to(const Piece& p, Size size, int code, Piece& out) {
    if (size.h < 1 || size.w < 1 || size.h > kMostSide || size.w > kMostSide) return false;
    out.reset(0, 0, size.h, size.w);
    switch (code) {
        case 0: {
            const int left = std::max(0, p.col), right = std::min(size.w, p.col + p.w);
            for (int i = std::max(0, p.row); i < std::min(size.h, p.row + p.h); ++i) {
                for (int j = left; j < right; ++j) out.at(i, j) = p.at(i - p.row, j - p.col);
            }
            return true;
        }
        case 1: tile_over(p, 0, false, out); return true;
        case 2: tile_over(p, 1, false, out); return true;
        case 3: tile_over(p, 0, true, out); return true;
        case 4: tile_over(p, 1, true, out); return true;
        case 5: wrap(p, out); return true;
        case 6: stretch(p, out); return true;
        case 7: tile_over(p, -1, false, out); return true;
        default: tile_over(p, -1, true, out); return true;
    }
}

std::span<const Op> all_ops() {
    static constexpr Op kTable[] = {
        {.name = "cut_out", .form = Form::Map, .low = 0, .high = 5, .map = cut_out},
        {.name = "figure", .form = Form::Map, .low = 0, .high = 19, .map = figure},
        {.name = "count_block", .form = Form::Map, .low = 0, .high = 8, .map = count_block},
        {.name = "fit_to", .form = Form::Fit, .low = 0, .high = 8, .fit = fit_to},
        {.name = "pieces", .form = Form::Split, .low = 0, .high = 13, .split = pieces},
        {.name = "let_fall", .form = Form::Split, .low = 0, .high = 3, .split = let_fall},
        {.name = "choose", .form = Form::Pick, .low = 0, .high = 20, .pick = choose},
        {.name = "choose_all", .form = Form::Select, .low = 0, .high = 20, .select = choose_all},
        {.name = "leave_out", .form = Form::Select, .low = 0, .high = 20, .select = leave_out},
        {.name = "put_together", .form = Form::Pick, .low = 0, .high = 4, .pick = put_together},
        {.name = "restore", .form = Form::Map, .low = 0, .high = 9, .work = 12, .map = restore},
        {.name = "reveal", .form = Form::Map, .low = 0, .high = 9, .work = 12, .map = reveal},
        {.name = "step_aside", .form = Form::Map, .low = 0, .high = 7, .map = step_aside},
        {.name = "stamp", .form = Form::Pick, .low = 0, .high = 3, .pick = stamp},
    };
    static_assert(std::size(kTable) == kOps);
    return kTable;
}

}  // namespace arcloom::placed
