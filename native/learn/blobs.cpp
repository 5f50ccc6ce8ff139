// native/learn/blobs.cpp: components, and the facts told of them
#include "blobs.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace arcloom::fit {

namespace {

void finish_box(const Picture& p, Blob& b) {
    int bottom = 0, right = 0;
    b.top = p.h, b.left = p.w;
    for (const int k : b.cells) {
        b.top = std::min(b.top, k / p.w), bottom = std::max(bottom, k / p.w);
        b.left = std::min(b.left, k % p.w), right = std::max(right, k % p.w);
    }
    b.h = bottom - b.top + 1, b.w = right - b.left + 1;
}

}  // namespace

std::vector<Blob> segment(const Picture& p, Segmentation s, Work& work) {
    std::vector<Blob> blobs;
    if (!work.charge(12 * p.size())) return blobs;
    const int ground = ground_of(p, s.ground);
    std::vector<uint8_t> seen(static_cast<size_t>(p.size()), 0);
    for (int start = 0; start < p.size(); ++start) {
        if (seen[static_cast<size_t>(start)] != 0 || p.at(start) == ground) continue;
        Blob b;
        b.cells.push_back(start);
        seen[static_cast<size_t>(start)] = 1;
        for (size_t next = 0; next < b.cells.size(); ++next) {
            const int i = b.cells[next] / p.w, j = b.cells[next] % p.w;
            for (int d = 0; d < (s.eight ? 8 : 4); ++d) {
                const int y = i + kSteps[d].i, x = j + kSteps[d].j;
                if (!p.inside(y, x) || p.at(y, x) == ground) continue;
                if (!s.multi && p.at(y, x) != p.at(start)) continue;
                uint8_t& mark = seen[static_cast<size_t>(y * p.w + x)];
                if (mark == 0) b.cells.push_back(y * p.w + x);
                mark = 1;
            }
        }
        std::sort(b.cells.begin(), b.cells.end());
        finish_box(p, b);
        blobs.push_back(std::move(b));
    }
    return blobs;
}

Blob window(const Picture& p, int top, int left, int h, int w, int ground) {
    Blob b{top, left, h, w, {}};
    for (int i = top; i < top + h; ++i) {
        for (int j = left; j < left + w; ++j) {
            if (p.at(i, j) != ground) b.cells.push_back(i * p.w + j);
        }
    }
    return b;
}

Picture alone(const Picture& p, const Blob& b, int ground) {
    Picture out(b.h, b.w, std::max(ground, 0));
    for (const int k : b.cells) out.set(k / p.w - b.top, k % p.w - b.left, p.at(k));
    return out;
}

std::vector<uint8_t> mask_of(const Picture& p, const Blob& b) {
    std::vector<uint8_t> mask(static_cast<size_t>(b.h * b.w), 0);
    for (const int k : b.cells) mask[static_cast<size_t>((k / p.w - b.top) * b.w + k % p.w - b.left)] = 1;
    return mask;
}

std::vector<uint8_t> holes_of(const std::vector<uint8_t>& mask, int h, int w, int& count) {
    // 0 unknown, 1 blob, 2 reached from outside, 3 hole
    std::vector<uint8_t> state = mask;
    const auto flood = [&](int start, uint8_t as) {
        std::vector<int> open{start};
        state[static_cast<size_t>(start)] = as;
        while (!open.empty()) {
            const int k = open.back();
            open.pop_back();
            for (int d = 0; d < 4; ++d) {
                const int y = k / w + kSteps[d].i, x = k % w + kSteps[d].j;
                if (y < 0 || y >= h || x < 0 || x >= w || state[static_cast<size_t>(y * w + x)] != 0) continue;
                state[static_cast<size_t>(y * w + x)] = as;
                open.push_back(y * w + x);
            }
        }
    };
    for (int k = 0; k < h * w; ++k) {
        const bool edge = k / w == 0 || k / w == h - 1 || k % w == 0 || k % w == w - 1;
        if (edge && state[static_cast<size_t>(k)] == 0) flood(k, 2);
    }
    count = 0;
    for (int k = 0; k < h * w; ++k) {
        if (state[static_cast<size_t>(k)] == 0) flood(k, 3), ++count;
    }
    for (uint8_t& s : state) s = s == 3;
    return state;
}

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

FactKind fact_kind(int fact) {
    if (fact >= fact_count()) {
        const int k = fact - fact_count();
        return k == fWithin || k == fHolds ? FactKind::Number : FactKind::Flag;
    }
    if (fact >= bCount) {
        const int s = (fact - bCount) % kStandings;
        return s == sRank || s == sRankUp ? FactKind::Number : FactKind::Flag;
    }
    switch (fact) {
        case bColour: case bStrayColour: return FactKind::Colour;
        case bTouches: case bSymH: case bSymV: case bSymD: case bFull: case bSquare: case bOddHeight:
        case bOddWidth: case bPortrait: case bLine: case bSymmetric: return FactKind::Flag;
        default: return fact >= bHas0 ? FactKind::Flag : FactKind::Number;
    }
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

bool lies_within(const Blob& inner, const Blob& outer) {
    return outer.top <= inner.top && outer.left <= inner.left && outer.top + outer.h >= inner.top + inner.h &&
           outer.left + outer.w >= inner.left + inner.w;
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

bool see_objects(const Picture& p, int segmentation, size_t fewest, size_t most, Objects& objects, Work& work) {
    objects.blobs = segment(p, Segmentation::of(segmentation), work);
    if (objects.blobs.size() < fewest || objects.blobs.size() > most || work.dry()) return false;
    objects.facts = measure(p, objects.blobs, work);
    return objects.facts.size() == objects.blobs.size();
}

}  // namespace arcloom::fit
