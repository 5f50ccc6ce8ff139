// native/learn/objects.cpp: the objects of a picture, each changed as a fact about it says
//
// A rule is: how the picture falls into objects, what is done, and the choice that gives each object its label:
// a colour to take (or to fill its holes, its box, its surroundings, its inside with), a view to turn to, a
// direction to move in. Actions and segmentations are tried in order; the simplest choice that explains the
// labels wins.
#include <algorithm>

#include "choice.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum Action {
    aRecolour, aFillHoles, aFillBox, aSurround, aInside, aCover, aTurn, aMove, aFallOnto, aOutline, kActions
};
const Names kActionNames("action", {{aRecolour, "recolour"},
                                    {aFillHoles, "fill holes"},
                                    {aFillBox, "fill box"},
                                    {aSurround, "surround"},
                                    {aInside, "inside"},
                                    {aCover, "cover"},
                                    {aTurn, "turn"},
                                    {aMove, "move"},
                                    {aFallOnto, "fall onto"},
                                    {aOutline, "outline"}});
constexpr int kNothingDone = kColours;  // label: nothing is done

struct ObjectScene {
    std::vector<Blob> blobs;
    Facts facts;
    int ground = 0;
};

bool see_scene(const Picture& p, int segmentation, ObjectScene& scene, Work& work) {
    const Segmentation s = Segmentation::of(segmentation);
    scene.ground = std::max(0, ground_of(p, s.ground));
    scene.blobs = segment(p, s, work);
    return !scene.blobs.empty() && scene.blobs.size() <= kMostParts && !work.dry();
}

// The cells that an action paints for an object; those of aTurn and aMove are found otherwise.
std::vector<int> painted(const Picture& p, const Blob& b, int action, int ground) {
    if (action == aRecolour) return b.cells;
    std::vector<int> cells;
    const std::vector<uint8_t> mask = mask_of(p, b);
    int holes = 0;
    const std::vector<uint8_t> hole = action == aFillHoles ? holes_of(mask, b.h, b.w, holes) : mask;
    const auto own = [&](int i, int j) {
        const int y = i - b.top, x = j - b.left;
        return y >= 0 && y < b.h && x >= 0 && x < b.w && mask[static_cast<size_t>(y * b.w + x)] != 0;
    };
    const int reach = action == aSurround || action == aOutline ? 1 : 0;
    for (int i = std::max(0, b.top - reach); i < std::min(p.h, b.top + b.h + reach); ++i) {
        for (int j = std::max(0, b.left - reach); j < std::min(p.w, b.left + b.w + reach); ++j) {
            bool in = false;
            if (action == aFillHoles) {
                in = hole[static_cast<size_t>((i - b.top) * b.w + j - b.left)] != 0;
            } else if (action == aFillBox) {
                in = p.at(i, j) == ground;
            } else if (action == aCover) {
                in = true;
            } else if (action == aSurround) {
                in = p.at(i, j) == ground;
            } else {
                int around = 0;
                for (const Step& s : kSteps) around += own(i + s.i, j + s.j);
                in = action == aInside ? own(i, j) && around == 8 : !own(i, j) && around > 0 && p.at(i, j) == ground;
            }
            if (in) cells.push_back(i * p.w + j);
        }
    }
    return cells;
}

// The colour that all the cells take in the output; kNothingDone where all stay; -1 where they differ.
int common_label(const Example& e, const std::vector<int>& cells) {
    int colour = -1;
    bool stays = true, one = true;
    for (const int k : cells) {
        stays = stays && e.in.at(k) == e.out.at(k);
        one = one && (colour < 0 || colour == e.out.at(k));
        colour = e.out.at(k);
    }
    return stays ? kNothingDone : one ? colour : -1;
}

void turn_in_place(const Picture& in, const Blob& b, int code, int ground, Picture& out) {
    const Picture look = turned(alone(in, b, ground), code);
    if (look.h != b.h || look.w != b.w) return;
    for (int i = 0; i < b.h; ++i) {
        for (int j = 0; j < b.w; ++j) out.set(b.top + i, b.left + j, look.at(i, j));
    }
}

