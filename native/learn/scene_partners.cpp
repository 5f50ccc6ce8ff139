// native/learn/scene_partners.cpp: how a part stands to another one that the grid or the part itself singles out
//
// The only dot, the largest part, the only part of a colour and the like serve as a mark: what lies above it, is as large, or has its
// shape, is meant. Where there is no such part, or several, none of this holds. A mark is as large as itself. A part's own partner is
// the nearest part, the one around it and the like.
#include "scene_partners.hpp"

#include <algorithm>
#include <functional>
#include <string>

#include "scene_acts.hpp"

namespace arcloom::fit::scene {

namespace {

int size_of(const Scene& s, int part) { return static_cast<int>(part_of(s, part).cells.size()); }
bool is_line(const Scene& s, int part) {
    const Blob& b = part_of(s, part);
    return std::min(b.h, b.w) == 1 && size_of(s, part) > 1;
}
bool fills_corner(const Scene& s, int part) {
    const int down = s.in().h - 1, right = s.in().w - 1;
    return s.owns(part, 0, 0) || s.owns(part, 0, right) || s.owns(part, down, 0) || s.owns(part, down, right);
}

// The only part of which it holds, or -1.
template <class Is>
int sole(const Scene& s, Is is) {
    int found = -1;
    for (int b = 0; b < static_cast<int>(s.parts.size()); ++b) {
        if (!is(s, b)) continue;
        if (found >= 0) return -1;
        found = b;
    }
    return found;
}
// The part of the only colour that just one part has.
int sole_of_its_colour(const Scene& s) {
    int count[kColours] = {};
    for (const int c : s.main) {
        if (c != kOutside) ++count[c];
    }
    return sole(s, [&](const Scene&, int b) { const int c = s.main[static_cast<size_t>(b)]; return c != kOutside && count[c] == 1; });
}
int at_end_by_size(const Scene& s, bool large) {
    const int b = large ? s.by_size.front() : s.by_size.back();
    return s.parts.size() > 1 && s.size_rank[static_cast<size_t>(b)] >= 0 ? b : -1;
}

struct Partner {
    const char *name, *words;
    double cost;
    int (*find)(const Scene&);
};
constexpr Partner kPartners[] = {
    {"dot", "the only part of one cell", 5.0, [](const Scene& s) { return sole(s, [](const Scene& o, int b) { return size_of(o, b) == 1; }); }},
    {"line", "the only straight line", 5.0, [](const Scene& s) { return sole(s, is_line); }},
    {"largest", "the largest part", 5.0, [](const Scene& s) { return at_end_by_size(s, true); }},
    {"lone colour", "the only part whose colour no other part has", 5.0, sole_of_its_colour},
    {"corner", "the only part in a corner of the grid", 5.0, [](const Scene& s) { return sole(s, fills_corner); }},
};
constexpr int kOthers = static_cast<int>(std::size(kPartners));
// Then the only part of each colour but black, and what each part has as a partner of its own.
struct OwnPartner {
    const char *name, *words;
    std::vector<int> Scene::* of;
};
constexpr OwnPartner kOwn[] = {
    {"nearest", "the nearest part", &Scene::nearest},
    {"nearest unlike", "the nearest part of another colour", &Scene::nearest_unlike},
    {"around", "the part around it", &Scene::around},
};
constexpr int kFirstOwn = kOthers + kColours - 1, kAll = kFirstOwn + static_cast<int>(std::size(kOwn));
constexpr double kColourCost = 6.0, kOwnCost = 5.5;

int find_partner(const Scene& s, int partner) {
    if (partner < kOthers) return s.marks[static_cast<size_t>(partner)];
    const int colour = partner - kOthers + 1;
    return sole(s, [&](const Scene&, int b) { return s.main[static_cast<size_t>(b)] == colour; });
}

bool in_rows(const Blob& a, const Blob& b) { return a.top < b.top + b.h && b.top < a.top + a.h; }
bool in_columns(const Blob& a, const Blob& b) { return a.left < b.left + b.w && b.left < a.left + a.w; }
bool touch(const Scene& s, int part, int other) {
    const auto& cells = part_of(s, part).cells;
    return std::any_of(cells.begin(), cells.end(), [&](int k) {
        return std::any_of(kSteps, kSteps + 4, [&](const Step& d) { return s.owns(other, k / s.in().w + d.i, k % s.in().w + d.j); });
    });
}
Picture shape_of(const Scene& s, int part) {
    const Blob& b = part_of(s, part);
    Picture shape(b.h, b.w, 0);
    for (const int k : b.cells) shape.set(k / s.in().w - b.top, k % s.in().w - b.left, 1);
    return shape;
}
bool same_shape(const Scene& s, int part, int other) {
    if (size_of(s, part) != size_of(s, other)) return false;
    const Picture mine = shape_of(s, part), theirs = shape_of(s, other);
    for (int code = 0; code < 8; ++code) {
        if (turned(mine, code) == theirs) return true;
    }
    return false;
}

struct Relation {
    const char *name, *words;
    bool reflexive;  // holds for the partner itself
    bool (*holds)(const Scene&, int part, int partner);
};
constexpr Relation kRelations[] = {
    {"above", "lies above", false, [](const Scene& s, int b, int o) { return part_of(s, b).top + part_of(s, b).h <= part_of(s, o).top; }},
    {"below", "lies below", false, [](const Scene& s, int b, int o) { return part_of(s, o).top + part_of(s, o).h <= part_of(s, b).top; }},
    {"left of", "lies to the left of", false, [](const Scene& s, int b, int o) { return part_of(s, b).left + part_of(s, b).w <= part_of(s, o).left; }},
    {"right of", "lies to the right of", false, [](const Scene& s, int b, int o) { return part_of(s, o).left + part_of(s, o).w <= part_of(s, b).left; }},
    {"in the rows of", "stands in the rows of", true, [](const Scene& s, int b, int o) { return in_rows(part_of(s, b), part_of(s, o)); }},
    {"in the columns of", "stands in the columns of", true, [](const Scene& s, int b, int o) { return in_columns(part_of(s, b), part_of(s, o)); }},
    {"in line with", "stands in line with", false, [](const Scene& s, int b, int o) {
        return in_rows(part_of(s, b), part_of(s, o)) != in_columns(part_of(s, b), part_of(s, o));
    }},
    {"touches", "touches", false, touch},
    {"larger than", "is larger than", false, [](const Scene& s, int b, int o) { return size_of(s, b) > size_of(s, o); }},
    {"as large as", "is as large as", true, [](const Scene& s, int b, int o) { return size_of(s, b) == size_of(s, o); }},
    {"lies as", "lies or stands as", true, [](const Scene& s, int b, int o) {
        return (part_of(s, b).w > part_of(s, b).h) == (part_of(s, o).w > part_of(s, o).h) && part_of(s, o).w != part_of(s, o).h;
    }},
    {"shape of", "has the shape of", true, same_shape},
    {"colour of", "has the colour of", false, [](const Scene& s, int b, int o) { return s.main[static_cast<size_t>(b)] == s.main[static_cast<size_t>(o)]; }},
};
constexpr int kEach = static_cast<int>(std::size(kRelations));

}  // namespace

int mark_kinds() { return kOthers; }
MarkName mark_name(int kind) { return {kPartners[kind].name, kPartners[kind].words}; }
std::vector<int> marks_of(const Scene& s) {
    std::vector<int> marks;
    for (const Partner& p : kPartners) marks.push_back(s.parts.empty() ? -1 : p.find(s));
    return marks;
}

int partner_flags() { return kEach * kAll; }
double partner_cost(int flag) { return flag / kEach >= kFirstOwn ? kOwnCost : flag / kEach < kOthers ? kPartners[flag / kEach].cost : kColourCost; }

std::vector<Row> partner_rows(int first) {
    std::vector<Row> rows;
    for (int k = 0; k < kAll; ++k) {
        const int colour = k - kOthers + 1;
        const bool own = k >= kFirstOwn;
        const std::string name = own ? kOwn[k - kFirstOwn].name : k < kOthers ? kPartners[k].name : "only one of colour " + std::to_string(colour);
        const std::string words = own ? kOwn[k - kFirstOwn].words : k < kOthers ? kPartners[k].words : "the only " + colour_mark(colour) + " part";
        for (const Relation& r : kRelations) {
            rows.push_back({first + static_cast<int>(rows.size()), std::string(r.name) + " the " + name, std::string(r.words) + " " + words});
        }
    }
    return rows;
}

std::vector<std::vector<int>> tell_partners(const Scene& s) {
    std::vector<std::vector<int>> flags(s.parts.size());
    for (int k = 0; k < kAll; ++k) {
        const int only = k < kFirstOwn ? find_partner(s, k) : -1;
        for (size_t b = 0; b < flags.size(); ++b) {
            const int found = k < kFirstOwn ? only : (s.*kOwn[k - kFirstOwn].of)[b];
            const auto part = static_cast<int>(b);
            for (const Relation& r : kRelations) flags[b].push_back(found >= 0 && (found == part ? r.reflexive : r.holds(s, part, found)));
        }
    }
    return flags;
}

}  // namespace arcloom::fit::scene
