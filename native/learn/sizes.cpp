// native/learn/sizes.cpp: whole grids: magnified, reduced, tiled, repeated within themselves, moved line by line
//
// Hypotheses, simplest first: every cell a block (by a constant, by a count); blocks reduced to a cell; equal
// neighbouring rows and columns once; the smallest tile; the pattern carried on; copies side by side, each in a
// view of its own; copies where a cell says so, in the shape of the input itself; at last those of sizes_same.cpp,
// sizes_panels.cpp and sizes_grown.cpp.
#include <algorithm>
#include <map>

#include "blobs.hpp"
#include "options.hpp"
#include "rule.hpp"
#include "sizes_grown.hpp"
#include "sizes_panels.hpp"
#include "sizes_same.hpp"

namespace arcloom::fit {

namespace {

enum SizeKind { kScale, kScaleByCount, kReduce, kDedupe, kTile, kCarryOn, kSizeCopies, kSelfSimilar, kBlocksByColour, kEnlarged, kShifted, kTiled, kArranged };
const Names kSizeKinds("sizes", {{kScale, "scale"},
                             {kScaleByCount, "scale by a count"},
                             {kReduce, "reduce"},
                             {kDedupe, "once"},
                             {kTile, "tile"},
                             {kCarryOn, "carry on"},
                             {kSizeCopies, "copies"},
                             {kSelfSimilar, "within itself"},
                             {kBlocksByColour, "blocks by colour"},
                             {kEnlarged, "enlarged region"},
                             {kShifted, "shifted lines"},
                             {kTiled, "laid as tiles"},
                             {kArranged, "panels arranged"}});

// Counts that a factor may follow.
constexpr int kFactors = 5;
const Names kFactorNames("factor", {{0, "colours", "colours"},
                                    {1, "colours but black", "colours other than {0}"},
                                    {2, "filled cells", "filled cells"},
                                    {3, "objects", "objects"},
                                    {4, "cells of the commonest colour", "cells of the commonest colour"}});
int factor_of(const Picture& p, int which, Work& work) {
    const Counts c = count_colours(p);
    switch (which) {
        case 0: return c.distinct();
        case 1: return c.distinct() - (c.of[0] > 0 ? 1 : 0);
        case 2: return p.size() - c.of[0];
        case 3: return static_cast<int>(segment(p, {true, false, Ground::Black}, work).size());
        default: return c.of[c.most()];
    }
}

bool reduce(const Picture& in, int rows, int columns, bool majority, Picture& out) {
    if (rows < 1 || columns < 1 || in.h % rows != 0 || in.w % columns != 0) return false;
    out = Picture(in.h / rows, in.w / columns, 0);
    for (int i = 0; i < out.h; ++i) {
        for (int j = 0; j < out.w; ++j) {
            const Counts c = count_colours(crop(in, i * rows, j * columns, rows, columns));
            if (!majority && c.distinct() != 1) return false;
            out.set(i, j, c.most());
        }
    }
    return true;
}

bool equal_rows(const Picture& p, int a, int b) {
    return std::equal(p.cells.begin() + a * p.w, p.cells.begin() + (a + 1) * p.w, p.cells.begin() + b * p.w);
}

Picture dedupe_rows(const Picture& p) {
    Picture out(0, p.w, 0);
    for (int i = 0; i < p.h; ++i) {
        if (i > 0 && equal_rows(p, i, i - 1)) continue;
        out.cells.insert(out.cells.end(), p.cells.begin() + i * p.w, p.cells.begin() + (i + 1) * p.w);
        ++out.h;
    }
    return out;
}

// The least period down the rows, at most the height.
int row_period(const Picture& p) {
    for (int d = 1; d < p.h; ++d) {
        bool all = true;
        for (int i = 0; i + d < p.h && all; ++i) all = equal_rows(p, i, i + d);
        if (all) return d;
    }
    return p.h;
}

bool carry_on(const Picture& in, int h, int w, Picture& out) {
    if (!fits_picture(h, w)) return false;
    const int rows = row_period(in), columns = row_period(turned(in, 6));
    out = Picture(h, w, 0);
    for (int i = 0; i < h; ++i) {
        for (int j = 0; j < w; ++j) out.set(i, j, in.at(i % rows, j % columns));
    }
    return true;
}

void paste(Picture& out, const Picture& piece, int top, int left) {
    for (int i = 0; i < piece.h; ++i) {
        for (int j = 0; j < piece.w; ++j) out.set(top + i, left + j, piece.at(i, j));
    }
}

// Which cells of the input are replaced by a copy of it.
constexpr int kNotBlack = 10, kCommonest = 11, kRarest = 12, kBlack = 13;
const Names kMarked("marked cells", {{kNotBlack, "not black", "that is not {0}"},
                                     {kCommonest, "commonest", "of the commonest colour"},
                                     {kRarest, "rarest", "of the rarest colour"},
                                     {kBlack, "black", "that is {0}"}});
bool marks(const Picture& p, const Counts& c, int predicate, int colour) {
    switch (predicate) {
        case kNotBlack: return colour != 0;
        case kBlack: return colour == 0;
        case kCommonest: return colour == c.most();
        case kRarest: return colour == c.least();
        default: return colour == predicate && p.size() > 0;
    }
}

// What stands in a marked block: a copy, or the copy in the cell's colour.
enum Content { kContentCopy, kTinted, kContents };
const Names kContentNames("content", {{kContentCopy, "copy", "a copy of the grid"},
                                      {kTinted, "tinted", "a copy of the grid in the cell's colour"}});

bool self_similar(const Picture& in, int predicate, int content, int code, Picture& out) {
    if (!fits_picture(in.h * in.h, in.w * in.w) || code < 0 || code > 7) return false;
    const Picture copy = turned(in, code);
    if (!copy.same_size(in)) return false;
    const Counts counts = count_colours(in);
    out = Picture(in.h * in.h, in.w * in.w, 0);
    for (int k = 0; k < in.size(); ++k) {
        if (!marks(in, counts, predicate, in.at(k))) continue;
        Picture block = copy;
        if (content == kTinted) {
            for (int8_t& v : block.cells) v = static_cast<int8_t>(v == 0 ? 0 : in.at(k));
        }
        paste(out, block, k / in.w * in.h, k % in.w * in.w);
    }
    return true;
}

bool apply_copies(const Rule& rule, const Picture& in, Picture& out) {
    Reader r(rule, kParameters + 1);
    const int rows = r.next(), columns = r.next();
    if (rows < 1 || columns < 1 || rows > kMaxSide || columns > kMaxSide) return false;
    if (!fits_picture(in.h * rows, in.w * columns)) return false;
    out = Picture(in.h * rows, in.w * columns, 0);
    for (int k = 0; k < rows * columns; ++k) {
        const int code = r.next();
        if (r.bad() || code > 7) return false;
        if (code < 0) continue;
        const Picture copy = turned(in, code);
        if (!copy.same_size(in)) return false;
        paste(out, copy, k / columns * in.h, k % columns * in.w);
    }
    return true;
}

// For each place of a copy the first view, in this order, that all examples show there; blank is a view too.
bool views_of_copies(const Examples& examples, int rows, int columns, Rule& rule) {
    for (int k = 0; k < rows * columns; ++k) {
        int found = 8;
        for (const int code : {0, 5, 4, 2, 6, 7, 1, 3, -1}) {
            const bool all = std::all_of(examples.begin(), examples.end(), [&](const Example& e) {
                const Picture part = crop(e.out, k / columns * e.in.h, k % columns * e.in.w, e.in.h, e.in.w);
                return part == (code < 0 ? Picture(e.in.h, e.in.w, 0) : turned(e.in, code));
            });
            if (all && found == 8) found = code;
        }
        if (found == 8) return false;
        rule.push_back(found);
    }
    return true;
}

void offer_self_similar(const Examples& examples, Trial& trial) {
    for (const Example& e : examples) {
        if (e.out.h != e.in.h * e.in.h || e.out.w != e.in.w * e.in.w) return;
    }
    for (int content = 0; content < kContents; ++content) {
        for (const int code : {0, 5, 4, 2, 6, 7, 1, 3}) {
            for (const int predicate : {kNotBlack, kCommonest, kRarest, kBlack, 1, 2, 3, 4, 5, 6, 7, 8, 9}) {
                if (trial.offer({kSelfSimilar, predicate, content, code})) return;
            }
        }
    }
}

// The output continues the input's pattern: to a constant size, or along a side by a constant ratio.
void offer_carried(const Examples& examples, Trial& trial) {
    for (const Example& e : examples) {
        if (e.in.same_size(e.out)) return;
    }
    const Picture& out = examples[0].out;
    if (trial.offer({kCarryOn, 0, out.h, out.w})) return;
    const Picture& in = examples[0].in;
    trial.offer({kCarryOn, 1, 60 * out.h / in.h, 60 * out.w / in.w});
}

}  // namespace

void learn_sizes(const Examples& examples, Trial& trial) {
    int rows = 0, columns = 0;
    int64_t cells = 0;
    for (const Example& e : examples) cells += e.in.size() + e.out.size();
    if (examples.empty() || !trial.work().charge(8 * cells)) return;
    if (constant_ratio(examples, true, rows, columns)) {
        if (trial.offer({kScale, rows, columns})) return;
        Rule copies{kSizeCopies, rows, columns};
        if (trial.work().charge(20 * cells) && views_of_copies(examples, rows, columns, copies)) trial.offer(copies);
    }
    for (int which = 0; which < kFactors && !trial.over(); ++which) trial.offer({kScaleByCount, which});
    if (constant_ratio(examples, false, rows, columns)) {
        for (const int majority : {0, 1}) trial.offer({kReduce, rows, columns, majority});
    }
    if (trial.offer({kDedupe}) || trial.offer({kTile})) return;
    offer_carried(examples, trial);
    offer_self_similar(examples, trial);
    if (!trial.over()) offer_shifted(examples, trial, {kShifted});
    if (!trial.over()) offer_tiled(examples, trial, {kTiled});
    if (!trial.over()) offer_panels(examples, trial, {kArranged});
    if (!trial.over()) offer_blocks(examples, trial, {kBlocksByColour});
    if (!trial.explained()) offer_enlarged(examples, trial, {kEnlarged});
}

void check_sizes(Reader& r) {
    const int kind = r.row(kSizeKinds);
    if (kind == kBlocksByColour) return check_blocks(r);
    if (kind == kEnlarged) return check_enlarged(r);
    if (kind == kShifted) return check_shifted(r);
    if (kind == kTiled) return check_tiled(r);
    if (kind == kArranged) return check_panel_places(r);
    if (kind == kScaleByCount) r.row(kFactorNames);
    if (kind == kScale || kind == kReduce || kind == kSizeCopies) {
        const int rows = r.within(1, kMaxSide + 1), columns = r.within(1, kMaxSide + 1);
        if (kind == kReduce) r.flag();
        for (int k = 0; kind == kSizeCopies && k < rows * columns && !r.bad(); ++k) r.within(-1, 8);
    }
    if (kind == kCarryOn) {
        const int most = r.below(2) == 0 ? kMaxSide : 60 * kMaxSide;
        r.within(1, most + 1);
        r.within(1, most + 1);
    }
    if (kind == kSelfSimilar) {
        r.colour_or(kMarked);
        r.row(kContentNames);
        r.row(views());
    }
}

bool apply_sizes(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int kind = r.next();
    if (!work.charge(20 * in.size())) return false;
    if (kind == kBlocksByColour) return put_blocks(r, in, out, work);
    if (kind == kEnlarged) return enlarge(r, in, out, work);
    if (kind == kShifted) return shift_lines(r, in, out);
    if (kind == kTiled) return lay_tiles(r, in, out);
    if (kind == kArranged) return arrange_panels(r, in, out, work);
    const int a = r.next(), b = r.next(), c = r.next();
    switch (kind) {
        case kScale:
        case kScaleByCount: {
            const int rows = kind == kScale ? a : factor_of(in, a, work), columns = kind == kScale ? b : rows;
            if (rows < 1 || columns < 1 || rows > kMaxSide || columns > kMaxSide) return false;
            if (!fits_picture(in.h * rows, in.w * columns)) return false;
            out = scaled(in, rows, columns);
            return work.charge(out.size());
        }
        case kReduce: return reduce(in, a, b, c != 0, out);
        case kDedupe: out = turned(dedupe_rows(turned(dedupe_rows(in), 6)), 6); return true;
        case kTile: return carry_on(in, row_period(in), row_period(turned(in, 6)), out);
        case kCarryOn: {
            if (a != 0 && (b < 1 || c < 1 || b > 60 * kMaxSide || c > 60 * kMaxSide)) return false;
            return a == 0 ? carry_on(in, b, c, out) : carry_on(in, in.h * b / 60, in.w * c / 60, out);
        }
        case kSizeCopies: return apply_copies(rule, in, out) && work.charge(4 * out.size());
        case kSelfSimilar: return work.charge(2 * in.size() * in.size()) && self_similar(in, a, b, c, out);
        default: return false;
    }
}

}  // namespace arcloom::fit