int turn_label(const Example& e, const Blob& b, int ground) {
    for (const int code : {kNothingDone, 5, 4, 2}) {
        Picture got = e.in;
        if (code != kNothingDone) turn_in_place(e.in, b, code, ground, got);
        if (crop(got, b.top, b.left, b.h, b.w) == crop(e.out, b.top, b.left, b.h, b.w)) return code;
    }
    return -1;
}

std::vector<int> turn_labels(const Example& e, const ObjectScene& s, Work& work) {
    std::vector<int> labels;
    for (const Blob& b : s.blobs) {
        if (!work.charge(12 * (b.h + 2) * (b.w + 2))) return {};
        labels.push_back(turn_label(e, b, s.ground));
    }
    return labels;
}

void erase(Picture& p, const std::vector<int>& cells, int ground) {
    for (const int k : cells) p.set(k, ground);
}

bool can_stand(const Picture& p, const Picture& in, const Blob& b, int di, int dj, int ground) {
    for (const int k : b.cells) {
        const int y = k / in.w + di, x = k % in.w + dj;
        if (!p.inside(y, x) || p.at(y, x) != ground) return false;
    }
    return true;
}

void draw(Picture& p, const Picture& in, const Blob& b, int di, int dj) {
    for (const int k : b.cells) {
        const int y = k / in.w + di, x = k % in.w + dj;
        if (p.inside(y, x)) p.set(y, x, in.at(k));
    }
}

// Objects with a direction slide until something stops them, those ahead first. With `onto`, only if an
// object stops them; those that would reach the edge stay.
bool slide(const Picture& in, const ObjectScene& scene, const std::vector<int>& labels, bool onto, Picture& out, Work& work) {
    std::vector<size_t> order;
    for (size_t b = 0; b < scene.blobs.size(); ++b) {
        if (labels[b] < 0) return false;
        if (labels[b] < 4) order.push_back(b);
    }
    const auto ahead = [&](size_t b) {
        const Blob& o = scene.blobs[b];
        switch (labels[b]) {
            case 0: return o.top;
            case 1: return -(o.top + o.h);
            case 2: return o.left;
            default: return -(o.left + o.w);
        }
    };
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return ahead(a) < ahead(b); });
    for (const size_t b : order) {
        const Blob& o = scene.blobs[b];
        const Step s = kSteps[labels[b]];
        if (!work.charge(static_cast<int64_t>(o.cells.size()) * 40)) return false;
        erase(out, o.cells, scene.ground);
        int n = 0;
        while (can_stand(out, in, o, (n + 1) * s.i, (n + 1) * s.j, scene.ground)) ++n;
        bool at_edge = false;
        for (const int k : o.cells) at_edge |= !out.inside(k / in.w + (n + 1) * s.i, k % in.w + (n + 1) * s.j);
        if (onto && at_edge) n = 0;
        draw(out, in, o, n * s.i, n * s.j);
    }
    return true;
}

// Constant shifts are labels from 100 on: (di + 40) * 81 + dj + 40.
constexpr int kShift = 100, kSpan = 81, kHalf = 40;

void shift_all(const Picture& in, const ObjectScene& scene, const std::vector<int>& labels, Picture& out) {
    for (size_t b = 0; b < labels.size(); ++b) {
        if (labels[b] >= kShift) erase(out, scene.blobs[b].cells, scene.ground);
    }
    for (size_t b = 0; b < labels.size(); ++b) {
        if (labels[b] < kShift) continue;
        const int code = labels[b] - kShift;
        draw(out, in, scene.blobs[b], code / kSpan - kHalf, code % kSpan - kHalf);
    }
}

// Offers the simplest choices that give these labels.
bool offer_choices(int segmentation, int action, const std::vector<Labelled>& items, Trial& trial) {
    const bool idle = std::all_of(items.begin(), items.end(), [](const Labelled& l) { return l.label == kNothingDone; });
    if (idle) return trial.over();
    for (const Rule& choice : explain(items, 6, trial.work())) {
        Rule r{segmentation, action};
        r.insert(r.end(), choice.begin(), choice.end());
        if (trial.offer(r)) return true;
    }
    return trial.over();
}

