// native/learn/rays.cpp: diagonal rays from the corners of objects' boxes, outwards until something is in the way
//
// A rule is: how the picture falls into objects, the rays' colour, and the facts of a corner (one or two) with a table
// from their values to whether a ray leaves there. Values that no demo shows have none.
#include <algorithm>
#include <map>

#include "blobs.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum RayPaint { kRayOwn = kColours, kOther };  // kOther: of the one further colour in the picture
const Names kRayColours("ray colour", {{kRayOwn, "own", "its own colour"}, {kOther, "other", "the one other colour of the grid"}});
enum Fact { fAny, fFilled, fAlone, fColour, fCorner, fOpposite, fLargest, fFull, kFacts };
const Names kFactNames("corner fact", {{fAny, "any", ""},
                                       {fFilled, "filled", "the corner of its box is filled"},
                                       {fAlone, "alone", "the corner has no neighbour in the object's sides"},
                                       {fColour, "colour", "the object is"},
                                       {fCorner, "corner", "the corner is the"},
                                       {fOpposite, "opposite", "the opposite corner of its box is filled"},
                                       {fLargest, "largest", "the object is the largest"},
                                       {fFull, "full", "the object is a full rectangle"}});
constexpr size_t kMostRayObjects = 40;
// Pairs of facts, the simplest first; fAny: none.
constexpr Fact kPairs[][2] = {{fAny, fAny},     {fFilled, fAny},   {fAlone, fAny},    {fColour, fAny},    {fCorner, fAny},
                              {fOpposite, fAny}, {fLargest, fAny}, {fFull, fAny},   {fFilled, fAlone},  {fColour, fCorner},
                              {fLargest, fFilled}, {fColour, fFilled}, {fCorner, fFilled}, {fLargest, fCorner}};

struct Corner {
    size_t blob;
    Step at, step;
    int facts[kFacts];
};

struct RayScene {
    std::vector<Blob> blobs;
    std::vector<Corner> corners;
    int ground = 0;
    Counts counts;
};

bool see_corners(const Picture& p, int segmentation, RayScene& scene, Work& work) {
    const Segmentation s = Segmentation::of(segmentation);
    scene.ground = std::max(0, ground_of(p, s.ground));
    scene.counts = count_colours(p);
    scene.blobs = segment(p, s, work);
    if (scene.blobs.empty() || scene.blobs.size() > kMostRayObjects) return false;
    size_t largest = 0;
    for (const Blob& b : scene.blobs) largest = std::max(largest, b.cells.size());
    for (size_t n = 0; n < scene.blobs.size(); ++n) {
        const Blob& b = scene.blobs[n];
        const auto own = [&](int i, int j) { return std::binary_search(b.cells.begin(), b.cells.end(), i * p.w + j); };
        if (!work.charge(400)) return false;
        for (int c = 0; c < 4; ++c) {
            const Step out = kSteps[4 + c], at{out.i < 0 ? b.top : b.top + b.h - 1, out.j < 0 ? b.left : b.left + b.w - 1};
            const Step far{2 * b.top + b.h - 1 - at.i, 2 * b.left + b.w - 1 - at.j};
            const int beside = (b.w > 1 && own(at.i, at.j - out.j) ? 1 : 0) + (b.h > 1 && own(at.i - out.i, at.j) ? 1 : 0);
            scene.corners.push_back({n, at, out, {0, own(at.i, at.j), beside == 0, p.at(b.cells[0]), c, own(far.i, far.j),
                                                  b.cells.size() == largest, static_cast<int>(b.cells.size()) == b.h * b.w}});
        }
    }
    return !work.dry();
}

std::vector<int> ray(const Picture& p, const Corner& c, int ground) {
    std::vector<int> cells;
    for (int i = c.at.i + c.step.i, j = c.at.j + c.step.j; p.inside(i, j) && p.at(i, j) == ground; i += c.step.i, j += c.step.j) {
        cells.push_back(i * p.w + j);
    }
    return cells;
}

// Negative where there is none.
int paint_of(const RayScene& s, const Picture& p, const Corner& c, int paint) {
    const int own = p.at(s.blobs[c.blob].cells[0]);
    if (paint < kOther) return paint == kRayOwn ? own : paint;
    int found = -1;
    for (int k = 0; k < kColours; ++k) {
        if (k == own || k == s.ground || s.counts.of[k] == 0) continue;
        if (found >= 0) return -1;
        found = k;
    }
    return found;
}

