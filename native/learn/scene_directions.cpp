// native/learn/scene_directions.cpp: the table of directions, and which plain ones each stands for
#include <string>

#include "scene_acts.hpp"
#include "scene_partners.hpp"

namespace arcloom::fit::scene {

namespace {

enum Direction {
    dAllLines = 8, dAllDiagonals, dAll, dAcross, dUpAndDown, dAlong, dAthwart, dNearest, dFromNearest, dLargest, dEdge, dMark, dTip, dAlike, dTold, kDirectionCount
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
    {"told", "in the direction that the table has for", 0.0},
};

int side(int from, int length, int other, int other_length) { return other >= from + length ? 1 : other + other_length <= from ? -1 : 0; }

int plain_direction(int di, int dj) {
    for (int d = 0; d < 8; ++d) {
        if (kSteps[d].i == di && kSteps[d].j == dj) return d;
    }
    return -1;
}

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
    const Counts counts = colours_of(s, b);
    const int mark = counts.least(), most = counts.most();
    if (mark < 0 || counts.of[mark] == counts.of[most]) return -1;  // a part of a divided grid may have no cells
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

}  // namespace

void find_pointed(Scene& s) {
    const Picture& p = s.in();
    s.pointed.assign(s.parts.size(), -1);
    for (int part = 0; part < static_cast<int>(s.parts.size()); ++part) {
        const int d = to_its_mark(s, part);
        if (d < 0) continue;
        const Blob& b = part_of(s, part);
        int i = b.top + b.h / 2, j = b.left + b.w / 2, &found = s.pointed[static_cast<size_t>(part)];
        for (; p.inside(i, j) && found < 0; i += kSteps[d].i, j += kSteps[d].j) {
            const int owner = s.owner[static_cast<size_t>(i * p.w + j)];
            if (owner != part) found = owner;
        }
    }
}

int largest_part(const Scene& s) {
    int best = 0;
    for (int b = 1; b < static_cast<int>(s.parts.size()); ++b) {
        if (part_of(s, b).cells.size() > part_of(s, best).cells.size()) best = b;
    }
    return best;
}

int largest_alike(const Scene& s, int part) {
    if (part_of(s, part).cells.empty()) return -1;
    const int own = s.in().at(part_of(s, part).cells[0]);
    int best = -1;
    size_t most = 0;
    for (int k = 0; k < static_cast<int>(s.parts.size()); ++k) {
        const auto& cells = part_of(s, k).cells;
        if (cells.empty() || s.in().at(cells[0]) != own || cells.size() < most) continue;
        best = cells.size() == most ? -1 : k;
        most = cells.size();
    }
    return best;
}

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

int towards(const Scene& s, int part, int other, bool away) {
    if (other < 0 || other == part) return -1;
    const Blob &a = part_of(s, part), &b = part_of(s, other);
    int di = side(a.top, a.h, b.top, b.h), dj = side(a.left, a.w, b.left, b.w);
    if (away) di = -di, dj = -dj;
    return plain_direction(di, dj);
}

int told_direction() { return dTold; }

namespace {
// After the rows of the table: towards each mark, and away from each.
constexpr double kToMarkCost = 2.0, kFromMarkCost = 2.5;
int mark_of(int direction) { return (direction - kDirectionCount) / 2; }
bool is_away(int direction) { return (direction - kDirectionCount) % 2 == 1; }
}  // namespace

bool leads_to_mark(int direction) { return direction >= kDirectionCount; }

const Names& directions() {
    static const Names names("direction", [] {
        std::vector<Row> rows;
        for (const DirectionRow& r : kDirectionRows) rows.push_back({static_cast<int>(rows.size()), r.name, r.words});
        for (int k = 0; k < mark_kinds(); ++k) {
            const MarkName mark = mark_name(k);
            for (const bool away : {false, true}) {
                const std::string name = std::string(away ? "from" : "to") + " the mark: " + mark.name, words = std::string(away ? "away from " : "towards ") + mark.words;
                rows.push_back({static_cast<int>(rows.size()), name, words});
            }
        }
        return rows;
    }());
    return names;
}
double direction_cost(int direction) {
    if (leads_to_mark(direction)) return is_away(direction) ? kFromMarkCost : kToMarkCost;
    return kDirectionRows[direction].cost;
}

bool suits(int d, Parameter parameter) {
    using enum Parameter;
    const bool diagonal = (d >= 4 && d < 8) || d == dAllDiagonals || d == dAll;
    return parameter == Any || parameter == Counted || parameter == Factor || ((parameter == Line || parameter == CountedLine) && !diagonal);
}

Plain plain_directions(const Scene& s, int part, int d) {
    const auto one_or_none = [](int found) { return found >= 0 ? Plain{found} : Plain{}; };
    const auto lying = [&](bool along) {
        const Blob& b = part_of(s, part);
        return b.h == b.w ? Plain{} : (b.h > b.w) == along ? Plain{0, 1} : Plain{2, 3};
    };
    const int near = s.nearest[static_cast<size_t>(part)];
    if (leads_to_mark(d)) return one_or_none(towards(s, part, s.marks[static_cast<size_t>(mark_of(d))], is_away(d)));
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
        case dTold: return {};  // who applies the step looks it up
        default: return {d};
    }
}

}  // namespace arcloom::fit::scene
