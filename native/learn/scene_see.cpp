// native/learn/scene_see.cpp: the one builder of scenes: all ways to see parts in a picture
#include <algorithm>
#include <cstdlib>

#include "scene.hpp"

namespace arcloom::fit::scene {

namespace {

// As people might see a picture.
constexpr WayRow kWaysByCost[] = {{1, 0.0},     {0, 0.5},       {3, 1.0},       {2, 1.5},       {wHoles, 2.0}, {wColours, 2.0},
                                  {5, 2.0},     {4, 2.5},       {7, 2.5},       {6, 3.0},       {8, 3.0},      {wGround, 3.0},
                                  {wFilled, 3.0}, {wPanels, 3.0}, {9, 3.5},     {wCells, 3.5},  {wRectangles, 4.0}};

constexpr Step kEvenParts[] = {{1, 2}, {2, 1}, {1, 3}, {3, 1}, {2, 2}, {3, 3}, {1, 4}, {4, 1}, {4, 4}, {1, 5}, {5, 1},
                               {2, 3}, {3, 2}, {5, 5}, {1, 6}, {6, 1}, {1, 7}, {7, 1}};

template <class Mine>
void add_cells(const Picture& p, Mine mine, std::vector<Blob>& out) {
    Blob b;
    for (int k = 0; k < p.size(); ++k) {
        if (mine(k)) b.cells.push_back(k);
    }
    if (b.cells.empty()) return;
    fit_box(p, b);
    out.push_back(std::move(b));
}

// Areas of ground; with `inner`, those that do not reach the edge.
void ground_areas(const Picture& p, int ground, bool inner, std::vector<Blob>& out, Work& work) {
    for (Blob& b : segment(p, {false, false, Ground::None}, work)) {
        if (p.at(b.cells[0]) != ground) continue;
        const bool edge = b.top == 0 || b.left == 0 || b.top + b.h == p.h || b.left + b.w == p.w;
        if (!inner || !edge) out.push_back(std::move(b));
    }
}

// Rectangles of ground that cannot be made larger, two cells wide or more.
void free_rectangles(const Picture& p, int ground, std::vector<Blob>& out, Work& work) {
    std::vector<int> height(static_cast<size_t>(p.w), 0);
    for (int i = 0; i < p.h && out.size() <= kMostParts; ++i) {
        for (int j = 0; j < p.w; ++j) height[static_cast<size_t>(j)] = p.at(i, j) == ground ? height[static_cast<size_t>(j)] + 1 : 0;
        if (!work.charge(p.w * 8)) return;
        for (int j = 0; j < p.w; ++j) {
            const int h = height[static_cast<size_t>(j)];
            if (h < 2 || (j > 0 && height[static_cast<size_t>(j - 1)] >= h)) continue;
            int end = j;
            int least = h;
            while (end < p.w && height[static_cast<size_t>(end)] > 0) {
                // Every stretch from j with its own least height that the next column would lower.
                least = std::min(least, height[static_cast<size_t>(end)]);
                const int next = end + 1 < p.w ? height[static_cast<size_t>(end + 1)] : 0;
                bool leftmost = j == 0 || height[static_cast<size_t>(j - 1)] < least;
                if (leftmost && next < least && least >= 2 && end > j) {
                    bool grows = i + 1 < p.h;
                    for (int x = j; x <= end && grows; ++x) grows = p.at(i + 1, x) == ground;
                    if (!grows) {
                        Blob b{i - least + 1, j, least, end - j + 1, {}};
                        for (int y = b.top; y <= i; ++y) {
                            for (int x = j; x <= end; ++x) b.cells.push_back(y * p.w + x);
                        }
                        out.push_back(std::move(b));
                        if (out.size() > kMostParts) return;
                    }
                }
                ++end;
            }
        }
    }
}

// The box of each colour, without its outermost cells where `inset` is 1.
void colour_boxes(const Picture& p, int inset, std::vector<Blob>& out) {
    for (int c = 0; c < kColours; ++c) {
        std::vector<Blob> found;
        add_cells(p, [&](int k) { return p.at(k) == c; }, found);
        if (found.empty() || found[0].h <= 2 * inset || found[0].w <= 2 * inset) continue;
        Blob b = found[0];
        b.top += inset, b.left += inset, b.h -= 2 * inset, b.w -= 2 * inset;
        std::erase_if(b.cells, [&](int k) {
            const int y = k / p.w - b.top, x = k % p.w - b.left;
            return y < 0 || y >= b.h || x < 0 || x >= b.w;
        });
        // The facts speak of the colour even where the box without its rim has none of it.
        out.push_back(b.cells.empty() ? window(p, b.top, b.left, b.h, b.w, -1) : std::move(b));
    }
}

// The grid without the lines at its edges that are of one colour other than ground; none where nothing else is left.
void without_edges(const Picture& p, int ground, std::vector<Blob>& out) {
    const auto plain = [&](int colour) { return colour != kOutside && colour != ground; };
    int top = 0, left = 0, bottom = p.h, right = p.w;
    while (top < bottom && plain(row_colour(p, top))) ++top;
    while (top < bottom && plain(row_colour(p, bottom - 1))) --bottom;
    while (left < right && plain(column_colour(p, left))) ++left;
    while (left < right && plain(column_colour(p, right - 1))) --right;
    if (top < bottom && left < right) out.push_back(window(p, top, left, bottom - top, right - left, ground));
}

bool border_is_full(const Picture& p, const Blob& b) {
    const std::vector<uint8_t> mask = mask_of(p, b);
    for (int k = 0; k < b.h * b.w; ++k) {
        const bool edge = k / b.w == 0 || k / b.w == b.h - 1 || k % b.w == 0 || k % b.w == b.w - 1;
        if (edge && mask[static_cast<size_t>(k)] == 0) return false;
    }
    return true;
}

// What hollow parts of one colour with a full border enclose, with the border or without.
void frames(const Picture& p, int inset, std::vector<Blob>& out, Work& work) {
    for (const Blob& b : segment(p, {false, false, Ground::None}, work)) {
        if (b.h < 3 || b.w < 3 || static_cast<int>(b.cells.size()) == b.h * b.w || !border_is_full(p, b)) continue;
        if (b.h == p.h && b.w == p.w) continue;
        out.push_back(window(p, b.top + inset, b.left + inset, b.h - 2 * inset, b.w - 2 * inset, 0));
    }
}

}  // namespace

int between_boxes(const Blob& a, const Blob& b) {
    const auto gap = [](int from, int length, int other, int other_length) {
        return std::max({0, other - (from + length) + 1, from - (other + other_length) + 1});
    };
    return gap(a.top, a.h, b.top, b.h) + gap(a.left, a.w, b.left, b.w);
}

bool relate(Scene& s, Work& work) {
    const int n = static_cast<int>(s.parts.size());
    if (s.nearest.size() == s.parts.size()) return true;
    if (!work.charge(int64_t{4} * n * n)) return false;
    s.nearest.assign(s.parts.size(), -1), s.around.assign(s.parts.size(), -1), s.within.assign(s.parts.size(), -1);
    for (int a = 0; a < n; ++a) {
        const Blob& x = s.parts[static_cast<size_t>(a)];
        int least = 1 << 20, smallest = 1 << 20;
        for (int b = 0; b < n; ++b) {
            if (a == b) continue;
            const Blob& y = s.parts[static_cast<size_t>(b)];
            const int far = between_boxes(x, y);
            if (far < least) least = far, s.nearest[static_cast<size_t>(a)] = b;
            if (x.h * x.w < y.h * y.w && lies_within(x, y)) {
                if (y.h * y.w < smallest) smallest = y.h * y.w, s.around[static_cast<size_t>(a)] = b;
                if (s.within[static_cast<size_t>(b)] < 0) s.within[static_cast<size_t>(b)] = a;
            }
        }
    }
    return true;
}

namespace {

void cut(const Picture& p, int way, Scene& s, Work& work) {
    switch (way) {
        case wColours:
            for (int c = 0; c < kColours; ++c) {
                if (c != s.ground) add_cells(p, [&](int k) { return p.at(k) == c; }, s.parts);
            }
            return;
        case wHoles: return ground_areas(p, s.ground, true, s.parts, work);
        case wGround: return ground_areas(p, s.ground, false, s.parts, work);
        case wCells:
            for (int k = 0; k < p.size() && s.parts.size() <= kMostParts; ++k) {
                if (p.at(k) != s.ground) s.parts.push_back({k / p.w, k % p.w, 1, 1, {k}});
            }
            return;
        case wPanels: {
            Panels panels;
            if (!split_by_lines(p, panels, work)) return;
            for (const Blob& b : panels.boxes) s.parts.push_back(window(p, b.top, b.left, b.h, b.w, -1));
            return;
        }
        case wFilled: return add_cells(p, [&](int k) { return p.at(k) != s.ground; }, s.parts);
        case wRectangles: return free_rectangles(p, s.ground, s.parts, work);
        case wColourBoxes:
        case wColourInsides: return colour_boxes(p, way == wColourInsides ? 1 : 0, s.parts);
        case wWithoutEdges: return without_edges(p, s.ground, s.parts);
        case wFrames:
        case wFrameInsides: return frames(p, way == wFrameInsides ? 1 : 0, s.parts, work);
        case wSolids:
            s.parts = segment(p, {false, false, Ground::None}, work);
            std::erase_if(s.parts, [](const Blob& b) { return static_cast<int>(b.cells.size()) < b.h * b.w || b.h < 2 || b.w < 2; });
            return;
        default: break;
    }
    if (way < kSegmentations) {
        s.parts = segment(p, Segmentation::of(way), work);
        return;
    }
    Panels panels;
    const auto [rows, columns] = way >= wEven ? kEvenParts[way - wEven] : Step{0, 0};
    if (way == wContents ? split_by_lines(p, panels, work) : split_evenly(p, rows, columns, panels, work)) s.parts = std::move(panels.boxes);
}

std::vector<int> uniform_lines(const Picture& p, int colour, bool rows) {
    std::vector<int> found;
    for (int a = 0; a < (rows ? p.h : p.w); ++a) {
        if ((rows ? row_colour(p, a) : column_colour(p, a)) == colour) found.push_back(a);
    }
    return found;
}

// Stretches between the lines.
std::vector<std::pair<int, int>> between(const std::vector<int>& lines, int n) {
    std::vector<std::pair<int, int>> spans;
    int start = 0;
    for (size_t k = 0; k <= lines.size(); ++k) {
        const int end = k < lines.size() ? lines[k] : n;
        if (end > start) spans.emplace_back(start, end - start);
        start = end + 1;
    }
    return spans;
}

bool equal_spans(const std::vector<std::pair<int, int>>& spans) {
    return std::all_of(spans.begin(), spans.end(), [&](const auto& s) { return s.second == spans[0].second; });
}

}  // namespace

bool split_by_lines(const Picture& p, Panels& panels, Work& work) {
    if (!work.charge(8 * p.size())) return false;
    // The colour whose lines leave equal panels, rather than black, and then the most.
    panels = {};
    const int ground = ground_colour(p);
    int best = 0;
    for (int c = 0; c < kColours; ++c) {
        const auto rows = between(uniform_lines(p, c, true), p.h), columns = between(uniform_lines(p, c, false), p.w);
        const int n = static_cast<int>(rows.size() * columns.size());
        const int worth = (equal_spans(rows) && equal_spans(columns) ? 1 << 20 : 0) + (c != 0 ? 1 << 19 : 0) + n;
        if (n < 2 || worth <= best) continue;
        best = worth;
        panels = {{}, static_cast<int>(rows.size()), static_cast<int>(columns.size()), worth > (3 << 19)};
        for (const auto& [top, h] : rows) {
            for (const auto& [left, w] : columns) panels.boxes.push_back(window(p, top, left, h, w, ground));
        }
    }
    return !panels.boxes.empty();
}

bool split_evenly(const Picture& p, int rows, int columns, Panels& panels, Work& work) {
    if (rows < 1 || columns < 1 || p.h % rows != 0 || p.w % columns != 0 || !work.charge(4 * p.size())) return false;
    panels = {{}, rows, columns, false};
    const int ground = ground_colour(p);
    const int h = p.h / rows, w = p.w / columns;
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j) panels.boxes.push_back(window(p, i * h, j * w, h, w, ground));
    }
    return true;
}

