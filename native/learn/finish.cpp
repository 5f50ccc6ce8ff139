// native/learn/finish.cpp: a last step that all outputs show, undone; the rest is learnt as a rule of another family
//
// A rule is: the last step, and the rule before it, if there is one. A last step needs no learning: the outputs show it, and the
// inputs do not. What was there before it is cut out of the output, and the step must make the output of it again.
#include <algorithm>
#include <optional>

#include "limits.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum LastKind { kBordered, kLined, kReflected, kRosette, kRepeatedGrid, kEnlargedCells, kWithInput };
const Names kLastKinds("finish", {{kBordered, "border"},
                                  {kLined, "blocks with lines"},
                                  {kReflected, "mirror images"},
                                  {kRosette, "turned around a point"},
                                  {kRepeatedGrid, "repeated"},
                                  {kEnlargedCells, "blocks"},
                                  {kWithInput, "beside the input"}});
constexpr int kMostTimes = 5;  // that a line of cells is repeated or enlarged
enum Reflection { kImageAfter, kImageBefore, kSharedLine, kReflections };

// The last step by its numbers. kBordered: colour. kLined: colour, side, rim. kReflected: how, down, across. kRosette: turned to the
// left. kRepeatedGrid, kEnlargedCells: down, across. kWithInput: the side on which the input stands, as in kSteps.
struct Last {
    int kind, a = 0, b = 0, c = 0;
};

Picture joined(const Picture& first, const Picture& second, bool down) {
    Picture out(down ? first.h + second.h : first.h, down ? first.w : first.w + second.w, 0);
    for (int k = 0; k < first.size(); ++k) out.set(k / first.w, k % first.w, first.at(k));
    for (int k = 0; k < second.size(); ++k) {
        out.set(k / second.w + (down ? first.h : 0), k % second.w + (down ? 0 : first.w), second.at(k));
    }
    return out;
}

bool fits_joined(const Picture& first, const Picture& second, bool down) {
    return (down ? first.w == second.w : first.h == second.h) && fits_picture(first.h + second.h, first.w + second.w);
}

Picture reflected(const Picture& p, int how, bool down) {
    constexpr int kUpsideDown = 4, kBackToFront = 5;  // as `turned` has them
    const Picture image = turned(p, down ? kUpsideDown : kBackToFront);
    if (how == kImageBefore) return joined(image, p, down);
    if (how == kImageAfter || (down ? p.h : p.w) == 1) return joined(p, image, down);
    return joined(p, down ? crop(image, 1, 0, p.h - 1, p.w) : crop(image, 0, 1, p.h, p.w - 1), down);
}

bool lined(const Picture& p, const Last& last, Picture& out) {
    const int side = last.b, rim = last.c;
    const int h = p.h * (side + 1) - 1 + 2 * rim, w = p.w * (side + 1) - 1 + 2 * rim;
    if (!fits_picture(h, w)) return false;
    out = Picture(h, w, last.a);
    for (int i = 0; i < h; ++i) {
        for (int j = 0; j < w; ++j) {
            const int y = i - rim, x = j - rim;
            if (y >= 0 && x >= 0 && y % (side + 1) < side && x % (side + 1) < side) out.set(i, j, p.at(y / (side + 1), x / (side + 1)));
        }
    }
    return true;
}

// The last step, done to what was there before it.
bool finished(const Picture& p, const Last& last, const Picture& in, Picture& out) {
    if (p.size() == 0 || !fits_picture(2 * p.h, 2 * p.w)) return false;
    switch (last.kind) {
        case kBordered:
            if (!fits_picture(p.h + 2, p.w + 2)) return false;
            out = Picture(p.h + 2, p.w + 2, last.a);
            for (int k = 0; k < p.size(); ++k) out.set(k / p.w + 1, k % p.w + 1, p.at(k));
            return true;
        case kLined: return lined(p, last, out);
        case kReflected:
            out = last.b != 0 ? reflected(p, last.a, true) : p;
            if (last.c != 0) out = reflected(out, last.a, false);
            return true;
        case kRosette: {
            if (p.h != p.w) return false;
            const int once = last.a != 0 ? 3 : 1;
            out = joined(joined(p, turned(p, once), false), joined(turned(p, 4 - once), turned(p, 2), false), true);
            return true;
        }
        case kRepeatedGrid:
            if (!fits_picture(p.h * last.a, p.w * last.b)) return false;
            out = Picture(p.h * last.a, p.w * last.b, 0);
            for (int k = 0; k < out.size(); ++k) out.set(k, p.at(k / out.w % p.h, k % out.w % p.w));
            return true;
        case kEnlargedCells:
            if (!fits_picture(p.h * last.a, p.w * last.b)) return false;
            out = scaled(p, last.a, last.b);
            return true;
        default: {
            const bool down = last.a < 2;
            if (!fits_joined(p, in, down)) return false;
            out = last.a % 2 == 0 ? joined(in, p, down) : joined(p, in, down);
            return true;
        }
    }
}

// Where what was there before stands in the output: its box, and every how many cells.
struct Cut {
    int top = 0, left = 0, h = 0, w = 0, every = 1;
};

Cut cut_of(const Last& last, const Picture& out, const Picture& in) {
    switch (last.kind) {
        case kBordered: return {1, 1, out.h - 2, out.w - 2};
        case kLined: return {last.c, last.c, out.h - 2 * last.c, out.w - 2 * last.c, last.b + 1};
        case kReflected: {
            const int shared = last.a == kSharedLine ? 1 : 0;
            const int h = last.b != 0 ? (out.h + shared) / 2 : out.h, w = last.c != 0 ? (out.w + shared) / 2 : out.w;
            return last.a == kImageBefore ? Cut{out.h - h, out.w - w, h, w} : Cut{0, 0, h, w};
        }
        case kRosette: return {0, 0, out.h / 2, out.w / 2};
        case kRepeatedGrid: return {0, 0, out.h / last.a, out.w / last.b};
        case kEnlargedCells: return {0, 0, out.h, out.w};  // see `before`
        default: {
            const bool down = last.a < 2;
            const int h = down ? out.h - in.h : out.h, w = down ? out.w : out.w - in.w;
            return last.a % 2 == 0 ? Cut{out.h - h, out.w - w, h, w} : Cut{0, 0, h, w};
        }
    }
}

