// native/ops/fit_pick.cpp: the output is one region of the input, perhaps turned: the one that a fact singles out
//
// A rule is: way of cutting, view, test. Simplest first: ways in their order, then facts in theirs. A rule fits
// where in every demo some region passes the test and all that pass look like the output.
#include <algorithm>

#include "fit_regions.hpp"
#include "fit_rule.hpp"

namespace arcloom::fit {

namespace {

// The outputs, turned so that a region that looks like this becomes the output in one of the eight views.
std::vector<Picture> turned_back(const Examples& examples, int code) {
    constexpr int kBack[] = {0, 3, 2, 1, 4, 5, 6, 7};
    std::vector<Picture> wanted;
    for (const Example& e : examples) wanted.push_back(turned(e.out, kBack[code]));
    return wanted;
}

Marks marked(const std::vector<Picture>& wanted, const std::vector<Cut>& cuts) {
    Marks marks;
    for (size_t k = 0; k < wanted.size(); ++k) {
        marks.emplace_back();
        for (const Region& r : cuts[k].regions) marks.back().push_back(r.look == wanted[k]);
    }
    return marks;
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

std::vector<int> ways_for(const Examples& examples) {
    std::vector<int> order = ordered_ways();
    const Picture& first = examples.front().out;
    const bool one_size =
        std::all_of(examples.begin(), examples.end(), [&](const Example& e) { return e.out.same_size(first); });
    for (int place = 0; place < kWindowPlaces && one_size && first.h <= kMostWindow && first.w <= kMostWindow; ++place) {
        order.push_back(window_way(place, first.h, first.w));
    }
    return order;
}

}  // namespace

void learn_pick(const Examples& examples, Trial& trial) {
    if (!could_be_regions(examples)) return;
    const std::vector<int> ways = ways_for(examples);
    std::vector<std::vector<Cut>> cuts(ways.size());
    std::vector<bool> cut;
    for (size_t k = 0; k < ways.size(); ++k) cut.push_back(cut_all(examples, ways[k], cuts[k], trial.work()));
    for (const int code : {0, 5, 4, 1, 2, 3, 6, 7}) {
        const std::vector<Picture> wanted = turned_back(examples, code);
        for (size_t k = 0; k < ways.size() && !trial.over(); ++k) {
            if (!cut[k]) continue;
            const Marks marks = marked(wanted, cuts[k]);
            if (!everywhere(marks)) continue;
            const auto offer = [&](const Test& t) {
                return trial.offer({ways[k], code, t.fact, t.comparison, t.value});
            };
            tell_apart(examples, cuts[k], marks, offer, trial.work());
        }
    }
}

bool apply_pick(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int way = r.next(), code = r.next();
    const Test t{r.next(), r.next(), r.next()};
    if (r.bad() || code < 0 || code > 7 || !look_of(in, way, t, out, work)) return false;
    out = turned(out, code);
    return true;
}

}  // namespace arcloom::fit