// The colour that an action paints for each object of a scene, as `common_label` says; kNoLabel where it paints nothing.
// Cells that it would paint for another object too speak for none of them, unless all speak alike.
std::vector<int> paint_labels(const Example& e, const ObjectScene& s, int action, Work& work) {
    std::vector<std::vector<int>> cells;
    std::vector<uint8_t> times(static_cast<size_t>(e.in.size()), 0);
    for (const Blob& b : s.blobs) {
        if (!work.charge(12 * (b.h + 2) * (b.w + 2))) return {};
        cells.push_back(painted(e.in, b, action, s.ground));
        for (const int k : cells.back()) times[static_cast<size_t>(k)] += times[static_cast<size_t>(k)] < 2;
    }
    std::vector<int> labels;
    for (std::vector<int>& of_one : cells) {
        int label = of_one.empty() ? kNoLabel : common_label(e, of_one);
        if (label == -1) {
            std::erase_if(of_one, [&](int k) { return times[static_cast<size_t>(k)] > 1; });
            label = of_one.empty() ? kNoLabel : common_label(e, of_one);
        }
        labels.push_back(label);
    }
    return labels;
}

void learn_painting(const Examples& examples, const std::vector<ObjectScene>& scenes, int segmentation, int action, Trial& trial) {
    std::vector<Labelled> items;
    for (size_t k = 0; k < examples.size(); ++k) {
        const ObjectScene& s = scenes[k];
        const std::vector<int> labels = action == aTurn ? turn_labels(examples[k], s, trial.work())
                                                        : paint_labels(examples[k], s, action, trial.work());
        for (size_t b = 0; b < labels.size(); ++b) {
            if (labels[b] == kNoLabel) continue;  // whatever the choice says of it
            if (labels[b] < 0) return;
            items.push_back({&s.facts[b], labels[b]});
        }
        if (trial.work().dry()) return;
    }
    if (!items.empty()) offer_choices(segmentation, action, items, trial);
}

// What moves is still there, unless it leaves or is covered: no colour but the ground's grows.
bool could_be_moved(const Examples& examples, const std::vector<ObjectScene>& scenes) {
    for (size_t k = 0; k < examples.size(); ++k) {
        const Counts in = count_colours(examples[k].in), out = count_colours(examples[k].out);
        for (int c = 0; c < kColours; ++c) {
            if (c != scenes[k].ground && out.of[c] > in.of[c]) return false;
        }
    }
    return true;
}

// Which objects stay is seen; the others share a direction.
void learn_moving(const Examples& examples, const std::vector<ObjectScene>& scenes, int segmentation, Trial& trial) {
    std::vector<Labelled> items;
    for (size_t k = 0; k < examples.size(); ++k) {
        for (size_t b = 0; b < scenes[k].blobs.size(); ++b) {
            items.push_back({&scenes[k].facts[b], stands(examples[k], scenes[k].blobs[b]) ? kNothingDone : 0});
        }
    }
    std::vector<Labelled> all = items;
    for (Labelled& l : all) l.label = 0;
    for (const int action : {aMove, aFallOnto}) {
        for (int d = 0; d < 4; ++d) {
            for (const auto* labelled : {&all, &items}) {
                std::vector<Labelled> directed = *labelled;
                for (Labelled& l : directed) l.label = l.label == kNothingDone ? kNothingDone : d;
                if (offer_choices(segmentation, action, directed, trial)) return;
            }
        }
    }
}

// Each object's shift: the nearest place where the output shows it and the input did not.
int shift_label(const Example& e, const Blob& b) {
    if (stands(e, b)) return kNothingDone;
    int best = -1, least = 1 << 20;
    for (int di = -b.top; di + b.top + b.h <= e.in.h; ++di) {
        for (int dj = -b.left; dj + b.left + b.w <= e.in.w; ++dj) {
            const int far = std::abs(di) + std::abs(dj);
            if (far == 0 || far >= least || std::abs(di) > kHalf || std::abs(dj) > kHalf) continue;
            const bool there = std::all_of(b.cells.begin(), b.cells.end(), [&](int k) {
                return e.out.at(k / e.in.w + di, k % e.in.w + dj) == e.in.at(k);
            });
            if (there) least = far, best = kShift + (di + kHalf) * kSpan + dj + kHalf;
        }
    }
    return best;
}

