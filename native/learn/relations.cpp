// native/learn/relations.cpp: objects that take the colour of another object: the nearest, one in a direction, a like one
//
// A rule is: how the picture falls into objects, how the other object is found, and the test that tells which objects
// change. The colour is that of the nearest object that does not change and stands in the relation.
#include <algorithm>

#include "choice.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum Relation { rNearest, rAbove, rBelow, rLeft, rRight, rSameShape, rSameSize, rInside, rAround, kRelations };
const Names kRelationNames("relation", {{rNearest, "nearest", "the nearest"},
                                        {rAbove, "above", "the nearest above it"},
                                        {rBelow, "below", "the nearest below it"},
                                        {rLeft, "left", "the nearest to its left"},
                                        {rRight, "right", "the nearest to its right"},
                                        {rSameShape, "same shape", "the nearest with its shape"},
                                        {rSameSize, "same size", "the nearest with as many cells"},
                                        {rInside, "inside", "the one inside it"},
                                        {rAround, "around", "the one around it"}});
constexpr size_t kMostRelated = 60;

// Cells between two stretches; negative where they overlap.
int gap(int from, int length, int other, int other_length) {
    return std::max(other - (from + length), from - (other + other_length));
}

int distance(const Blob& a, const Blob& b) {
    return std::max(0, gap(a.top, a.h, b.top, b.h) + 1) + std::max(0, gap(a.left, a.w, b.left, b.w) + 1);
}

bool related(const Picture& p, const Blob& b, const Blob& o, int relation) {
    const bool rows_meet = gap(b.top, b.h, o.top, o.h) < 0, columns_meet = gap(b.left, b.w, o.left, o.w) < 0;
    switch (relation) {
        case rNearest: return true;
        case rAbove: return columns_meet && o.top + o.h <= b.top;
        case rBelow: return columns_meet && o.top >= b.top + b.h;
        case rLeft: return rows_meet && o.left + o.w <= b.left;
        case rRight: return rows_meet && o.left >= b.left + b.w;
        case rSameShape: return b.h == o.h && b.w == o.w && mask_of(p, b) == mask_of(p, o);
        case rSameSize: return b.cells.size() == o.cells.size();
        case rInside: return lies_within(o, b);
        default: return lies_within(b, o);
    }
}

// -1 where nothing stands in the relation, or equally near ones differ.
int colour_from(const Picture& p, const Objects& scene, const std::vector<uint8_t>& changes, size_t b, int relation) {
    int colour = -1, least = 4 * kMaxSide;
    for (size_t o = 0; o < scene.blobs.size(); ++o) {
        if (o == b || changes[o] != 0 || !related(p, scene.blobs[b], scene.blobs[o], relation)) continue;
        const int far = distance(scene.blobs[b], scene.blobs[o]), own = p.at(scene.blobs[o].cells[0]);
        if (far < least) {
            least = far, colour = own;
        } else if (far == least && own != colour) {
            colour = -1;
        }
    }
    return colour;
}

bool all_are(const Picture& p, const Blob& b, int colour) {
    return std::all_of(b.cells.begin(), b.cells.end(), [&](int k) { return p.at(k) == colour; });
}

// Which objects change; false where a cell changes in no object, or an object in part.
bool see_changes(const Example& e, const Objects& scene, std::vector<uint8_t>& changes) {
    changes.clear();
    Picture got = e.in;
    for (const Blob& b : scene.blobs) {
        const int to = e.out.at(b.cells[0]);
        if (!all_are(e.out, b, to)) return false;
        changes.push_back(to != e.in.at(b.cells[0]));
        for (const int k : b.cells) got.set(k, to);
    }
    return got == e.out;
}

bool fits(const Example& e, const Objects& scene, const std::vector<uint8_t>& changes, int relation, Work& work) {
    for (size_t b = 0; b < scene.blobs.size(); ++b) {
        if (changes[b] == 0) continue;
        if (!work.charge(20 * static_cast<int64_t>(scene.blobs.size()))) return false;
        if (colour_from(e.in, scene, changes, b, relation) != e.out.at(scene.blobs[b].cells[0])) return false;
    }
    return true;
}

}  // namespace

void learn_relations(const Examples& examples, Trial& trial) {
    if (!all_same_size(examples)) return;
    for (const int segmentation : {1, 0, 5, 4, 8}) {
        std::vector<Objects> scenes(examples.size());
        std::vector<std::vector<uint8_t>> changes(examples.size());
        bool seen = true;
        for (size_t k = 0; k < examples.size() && seen; ++k) {
            seen = see_objects(examples[k].in, segmentation, 2, kMostRelated, scenes[k], trial.work()) &&
                   see_changes(examples[k], scenes[k], changes[k]);
            if (!trial.work().charge(4 * examples[k].in.size())) return;
        }
        if (!seen || trial.over()) continue;
        std::vector<Labelled> all;
        for (size_t k = 0; k < examples.size(); ++k) {
            for (size_t b = 0; b < scenes[k].facts.size(); ++b) all.push_back({&scenes[k].facts[b], changes[k][b]});
        }
        for (int relation = 0; relation < kRelations; ++relation) {
            bool explains = true;
            for (size_t k = 0; k < examples.size() && explains; ++k) {
                explains = fits(examples[k], scenes[k], changes[k], relation, trial.work());
            }
            if (!explains) continue;
            for (const Test& t : tests_for(all)) {
                if (!trial.work().charge(static_cast<int64_t>(all.size()))) return;
                const bool tells = std::all_of(all.begin(), all.end(), [&](const Labelled& l) { return t.holds(*l.facts) == (l.label != 0); });
                if (tells && trial.offer({segmentation, relation, t.fact, t.comparison, t.value})) return;
            }
        }
    }
}

void check_relations(Reader& r) {
    r.row(segmentations());
    r.row(kRelationNames);
    check_test(r);
}

bool apply_relations(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int segmentation = r.next(), relation = r.next();
    Test t{};
    Objects scene;
    if (!read_test(r, t) || segmentation < 0 || segmentation >= kSegmentations || relation < 0 || relation >= kRelations) return false;
    if (!see_objects(in, segmentation, 2, kMostRelated, scene, work)) return false;
    out = in;
    const std::vector<uint8_t> changes = objects_where(scene.facts, t);
    for (size_t b = 0; b < scene.blobs.size(); ++b) {
        if (changes[b] == 0) continue;
        const int colour = colour_from(in, scene, changes, b, relation);
        if (colour < 0 || !work.charge(20 * static_cast<int64_t>(scene.blobs.size()))) return false;
        for (const int k : scene.blobs[b].cells) out.set(k, colour);
    }
    return true;
}

}  // namespace arcloom::fit
