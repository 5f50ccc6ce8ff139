// native/ops/fit_pick.cpp: the output is one region of the input, perhaps turned: the one that a fact singles out
//
// A rule is: way of cutting, view, test. Simplest first: ways in their order, then facts in theirs. A rule fits
// where in every demo some region passes the test and all that pass look like the output.
#include <algorithm>

#include "fit_choice.hpp"
#include "fit_regions.hpp"
#include "fit_rule.hpp"

namespace arcloom::fit {

namespace {

constexpr int kMaxRegions = 80;  // of one picture; more are noise

struct Cut {
    std::vector<Region> regions;
    Facts facts;
};

bool cut_all(const Examples& examples, int way, std::vector<Cut>& cuts, Work& work) {
    cuts.clear();
    for (const Example& e : examples) {
        Cut c;
        if (!cut_regions(e.in, way, c.regions, work) || c.regions.size() > kMaxRegions) return false;
        cuts.push_back(std::move(c));
    }
    return true;
}

// The views, as bits, in which every output is among its input's regions.
int views_among(const Examples& examples, const std::vector<std::vector<Picture>>& turned_back, int way, Work& work) {
    int views = 0xFF;
    std::vector<Region> regions;
    for (size_t k = 0; k < examples.size() && views != 0; ++k) {
        if (!cut_regions(examples[k].in, way, regions, work) || regions.size() > kMaxRegions) return 0;
        for (int code = 0; code < 8; ++code) {
            const Picture& wanted = turned_back[k][static_cast<size_t>(code)];
            const bool there = std::any_of(regions.begin(), regions.end(), [&](const Region& r) { return r.look == wanted; });
            if (!there) views &= ~(1 << code);
        }
    }
    return views;
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

std::vector<int> ordered_ways(const Examples& examples) {
    // Objects with corners touching and colours mixed are what people see first; then panels.
    std::vector<int> order;
    for (const Ground g : {Ground::Black, Ground::Common, Ground::None}) {
        for (const bool multi : {true, false}) {
            for (const bool eight : {true, false}) {
                for (const bool by_itself : {false, true}) {
                    if (g == Ground::None && (multi || by_itself)) continue;
                    order.push_back(Segmentation{eight, multi, g}.code() + (by_itself ? kSegmentations : 0));
                }
            }
        }
    }
    for (int way = 2 * kSegmentations; way < kRegionWays; ++way) order.push_back(way);
    const Picture& first = examples.front().out;
    const bool one_size = std::all_of(examples.begin(), examples.end(), [&](const Example& e) {
        return e.out.h == first.h && e.out.w == first.w;
    });
    for (int place = 0; place < kWindowPlaces && one_size && first.h <= kMostWindow && first.w <= kMostWindow; ++place) {
        order.push_back(window_way(place, first.h, first.w));
    }
    return order;
}

void offer_tests(const Examples& examples, std::vector<Cut>& cuts, int way, int code, Trial& trial) {
    std::vector<Labelled> all;
    bool sole = true;
    for (size_t k = 0; k < examples.size(); ++k) {
        if (cuts[k].facts.empty()) cuts[k].facts = measure_regions(examples[k].in, cuts[k].regions, trial.work());
        if (trial.work().dry()) return;
        sole = sole && cuts[k].regions.size() == 1;
        for (const auto& f : cuts[k].facts) all.push_back({&f, 0});
    }
    if (sole) {
        trial.offer({way, code, 0, 2, 0});  // the colour is at most 9, always true
        return;
    }
    for (const Test& t : tests_for(all)) {
        if (!trial.work().charge(static_cast<int64_t>(all.size()))) return;
        bool fits = true;
        for (size_t k = 0; k < examples.size() && fits; ++k) {
            const size_t n = cuts[k].facts.size();
            fits = std::any_of(cuts[k].facts.begin(), cuts[k].facts.end(), [&](const auto& f) { return t.holds(f); });
            for (size_t r = 0; r < n && fits; ++r) {
                if (t.holds(cuts[k].facts[r])) fits = turned(cuts[k].regions[r].look, code) == examples[k].out;
            }
        }
        if (fits && trial.offer({way, code, t.fact, t.comparison, t.value})) return;
    }
}

}  // namespace

void learn_pick(const Examples& examples, Trial& trial) {
    if (!could_be_regions(examples)) return;
    std::vector<std::vector<Picture>> turned_back(examples.size());
    for (size_t k = 0; k < examples.size(); ++k) {
        for (const int code : {0, 3, 2, 1, 4, 5, 6, 7}) turned_back[k].push_back(turned(examples[k].out, code));
    }
    const std::vector<int> ways = ordered_ways(examples);
    std::vector<int> views;
    for (const int way : ways) views.push_back(views_among(examples, turned_back, way, trial.work()));
    for (const int code : {0, 5, 4, 1, 2, 3, 6, 7}) {
        for (size_t k = 0; k < ways.size() && !trial.over(); ++k) {
            std::vector<Cut> cuts;
            if ((views[k] >> code & 1) == 0 || !cut_all(examples, ways[k], cuts, trial.work())) continue;
            offer_tests(examples, cuts, ways[k], code, trial);
        }
    }
}

bool apply_pick(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int way = r.next(), code = r.next();
    const Test t{r.next(), r.next(), r.next()};
    if (r.bad() || t.fact < 0 || t.fact >= fact_count() || code < 0 || code > 7) return false;
    std::vector<Region> regions;
    if (!cut_regions(in, way, regions, work)) return false;
    const Facts facts = measure_regions(in, regions, work);
    if (facts.size() != regions.size()) return false;
    bool found = false;
    for (size_t k = 0; k < regions.size(); ++k) {
        if (t.comparison < 2 && !t.holds(facts[k])) continue;
        const Picture look = turned(regions[k].look, code);
        if (found && look != out) return false;  // ambiguous
        out = look;
        found = true;
    }
    return found;
}

}  // namespace arcloom::fit
