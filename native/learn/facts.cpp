// native/learn/facts.cpp: the facts told of blobs
#include <algorithm>
#include <array>
#include <map>

#include "blobs.hpp"

namespace arcloom::fit {

namespace {

// What is measured of a blob by itself; then, for the numbers that compare, how it stands among the others.
enum Base {
    bColour, bSize, bHeight, bWidth, bArea, bColours, bHoles, bHoleCells, bTouches, bSymH, bSymV, bSymD, bFull,
    bSquare, bTop, bLeft, bBottom, bRight, bSameShape, bSameColour, bSameLook, bSameForm, bOddHeight, bOddWidth,
    bPortrait, bStray, bLine, bNeighbours, bSymmetric, bStrayColour, bHas0, bCount = bHas0 + kColours
};
constexpr Base kCompared[] = {bSize,   bHeight, bWidth,     bArea,       bColours,  bHoles,    bHoleCells, bTop,
                              bLeft,   bBottom, bRight,     bSameShape,  bSameColour, bSameLook, bSameForm,
                              bStray,  bNeighbours, bColour, bStrayColour};
constexpr int kComparisons = static_cast<int>(std::size(kCompared));
enum Standing { sMost, sLeast, sSole, sRank, sRankUp, sCommon, kStandings };

bool symmetric(const Picture& look, int code) {
    if ((code >= 6) && look.h != look.w) return false;
    return turned(look, code) == look;
}

std::vector<int> measure_base(const Picture& p, const Blob& b, const Picture& look, int ground) {
    std::vector<int> f(bCount, 0);
    Counts counts;
    for (const int k : b.cells) ++counts.of[p.at(k)];
    f[bColour] = counts.most() < 0 ? ground : counts.most();
    f[bSize] = static_cast<int>(b.cells.size());
    f[bHeight] = b.h, f[bWidth] = b.w, f[bArea] = b.h * b.w;
    f[bColours] = counts.distinct();
    const std::vector<uint8_t> mask = mask_of(p, b);
    const std::vector<uint8_t> holes = holes_of(mask, b.h, b.w, f[bHoles]);
    f[bHoleCells] = static_cast<int>(std::count(holes.begin(), holes.end(), 1));
    f[bTouches] = b.top == 0 || b.left == 0 || b.top + b.h == p.h || b.left + b.w == p.w;
    f[bSymH] = symmetric(look, 4), f[bSymV] = symmetric(look, 5);
    f[bSymD] = symmetric(look, 6) || symmetric(look, 7);
    f[bSymmetric] = f[bSymH] || f[bSymV] || f[bSymD];
    f[bFull] = f[bSize] == f[bArea], f[bSquare] = b.h == b.w;
    f[bTop] = b.top, f[bLeft] = b.left, f[bBottom] = p.h - b.top - b.h, f[bRight] = p.w - b.left - b.w;
    f[bOddHeight] = b.h % 2, f[bOddWidth] = b.w % 2;
    f[bPortrait] = b.h > b.w;
    f[bStray] = f[bSize] - (counts.most() < 0 ? 0 : counts.of[counts.most()]);
    f[bStrayColour] = counts.least(f[bColour]) < 0 ? kOutside : counts.least(f[bColour]);
    f[bLine] = b.h == 1 || b.w == 1;
    for (int c = 0; c < kColours; ++c) f[static_cast<size_t>(bHas0 + c)] = counts.of[c] > 0;
    return f;
}

// Equal where cells and width are.
template <class Cells>
std::string key_of(const Cells& cells, int w) {
    return static_cast<char>(w) + std::string(cells.begin(), cells.end());
}

// The least of the eight views of a mask, so that turned and mirrored forms are the same.
std::string form_of(const std::vector<uint8_t>& mask, int h, int w) {
    Picture p(h, w, 0);
    for (int k = 0; k < h * w; ++k) p.set(k, mask[static_cast<size_t>(k)]);
    std::string best;
    for (int code = 0; code < 8; ++code) {
        const Picture t = turned(p, code);
        std::string key = key_of(t.cells, t.w);
        if (best.empty() || key < best) best = std::move(key);
    }
    return best;
}

template <class Key>
void count_equal(Facts& facts, Base at, const std::vector<Key>& keys) {
    std::map<Key, int> times;
    for (const Key& k : keys) ++times[k];
    for (size_t k = 0; k < keys.size(); ++k) facts[k][at] = times[keys[k]];
}

void count_neighbours(const Picture& p, const std::vector<Blob>& blobs, Facts& facts) {
    std::vector<int> owner(static_cast<size_t>(p.size()), -1);
    for (size_t b = 0; b < blobs.size(); ++b) {
        for (const int k : blobs[b].cells) owner[static_cast<size_t>(k)] = static_cast<int>(b);
    }
    for (size_t b = 0; b < blobs.size(); ++b) {
        std::vector<int> near;
        for (const int k : blobs[b].cells) {
            for (const Step& s : kSteps) {
                const int y = k / p.w + s.i, x = k % p.w + s.j;
                if (!p.inside(y, x)) continue;
                const int o = owner[static_cast<size_t>(y * p.w + x)];
                if (o >= 0 && o != static_cast<int>(b)) near.push_back(o);
            }
        }
        std::sort(near.begin(), near.end());
        facts[b][bNeighbours] = static_cast<int>(std::unique(near.begin(), near.end()) - near.begin());
    }
}

void compare(Facts& facts) {
    for (const Base at : kCompared) {
        std::map<int, int> times;
        for (const auto& f : facts) ++times[f[at]];
        int common = -1, often = 0, ties = 0;
        for (const auto& [value, n] : times) {
            ties = n == often ? ties + 1 : n > often ? 0 : ties;
            if (n > often) often = n, common = value;
        }
        for (auto& f : facts) {
            const int v = f[at];
            const int below = static_cast<int>(std::distance(times.begin(), times.find(v)));
            f.push_back(v == times.rbegin()->first && times.size() > 1);
            f.push_back(v == times.begin()->first && times.size() > 1);
            f.push_back(times[v] == 1);
            f.push_back(static_cast<int>(times.size()) - 1 - below);
            f.push_back(below);
            f.push_back(ties == 0 && v == common);
        }
    }
}

// Further facts: the most and the least of each colour, then these.
constexpr Base kWithMiddle[] = {bTop, bLeft, bSize, bHeight, bWidth};
enum Further {
    fMostOf0,
    fNearMiddle = 2 * kColours, fFarFromMiddle, fMiddle0,
    fWithin = fMiddle0 + static_cast<int>(std::size(kWithMiddle)), fHolds, fHoldsMost, kFurther
};
using Column = std::vector<int>;  // a value for each blob

// 1 for those that have the most, or the least, where not all have the same.
Column standing(const Column& values, Standing which) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    Column out;
    for (const int v : values) out.push_back(*least != *most && v == (which == sMost ? *most : *least));
    return out;
}
// 1 where as many other values are less as are greater, and there are such.
Column in_the_middle(const Column& values) {
    Column sorted = values;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    const bool odd = sorted.size() % 2 == 1 && sorted.size() > 1;
    Column out;
    for (const int v : values) out.push_back(odd && v == sorted[sorted.size() / 2]);
    return out;
}
}  // namespace

