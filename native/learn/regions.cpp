// native/learn/regions.cpp: ways to cut regions out, the tests that single one out, and how rules hold them
#include "regions.hpp"

#include <algorithm>
#include <cmath>

#include "scene_sight.hpp"

namespace arcloom::fit {

using scene::Look;
using scene::Sight;

namespace {

constexpr int kWindow = -1;  // in place of a way: a window of a size, in a corner or in the middle
const Names kWindowPlaces("window place", {{0, "upper left", "in the upper left corner"},
                                           {1, "upper right", "in the upper right corner"},
                                           {2, "lower left", "in the lower left corner"},
                                           {3, "lower right", "in the lower right corner"},
                                           {4, "middle", "in the middle"}});

struct RegionWay {
    int way;
    Look look;
    std::string name, words;
};

// As people might see a picture: objects, corners touching and colours mixed, first; then panels.
const std::vector<RegionWay>& region_rows() {
    static const std::vector<RegionWay> all = [] {
        std::vector<RegionWay> rows;
        for (const Ground g : {Ground::Black, Ground::Common, Ground::None}) {
            for (const Segmentation s : {Segmentation{true, true, g}, {false, true, g}, {true, false, g}, {false, false, g}}) {
                if (g == Ground::None && s.multi) continue;
                const Row& row = segmentations().row(s.code());
                rows.push_back({s.code(), Look::Box, "box of " + row.name, "boxes of the " + row.words});
                if (g != Ground::None) rows.push_back({s.code(), Look::Alone, "alone " + row.name, row.words + ", each by itself"});
            }
        }
        rows.push_back({scene::wColourBoxes, Look::Box, "colour boxes", "boxes of the colours"});
        rows.push_back({scene::wContents, Look::Box, "panels", "panels between lines"});
        rows.push_back({scene::wFrameInsides, Look::Box, "frame insides", "insides of frames"});
        rows.push_back({scene::wFrames, Look::Box, "frames", "frames with what is inside"});
        rows.push_back({scene::wSolids, Look::Box, "solids", "full rectangles of one colour"});
        rows.push_back({scene::wColourInsides, Look::Box, "insides of colour boxes", "boxes of the colours without their rims"});
        rows.push_back({Segmentation{true, true, Ground::Common}.code(), Look::Around, "surroundings", "boxes of the objects with a ring around them"});
        for (const Step& even : scene::even_parts()) {
            const int way = scene::wEven + static_cast<int>(&even - scene::even_parts().data());
            const std::string by = std::to_string(even.i) + " by " + std::to_string(even.j);
            rows.push_back({way, Look::Box, "parts " + by, "equal parts, " + by});
        }
        rows.push_back({scene::wColours, Look::Alone, "alone colours", "colours, each by itself"});
        rows.push_back({scene::wWithoutEdges, Look::Box, "without edges", "parts of the grid within edges of one colour"});
        rows.push_back({kWindow, Look::Box, "window", "windows"});
        return rows;
    }();
    return all;
}

}  // namespace

const Names& region_ways() {
    static const Names names("way", [] {
        std::vector<Row> rows;
        for (const RegionWay& r : region_rows()) rows.push_back({static_cast<int>(rows.size()), r.name, r.words});
        return rows;
    }());
    return names;
}

int region_way(int region) { return region_rows()[static_cast<size_t>(region)].way; }
Picture region_look(const scene::Scene& s, const Blob& part, int region) { return look_of(s, part, region_rows()[static_cast<size_t>(region)].look); }

void offer_cheapest(std::vector<Offer>& offers, Trial& trial) {
    std::stable_sort(offers.begin(), offers.end(), [](const Offer& a, const Offer& b) { return a.cost < b.cost; });
    for (const Offer& o : offers) {
        if (trial.offer(o.rule)) return;
    }
}

std::vector<Offer> find_regions(const Examples& examples, const std::vector<Wanted>& wanted, Work& work) {
    std::vector<Offer> offers;
    scene::Meter meter(work);
    for (size_t row = 0; row < region_rows().size() && !work.dry(); ++row) {
        const RegionWay& region = region_rows()[row];
        Sight sight;
        if (region.way == kWindow || !sight.look(examples, region.way, meter)) continue;
        std::vector<Picture> looks;
        for (const scene::Scene& s : sight.scenes) {
            for (const Blob& b : s.parts) looks.push_back(look_of(s, b, region.look)), work.charge(2 * b.h * b.w);
        }
        for (const Wanted& w : wanted) {
            const FewBits good = sight.those([&](size_t k) { return w.good(sight.example_of[k], looks[k]); });
            size_t tests = 0;
            sight.single_out(good, [&](const Test& t, double bits) {
                Rule rule = w.head;
                rule.push_back(static_cast<int>(row));
                t.write(rule);
                offers.push_back({w.cost + bits + std::log2(1.0 + static_cast<double>(row) / 3.0), std::move(rule)});
                return ++tests >= kMostRegionTests;
            }, meter);
        }
    }
    return offers;
}

void offer_windows(const Examples& examples, int view, Trial& trial) {
    const Picture& out = examples[0].out;
    if (!constant_size(examples)) return;
    for (const Row& place : kWindowPlaces.rows()) {
        Rule rule{view, static_cast<int>(region_rows().size()) - 1, place.at, out.h, out.w};
        kAlways.write(rule);
        if (trial.offer(rule)) return;
    }
}

namespace {

bool cut_window(const Picture& p, int place, int h, int w, Picture& look) {
    const int down = p.h - h, right = p.w - w;
    const bool middle = place == 4;
    if (down < 0 || right < 0 || (middle && (down % 2 != 0 || right % 2 != 0))) return false;
    look = middle ? crop(p, down / 2, right / 2, h, w) : crop(p, place / 2 * down, place % 2 * right, h, w);
    return true;
}

}  // namespace

bool read_region(Reader& r, const Picture& p, Picture& look, Work& work) {
    const RegionWay& row = region_rows()[static_cast<size_t>(r.next())];
    if (row.way == kWindow) {
        const int place = r.next(), h = r.next();
        return cut_window(p, place, h, r.next(), look);
    }
    const Test t{r.next(), r.next(), r.next()};
    scene::Scene s;
    if (!see(p, row.way, s, work) || s.parts.empty() || !find_features(s, work)) return false;
    bool found = false;
    for (size_t k = 0; k < s.parts.size(); ++k) {
        if (!t.holds(s.features[k])) continue;
        const Picture other = look_of(s, s.parts[k], row.look);
        if (found && other != look) return false;
        look = other;
        found = true;
    }
    return found;
}

bool region_looks(const Picture& p, int kind, std::vector<Picture>& looks, int& ground, Work& work) {
    const RegionWay& row = region_rows()[static_cast<size_t>(kind)];
    scene::Scene s;
    if (row.way == kWindow || !see(p, row.way, s, work)) return false;
    ground = s.ground;
    for (const Blob& b : s.parts) {
        if (!work.charge(b.h * b.w)) return false;
        looks.push_back(look_of(s, b, row.look));
    }
    return !looks.empty();
}

void check_region(Reader& r) {
    if (region_rows()[static_cast<size_t>(r.row(region_ways()))].way == kWindow) {
        r.row(kWindowPlaces);
        r.within(1, kMaxSide + 1);
        r.within(1, kMaxSide + 1);
    }
    read_test(r, scene::features());
}

}  // namespace arcloom::fit
