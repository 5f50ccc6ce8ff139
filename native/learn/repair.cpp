// native/learn/repair.cpp: what is hidden, restored from what is shown elsewhere
//
// Parts of a regular picture come from its symmetry or its period. The mask is a colour of the inputs; the answer is the
// whole picture, or what lay under the mask. Parts of a copy come from its model (copies.cpp).
#include <algorithm>

#include "copies.hpp"
#include "ops/support/restore.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

using namespace restoring;
constexpr int kCopies = kColours;  // instead of a mask
const Names kInstead("repair without a mask", {{kCopies, "copies", "copies"}});
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

}  // namespace

void learn_repair(const Examples& examples, Trial& trial) {
    const bool whole = all_same_size(examples);
    for (int mask = 0; mask < kColours; ++mask) {
        bool possible = true;
        for (const Example& e : examples) {
            int top = 0, left = 0, h = 0, w = 0;
            if (!trial.work().charge(4 * e.in.size())) return;
            possible = possible && mask_box(e.in, mask, top, left, h, w);
            possible = possible && (whole ? count_colours(e.out).of[mask] == 0 : h == e.out.h && w == e.out.w);
        }
        if (!possible) continue;
        for (const int means : {kMirrors, kShifts, kBoth}) {
            if (trial.offer({mask, means, whole ? 0 : 1})) return;
        }
    }
    if (!whole) return;
    const auto offer = [&](const Rule& parameters) {
        Rule rule{kCopies};
        rule.insert(rule.end(), parameters.begin(), parameters.end());
        return trial.offer(rule);
    };
    offer_copies(examples, offer, trial.work());
}

void check_repair(Reader& r) {
    if (r.colour_or(kInstead) == kCopies) {
        read_copies(r);
        return;
    }
    r.row(kMeans);
    r.flag();
}

bool apply_repair(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int mask = r.next();
    if (mask == kCopies) return complete_copies(read_copies(r), in, out, work);
    const int means = r.next(), part = r.next();
    if (r.bad() || mask < 0 || mask >= kColours) return false;
    int top = 0, left = 0, h = 0, w = 0;
    if (!work.charge(in.size()) || !mask_box(in, mask, top, left, h, w)) return false;
    Picture whole;
    if (!restore(in, mask, means, whole, work)) return false;
    out = part != 0 ? crop(whole, top, left, h, w) : whole;
    return true;
}

}  // namespace arcloom::fit