int fact_count() { return bCount + kComparisons * kStandings; }

namespace {

using enum FactKind;

// A flag's words go with "it"; those of a colour or a number follow "its". Numbers compare: their most and least.
struct BaseRow {
    Base at;
    FactKind kind;
    const char *name, *words;
    const char *most = "", *least = "";
};
constexpr BaseRow kBase[] = {
    {bColour, Colour, "colour", "colour", "has the colour with the highest number", "has the colour with the lowest number"},
    {bSize, Number, "size", "number of cells", "is the largest", "is the smallest"},
    {bHeight, Number, "height", "height", "is the highest", "is the least high"},
    {bWidth, Number, "width", "width", "is the widest", "is the narrowest"},
    {bArea, Number, "area", "box's area", "has the largest box", "has the smallest box"},
    {bColours, Number, "colours", "number of colours", "has the most colours", "has the fewest colours"},
    {bHoles, Number, "holes", "number of holes", "has the most holes", "has the fewest holes"},
    {bHoleCells, Number, "hole cells", "number of cells in holes", "has the most cells in holes", "has the fewest cells in holes"},
    {bTouches, Flag, "touches the edge", "touches the edge"},
    {bSymH, Flag, "symmetric up", "is the same upside down"},
    {bSymV, Flag, "symmetric across", "is the same from left to right and back"},
    {bSymD, Flag, "symmetric diagonally", "is symmetric about a diagonal"},
    {bFull, Flag, "full", "is a full rectangle"},
    {bSquare, Flag, "square", "is as high as wide"},
    {bTop, Number, "top", "distance from the top", "is farthest from the top", "is nearest to the top"},
    {bLeft, Number, "left", "distance from the left", "is farthest from the left", "is nearest to the left"},
    {bBottom, Number, "bottom", "distance from the bottom", "is farthest from the bottom", "is nearest to the bottom"},
    {bRight, Number, "right", "distance from the right", "is farthest from the right", "is nearest to the right"},
    {bSameShape, Number, "same shape", "number of parts with its shape", "has the commonest shape", "has the rarest shape"},
    {bSameColour, Number, "same colour", "number of parts in its colour", "has the colour of the most parts", "has the colour of the fewest parts"},
    {bSameLook, Number, "same look", "number of parts that look like it", "looks like the most others", "looks like the fewest others"},
    {bSameForm, Number, "same form", "number of parts with its shape in any turn", "has the commonest shape in any turn", "has the rarest shape in any turn"},
    {bOddHeight, Flag, "odd height", "has an odd height"},
    {bOddWidth, Flag, "odd width", "has an odd width"},
    {bPortrait, Flag, "portrait", "is higher than wide"},
    {bStray, Number, "stray", "number of cells in lesser colours", "has the most cells in lesser colours", "has the fewest cells in lesser colours"},
    {bLine, Flag, "line", "is a straight line"},
    {bNeighbours, Number, "neighbours", "number of touching parts", "touches the most others", "touches the fewest others"},
    {bSymmetric, Flag, "symmetric", "is symmetric"},
    {bStrayColour, Colour, "stray colour", "rarest colour beside its main one", "has the rarest colour with the highest number", "has the rarest colour with the lowest number"},
};

// Which row of kBase tells of a fact, so that their order there is free.
constexpr auto kBaseRowOf = [] {
    static_assert(std::size(kBase) == bHas0);
    std::array<size_t, bHas0> row{};
    for (size_t k = 0; k < std::size(kBase); ++k) row[kBase[k].at] = k;
    return row;
}();
const BaseRow& base_row(int fact) { return kBase[kBaseRowOf[static_cast<size_t>(fact)]]; }

Row standing_row(int at, const BaseRow& base, int standing) {
    const std::string name(base.name), words(base.words);
    switch (standing) {
        case sMost: return {at, name + ", most", base.most};
        case sLeast: return {at, name + ", least", base.least};
        case sSole: return {at, name + ", sole", "is alone in its " + words};
        case sRank: return {at, name + ", rank", "rank by " + words + ", highest first"};
        case sRankUp: return {at, name + ", rank up", "rank by " + words + ", lowest first"};
        default: return {at, name + ", common", "has the usual " + words};
    }
}

std::vector<Row> usual_rows() {
    std::vector<Row> rows;
    for (const BaseRow& r : kBase) rows.push_back({r.at, r.name, r.words});
    for (int c = 0; c < kColours; ++c) rows.push_back({bHas0 + c, "has colour " + std::to_string(c), "contains " + colour_mark(c)});
    for (int c = 0; c < kComparisons; ++c) {
        for (int s = 0; s < kStandings; ++s) rows.push_back(standing_row(bCount + c * kStandings + s, base_row(kCompared[c]), s));
    }
    return rows;
}

std::vector<Row> further_rows() {
    std::vector<Row> rows;
    const auto add = [&](int k, const std::string& name, const std::string& words) { rows.push_back({fact_count() + k, name, words}); };
    for (int c = 0; c < kColours; ++c) {
        const std::string colour = "colour " + std::to_string(c);
        add(fMostOf0 + 2 * c, "most of " + colour, "has the most " + colour_mark(c) + " cells");
        add(fMostOf0 + 2 * c + 1, "least of " + colour, "has the fewest " + colour_mark(c) + " cells");
    }
    add(fNearMiddle, "near the middle", "is nearest to the middle");
    add(fFarFromMiddle, "far from the middle", "is farthest from the middle");
    constexpr const char* kMiddle[] = {"is the middle one from top to bottom", "is the middle one from left to right",
                                       "is the middle one by size", "is the middle one by height", "is the middle one by width"};
    static_assert(std::size(kMiddle) == std::size(kWithMiddle));
    for (int k = 0; k < static_cast<int>(std::size(kWithMiddle)); ++k) {
        add(fMiddle0 + k, std::string(base_row(kWithMiddle[k]).name) + ", middle", kMiddle[k]);
    }
    add(fWithin, "within", "number of parts around it");
    add(fHolds, "holds", "number of parts inside it");
    add(fHoldsMost, "holds the most", "has the most parts inside it");
    return rows;
}

}  // namespace

