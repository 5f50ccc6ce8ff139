// native/learn/pick.cpp: the output is one region of the input, perhaps turned: the one that a fact singles out
//
// A rule is: view, way of cutting, test. Simplest first: ways in their order, then facts in theirs. A rule fits
// where in every demo some region passes the test and all that pass look like the output.
#include <algorithm>

#include "regions.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

// The outputs, turned so that a region that looks like this becomes the output in one of the eight views.
std::vector<Picture> turned_back(const Examples& examples, int code) {
    constexpr int kBack[] = {0, 3, 2, 1, 4, 5, 6, 7};
    std::vector<Picture> wanted;
    for (const Example& e : examples) wanted.push_back(turned(e.out, kBack[code]));
    return wanted;
}

// No region is larger than its picture, nor has colours that are not there (black apart).
bool could_be_regions(const Examples& examples) {
    return std::all_of(examples.begin(), examples.end(), [](const Example& e) {
        const Counts in = count_colours(e.in), out = count_colours(e.out);
        for (int c = 1; c < kColours; ++c) {
            if (out.of[c] > in.of[c]) return false;
        }
        return e.out.size() <= e.in.size();
    });
}

// Windows of the outputs' size, where they have one.
std::vector<int> window_ways(const Examples& examples) {
    std::vector<int> ways;
    const Picture& first = examples.front().out;
    const bool one_size = constant_size(examples);
    for (int place = 0; place < kWindowPlaces && one_size && first.h <= kMostWindow && first.w <= kMostWindow; ++place) {
        ways.push_back(window_way(place, first.h, first.w));
    }
    return ways;
}

struct CutWay {
    int way;
    std::vector<Cut> cuts;
};
std::vector<CutWay> cut_by(const std::vector<int>& ways, const Examples& examples, Work& work) {
    std::vector<CutWay> all;
    for (const int way : ways) {
        CutWay c{way, {}};
        if (cut_all(examples, way, c.cuts, work)) all.push_back(std::move(c));
    }
    return all;
}

void offer_regions(const Examples& examples, std::vector<CutWay>& all, bool further, Trial& trial) {
    for (const int code : {0, 5, 4, 1, 2, 3, 6, 7}) {
        const std::vector<Picture> wanted = turned_back(examples, code);
        for (CutWay& c : all) {
            if (trial.over()) return;
            const Marks marks = mark(c.cuts, [&](size_t at, const Picture& look) { return look == wanted[at]; });
            if (!everywhere(marks)) continue;
            const auto offer = [&](const Test& t) {
                Rule rule{code};
                write_way(c.way, rule);
                rule.insert(rule.end(), {t.fact, t.comparison, t.value});
                return trial.offer(rule);
            };
            tell_apart(examples, c.cuts, marks, further, offer, trial.work());
        }
    }
}

}  // namespace

void learn_pick(const Examples& examples, Trial& trial) {
    if (!could_be_regions(examples)) return;
    std::vector<CutWay> all = cut_by(ordered_ways(), examples, trial.work());
    offer_regions(examples, all, false, trial);
    // What else there is to say explains more than it should, and is for what nothing else explains.
    if (!trial.explained()) offer_regions(examples, all, true, trial);
    if (trial.explained()) return;
    std::vector<CutWay> windows = cut_by(window_ways(examples), examples, trial.work());
    offer_regions(examples, windows, false, trial);
}

void check_pick(Reader& r) {
    r.row(views());
    check_look(r);
}

bool apply_pick(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int code = r.next();
    if (code < 0 || code > 7 || !read_look(r, in, out, work)) return false;
    out = turned(out, code);
    return true;
}

}  // namespace arcloom::fit
