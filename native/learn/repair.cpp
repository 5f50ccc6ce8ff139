// native/learn/repair.cpp: what is hidden, restored from what is shown elsewhere
//
// Parts of a regular picture come from its symmetry or its period. The mask is a colour of the inputs, or each picture tells
// which it is; the answer is the whole picture, or what lay under the mask. Parts of a copy come from its model (copies.cpp).
#include <algorithm>

#include "copies.hpp"
#include "ops/support/restore.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

using namespace restoring;
constexpr int kByCopies = kColours, kTold = kColours + 1;  // instead of a mask
const Names kInstead("repair without a mask", {{kByCopies, "copies", "copies"}, {kTold, "told", "told"}});
const Names kMeans("repair", {{kMirrors, "mirrors", "its mirrors and turns"},
                              {kShifts, "shifts", "its repeats"},
                              {kBoth, "mirrors and shifts", "its mirrors, turns and repeats"}});

bool mask_box(const Picture& p, int mask, int& top, int& left, int& h, int& w) {
    int bottom = -1, right = -1;
    top = p.h, left = p.w;
    for (int k = 0; k < p.size(); ++k) {
        if (p.at(k) != mask) continue;
        top = std::min(top, k / p.w), bottom = std::max(bottom, k / p.w);
        left = std::min(left, k % p.w), right = std::max(right, k % p.w);
    }
    h = bottom - top + 1, w = right - left + 1;
    return bottom >= 0;
}

// Whether a colour may hide what the answer shows: the whole picture, or what lay under the mask.
bool may_hide(const Example& e, int mask, bool whole) {
    int top = 0, left = 0, h = 0, w = 0;
    if (!mask_box(e.in, mask, top, left, h, w)) return false;
    return whole ? count_colours(e.out).of[mask] == 0 : h == e.out.h && w == e.out.w;
}

// What a mask hides.
bool uncover(const Picture& in, int mask, int means, bool whole, Picture& out, Work& work) {
    int top = 0, left = 0, h = 0, w = 0;
    Picture restored;
    if (!work.charge(in.size()) || !mask_box(in, mask, top, left, h, w)) return false;
    if (!restore(in, mask, means, restored, work)) return false;
    out = whole ? restored : crop(restored, top, left, h, w);
    return true;
}

// What the only colour hides without which the rest is regular. A hidden part is one full box.
bool uncover_told(const Picture& in, int means, bool whole, Picture& out, Work& work) {
    const Counts counts = count_colours(in);
    bool found = false;
    for (int mask = 0; mask < kColours; ++mask) {
        int top = 0, left = 0, h = 0, w = 0;
        if (!work.charge(in.size())) return false;
        if (!mask_box(in, mask, top, left, h, w) || (!whole && counts.of[mask] != h * w)) continue;
        Picture one;
        if (!uncover(in, mask, means, whole, one, work)) continue;
        if (found) return false;
        found = true;
        out = std::move(one);
    }
    return found;
}

// Whether the output differs where this colour is, and nowhere else.
bool changes_all(const Example& e, int mask) {
    for (int k = 0; k < e.in.size(); ++k) {
        if ((e.in.at(k) == mask) != (e.in.at(k) != e.out.at(k))) return false;
    }
    return true;
}

// Whether every demo has a colour of its own that may hide all that its output shows.
bool masks_differ(const Examples& examples, bool whole, Work& work) {
    for (const Example& e : examples) {
        if (!work.charge(4 * e.in.size() * kColours)) return false;
        bool any = false;
        for (int mask = 0; mask < kColours && !any; ++mask) any = may_hide(e, mask, whole) && (!whole || changes_all(e, mask));
        if (!any) return false;
    }
    return true;
}

}  // namespace

void learn_repair(const Examples& examples, Trial& trial) {
    const bool whole = all_same_size(examples);
    const auto offer_means = [&](int mask) {
        for (const int means : {kMirrors, kShifts, kBoth}) {
            if (trial.offer({mask, means, whole ? 0 : 1})) return true;
        }
        return false;
    };
    for (int mask = 0; mask < kColours; ++mask) {
        bool possible = true;
        for (const Example& e : examples) {
            if (!trial.work().charge(4 * e.in.size())) return;
            possible = possible && may_hide(e, mask, whole);
        }
        if (possible && offer_means(mask)) return;
    }
    if (masks_differ(examples, whole, trial.work()) && offer_means(kTold)) return;
    if (!whole) return;
    const auto offer = [&](const Rule& parameters) {
        Rule rule{kByCopies};
        rule.insert(rule.end(), parameters.begin(), parameters.end());
        return trial.offer(rule);
    };
    offer_copies(examples, offer, trial.work());
}

void check_repair(Reader& r) {
    if (r.colour_or(kInstead) == kByCopies) {
        read_copies(r);
        return;
    }
    r.row(kMeans);
    r.flag();
}

bool apply_repair(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int mask = r.next();
    if (mask == kByCopies) return complete_copies(read_copies(r), in, out, work);
    const int means = r.next();
    const bool whole = r.next() == 0;
    if (r.bad() || mask < 0 || mask > kTold) return false;
    return mask == kTold ? uncover_told(in, means, whole, out, work) : uncover(in, mask, means, whole, out, work);
}

}  // namespace arcloom::fit