FactKind fact_kind(int fact) {
    if (fact >= fact_count()) {
        const int k = fact - fact_count();
        return k == fWithin || k == fHolds ? Number : Flag;
    }
    if (fact >= bCount) return is_rank(fact) ? Number : Flag;
    return fact >= bHas0 ? Flag : base_row(fact).kind;
}

bool is_rank(int fact) {
    if (fact < bCount || fact >= fact_count()) return false;
    const int s = (fact - bCount) % kStandings;
    return s == sRank || s == sRankUp;
}

bool tells_place(int fact) {
    const int base = fact < bCount ? fact : kCompared[(fact - bCount) / kStandings];
    return base == bTop || base == bLeft || base == bBottom || base == bRight;
}

const Names& fact_names() {
    static const Names names("fact", [] {
        std::vector<Row> rows = usual_rows(), further = further_rows();
        rows.insert(rows.end(), further.begin(), further.end());
        return rows;
    }());
    return names;
}

const std::vector<int>& facts_by_simplicity() {
    static const std::vector<int> order = [] {
        std::vector<int> o;
        const auto standing = [&](Base b, std::initializer_list<Standing> which) {
            for (int c = 0; c < kComparisons; ++c) {
                if (kCompared[c] != b) continue;
                for (const Standing s : which) o.push_back(bCount + c * kStandings + s);
            }
        };
        standing(bSize, {sMost, sLeast});
        o.push_back(bColour);
        for (const Base b : {bSameColour, bSameLook, bSameForm, bSameShape, bSize}) standing(b, {sLeast, sMost, sSole});
        standing(bColour, {sSole, sCommon});
        for (const Base b : {bSymmetric, bTouches, bFull, bSquare, bSymV, bSymH, bLine}) o.push_back(b);
        for (const Base b : {bColours, bHoles, bStray, bHoleCells, bHeight, bWidth, bArea}) {
            standing(b, {sMost, sLeast});
        }
        for (int c = 0; c < kColours; ++c) o.push_back(bHas0 + c);
        for (int f = 0; f < fact_count(); ++f) {
            if (std::find(o.begin(), o.end(), f) == o.end() && fact_kind(f) == FactKind::Flag) o.push_back(f);
        }
        for (const int f : {int{bHoles}, int{bSize}, int{bHeight}, int{bWidth}, int{bSameColour}}) o.push_back(f);
        for (int f = 0; f < fact_count(); ++f) {
            if (std::find(o.begin(), o.end(), f) == o.end()) o.push_back(f);
        }
        return o;
    }();
    return order;
}