std::span<const Step> even_parts() { return kEvenParts; }

Picture look_of(const Scene& s, const Blob& b, Look look) {
    const Picture& p = s.in();
    if (look == Look::Alone) return alone(p, b, s.ground);
    const int ring = look == Look::Around ? 1 : 0;
    const int top = std::max(0, b.top - ring), left = std::max(0, b.left - ring);
    return crop(p, top, left, std::min(p.h, b.top + b.h + ring) - top, std::min(p.w, b.left + b.w + ring) - left);
}

const Names& ways() {
    static const Names names("part way", [] {
        std::vector<Row> rows = segmentations().rows();
        rows.push_back({wColours, "colours", "colours"});
        rows.push_back({wHoles, "holes", "enclosed areas"});
        rows.push_back({wGround, "ground areas", "areas of ground"});
        rows.push_back({wCells, "cells", "cells"});
        rows.push_back({wPanels, "panels", "panels between lines"});
        rows.push_back({wFilled, "all that is filled", "all filled cells together"});
        rows.push_back({wRectangles, "free rectangles", "rectangles of ground that cannot grow"});
        return rows;
    }());
    return names;
}

std::span<const WayRow> ways_by_cost() { return kWaysByCost; }

int with_other_ground(int way) {
    if (way >= kSegmentations || Segmentation::of(way).ground == Ground::None) return way;
    Segmentation s = Segmentation::of(way);
    s.ground = s.ground == Ground::Black ? Ground::Common : Ground::Black;
    return s.code();
}

bool see(const Picture& p, int way, Scene& s, Work& work) {
    s = {};
    s.picture = &p, s.way = way;
    s.counts = count_colours(p);
    const bool cut_by_blobs = way < kSegmentations;
    s.ground = cut_by_blobs ? ground_of(p, Segmentation::of(way).ground) : ground_colour(p);
    if (s.ground < 0) s.ground = ground_colour(p);
    if (!work.charge(4 * p.size())) return false;
    cut(p, way, s, work);
    if (s.parts.size() > kMostParts || work.dry()) return false;
    s.owner.assign(static_cast<size_t>(p.size()), -1);
    for (size_t b = 0; b < s.parts.size(); ++b) {
        for (const int k : s.parts[b].cells) s.owner[static_cast<size_t>(k)] = static_cast<int>(b);
    }
    return true;
}

}  // namespace arcloom::fit::scene