int key_of(const Corner& c, const Fact pair[2]) { return c.facts[pair[0]] * kColours + c.facts[pair[1]]; }

// What crosses another ray is painted in part.
bool is_painted(const Example& e, const std::vector<int>& cells, int colour) {
    return std::all_of(cells.begin(), cells.end(), [&](int k) { return e.out.at(k) == colour; });
}

void try_pair(const Examples& examples, const std::vector<RayScene>& scenes, int segmentation, int paint, const Fact pair[2],
              Trial& trial) {
    std::map<int, bool> table;
    bool some = false;
    for (size_t e = 0; e < examples.size(); ++e) {
        for (const Corner& c : scenes[e].corners) {
            const std::vector<int> cells = ray(examples[e].in, c, scenes[e].ground);
            if (cells.empty()) continue;
            if (!trial.work().charge(60 + 8 * static_cast<int64_t>(cells.size()))) return;
            const bool painted = is_painted(examples[e], cells, paint_of(scenes[e], examples[e].in, c, paint));
            const auto [it, added] = table.emplace(key_of(c, pair), painted);
            if (it->second != painted) return;
            some = some || painted;
        }
    }
    if (!some) return;
    Rule r{segmentation, paint, pair[0], pair[1]};
    for (const auto& [key, painted] : table) {
        if (painted) r.push_back(key);
    }
    trial.offer(r);
}

// The one colour that cells take, or -1.
int new_colour(const Examples& examples) {
    int colour = -1;
    for (const auto& [in, out] : examples) {
        for (int k = 0; k < in.size(); ++k) {
            if (in.at(k) == out.at(k) || out.at(k) == colour) continue;
            if (colour >= 0) return -1;
            colour = out.at(k);
        }
    }
    return colour;
}

bool only_ground_changes(const Examples& examples, const std::vector<RayScene>& scenes) {
    for (size_t e = 0; e < examples.size(); ++e) {
        for (int k = 0; k < examples[e].in.size(); ++k) {
            if (examples[e].in.at(k) != examples[e].out.at(k) && examples[e].in.at(k) != scenes[e].ground) return false;
        }
    }
    return true;
}

}  // namespace

void learn_rays(const Examples& examples, Trial& trial) {
    if (!all_same_size(examples)) return;
    for (const int segmentation : {1, 0, 5, 4}) {
        std::vector<RayScene> scenes(examples.size());
        bool seen = true;
        for (size_t k = 0; k < examples.size() && seen; ++k) seen = see_corners(examples[k].in, segmentation, scenes[k], trial.work());
        if (!seen || !only_ground_changes(examples, scenes)) continue;
        for (const int paint : {int{kRayOwn}, int{kOther}, new_colour(examples)}) {
            for (const auto& pair : kPairs) {
                if (paint >= 0) try_pair(examples, scenes, segmentation, paint, pair, trial);
                if (trial.over()) return;
            }
        }
    }
}

void check_rays(Reader& r) {
    r.row(segmentations());
    r.colour_or(kRayColours);
    r.row(kFactNames);
    r.row(kFactNames);
    int last = -1;
    do {
        last = r.within(last + 1, kRuleNumbers);  // ascending
    } while (r.left() > 0 && !r.bad());
}

bool apply_rays(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int segmentation = r.next(), paint = r.next(), first = r.next(), second = r.next();
    const auto below = [](int v, int n) { return v >= 0 && v < n; };
    if (r.bad() || !below(segmentation, kSegmentations) || !below(paint, kOther + 1)) return false;
    if (!below(first, kFacts) || !below(second, kFacts)) return false;
    const Fact pair[2] = {static_cast<Fact>(first), static_cast<Fact>(second)};
    std::vector<int> keys;
    while (r.left() > 0) keys.push_back(r.next());
    RayScene scene;
    if (!see_corners(in, segmentation, scene, work)) return false;
    out = in;
    for (const Corner& c : scene.corners) {
        if (std::find(keys.begin(), keys.end(), key_of(c, pair)) == keys.end()) continue;
        const std::vector<int> cells = ray(in, c, scene.ground);
        const int colour = paint_of(scene, in, c, paint);
        if (colour < 0 || !work.charge(4 * static_cast<int64_t>(cells.size()))) return false;
        for (const int k : cells) out.set(k, colour);
    }
    return true;
}

}  // namespace arcloom::fit
