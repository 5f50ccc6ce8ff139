// native/learn/pick.cpp: the output is one region of the input, perhaps turned: the one that a fact singles out
//
// A rule is: view, region. The view is fixed or told by a cue. Cheapest description first. A rule fits where in every demo some
// region passes the test and all that pass look like the output.
#include <algorithm>

#include "options.hpp"
#include "pick_told.hpp"
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

}  // namespace

void learn_pick(const Examples& examples, Trial& trial) {
    if (!could_be_regions(examples)) return;
    std::vector<Wanted> wanted;
    for (const int code : {0, 5, 4, 1, 2, 3, 6, 7}) {
        const auto good = [outputs = turned_back(examples, code)](size_t e, const Picture& look) { return look == outputs[e]; };
        wanted.push_back({{code}, code == 0 ? 0.0 : 3.0, good});
    }
    const Rule told{kToldView};
    const auto in_any_view = [in_one = wanted](size_t e, const Picture& look) {
        return std::any_of(in_one.begin(), in_one.end(), [&](const Wanted& one) { return one.good(e, look); });
    };
    wanted.push_back({told, 3.0, in_any_view});
    std::vector<Offer> offers = find_regions(examples, wanted, trial.work());
    const auto by_cue = std::stable_partition(offers.begin(), offers.end(), [&](const Offer& o) { return o.rule[0] != kToldView; });
    const std::vector<Offer> turned_offers(by_cue, offers.end());
    offers.erase(by_cue, offers.end());
    offer_cheapest(offers, trial);
    if (!trial.explained()) {
        std::vector<Offer> offers_by_cue = told_views(examples, turned_offers, told, trial.work());
        offer_cheapest(offers_by_cue, trial);
    }
    // Windows know nothing of what they show, and are for what nothing else explains.
    for (const Row& view : views().rows()) {
        if (!trial.explained()) offer_windows(examples, view.at, trial);
    }
}

void check_pick(Reader& r) {
    if (r.row(picked_views()) == kToldView) check_told_view(r);
    check_region(r);
}

bool apply_pick(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    int code = r.next();
    if (code == kToldView) code = read_told_view(r, in);
    if (code < 0 || !read_region(r, in, out, work)) return false;
    out = turned(out, code);
    return true;
}

}  // namespace arcloom::fit
