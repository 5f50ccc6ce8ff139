// native/learn/stacked.cpp: regions that stand in a row or on top of each other, ordered by a feature
//
// A rule is: a way to see regions, a test of those that are taken, the feature that orders them and from which end, whether they
// stand in a row, the gap between two, and where the smaller ones stand across the row.
#include "stacked.hpp"

#include <algorithm>
#include <map>

#include "regions.hpp"
#include "scene_sight.hpp"

namespace arcloom::fit {

namespace {

enum Alignment { kStart, kMiddle, kEnd };
const Names kAlignments("stack", {{kStart, "start", "with one side on a line, the upper or left one"},
                                 {kMiddle, "middle", "with their middles on a line"},
                                 {kEnd, "end", "with one side on a line, the lower or right one"}});
const Names kStackOrders("stack order", {{0, "least first", "the least first"}, {1, "most first", "the most first"}});
const Names kStackLines("stack line", {{0, "column", "stand on top of each other"}, {1, "row", "stand in a row"}});
constexpr int kMostGap = 2;

struct Stack {
    bool most_first = false, in_row = false;
    int gap = 0, standing = kStart;
};

// What was seen of a picture in one way: the looks of its regions, and what they stand on.
struct Shelf {
    const scene::Scene* scene;
    std::vector<Picture> looks;
    std::vector<int> taken;  // in the order of the regions
};

// As turned so that a column stands for a row.
int along(const Picture& p, bool in_row) { return in_row ? p.w : p.h; }
int across(const Picture& p, bool in_row) { return in_row ? p.h : p.w; }

bool size_of(const Shelf& shelf, const Stack& how, int& length, int& width) {
    length = how.gap * (static_cast<int>(shelf.taken.size()) - 1), width = 0;
    for (const int k : shelf.taken) {
        const Picture& look = shelf.looks[static_cast<size_t>(k)];
        length += along(look, how.in_row), width = std::max(width, across(look, how.in_row));
    }
    return shelf.taken.size() > 1 && fits_picture(length, width);
}

bool stack(const Shelf& shelf, const std::vector<int>& order, const Stack& how, Picture& out) {
    int length = 0, width = 0;
    if (!size_of(shelf, how, length, width)) return false;
    out = how.in_row ? Picture(width, length, shelf.scene->ground) : Picture(length, width, shelf.scene->ground);
    int at = 0;
    for (const int k : order) {
        const Picture& look = shelf.looks[static_cast<size_t>(k)];
        const int room = width - across(look, how.in_row);
        if (how.standing == kMiddle && room % 2 != 0) return false;
        const int aside = how.standing == kStart ? 0 : how.standing == kMiddle ? room / 2 : room;
        for (int c = 0; c < look.size(); ++c) {
            const int i = c / look.w + (how.in_row ? aside : at), j = c % look.w + (how.in_row ? at : aside);
            out.set(i, j, look.at(c));
        }
        at += along(look, how.in_row) + how.gap;
    }
    return true;
}

// By the feature; those that are equal stay in the order in which regions are seen.
std::vector<int> ordered(const Shelf& shelf, int feature, bool most_first) {
    std::vector<int> order = shelf.taken;
    const auto key = [&](int k) { return shelf.scene->features[static_cast<size_t>(k)][static_cast<size_t>(feature)]; };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return most_first ? key(a) > key(b) : key(a) < key(b); });
    return order;
}

Shelf shelf_of(const scene::Scene& s, int region, Work& work) {
    Shelf shelf{&s, {}, {}};
    for (const Blob& b : s.parts) {
        if (!work.charge(2 * b.h * b.w)) break;
        shelf.looks.push_back(region_look(s, b, region));
    }
    return shelf;
}

// The features that may order parts: numbers, cheapest first, without ranks, which say the same as what they rank by.
const std::vector<int>& ordering_features() {
    static const std::vector<int> all = [] {
        std::vector<int> numbers;
        for (const int f : scene::keys_by_cost()) {
            if (scene::feature_kind(f) == FactKind::Number && !scene::is_rank_feature(f)) numbers.push_back(f);
        }
        return numbers;
    }();
    return all;
}

class Stacker {
  public:
    Stacker(const Examples& examples, const Rule& head, Trial& trial) : examples_(examples), head_(head), trial_(trial), meter_(trial.work()) {}

    void try_way(int region) {
        const int way = region_way(region);
        if (way < 0 || !sight_.look(examples_, way, meter_) || sight_.shown(everyone()) < examples_.size()) return;
        if (std::any_of(sight_.scenes.begin(), sight_.scenes.end(), [](const scene::Scene& s) { return s.parts.size() < 2; })) return;
        region_ = region;
        shelves_.clear();
        for (const scene::Scene& s : sight_.scenes) shelves_.push_back(shelf_of(s, region, trial_.work()));
        if (!could_be_stacked() || !sight_.prepare_selections(meter_)) return;
        try_test(kAlways, everyone());
        for (size_t k = 0; k < std::min(sight_.selections.size(), kMostPairedTests) && !trial_.over(); ++k) {
            try_test(sight_.selections[k].test, sight_.selections[k].holds);
        }
    }

