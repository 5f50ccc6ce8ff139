// native/learn/frame.cpp: a picture of the output's size made from the input, for other rules to start from
//
// Nothing is asked of what the picture shows. Hypotheses: every cell a block; copies side by side, plain or
// mirrored; a region that a fact singles out; a ring of ground more or less; blocks reduced to a cell; a panel.
#include <algorithm>

#include "regions.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum FrameKind { kFrameBlocks, kFrameCopies, kFrameMirrored, kRegion, kRing, kReduced, kPanel };
const Names kFrameKinds("frame", {{kFrameBlocks, "blocks"},
                             {kFrameCopies, "copies"},
                             {kFrameMirrored, "mirrored copies"},
                             {kRegion, "region"},
                             {kRing, "ring"},
                             {kReduced, "reduced"},
                             {kPanel, "panel"}});

Picture copies(const Picture& p, int rows, int columns, bool mirrored) {
    Picture out(p.h * rows, p.w * columns, 0);
    for (int i = 0; i < out.h; ++i) {
        for (int j = 0; j < out.w; ++j) {
            const bool back_i = mirrored && i / p.h % 2 == 1, back_j = mirrored && j / p.w % 2 == 1;
            out.set(i, j, p.at(back_i ? p.h - 1 - i % p.h : i % p.h, back_j ? p.w - 1 - j % p.w : j % p.w));
        }
    }
    return out;
}

}  // namespace

void learn_frame(const Examples& examples, Trial& trial) {
    if (examples.empty() || all_same_size(examples)) return;
    int rows = 0, columns = 0;
    if (constant_ratio(examples, true, rows, columns)) {
        for (const int kind : {kFrameBlocks, kFrameCopies, kFrameMirrored}) {
            if (trial.offer({kind, rows, columns})) return;
        }
    } else if (constant_ratio(examples, false, rows, columns)) {
        if (trial.offer({kReduced, rows, columns})) return;
        if (trial.offer({kPanel, rows, columns, 0})) return;
    }
    const Example& e = examples[0];
    if (trial.offer({kRing, (e.out.h - e.in.h) / 2, (e.out.w - e.in.w) / 2})) return;
    const auto good = [&](size_t k, const Picture& look) { return look.same_size(examples[k].out); };
    std::vector<Offer> offers = find_regions(examples, {{{kRegion}, 0.0, good}}, trial.work());
    offer_cheapest(offers, trial);
}

void check_frame(Reader& r) {
    const int kind = r.row(kFrameKinds);
    if (kind == kRegion) return check_region(r);
    const int least = kind == kRing ? -kMaxSide : 1;
    r.within(least, kMaxSide + 1);
    r.within(least, kMaxSide + 1);
    if (kind == kPanel) r.below(1);
}

bool apply_frame(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int kind = r.next();
    if (kind == kRegion) return read_region(r, in, out, work);
    const int a = r.next(), b = r.next();
    if (r.bad() || a > kMaxSide || b > kMaxSide || a < -kMaxSide || b < -kMaxSide || !work.charge(4 * in.size())) return false;
    switch (kind) {
        case kFrameBlocks: case kFrameCopies: case kFrameMirrored:
            if (a < 1 || b < 1 || !fits_picture(in.h * a, in.w * b)) return false;
            out = kind == kFrameBlocks ? scaled(in, a, b) : copies(in, a, b, kind == kFrameMirrored);
            return work.charge(2 * out.size());
        case kRing: {
            const int h = in.h + 2 * a, w = in.w + 2 * b;
            if (!fits_picture(h, w)) return false;
            out = Picture(h, w, 0);
            for (int i = 0; i < h; ++i) {
                for (int j = 0; j < w; ++j) out.set(i, j, in.inside(i - a, j - b) ? in.at(i - a, j - b) : 0);
            }
            return true;
        }
        case kReduced: {
            if (a < 1 || b < 1 || in.h % a != 0 || in.w % b != 0) return false;
            out = Picture(in.h / a, in.w / b, 0);
            for (int k = 0; k < out.size(); ++k) {
                const Counts c = count_colours(crop(in, k / out.w * a, k % out.w * b, a, b));
                out.set(k, c.most(0) < 0 ? 0 : c.most(0));
            }
            return true;
        }
        case kPanel: {
            if (a < 1 || b < 1 || in.h % a != 0 || in.w % b != 0) return false;
            out = crop(in, 0, 0, in.h / a, in.w / b);
            return true;
        }
        default: return false;
    }
}

}  // namespace arcloom::fit
