// native/learn/regions.hpp: regions that are handed out as a picture of their own: parts that a test singles out
#pragma once

#include <functional>

#include "rule.hpp"
#include "scene.hpp"

namespace arcloom::fit {

const Names& region_ways();  // a way to see parts, and what is handed out of them
int region_way(int region);  // the way to see parts; -1: these regions are no parts
Picture region_look(const scene::Scene&, const Blob& part, int region);

// A rule that fits, with the cost of its description in bits.
struct Offer {
    double cost;
    Rule rule;
};
void offer_cheapest(std::vector<Offer>&, Trial&);

// What a region should look like: rules begin as `head` and name a region of every input whose look is good(example, look).
struct Wanted {
    Rule head;
    double cost;
    std::function<bool(size_t, const Picture&)> good;
};
std::vector<Offer> find_regions(const Examples&, const std::vector<Wanted>&, Work&);
void offer_windows(const Examples&, int view, Trial&);  // of the outputs' size, if they have one
// How the regions look that a rule names; false where there are none, or they look different.
bool read_region(Reader&, const Picture&, Picture& look, Work&);
void check_region(Reader&);
// How all regions of a kind look, in the order in which they are seen. False where there are none, or too many.
bool region_looks(const Picture&, int kind, std::vector<Picture>& looks, int& ground, Work&);

}  // namespace arcloom::fit
