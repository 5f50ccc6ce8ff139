// native/learn/frame.cpp: a picture of the output's size made from the input, for other rules to start from
//
// Nothing is asked of what the picture shows. Hypotheses: copies side by side, plain or mirrored; a ring of ground
// more or less.
#include <algorithm>

#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum FrameKind { kCopies, kMirrored, kRing };
const Names kFrameKinds("frame", {{kCopies, "copies"}, {kMirrored, "mirrored copies"}, {kRing, "ring"}});

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

// Each output is so many times its input, the same everywhere.
bool times_larger(const Examples& examples, int& rows, int& columns) {
    rows = examples[0].out.h / examples[0].in.h, columns = examples[0].out.w / examples[0].in.w;
    return std::all_of(examples.begin(), examples.end(), [&](const Example& e) {
        return e.out.h == rows * e.in.h && e.out.w == columns * e.in.w;
    });
}

}  // namespace

void learn_frame(const Examples& examples, Trial& trial) {
    if (examples.empty() || all_same_size(examples)) return;
    int rows = 0, columns = 0;
    if (times_larger(examples, rows, columns)) {
        for (const int kind : {kCopies, kMirrored}) {
            if (trial.offer({kind, rows, columns})) return;
        }
    }
    const Example& e = examples[0];
    trial.offer({kRing, (e.out.h - e.in.h) / 2, (e.out.w - e.in.w) / 2});
}

void check_frame(Reader& r) {
    const int least = r.row(kFrameKinds) == kRing ? -kMaxSide : 1;
    r.within(least, kMaxSide + 1);
    r.within(least, kMaxSide + 1);
}

bool apply_frame(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int kind = r.next(), a = r.next(), b = r.next();
    if (r.bad() || a > kMaxSide || b > kMaxSide || a < -kMaxSide || b < -kMaxSide || !work.charge(4 * in.size())) return false;
    if (kind != kRing) {
        if (a < 1 || b < 1 || !fits_picture(in.h * a, in.w * b)) return false;
        out = copies(in, a, b, kind == kMirrored);
        return work.charge(2 * out.size());
    }
    const int h = in.h + 2 * a, w = in.w + 2 * b;
    if (!fits_picture(h, w)) return false;
    out = Picture(h, w, 0);
    for (int i = 0; i < h; ++i) {
        for (int j = 0; j < w; ++j) out.set(i, j, in.inside(i - a, j - b) ? in.at(i - a, j - b) : 0);
    }
    return true;
}

}  // namespace arcloom::fit