void learn_shifts(const Examples& examples, const std::vector<ObjectScene>& scenes, int segmentation, Trial& trial) {
    std::vector<Labelled> items;
    for (size_t k = 0; k < examples.size(); ++k) {
        const ObjectScene& s = scenes[k];
        for (size_t b = 0; b < s.blobs.size(); ++b) {
            if (!trial.work().charge(examples[k].in.size() * 4)) return;
            const int label = shift_label(examples[k], s.blobs[b]);
            if (label < 0) return;
            items.push_back({&s.facts[b], label});
        }
    }
    offer_choices(segmentation, aMove, items, trial);
}

}  // namespace

void learn_objects(const Examples& examples, Trial& trial) {
    if (!all_same_size(examples)) return;
    for (const int segmentation : {1, 0, 3, 2, 8, 5, 4, 7, 9}) {
        std::vector<ObjectScene> scenes(examples.size());
        bool seen = true;
        for (size_t k = 0; k < examples.size() && seen; ++k) {
            seen = see_scene(examples[k].in, segmentation, scenes[k], trial.work());
        }
        if (!seen || trial.over()) continue;
        for (size_t k = 0; k < examples.size(); ++k) {
            scenes[k].facts = measure(examples[k].in, scenes[k].blobs, trial.work());
        }
        if (trial.over()) return;
        for (const int action : {aRecolour, aFillHoles, aFillBox, aOutline, aSurround, aInside, aCover, aTurn}) {
            learn_painting(examples, scenes, segmentation, action, trial);
            if (trial.over()) return;
        }
        if (segmentation >= 8 || !could_be_moved(examples, scenes)) continue;  // ground itself does not move
        learn_moving(examples, scenes, segmentation, trial);
        learn_shifts(examples, scenes, segmentation, trial);
    }
}

void check_objects(Reader& r) {
    r.row(segmentations());
    r.row(kActionNames);
    check_choice(r, 0, kShift + kSpan * kSpan);
}

bool apply_objects(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader head(rule, kParameters);
    const int segmentation = head.next(), action = head.next();
    ObjectScene scene;
    if (head.bad() || segmentation < 0 || segmentation >= kSegmentations || action < 0 || action >= kActions) return false;
    if (!see_scene(in, segmentation, scene, work)) return false;
    scene.facts = measure(in, scene.blobs, work);
    if (scene.facts.size() != scene.blobs.size()) return false;
    out = in;
    std::vector<int> labels;
    for (size_t b = 0; b < scene.blobs.size(); ++b) {
        const Blob& blob = scene.blobs[b];
        Reader r(rule, kParameters + 2);
        const int label = choose(r, scene.facts[b]);
        labels.push_back(label);
        if (action == aMove || action == aFallOnto || label == kNothingDone) continue;
        if (!work.charge(12 * (blob.h + 2) * (blob.w + 2))) return false;
        if (action == aTurn) {
            if (label < 0 || label > 7) return false;
            turn_in_place(in, blob, label, scene.ground, out);
            continue;
        }
        const std::vector<int> cells = painted(in, blob, action, scene.ground);
        if (cells.empty()) continue;
        if (label < 0 || label >= kColours) return false;
        for (const int k : cells) out.set(k, label);
    }
    if (action != aMove && action != aFallOnto) return true;
    const bool shifts = std::any_of(labels.begin(), labels.end(), [](int l) { return l >= kShift; });
    const bool known = std::all_of(labels.begin(), labels.end(), [](int l) { return l >= 0 && l < kShift + kSpan * kSpan; });
    if (!known) return false;
    if (!shifts) return slide(in, scene, labels, action == aFallOnto, out, work);
    shift_all(in, scene, labels, out);
    return true;
}

}  // namespace arcloom::fit