  private:
    const Examples& examples_;
    const Rule& head_;
    Trial& trial_;
    scene::Meter meter_;
    scene::Sight sight_;
    std::vector<Shelf> shelves_;
    int region_ = 0;

    FewBits everyone() const { return sight_.those([](size_t) { return true; }); }

    // Every output has the width of a region and is no longer than all of them with the largest gaps.
    bool could_be_stacked() const {
        for (const bool in_row : {false, true}) {
            bool all = true;
            for (size_t e = 0; e < examples_.size() && all; ++e) {
                const int width = across(examples_[e].out, in_row), length = along(examples_[e].out, in_row);
                int most = 0;
                bool some = false;
                for (const Picture& look : shelves_[e].looks) {
                    most += along(look, in_row) + kMostGap;
                    some = some || across(look, in_row) == width;
                }
                all = some && length <= most;
            }
            if (all) return true;
        }
        return false;
    }

    void try_test(const Test& test, const FewBits& holds) {
        if (!meter_.charge(static_cast<int64_t>(sight_.parts()) * 8)) return;
        for (size_t e = 0; e < examples_.size(); ++e) {
            shelves_[e].taken.clear();
            for (size_t k = sight_.first[e]; k < sight_.first[e + 1]; ++k) {
                if (holds.has(k)) shelves_[e].taken.push_back(static_cast<int>(k - sight_.first[e]));
            }
            if (shelves_[e].taken.size() < 2) return;
        }
        Stack how;
        for (const bool in_row : {false, true}) {
            for (how.in_row = in_row, how.gap = 0; how.gap <= kMostGap && !trial_.over(); ++how.gap) try_orders(test, how);
        }
    }

    bool sizes_fit(const Stack& how) const {
        for (size_t e = 0; e < examples_.size(); ++e) {
            int length = 0, width = 0;
            const Picture& out = examples_[e].out;
            if (!size_of(shelves_[e], how, length, width) || length != along(out, how.in_row) || width != across(out, how.in_row)) return false;
        }
        return true;
    }

    void try_orders(const Test& test, Stack how) {
        if (!sizes_fit(how)) return;
        for (const int feature : ordering_features()) {
            for (const bool most_first : {true, false}) {
                for (how.standing = kStart; how.standing <= kEnd; ++how.standing) {
                    how.most_first = most_first;
                    Picture first;
                    if (!trial_.work().charge(4 * examples_[0].out.size())) return;
                    if (!stack(shelves_[0], ordered(shelves_[0], feature, most_first), how, first) || first != examples_[0].out) continue;
                    Rule rule = head_;
                    rule.push_back(region_);
                    test.write(rule);
                    rule.insert(rule.end(), {feature, how.most_first, how.in_row, how.gap, how.standing});
                    if (trial_.offer(rule)) return;
                }
            }
        }
    }
};

// Regions that stand in a row bring no new colours and no more cells of any, the ground's apart; and they make another size.
bool could_be_of_regions(const Examples& examples) {
    return !all_same_size(examples) && std::all_of(examples.begin(), examples.end(), [](const Example& e) {
        const Counts in = count_colours(e.in), out = count_colours(e.out);
        for (int c = 0; c < kColours; ++c) {
            if (out.of[c] > in.of[c] && c != 0 && c != in.most()) return false;
        }
        return true;
    });
}

}  // namespace

void offer_stacks(const Examples& examples, const Rule& head, Trial& trial) {
    if (!could_be_of_regions(examples)) return;
    for (const Row& region : region_ways().rows()) {
        if (trial.over()) return;
        Stacker(examples, head, trial).try_way(region.at);
    }
}

bool put_stack(Reader& r, const Picture& in, Picture& out, Work& work) {
    const int region = r.next();
    const Test test{r.next(), r.next(), r.next()};
    const int feature = r.next();
    Stack how;
    how.most_first = r.next() != 0, how.in_row = r.next() != 0, how.gap = r.next(), how.standing = r.next();
    scene::Scene s;
    if (region_way(region) < 0 || !scene::see(in, region_way(region), s, work) || s.parts.empty() || !scene::find_features(s, work)) return false;
    Shelf shelf = shelf_of(s, region, work);
    if (shelf.looks.size() != s.parts.size()) return false;
    for (size_t k = 0; k < s.parts.size(); ++k) {
        if (test.holds(s.features[k])) shelf.taken.push_back(static_cast<int>(k));
    }
    return stack(shelf, ordered(shelf, feature, how.most_first), how, out) && work.charge(out.size());
}

void check_stack(Reader& r) {
    if (region_way(r.row(region_ways())) < 0) r.refuse();
    read_test(r, scene::features());
    r.row(scene::features());
    r.row(kStackOrders);
    r.row(kStackLines);
    r.below(kMostGap + 1);
    r.row(kAlignments);
}

}  // namespace arcloom::fit
