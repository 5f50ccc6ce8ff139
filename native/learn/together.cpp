// native/learn/together.cpp: regions that lie over each other, or of which one gives the shape and another the colours
//
// A rule is: a way to see regions, how they come together, a colour. Cells of the ground are transparent.
#include "together.hpp"

#include <algorithm>
#include <map>

#include "regions.hpp"

namespace arcloom::fit {

namespace {

enum Joining { kByMiddle, kByCell, kShapeReduced, kColoursEnlarged, kShapePerCell, kCopyPerCell };
const Names kJoinings("together", {{kByMiddle, "by the middle", "lie over each other, their middles on one place"},
                              {kByCell, "by a cell", "lie over each other, their only {} cells on one place"},
                              {kShapeReduced, "reduced", "one gives the shape, block by block, and the other the colours of the blocks"},
                              {kColoursEnlarged, "enlarged", "one gives the shape, and the other, enlarged, its colours"},
                              {kShapePerCell, "shapes", "each cell of one becomes the shape of the other"},
                              {kCopyPerCell, "copies", "each cell of one's shape becomes a copy of the other"}});

// In half cells, so that a middle may lie between two.
Step middle_of(const Picture& p) { return {p.h - 1, p.w - 1}; }

bool only_cell(const Picture& p, int colour, Step& at) {
    if (std::count(p.cells.begin(), p.cells.end(), colour) != 1) return false;
    const int k = static_cast<int>(std::find(p.cells.begin(), p.cells.end(), colour) - p.cells.begin());
    at = {2 * (k / p.w), 2 * (k % p.w)};
    return true;
}

// Larger regions lie below smaller ones; where two of one size differ, there is no answer.
bool lay_over(std::vector<Picture> looks, int ground, Joining how, int colour, Picture& out) {
    std::stable_sort(looks.begin(), looks.end(), [](const Picture& a, const Picture& b) { return a.size() > b.size(); });
    struct Top {
        int colour, size;
    };
    std::map<std::pair<int, int>, Top> cells;
    std::pair<int, int> parity{-1, -1};
    for (const Picture& look : looks) {
        Step at = middle_of(look);
        if (how == kByCell && !only_cell(look, colour, at)) return false;
        if (parity.first >= 0 && parity != std::pair{at.i % 2, at.j % 2}) return false;
        parity = {at.i % 2, at.j % 2};
        for (int k = 0; k < look.size(); ++k) {
            if (look.at(k) == ground) continue;
            Top& top = cells.try_emplace({2 * (k / look.w) - at.i, 2 * (k % look.w) - at.j}, Top{look.at(k), look.size()}).first->second;
            if (top.colour != look.at(k) && top.size == look.size()) return false;
            top = {look.at(k), look.size()};
        }
    }
    if (cells.empty()) return false;
    Step low{cells.begin()->first.first, cells.begin()->first.second}, high = low;
    for (const auto& [at, _] : cells) {
        low = {std::min(low.i, at.first), std::min(low.j, at.second)};
        high = {std::max(high.i, at.first), std::max(high.j, at.second)};
    }
    const int h = (high.i - low.i) / 2 + 1, w = (high.j - low.j) / 2 + 1;
    if (!fits_picture(h, w)) return false;
    out = Picture(h, w, ground);
    for (const auto& [at, top] : cells) out.set((at.first - low.i) / 2, (at.second - low.j) / 2, top.colour);
    return true;
}

int colours_beside(const Picture& p, int ground) {
    Counts counts = count_colours(p);
    counts.of[ground] = 0;
    return counts.distinct();
}

// The shape has fewer colours; of two with equally many, it is the larger one.
bool shape_and_colours(const std::vector<Picture>& looks, int ground, const Picture*& shape, const Picture*& coloured) {
    if (looks.size() != 2) return false;
    const std::pair a{colours_beside(looks[0], ground), -looks[0].size()}, b{colours_beside(looks[1], ground), -looks[1].size()};
    if (a == b) return false;
    shape = &looks[a < b ? 0 : 1], coloured = &looks[a < b ? 1 : 0];
    return true;
}

// Each block of the shape is full or empty. One cell of the output for each.
bool reduce(const Picture& shape, const Picture& coloured, int ground, Picture& out) {
    if (shape.h % coloured.h != 0 || shape.w % coloured.w != 0) return false;
    const int rows = shape.h / coloured.h, columns = shape.w / coloured.w;
    out = coloured;
    for (int k = 0; k < shape.size(); ++k) {
        const int i = k / shape.w, j = k % shape.w;
        const bool empty = shape.at(i / rows * rows, j / columns * columns) == ground;
        if (empty != (shape.at(k) == ground)) return false;
        if (empty) out.set(i / rows, j / columns, ground);
    }
    return true;
}

bool multiply(const std::vector<Picture>& looks, int ground, Joining how, Picture& out) {
    const Picture *shape = nullptr, *coloured = nullptr;
    if (!shape_and_colours(looks, ground, shape, coloured)) return false;
    if (how == kShapeReduced) return reduce(*shape, *coloured, ground, out);
    const bool larger = how != kColoursEnlarged;
    const int h = larger ? shape->h * coloured->h : shape->h, w = larger ? shape->w * coloured->w : shape->w;
    if (!fits_picture(h, w) || h % coloured->h != 0 || w % coloured->w != 0) return false;
    out = Picture(h, w, ground);
    for (int i = 0; i < h; ++i) {
        for (int j = 0; j < w; ++j) {
            // A cell of the one in each block of the other, whichever it is.
            const bool outer = how == kCopyPerCell;
            const int rows = outer ? coloured->h : h / coloured->h, columns = outer ? coloured->w : w / coloured->w;
            const int cell = outer ? coloured->at(i % rows, j % columns) : coloured->at(i / rows, j / columns);
            const int in_shape = outer ? shape->at(i / rows, j / columns) : shape->at(i % shape->h, j % shape->w);
            if (in_shape != ground) out.set(i, j, cell);
        }
    }
    return true;
}

bool combine(const std::vector<Picture>& looks, int ground, Joining how, int colour, Picture& out, Work& work) {
    int64_t cells = 0;
    for (const Picture& look : looks) cells += look.size();
    if (looks.size() < 2 || !work.charge(8 * cells)) return false;
    return how <= kByCell ? lay_over(looks, ground, how, colour, out) : multiply(looks, ground, how, out);
}

}  // namespace

void offer_together(const Examples& examples, const std::function<bool(const Rule&)>& offer, Work& work) {
    const Example& first = examples[0];
    for (const Row& way : region_ways().rows()) {
        int ground = 0;
        std::vector<Picture> looks;
        if (!region_looks(first.in, way.at, looks, ground, work)) continue;
        for (const Row& how : kJoinings.rows()) {
            const int colours = how.at == kByCell ? kColours : 1;
            for (int colour = 0; colour < colours; ++colour) {
                Picture out;
                if (!combine(looks, ground, static_cast<Joining>(how.at), colour, out, work) || out != first.out) continue;
                if (offer({way.at, how.at, colour})) return;
            }
        }
    }
}

bool put_together(Reader& r, const Picture& in, Picture& out, Work& work) {
    const int way = r.next();
    const Joining how = static_cast<Joining>(r.next());
    const int colour = r.next();
    std::vector<Picture> looks;
    int ground = 0;
    return region_looks(in, way, looks, ground, work) && combine(looks, ground, how, colour, out, work);
}

void check_together(Reader& r) {
    r.row(region_ways());
    r.row(kJoinings);
    r.below(kColours);
}

}  // namespace arcloom::fit
