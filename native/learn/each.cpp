// native/learn/each.cpp: every part of the grid by itself is changed by a rule of another family
//
// A rule is: the kind of parts, the rule for each. What one demo shows of many parts is as many examples, each in a small picture
// where distances, edges and neighbours are those of the part. A part that the rule has no answer for stays as it is.
#include <algorithm>
#include <map>

#include "limits.hpp"
#include "rule.hpp"
#include "scene.hpp"

namespace arcloom::fit {

namespace {

enum EachKind { kEachPanel, kEachObject, kEachOnCommon, kEachRow, kEachColumn };
const Names kEachKinds("each", {{kEachPanel, "panel", "panel between lines"},
                                {kEachObject, "object", "box of an object on {0}"},
                                {kEachOnCommon, "object on the commonest", "box of an object on the commonest colour"},
                                {kEachRow, "row", "row"},
                                {kEachColumn, "column", "column"}});

bool meet(const Blob& a, const Blob& b) {
    return a.top < b.top + b.h && b.top < a.top + a.h && a.left < b.left + b.w && b.left < a.left + a.w;
}

// Boxes that overlap become one, until none do.
void join_boxes(std::vector<Blob>& boxes) {
    for (size_t k = 0; k < boxes.size();) {
        const auto other = std::find_if(boxes.begin() + static_cast<std::ptrdiff_t>(k) + 1, boxes.end(), [&](const Blob& b) { return meet(boxes[k], b); });
        if (other == boxes.end()) {
            ++k;
            continue;
        }
        Blob& a = boxes[k];
        const int bottom = std::max(a.top + a.h, other->top + other->h), right = std::max(a.left + a.w, other->left + other->w);
        a.top = std::min(a.top, other->top), a.left = std::min(a.left, other->left);
        a.h = bottom - a.top, a.w = right - a.left;
        boxes.erase(other);
        k = 0;
    }
}

// Whether what lies between panels is drawn: black ones are gaps between objects.
bool drawn_between(const Picture& p, const std::vector<Blob>& panels) {
    for (int k = 0; k < p.size(); ++k) {
        const int i = k / p.w, j = k % p.w;
        if (std::none_of(panels.begin(), panels.end(), [&](const Blob& b) { return i >= b.top && i < b.top + b.h && j >= b.left && j < b.left + b.w; })) return p.at(k) != 0;
    }
    return false;
}

// Boxes that do not overlap, at least two or a smaller one than the picture. False where there are none, or too many.
bool boxes_of(const Picture& p, int kind, std::vector<Blob>& boxes, Work& work) {
    boxes.clear();
    if (!work.charge(4 * p.size())) return false;
    if (kind == kEachRow || kind == kEachColumn) {
        const bool rows = kind == kEachRow;
        for (int k = 0; k < (rows ? p.h : p.w); ++k) boxes.push_back(rows ? Blob{k, 0, 1, p.w, {}} : Blob{0, k, p.h, 1, {}});
        return boxes.size() > 1;
    }
    const Segmentation objects{true, true, kind == kEachObject ? Ground::Black : Ground::Common};
    scene::Scene s;
    if (!scene::see(p, kind == kEachPanel ? int{scene::wContents} : objects.code(), s, work)) return false;
    boxes = std::move(s.parts);
    if (!work.charge(static_cast<int64_t>(boxes.size() * boxes.size()))) return false;
    if (kind == kEachPanel && !drawn_between(p, boxes)) return false;
    if (kind != kEachPanel) join_boxes(boxes);
    return boxes.size() > 1 || (boxes.size() == 1 && boxes[0].h * boxes[0].w < p.size());
}

Picture taken(const Picture& p, const Blob& box) { return crop(p, box.top, box.left, box.h, box.w); }
void put_back(const Picture& part, const Blob& box, Picture& out) {
    for (int k = 0; k < part.size(); ++k) out.set(box.top + k / part.w, box.left + k % part.w, part.at(k));
}

struct Parts {
    Examples all, changed;  // each different one once
    bool told = false;      // whether they tell all changes, and more than the demos as they are
};

Parts parts_of(const Examples& examples, int kind, Work& work) {
    Parts parts;
    std::map<std::vector<int8_t>, std::vector<int8_t>> known;  // what becomes of a look; its width stands at its end
    std::vector<Blob> boxes;
    for (const Example& e : examples) {
        if (!boxes_of(e.in, kind, boxes, work)) return parts;
        Picture told = e.in;
        for (const Blob& box : boxes) {
            Example part{taken(e.in, box), taken(e.out, box)};
            if (!work.charge(6 * part.in.size())) return parts;
            put_back(part.out, box, told);
            std::vector<int8_t> look = part.in.cells;
            look.push_back(static_cast<int8_t>(part.in.w));
            const auto [at, fresh] = known.try_emplace(std::move(look), part.out.cells);
            if (!fresh && at->second != part.out.cells) return parts;
            if (!fresh) continue;
            if (part.in != part.out) parts.changed.push_back(part);
            parts.all.push_back(std::move(part));
        }
        if (told != e.out) return parts;  // something changes that is no part
    }
    parts.told = parts.changed.size() >= 2 && parts.all.size() > examples.size() && parts.all.size() <= kMostEach;
    return parts;
}

}  // namespace

void learn_each(const Examples& examples, Trial& trial) {
    if (!all_same_size(examples)) return;
    for (const Row& kind : kEachKinds.rows()) {
        const Parts parts = parts_of(examples, kind.at, trial.work());
        if (!parts.told) continue;
        const bool lines = kind.at == kEachRow || kind.at == kEachColumn;  // trees about them know little
        for (const int family : {fScene, fColours, fTree}) {
            if (lines && family != fScene) continue;
            Work some(kMostEachWork);
            const auto inner = learn(family, family == fScene ? parts.changed : parts.all, 0, some);
            if (!trial.work().charge(some.spent())) return;
            if (!inner) continue;
            Rule rule{kind.at};
            write_inner(*inner, rule);
            if (trial.offer(rule)) return;
        }
    }
}

void check_each(Reader& r) {
    r.row(kEachKinds);
    check_inner(r);
}

bool apply_each(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int kind = r.next();
    const Rule inner = read_inner(r);
    std::vector<Blob> boxes;
    if (r.bad() || !boxes_of(in, kind, boxes, work)) return false;
    out = in;
    Picture changed;
    for (const Blob& box : boxes) {
        const Picture part = taken(in, box);
        if (!work.charge(4 * part.size())) return false;
        if (apply_rule(inner, part, changed, work) && changed.same_size(part)) put_back(changed, box, out);
    }
    return !work.dry() && out != in;  // what changes nothing has not understood
}

}  // namespace arcloom::fit