// What was there before the last step. False where the step does not make the picture of it.
bool before(const Last& last, const Picture& out, const Picture& in, Picture& p) {
    const Cut cut = cut_of(last, out, in);
    if (cut.h < 1 || cut.w < 1) return false;
    const int down = last.kind == kEnlargedCells ? last.a : cut.every, across = last.kind == kEnlargedCells ? last.b : cut.every;
    p = Picture((cut.h + down - 1) / down, (cut.w + across - 1) / across, 0);
    for (int k = 0; k < p.size(); ++k) p.set(k, out.at(cut.top + k / p.w * down, cut.left + k % p.w * across));
    Picture again;
    return p.size() < out.size() && finished(p, last, in, again) && again == out;
}

// The last steps that outputs may show, which say the most first.
std::vector<Last> last_steps(const Picture& out) {
    std::vector<Last> steps{{kBordered, out.at(0)}};
    for (int side = 1; side <= kMostTimes; ++side) {
        if (side < out.h) steps.push_back({kLined, out.at(side, 0), side, 0});
        else if (side < out.w) steps.push_back({kLined, out.at(0, side), side, 0});
        steps.push_back({kLined, out.at(0), side, 1});
    }
    for (const auto& [down, across] : {std::pair(1, 1), std::pair(1, 0), std::pair(0, 1)}) {
        for (int how = 0; how < kReflections; ++how) steps.push_back({kReflected, how, down, across});
        if (down == across) steps.push_back({kRosette, 0}), steps.push_back({kRosette, 1});
    }
    for (const int kind : {kRepeatedGrid, kEnlargedCells}) {
        std::vector<Last> times;
        for (int a = 1; a <= kMostTimes; ++a) {
            for (int b = 1; b <= kMostTimes; ++b) {
                if (a * b > 1 && out.h % a == 0 && out.w % b == 0) times.push_back({kind, a, b});
            }
        }
        std::stable_sort(times.begin(), times.end(), [](const Last& x, const Last& y) { return x.a * x.b > y.a * y.b; });
        steps.insert(steps.end(), times.begin(), times.end());
    }
    for (int side = 0; side < 4; ++side) steps.push_back({kWithInput, side});
    return steps;
}

// The demos before the last step; none where some output does not show it, or all inputs do.
std::optional<Examples> unfinished(const Examples& examples, const Last& last, Work& work) {
    Examples before_it;
    bool shown_before = last.kind != kWithInput;
    Picture p;
    for (const Example& e : examples) {
        if (!work.charge(4 * e.out.size()) || !before(last, e.out, e.in, p)) return std::nullopt;
        before_it.push_back({e.in, p});
        shown_before = shown_before && before(last, e.in, e.in, p);
    }
    return shown_before ? std::nullopt : std::optional(before_it);
}

int end_of_first_number(int kind) {
    switch (kind) {
        case kBordered: case kLined: return kColours;
        case kReflected: return kReflections;
        case kRosette: return 2;
        case kWithInput: return 4;
        default: return kMostTimes + 1;
    }
}

// Whether learn_sizes knows the last step: where nothing comes before, that is enough.
bool is_a_size(int kind) { return kind == kReflected || kind == kRosette || kind == kRepeatedGrid || kind == kEnlargedCells; }

}  // namespace

void learn_finish(const Examples& examples, Trial& trial) {
    const bool same_size = all_same_size(examples);
    size_t looked = 0;
    for (const Last& last : last_steps(examples[0].out)) {
        if (looked >= kMostFinishes) return;
        if (same_size && last.kind != kLined) continue;  // what came before would be a part of the input, and no work left
        const auto before_it = unfinished(examples, last, trial.work());
        if (trial.over()) return;
        if (!before_it) continue;
        ++looked;
        const Rule head{last.kind, last.a, last.b, last.c};
        Rule rule = head;
        rule.push_back(0);
        if (std::all_of(before_it->begin(), before_it->end(), [](const Example& e) { return e.in == e.out; })) {
            if (is_a_size(last.kind) || trial.offer(rule)) return;
            continue;
        }
        for (const int family : {fSizes, fRepair, fScene, fColours, fPanels, fSummary, fPick, fTree}) {
            const auto inner = learn(family, *before_it, 0, trial.work());
            if (trial.over()) return;
            if (!inner) continue;
            rule = head;
            rule.push_back(1);
            write_inner(*inner, rule);
            if (trial.offer(rule)) return;
        }
    }
}

void check_finish(Reader& r) {
    const int kind = r.row(kLastKinds);
    const bool times = kind == kRepeatedGrid || kind == kEnlargedCells;
    r.within(times ? 1 : 0, end_of_first_number(kind));
    if (times || kind == kLined) r.within(1, kMostTimes + 1);
    else r.below(2);
    r.below(2);
    if (r.flag()) check_inner(r);
}

bool apply_finish(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const Last last{r.next(), r.next(), r.next(), r.next()};
    Picture p = in;
    if (r.next() != 0 && !apply_rule(read_inner(r), in, p, work)) return false;
    return !r.bad() && finished(p, last, in, out) && work.charge(2 * out.size());
}

}  // namespace arcloom::fit
