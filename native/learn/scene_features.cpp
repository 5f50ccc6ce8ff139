// native/learn/scene_features.cpp: what can be said of a part: its facts, how it stands to other parts, whose colour it may take
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "layers.hpp"
#include "memo.hpp"
#include "scene_acts.hpp"
#include "scene_partners.hpp"

namespace arcloom::fit::scene {

namespace {

int find_main_colour(const Scene& s, const Blob& part) {
    const int c = colours_of(s, part).most();
    return c < 0 ? kOutside : c;
}

int main_colour(const Scene& s, int part) { return part < 0 ? kOutside : s.main[static_cast<size_t>(part)]; }

// The nearest colour other than ground beyond the part's box, straight ahead.
int seen_colour(const Scene& s, int part, int direction) {
    const Blob& b = s.parts[static_cast<size_t>(part)];
    const bool upright = direction < 2;
    const int from = direction == 0 ? b.top : direction == 1 ? b.top + b.h - 1 : direction == 2 ? b.left : b.left + b.w - 1;
    const int step = direction % 2 == 0 ? -1 : 1;
    for (int line = from + step; line >= 0 && line < (upright ? s.in().h : s.in().w); line += step) {
        for (int k = 0; k < (upright ? b.w : b.h); ++k) {
            const int i = upright ? line : b.top + k, j = upright ? b.left + k : line;
            if (!s.owns(part, i, j) && s.in().at(i, j) != s.ground) return s.in().at(i, j);
        }
    }
    return kOutside;
}

template <class Better>
int extreme_part(const Scene& s, Better better) {
    int best = 0;
    bool sole = true;
    for (int b = 1; b < static_cast<int>(s.parts.size()); ++b) {
        const size_t x = s.parts[static_cast<size_t>(b)].cells.size(), y = s.parts[static_cast<size_t>(best)].cells.size();
        if (x == y) sole = false;
        if (better(x, y)) best = b, sole = true;
    }
    return sole ? best : -1;
}

// The part that reaches furthest to a side; -1 where two reach as far.
int outermost_part(const Scene& s, int direction) {
    const auto far = [&](const Blob& b) {
        return direction == 0 ? b.top : direction == 1 ? s.in().h - b.top - b.h : direction == 2 ? b.left : s.in().w - b.left - b.w;
    };
    int best = -1, least = 1 << 20;
    for (int b = 0; b < static_cast<int>(s.parts.size()); ++b) {
        const int mine = far(s.parts[static_cast<size_t>(b)]);
        if (mine <= least) best = mine == least ? -1 : b, least = mine;
    }
    return best;
}

int edge_colour(const Scene& s, int part, int direction) {
    const Blob& b = s.parts[static_cast<size_t>(part)];
    const int i = direction == 0 ? 0 : direction == 1 ? s.in().h - 1 : b.top + b.h / 2;
    const int j = direction == 2 ? 0 : direction == 3 ? s.in().w - 1 : b.left + b.w / 2;
    const int c = s.in().at(i, j);
    return c == s.ground ? kOutside : c;
}

// The only colour, beside ground and its own, of the cells that touch the part; none where there are several.
int touching_colour(const Scene& s, int part) {
    const Picture& p = s.in();
    int found = kOutside;
    for (const int k : s.parts[static_cast<size_t>(part)].cells) {
        for (int d = 0; d < 4; ++d) {
            const int i = k / p.w + kSteps[d].i, j = k % p.w + kSteps[d].j;
            if (!p.inside(i, j) || s.owns(part, i, j) || p.at(i, j) == s.ground) continue;
            if (found != kOutside && found != p.at(i, j)) return kOutside;
            found = p.at(i, j);
        }
    }
    return found;
}

// The colours of the cells that touch the part: a bit for each.
int touched_colours(const Scene& s, int part) {
    const Picture& p = s.in();
    int colours = 0;
    for (const int k : s.parts[static_cast<size_t>(part)].cells) {
        for (int d = 0; d < 4; ++d) {
            const int i = k / p.w + kSteps[d].i, j = k % p.w + kSteps[d].j;
            if (p.inside(i, j) && !s.owns(part, i, j)) colours |= 1 << p.at(i, j);
        }
    }
    return colours;
}

int other_colour(const Scene& s, int part) {
    const Counts counts = colours_of(s, part_of(s, part));
    const int c = counts.least(counts.most());
    return c < 0 ? kOutside : c;
}

int counted_colour(const Scene& s, bool most) {
    const int c = most ? s.counts.most(s.ground) : s.counts.least(s.ground);
    return c < 0 ? kOutside : c;
}

// The colour of the first other part with the same shape, turned or not, in another colour.
int like_colour(const Scene& s, int part, bool turns) {
    const Blob& b = s.parts[static_cast<size_t>(part)];
    const int own = main_colour(s, part);
    Picture mine(b.h, b.w, 0);
    for (const int k : b.cells) mine.set(k / s.in().w - b.top, k % s.in().w - b.left, 1);
    for (int o = 0; o < static_cast<int>(s.parts.size()); ++o) {
        const Blob& x = s.parts[static_cast<size_t>(o)];
        if (o == part || x.cells.size() != b.cells.size() || main_colour(s, o) == own) continue;
        Picture other(x.h, x.w, 0);
        for (const int k : x.cells) other.set(k / s.in().w - x.top, k % s.in().w - x.left, 1);
        for (int code = 0; code < (turns ? 8 : 1); ++code) {
            if (turned(other, code) == mine) return main_colour(s, o);
        }
    }
    return kOutside;
}

// The only corner of the grid that is not ground.
int corner_colour(const Scene& s, int) {
    const Picture& p = s.in();
    int found = kOutside;
    for (const int c : {p.at(0, 0), p.at(0, p.w - 1), p.at(p.h - 1, 0), p.at(p.h - 1, p.w - 1)}) {
        if (c == s.ground) continue;
        if (found != kOutside) return kOutside;
        found = c;
    }
    return found;
}
int dot_colour(const Scene& s, int) {
    int found = kOutside;
    for (const Blob& b : s.parts) {
        if (b.cells.size() != 1) continue;
        const int c = s.in().at(b.cells[0]);
        if (found != kOutside && found != c) return kOutside;
        found = c;
    }
    return found;
}

// The part whose rank by size, counted from the other end, is this one's; none where parts that are equally large leave it open.
int opposite_in_size(const Scene& s, int part) {
    const int n = static_cast<int>(s.parts.size()), rank = s.size_rank[static_cast<size_t>(part)];
    if (rank < 0) return -1;
    const int other = s.by_size[static_cast<size_t>(n - 1 - rank)];
    return s.size_rank[static_cast<size_t>(other)] < 0 ? -1 : other;
}
void rank_by_size(Scene& s) {
    const size_t n = s.parts.size();
    const auto size = [&](size_t k) { return s.parts[static_cast<size_t>(s.by_size[k])].cells.size(); };
    for (size_t k = 0; k < n; ++k) s.by_size.push_back(static_cast<int>(k));
    std::stable_sort(s.by_size.begin(), s.by_size.end(), [&](int a, int b) {
        return s.parts[static_cast<size_t>(a)].cells.size() > s.parts[static_cast<size_t>(b)].cells.size();
    });
    s.size_rank.assign(n, -1);
    for (size_t k = 0; k < n; ++k) {
        const bool tied = (k > 0 && size(k - 1) == size(k)) || (k + 1 < n && size(k + 1) == size(k));
        if (!tied) s.size_rank[static_cast<size_t>(s.by_size[k])] = static_cast<int>(k);
    }
}

// What a legend has for the part's colour: the only other colour beside a cell of its colour that is not the part's.
int in_legend(const Scene& s, int part) {
    const int own = main_colour(s, part);
    if (own == kOutside) return kOutside;
    int found = kOutside;
    for (int c = 0; c < kColours; ++c) {
        int times = 0;
        for (int d = 0; d < 4; ++d) {
            times += s.beside[static_cast<size_t>((own * 4 + d) * kColours + c)];
            if (times == 0) continue;
            for (const int k : s.parts[static_cast<size_t>(part)].cells) {
                times -= s.in().at(k) == own && s.in().get(k / s.in().w + kSteps[d].i, k % s.in().w + kSteps[d].j) == c;
            }
        }
        if (times == 0) continue;
        if (found != kOutside) return kOutside;
        found = c;
    }
    return found;
}
void count_beside(Scene& s) {
    const Picture& p = s.in();
    s.beside.assign(static_cast<size_t>(kColours * 4 * kColours), 0);
    for (int k = 0; k < p.size(); ++k) {
        for (int d = 0; d < 4; ++d) {
            const int c = p.get(k / p.w + kSteps[d].i, k % p.w + kSteps[d].j);
            if (c != kOutside && c != s.ground && c != p.at(k)) ++s.beside[static_cast<size_t>((p.at(k) * 4 + d) * kColours + c)];
        }
    }
}

void find_nearest_unlike(Scene& s) {
    const size_t n = s.parts.size();
    s.nearest_unlike.assign(n, -1);
    for (size_t a = 0; a < n; ++a) {
        int least = 1 << 20;
        for (size_t b = 0; b < n; ++b) {
            if (s.main[a] == s.main[b]) continue;
            const int far = between_boxes(s.parts[a], s.parts[b]);
            if (far < least) least = far, s.nearest_unlike[a] = static_cast<int>(b);
        }
    }
}

struct SourceRow {
    const char *name, *words;
    double cost;
    int (*find)(const Scene&, int part);
    bool tested = true;  // else tests ask only whether there is one
    bool cue = false;    // the grid shows it apart from the parts that it is about
};
constexpr SourceRow kSourceRows[] = {
    {"constant", "", 4.5, nullptr},
    {"table", "", 4.0, nullptr},
    {"own", "its colour", 0.5, [](const Scene& s, int b) { return main_colour(s, b); }},
    {"ground", "the ground's colour", 1.0, [](const Scene& s, int) { return s.ground; }},
    {"other", "its rarest other colour", 1.5, other_colour},
    {"nearest", "the colour of the nearest part", 2.0, [](const Scene& s, int b) { return main_colour(s, s.nearest[static_cast<size_t>(b)]); }},
    {"nearest unlike", "the colour of the nearest part of another colour", 2.5, [](const Scene& s, int b) { return main_colour(s, s.nearest_unlike[static_cast<size_t>(b)]); }},
    {"touching", "the colour that touches it", 2.0, touching_colour},
    {"around", "the colour of the part around it", 2.0, [](const Scene& s, int b) { return main_colour(s, s.around[static_cast<size_t>(b)]); }},
    {"within", "the colour of the part inside it", 2.0, [](const Scene& s, int b) { return main_colour(s, s.within[static_cast<size_t>(b)]); }},
    {"commonest", "the commonest colour but the ground's", 2.5, [](const Scene& s, int) { return counted_colour(s, true); }},
    {"commonest of all", "the commonest colour, ground included", 2.5, [](const Scene& s, int) { return s.counts.most(); }},
    {"rarest", "the rarest colour", 2.5, [](const Scene& s, int) { return counted_colour(s, false); }},
    {"largest", "the colour of the largest part", 2.5, [](const Scene& s, int) { return main_colour(s, extreme_part(s, std::greater<>())); }},
    {"smallest", "the colour of the smallest part", 2.5, [](const Scene& s, int) { return main_colour(s, extreme_part(s, std::less<>())); }},
    {"alike", "the colour of another part with its shape", 2.5, [](const Scene& s, int b) { return like_colour(s, b, false); }},
    {"alike turned", "the colour of another part with its shape in any turn", 3.0, [](const Scene& s, int b) { return like_colour(s, b, true); }},
    {"opposite in size", "the colour of the part as far from the other end by size", 3.0, [](const Scene& s, int b) { return main_colour(s, opposite_in_size(s, b)); }, false},
    {"paired", "the colour that stands beside its colour elsewhere", 3.0, [](const Scene& s, int b) { return in_legend(s, b); }, false},
    {"corner", "the colour of the only corner that is not empty", 2.5, corner_colour, true, true},
    {"dots", "the colour of all parts of one cell", 3.0, dot_colour, true, true},
    {"lone", "the colour that only one part has", 3.5, [](const Scene& s, int) { return main_colour(s, s.marks[kLoneMark]); }},
    {"line", "the colour of the only straight line", 3.5, [](const Scene& s, int) { return main_colour(s, s.marks[kLineMark]); }},
    {"uppermost", "the colour of the uppermost part", 3.5, [](const Scene& s, int) { return main_colour(s, outermost_part(s, 0)); }},
    {"lowest", "the colour of the lowest part", 3.5, [](const Scene& s, int) { return main_colour(s, outermost_part(s, 1)); }},
    {"leftmost", "the colour of the leftmost part", 3.5, [](const Scene& s, int) { return main_colour(s, outermost_part(s, 2)); }},
    {"rightmost", "the colour of the rightmost part", 3.5, [](const Scene& s, int) { return main_colour(s, outermost_part(s, 3)); }},
    {"seen above", "the first colour above it", 3.5, [](const Scene& s, int b) { return seen_colour(s, b, 0); }},
    {"seen below", "the first colour below it", 3.5, [](const Scene& s, int b) { return seen_colour(s, b, 1); }},
    {"seen left", "the first colour to its left", 3.5, [](const Scene& s, int b) { return seen_colour(s, b, 2); }},
    {"seen right", "the first colour to its right", 3.5, [](const Scene& s, int b) { return seen_colour(s, b, 3); }},
    {"edge above", "the colour of its column at the upper edge", 3.5, [](const Scene& s, int b) { return edge_colour(s, b, 0); }},
    {"edge below", "the colour of its column at the lower edge", 3.5, [](const Scene& s, int b) { return edge_colour(s, b, 1); }},
    {"edge left", "the colour of its row at the left edge", 3.5, [](const Scene& s, int b) { return edge_colour(s, b, 2); }},
    {"edge right", "the colour of its row at the right edge", 3.5, [](const Scene& s, int b) { return edge_colour(s, b, 3); }},
};
constexpr int kSources = static_cast<int>(std::size(kSourceRows));
constexpr int kRelative = kSources - kFirstSource;

struct FeatureRow {
    const char *name, *words;
    FactKind kind;
    double cost;
    int (*measure)(const Scene&, int part);
    bool tested = true;
};
int seen_in_lines(const Scene& s, int b, bool own_colour) {
    int n = 0;
    const int own = main_colour(s, b);
    for (int d = 0; d < 4; ++d) {
        const int c = seen_colour(s, b, d);
        n += own_colour ? c == own : c != kOutside;
    }
    return n;
}
int edges_touched(const Scene& s, int b) {
    const Blob& x = s.parts[static_cast<size_t>(b)];
    return (x.top == 0) + (x.left == 0) + (x.top + x.h == s.in().h) + (x.left + x.w == s.in().w);
}
// How many parts stand wholly before it in the lines that it takes up: in its rows to the left of it, or in its columns above it.
int before_it(const Scene& s, int b, bool rows) {
    const Blob& x = s.parts[static_cast<size_t>(b)];
    return static_cast<int>(std::count_if(s.parts.begin(), s.parts.end(), [&](const Blob& o) {
        return rows ? o.left + o.w <= x.left && o.top < x.top + x.h && x.top < o.top + o.h
                    : o.top + o.h <= x.top && o.left < x.left + x.w && x.left < o.left + o.w;
    }));
}
bool holds_cue(const Scene& s, int b) {
    const Picture& p = s.in();
    for (const auto& [i, j] : {std::pair(0, 0), std::pair(0, p.w - 1), std::pair(p.h - 1, 0), std::pair(p.h - 1, p.w - 1)}) {
        if (s.owns(b, i, j)) return true;
    }
    return false;
}
int has_cue_colour(const Scene& s, int b) {
    const int cue = corner_colour(s, b);
    return cue != kOutside && cue == main_colour(s, b) && !holds_cue(s, b);
}
int has_most_of_cue(const Scene& s, int b) {
    const int cue = corner_colour(s, b);
    if (cue == kOutside || holds_cue(s, b)) return 0;
    const auto cells_of_cue = [&](int part) { return colours_of(s, part_of(s, part)).of[cue]; };
    const auto mine = cells_of_cue(b);
    for (int o = 0; o < static_cast<int>(s.parts.size()); ++o) {
        if (o != b && !holds_cue(s, o) && cells_of_cue(o) >= mine) return 0;
    }
    return mine > 0;
}
// Whether the line from another part's middle through the cells of its rarest colour first meets this part.
int is_pointed_at(const Scene& s, int b) {
    return std::find(s.pointed.begin(), s.pointed.end(), b) != s.pointed.end();
}
int is_on_top(const Scene& s, int b) {
    const int most = *std::max_element(s.layer.begin(), s.layer.end());
    return most > 0 && s.layer[static_cast<size_t>(b)] == most;
}
bool is_dot(const Blob& b) { return b.cells.size() == 1; }
int dots(const Scene& s, int) { return static_cast<int>(std::count_if(s.parts.begin(), s.parts.end(), is_dot)); }
// Facts about other parts; those of the part by itself are in facts.cpp.
constexpr FeatureRow kPairRows[] = {
    {"lies within another", "lies inside another part's box", FactKind::Flag, 3.0, [](const Scene& s, int b) { return int{s.around[static_cast<size_t>(b)] >= 0}; }},
    {"has another within", "has another part in its box", FactKind::Flag, 3.0, [](const Scene& s, int b) { return int{s.within[static_cast<size_t>(b)] >= 0}; }},
    {"sees", "number of sides on which it faces something", FactKind::Number, 4.0, [](const Scene& s, int b) { return seen_in_lines(s, b, false); }},
    {"sees its colour", "number of sides on which it faces its own colour", FactKind::Number, 4.0, [](const Scene& s, int b) { return seen_in_lines(s, b, true); }},
    {"edges", "number of edges that it touches", FactKind::Number, 3.5, edges_touched},
    {"nearest alike", "has the colour of the nearest part", FactKind::Flag, 4.0, [](const Scene& s, int b) { const int o = s.nearest[static_cast<size_t>(b)]; return int{o >= 0 && main_colour(s, o) == main_colour(s, b)}; }},
    {"nearest of the smallest", "is the nearest part to the smallest one", FactKind::Flag, 4.0, [](const Scene& s, int b) { const int o = extreme_part(s, std::less<>()); return int{o >= 0 && s.nearest[static_cast<size_t>(o)] == b}; }},
    {"nearest of the largest", "is the nearest part to the largest one", FactKind::Flag, 4.0, [](const Scene& s, int b) { const int o = extreme_part(s, std::greater<>()); return int{o >= 0 && s.nearest[static_cast<size_t>(o)] == b}; }},
    {"second across", "is the second, fourth, ... from the left", FactKind::Flag, 4.5, [](const Scene& s, int b) { return before_it(s, b, true) % 2; }},
    {"second down", "is the second, fourth, ... from the top", FactKind::Flag, 4.5, [](const Scene& s, int b) { return before_it(s, b, false) % 2; }},
    {"middle empty", "is empty in the middle of its box", FactKind::Flag, 4.0, [](const Scene& s, int b) { const Blob& x = s.parts[static_cast<size_t>(b)]; return int{!s.owns(b, x.top + x.h / 2, x.left + x.w / 2)}; }},
    {"cue colour", "has the colour of the only filled corner, which it does not touch", FactKind::Flag, 4.0, has_cue_colour},
    {"most of the cue", "has the most cells of the only filled corner's colour, which it does not touch", FactKind::Flag, 4.5, has_most_of_cue},
    {"largest alike", "is the largest of its colour", FactKind::Flag, 4.0, [](const Scene& s, int b) { return int{largest_alike(s, b) == b}; }},
    {"layer", "layer, counted from 0 below", FactKind::Number, 4.5, [](const Scene& s, int b) { return s.layer[static_cast<size_t>(b)]; }},
    {"pointed at", "lies where the side of another part with its rarest colour points to", FactKind::Flag, 4.5, is_pointed_at},
    {"on top", "lies on top of other parts, in the highest layer", FactKind::Flag, 4.0, is_on_top},
    {"dots", "number of parts of one cell in the grid", FactKind::Number, 4.5, dots, false},
    {"parts", "number of parts in the grid", FactKind::Number, 4.5, [](const Scene& s, int) { return static_cast<int>(s.parts.size()); }, false},
    {"colours in the grid", "number of colours in the grid", FactKind::Number, 4.5, [](const Scene& s, int) { return s.counts.distinct(); }, false},
    {"cells of the rarest", "number of cells in the rarest colour", FactKind::Number, 5.0, [](const Scene& s, int) { const int c = s.counts.least(s.ground); return c < 0 ? 0 : s.counts.of[c]; }, false},
};
constexpr int kPairs = static_cast<int>(std::size(kPairRows));
constexpr double kTouchesCost = 6.0;
int facts_of_regions() { return fact_count() + further_fact_count(); }
int first_partner() { return facts_of_regions() + kPairs + kRelative + kColours; }

}  // namespace

const Names& sources() {
    static const Names names("source", [] {
        std::vector<Row> rows;
        for (const SourceRow& r : kSourceRows) rows.push_back({static_cast<int>(rows.size()), r.name, r.words});
        return rows;
    }());
    return names;
}
bool find_marks(Scene& s, Work& work) {
    if (!s.marks.empty()) return true;
    if (!work.charge(20 * static_cast<int64_t>(s.parts.size()))) return false;
    for (const Blob& part : s.parts) s.main.push_back(find_main_colour(s, part));
    rank_by_size(s);
    s.marks = marks_of(s);
    return true;
}

namespace {

// What the picture and the way to see it lead to.
struct KnownColours {
    std::vector<std::vector<int>> colours;
    std::vector<int> nearest_unlike, beside;
};
struct KnownFeatures {
    Facts features;
    std::vector<int> pointed, layer;
};
std::string key_of(const Scene& s) { return fit::key_of(s.way, s.in()); }

}  // namespace

double source_cost(int source) { return kSourceRows[source].cost; }

bool find_colours(Scene& s, Work& work) {
    if (!s.colours.empty()) return true;
    if (!relate(s, work) || !find_marks(s, work)) return false;
    if (!work.charge(static_cast<int64_t>(s.parts.size() * s.parts.size()))) return false;
    static Memo<KnownColours> memo;
    const std::string key = key_of(s);
    if (const auto known = memo.find(key)) {
        s.colours = known->found.colours, s.nearest_unlike = known->found.nearest_unlike, s.beside = known->found.beside;
        return true;
    }
    s.colours.resize(s.parts.size());
    find_nearest_unlike(s);
    count_beside(s);
    for (int b = 0; b < static_cast<int>(s.parts.size()); ++b) {
        auto& row = s.colours[static_cast<size_t>(b)];
        row.assign(static_cast<size_t>(kSources), kOutside);
        for (int k = kFirstSource; k < kSources; ++k) row[static_cast<size_t>(k)] = kSourceRows[k].find(s, b);
    }
    const size_t numbers = s.parts.size() * static_cast<size_t>(kSources + 8) + s.beside.size();
    memo.keep(key, {s.colours, s.nearest_unlike, s.beside}, 0, numbers * sizeof(int));
    return true;
}

// The facts, the rows above, the sources, for every colour whether it touches the part, and how it stands to partners.
int feature_count() { return first_partner() + partner_flags(); }

const Names& features() {
    static const Names names("part feature", [] {
        std::vector<Row> rows = fact_names().rows();
        for (const FeatureRow& r : kPairRows) {
            rows.push_back({facts_of_regions() + static_cast<int>(&r - kPairRows), r.name, r.words});
        }
        for (int k = kFirstSource; k < kSources; ++k) {
            const std::string words = kSourceRows[k].words;
            rows.push_back({facts_of_regions() + kPairs + k - kFirstSource, "source " + std::string(kSourceRows[k].name), words});
        }
        for (int c = 0; c < kColours; ++c) {
            rows.push_back({facts_of_regions() + kPairs + kRelative + c, "touches colour " + std::to_string(c), "touches " + colour_mark(c)});
        }
        for (Row& r : partner_rows(first_partner())) rows.push_back(std::move(r));
        return rows;
    }());
    return names;
}

FactKind feature_kind(int feature) {
    if (feature < facts_of_regions()) return fact_kind(feature);
    const int k = feature - facts_of_regions();
    if (k >= kPairs + kRelative) return FactKind::Flag;
    return k < kPairs ? kPairRows[k].kind : FactKind::Colour;
}

bool is_rank_feature(int feature) { return feature < facts_of_regions() && is_rank(feature); }

bool is_tested(int feature, int value) {
    const int k = feature - facts_of_regions();
    if (k < 0 || k >= kPairs + kRelative) return true;
    return k < kPairs ? kPairRows[k].tested : kSourceRows[k - kPairs + kFirstSource].tested || value == kOutside;
}

bool is_cue(int feature) {
    const int k = feature - facts_of_regions() - kPairs;
    return k >= 0 && k < kRelative && kSourceRows[k + kFirstSource].cue;
}

double feature_cost(int feature) {
    static const std::vector<double> costs = [] {
        std::vector<double> of(static_cast<size_t>(feature_count()), 9.0);
        const std::vector<int>& order = facts_by_simplicity();
        for (size_t k = 0; k < order.size(); ++k) {
            double& cost = of[static_cast<size_t>(order[k])];
            cost = std::min(cost, 2.0 + std::log2(1.0 + static_cast<double>(k) / 3.0));  // some come twice
        }
        for (int k = 0; k < kPairs; ++k) of[static_cast<size_t>(facts_of_regions() + k)] = kPairRows[k].cost;
        for (int k = 0; k < kRelative; ++k) of[static_cast<size_t>(facts_of_regions() + kPairs + k)] = 2.0 + kSourceRows[k + kFirstSource].cost;
        for (int c = 0; c < kColours; ++c) of[static_cast<size_t>(facts_of_regions() + kPairs + kRelative + c)] = kTouchesCost;
        for (int k = 0; k < partner_flags(); ++k) of[static_cast<size_t>(first_partner() + k)] = partner_cost(k);
        return of;
    }();
    return costs[static_cast<size_t>(feature)];
}

const std::vector<int>& keys_by_cost() {
    static const std::vector<int> order = [] {
        std::vector<int> keys;
        for (int f = 0; f < feature_count(); ++f) {
            if (feature_kind(f) != FactKind::Flag) keys.push_back(f);
        }
        std::stable_sort(keys.begin(), keys.end(), [](int a, int b) { return feature_cost(a) < feature_cost(b); });
        return keys;
    }();
    return order;
}

bool find_features(Scene& s, Work& work) {
    if (!s.features.empty()) return true;
    if (!find_colours(s, work)) return false;
    static Memo<KnownFeatures> memo;
    const std::string key = key_of(s);
    if (const auto known = memo.find(key); known && work.charge_if_enough(known->work)) {
        s.features = known->found.features, s.pointed = known->found.pointed, s.layer = known->found.layer;
        return true;
    }
    const int64_t before = work.spent();
    s.features = measure(s.in(), s.parts, work);
    const int64_t n = static_cast<int64_t>(s.parts.size());
    if (s.features.size() != s.parts.size() || !work.charge(n * 400)) return false;
    measure_further(s.in(), s.parts, s.features);
    find_pointed(s);
    s.layer = layers_of(s.in(), s.owner, static_cast<int>(n), work);
    const std::vector<std::vector<int>> partners = tell_partners(s);
    for (int b = 0; b < n; ++b) {
        auto& row = s.features[static_cast<size_t>(b)];
        for (const FeatureRow& r : kPairRows) row.push_back(r.measure(s, b));
        const auto& colours = s.colours[static_cast<size_t>(b)];
        row.insert(row.end(), colours.begin() + kFirstSource, colours.end());
        const int touched = touched_colours(s, b);
        for (int c = 0; c < kColours; ++c) row.push_back(touched >> c & 1);
        const auto& told = partners[static_cast<size_t>(b)];
        row.insert(row.end(), told.begin(), told.end());
    }
    if (work.dry() || n == 0) return true;
    const size_t numbers = s.parts.size() * (s.features[0].size() + 8);
    memo.keep(key, {s.features, s.pointed, s.layer}, work.spent() - before, numbers * sizeof(int));
    return true;
}

}  // namespace arcloom::fit::scene
