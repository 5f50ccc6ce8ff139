// native/learn/pick_told.cpp: a colour that the grid shows as a cue tells how a region is turned
#include "pick_told.hpp"

#include <algorithm>

#include "options.hpp"
#include "table.hpp"

namespace arcloom::fit {

namespace {

enum Cue { kEdgeCue, kCornerCue, kRarestCue, kCommonestCue };
const Names kCues("cue", {{kEdgeCue, "edge", "the only edge of one colour"},
                          {kCornerCue, "corner", "the only corner that is not empty"},
                          {kRarestCue, "rarest", "the rarest colour"},
                          {kCommonestCue, "commonest", "the commonest colour but black"}});
constexpr double kCueCost[] = {3.0, 3.0, 4.0, 4.0};
constexpr double kRowCost = 2.0;

// The only one of these that is a colour other than black; kOutside where there is none, or several.
int only_colour(std::initializer_list<int> colours) {
    int found = kOutside;
    for (const int c : colours) {
        if (c == kOutside || c == 0) continue;
        if (found != kOutside) return kOutside;
        found = c;
    }
    return found;
}

int cue_of(const Picture& p, int cue) {
    const int right = p.w - 1, bottom = p.h - 1;
    switch (cue) {
        case kEdgeCue:
            return only_colour({row_colour(p, 0), row_colour(p, bottom), column_colour(p, 0), column_colour(p, right)});
        case kCornerCue:
            return only_colour({p.at(0, 0), p.at(0, right), p.at(bottom, 0), p.at(bottom, right)});
        default: {
            const Counts counts = count_colours(p);
            const int c = cue == kRarestCue ? counts.least(0) : counts.most(0);
            return c < 0 ? kOutside : c;
        }
    }
}

// By example which views turn the region into the output, as bits.
bool views_of(const Examples& examples, const Rule& rule, size_t region_at, std::vector<unsigned>& views, Work& work) {
    views.clear();
    for (const Example& e : examples) {
        Reader r(rule, region_at);
        Picture look;
        if (!read_region(r, e.in, look, work) || !work.charge(8 * look.size())) return false;
        unsigned good = 0;
        for (int code = 0; code < 8; ++code) good |= static_cast<unsigned>(turned(look, code) == e.out) << code;
        if (good == 0) return false;
        views.push_back(good);
    }
    return true;
}

// From each colour of the cue to the first view that all its examples allow. False where one has none, or one view serves all.
bool table_of(const Examples& examples, const std::vector<unsigned>& views, int cue, ShownTable& table) {
    unsigned allowed[kColours + 1], all = 0xFF;
    std::fill(allowed, allowed + kColours + 1, 0xFFu);
    std::vector<int> keys;
    for (size_t e = 0; e < examples.size(); ++e) {
        keys.push_back(cue_of(examples[e].in, cue));
        if (keys.back() == kOutside) return false;
        allowed[keys.back()] &= views[e], all &= views[e];
    }
    if (all != 0) return false;
    for (size_t e = 0; e < examples.size(); ++e) {
        const unsigned good = allowed[keys[e]];
        if (good == 0) return false;
        int code = 0;
        while ((good >> code & 1) == 0) ++code;
        table.add(keys[e], code, e);
    }
    return table.holds_together() && (cue == kEdgeCue || cue == kCornerCue || table.lonely() < static_cast<int>(table.size()));
}

}  // namespace

const Names& picked_views() {
    static const Names names("picked view", [] {
        std::vector<Row> rows = views().rows();
        rows.push_back({kToldView, "told"});
        return rows;
    }());
    return names;
}

std::vector<Offer> told_views(const Examples& examples, const std::vector<Offer>& offers, const Rule& head, Work& work) {
    std::vector<Offer> told;
    std::vector<unsigned> views;
    for (const Offer& offer : offers) {
        if (!views_of(examples, offer.rule, head.size(), views, work)) continue;
        for (const Row& cue : kCues.rows()) {
            ShownTable table;
            if (!table_of(examples, views, cue.at, table)) continue;
            Rule rule = head;
            rule.push_back(cue.at);
            table.write(rule);
            rule.insert(rule.end(), offer.rule.begin() + static_cast<std::ptrdiff_t>(head.size()), offer.rule.end());
            told.push_back({offer.cost + kCueCost[cue.at] + kRowCost * static_cast<double>(table.size()), std::move(rule)});
        }
    }
    return told;
}

int read_told_view(Reader& r, const Picture& p) {
    const int colour = cue_of(p, r.next());
    int view = -1;
    for (int n = r.next(); n > 0 && !r.bad(); --n) {
        const int key = r.next(), code = r.next();
        if (key == colour) view = code;
    }
    return view;
}

void check_told_view(Reader& r) {
    r.row(kCues);
    for (int n = r.within(1, kColours + 1); n > 0 && !r.bad(); --n) {
        r.below(kColours);
        r.row(views());
    }
}

}  // namespace arcloom::fit