Facts measure(const Picture& p, const std::vector<Blob>& blobs, Work& work) {
    Facts facts;
    if (!work.charge(4 * p.size() + 1500 * static_cast<int64_t>(blobs.size()))) return facts;
    std::vector<std::string> masks, forms, looks;
    std::vector<int> colours;
    for (const Blob& b : blobs) {
        if (!work.charge(40 * b.h * b.w)) return {};
        const Picture look = alone(p, b, kOutside);
        facts.push_back(measure_base(p, b, look, 0));
        const std::vector<uint8_t> mask = mask_of(p, b);
        forms.push_back(form_of(mask, b.h, b.w));
        masks.push_back(key_of(mask, b.w));
        looks.push_back(key_of(look.cells, b.w));
        colours.push_back(facts.back()[bColour]);
    }
    count_equal(facts, bSameShape, masks);
    count_equal(facts, bSameForm, forms);
    count_equal(facts, bSameLook, looks);
    count_equal(facts, bSameColour, colours);
    count_neighbours(p, blobs, facts);
    compare(facts);
    return facts;
}

int further_fact_count() { return kFurther; }

void measure_further(const Picture& p, const std::vector<Blob>& blobs, Facts& facts) {
    const size_t n = blobs.size();
    std::vector<Counts> counts(n);
    Column off_middle, within(n, 0), holds(n, 0);
    for (size_t b = 0; b < n; ++b) {
        const auto& f = facts[b];
        for (const int k : blobs[b].cells) ++counts[b].of[p.at(k)];
        off_middle.push_back(std::abs(f[bTop] - f[bBottom]) + std::abs(f[bLeft] - f[bRight]));
        for (size_t o = 0; o < n; ++o) {
            const bool same_box = blobs[b].h == blobs[o].h && blobs[b].w == blobs[o].w;
            if (same_box || !lies_within(blobs[b], blobs[o])) continue;
            ++within[b];
            ++holds[o];
        }
    }
    std::vector<Column> columns(kFurther);
    for (int c = 0; c < kColours; ++c) {
        Column cells;
        for (const Counts& of_one : counts) cells.push_back(of_one.of[c]);
        columns[static_cast<size_t>(fMostOf0 + 2 * c)] = standing(cells, sMost);
        columns[static_cast<size_t>(fMostOf0 + 2 * c + 1)] = standing(cells, sLeast);
    }
    columns[fNearMiddle] = standing(off_middle, sLeast), columns[fFarFromMiddle] = standing(off_middle, sMost);
    for (int k = 0; k < static_cast<int>(std::size(kWithMiddle)); ++k) {
        Column values;
        for (const auto& f : facts) values.push_back(f[kWithMiddle[k]]);
        columns[static_cast<size_t>(fMiddle0 + k)] = in_the_middle(values);
    }
    columns[fWithin] = within, columns[fHolds] = holds, columns[fHoldsMost] = standing(holds, sMost);
    for (size_t b = 0; b < n; ++b) {
        for (const Column& column : columns) facts[b].push_back(column[b]);
    }
}

}  // namespace arcloom::fit
