// native/learn/panels.cpp: the panels of a picture, laid over each other or each told in one cell
//
// A picture falls into panels by separating lines, else into equal parts. Hypotheses: panels laid over each
// other in some order, the first colour that is not ground wins; a table from the colours that meet to a colour;
// a table from how many are not ground, or from which are alike. And, one cell a panel: a fact of the panel tells its colour. At
// last other regions that make the output together (together.cpp), or stand in a row (stacked.cpp).
#include <algorithm>
#include <bit>
#include <map>

#include "rule.hpp"
#include "scene_sight.hpp"
#include "stacked.hpp"
#include "table.hpp"
#include "together.hpp"

namespace arcloom::fit {

using scene::Panels;

namespace {

enum PanelKind { kOverlay, kLookup, kTally, kCells, kAlike, kTogether, kStacked };
const Names kPanelKinds("panels", {{kOverlay, "overlay"}, {kLookup, "lookup"}, {kTally, "tally"}, {kCells, "cells"}, {kAlike, "alike"}, {kTogether, "together"}, {kStacked, "stacked"}});
constexpr int kOwnColour = -2, kGroundColour = -3;  // labels: the panel's own main colour, the colour of its ground
constexpr int kGroundLabel = kColours;              // the same in a table of tallies

constexpr int kHalves = 1;  // a code of splits

// The colours that all panels have, as bits.
unsigned shared_colours(const Picture& p, const Panels& panels) {
    unsigned shared = ~0U;
    for (const Blob& b : panels.boxes) {
        unsigned colours = 0;
        for (int i = 0; i < b.h; ++i) {
            for (int j = 0; j < b.w; ++j) colours |= 1U << p.at(b.top + i, b.left + j);
        }
        shared &= colours;
    }
    return shared;
}

// Side by side or on top of each other: as they have only one colour in common.
bool split_in_halves(const Picture& p, Panels& panels, Work& work) {
    bool found = false;
    for (const auto& [rows, columns] : {std::pair{1, 2}, {2, 1}}) {
        Panels halves;
        if (!scene::split_evenly(p, rows, columns, halves, work) || !std::has_single_bit(shared_colours(p, halves))) continue;
        if (found) return false;
        found = true;
        panels = std::move(halves);
    }
    return found;
}

// Split 0: by lines; kHalves; else rows * 16 + columns.
bool split(const Picture& p, int code, Panels& panels, Work& work) {
    const bool done = code == 0         ? scene::split_by_lines(p, panels, work)
                      : code == kHalves ? split_in_halves(p, panels, work)
                                        : scene::split_evenly(p, code / 16, code % 16, panels, work);
    return done && panels.boxes.size() <= kMostParts;
}

bool equal_panels(const Panels& panels) {
    return std::all_of(panels.boxes.begin(), panels.boxes.end(), [&](const Blob& b) {
        return b.h == panels.boxes[0].h && b.w == panels.boxes[0].w;
    });
}

std::vector<int> colours_at(const Picture& p, const Panels& panels, int i, int j) {
    std::vector<int> found;
    for (const Blob& b : panels.boxes) found.push_back(p.at(b.top + i, b.left + j));
    return found;
}

int panel_key(const std::vector<int>& colours, int) {
    int key = 0;
    for (const int c : colours) key = key * kColours + c;
    return key;
}

// Which panels show the same colour: in base 4 a 1, then for each panel the first one that has its colour.
int likeness(const std::vector<int>& colours) {
    int key = 1;
    for (const int c : colours) key = key * kMostPanelsLookedUp + static_cast<int>(std::find(colours.begin(), colours.end(), c) - colours.begin());
    return key;
}

// The only colour that all panels have; where there is none, or several, the picture's ground.
int shared_ground(const Picture& p, const Panels& panels) {
    const unsigned shared = shared_colours(p, panels);
    return std::has_single_bit(shared) ? std::countr_zero(shared) : ground_colour(p);
}

int tally_of(const std::vector<int>& colours, int ground) {
    return static_cast<int>(std::count_if(colours.begin(), colours.end(), [ground](int c) { return c != ground; }));
}

struct Views {
    std::vector<Panels> of;  // by example
    size_t count = 0;        // panels a picture, the same for all
};

bool split_all(const Examples& examples, int code, bool laid_over, Views& views, Work& work) {
    views = {};
    for (const Example& e : examples) {
        Panels p;
        if (!split(e.in, code, p, work)) return false;
        const bool fits = laid_over ? equal_panels(p) && p.boxes[0].h == e.out.h && p.boxes[0].w == e.out.w
                                    : p.rows == e.out.h && p.columns == e.out.w;
        if (!fits || (laid_over && views.count != 0 && views.count != p.boxes.size())) return false;
        views.count = p.boxes.size();
        views.of.push_back(std::move(p));
    }
    return true;
}

void offer_overlays(int code, size_t count, Trial& trial) {
    std::vector<int> order;
    for (size_t k = 0; k < count; ++k) order.push_back(static_cast<int>(k));
    const auto offer = [&] {
        Rule r{code, kOverlay};
        r.insert(r.end(), order.begin(), order.end());
        return trial.offer(r);
    };
    if (count > kMostPanelsLookedUp) {
        if (!offer()) std::reverse(order.begin(), order.end()), offer();
        return;
    }
    do {
        if (offer()) return;
    } while (std::next_permutation(order.begin(), order.end()));
}

// With the ground's colour as a label of its own, or every colour as it is. False where the demos contradict such a table.
template <class Key>
bool offer_table(const Examples& examples, const Views& views, int code, PanelKind kind, Key key, bool relative, Trial& trial) {
    ShownTable table;
    for (size_t k = 0; k < examples.size(); ++k) {
        const Picture& out = examples[k].out;
        if (!trial.work().charge(examples[k].in.size() + out.size() * static_cast<int64_t>(8 + views.count))) return true;
        const int ground = shared_ground(examples[k].in, views.of[k]);
        for (int c = 0; c < out.size(); ++c) {
            const auto colours = colours_at(examples[k].in, views.of[k], c / out.w, c % out.w);
            const int label = relative && out.at(c) == ground ? kGroundLabel : out.at(c);
            if (!table.add(key(colours, ground), label, k)) return false;
        }
    }
    if (!table.holds_together()) return true;
    Rule r{code, kind};
    table.write(r);
    trial.offer(r);
    return true;
}

// The key is which panels are alike. Its label is a colour, or kColours and the number of the panel that has the colour: the first
// label that holds in all cells with that key.
void offer_alike(const Examples& examples, const Views& views, int code, Trial& trial) {
    std::map<int, uint32_t> left;  // by key, the labels that still hold, as bits
    const auto each = [&](auto use) {
        for (size_t k = 0; k < examples.size(); ++k) {
            const Picture& out = examples[k].out;
            for (int c = 0; c < out.size(); ++c) use(colours_at(examples[k].in, views.of[k], c / out.w, c % out.w), out.at(c), k);
        }
    };
    for (const Example& e : examples) {
        if (!trial.work().charge(2 * e.out.size() * static_cast<int64_t>(8 + views.count))) return;
    }
    each([&](const std::vector<int>& colours, int to, size_t) {
        uint32_t labels = 1U << to;
        for (size_t n = 0; n < colours.size(); ++n) labels |= colours[n] == to ? 1U << (kColours + n) : 0U;
        left.try_emplace(likeness(colours), ~0U).first->second &= labels;
    });
    if (std::any_of(left.begin(), left.end(), [](const auto& row) { return row.second == 0; })) return;
    ShownTable table;
    each([&](const std::vector<int>& colours, int, size_t k) {
        const int key = likeness(colours);
        table.add(key, std::countr_zero(left[key]), k);
    });
    if (!table.holds_together()) return;
    Rule r{code, kAlike};
    table.write(r);
    trial.offer(r);
}

// The way to see the panels of a code as parts, the same panels in the same order.
int way_of(int code) {
    if (code == 0) return scene::wContents;
    const auto parts = scene::even_parts();
    const auto at = std::find_if(parts.begin(), parts.end(), [&](const Step& s) { return s.i * 16 + s.j == code; });
    return scene::wEven + static_cast<int>(at - parts.begin());
}

// How a panel's label follows from its features: kLeaf label | kTest fact comparison value kLeaf label kLeaf label | kTable fact n
// (value label)*. Tests first, then tables, cheapest first.
std::vector<Rule> choices_for(scene::Sight& sight, const std::vector<int>& labels, scene::Meter& meter) {
    std::vector<Rule> found;
    const auto [least, most] = std::minmax_element(labels.begin(), labels.end());
    if (*least == *most) return {{kLeaf, *least}};
    if (!sight.prepare_selections(meter)) return found;
    const int no = *std::find_if(labels.begin(), labels.end(), [&](int l) { return l != *least; });
    const FewBits yes = sight.those([&](size_t k) { return labels[k] == *least; });
    const bool two = std::all_of(labels.begin(), labels.end(), [&](int l) { return l == *least || l == no; });
    for (const scene::Selection& s : sight.selections) {
        if (!two || s.holds != yes || found.size() >= kMostPanelChoices) continue;
        Rule r{kTest};
        s.test.write(r);
        r.insert(r.end(), {kLeaf, *least, kLeaf, no});
        found.push_back(std::move(r));
    }
    for (const int f : scene::keys_by_cost()) {
        if (found.size() >= kMostPanelChoices || !meter.charge(static_cast<int64_t>(labels.size()) * 2)) break;
        ShownTable table;
        bool one_each = true;
        for (size_t k = 0; k < labels.size() && one_each; ++k) {
            one_each = table.add(sight.features(k)[static_cast<size_t>(f)], labels[k], sight.example_of[k]);
        }
        if (!one_each || table.size() < 2 || (table.size() == labels.size() && labels.size() > 2) || !table.holds_together()) continue;
        Rule r{kTable, f};
        table.write(r);
        found.push_back(std::move(r));
    }
    return found;
}

int chosen_label(Reader r, const std::vector<int>& features) {
    const int form = r.next();
    if (form == kLeaf) return r.next();
    const int fact = r.next();
    if (form == kTest) {
        const Test t{fact, r.next(), r.next()};
        if (!t.holds(features)) r.next(), r.next();
        r.next();
        return r.next();
    }
    for (int n = r.next(); n > 0; --n) {
        const int value = r.next(), label = r.next();
        if (value == features[static_cast<size_t>(fact)]) return label;
    }
    return -1;
}

void check_choice(Reader& r) {
    const auto label = [&] {
        if (r.within(kGroundColour, kColours) == -1) r.refuse();
    };
    const auto leaf = [&] {
        if (r.row(choice_forms()) != kLeaf) r.refuse();
        label();
    };
    const int form = r.row(choice_forms());
    if (form == kLeaf) return label();
    if (form == kTest) return read_test(r, scene::features()), leaf(), leaf();
    r.row(scene::features());
    for (int n = r.below(kRuleNumbers); n > 0 && !r.bad(); --n) r.next(), label();
}

void offer_cells(const Examples& examples, int code, Trial& trial) {
    scene::Meter meter(trial.work());
    scene::Sight sight;
    if (!sight.look(examples, way_of(code), meter) || !sight.prepare_selections(meter)) return;
    std::vector<int> constant, own, ground;
    for (size_t k = 0; k < sight.parts(); ++k) {
        const size_t e = sight.example_of[k];
        const int colour = examples[e].out.at(static_cast<int>(k - sight.first[e]));
        constant.push_back(colour);
        own.push_back(colour == sight.features(k)[0] ? kOwnColour : colour);
        ground.push_back(colour == sight.scenes[e].ground ? kGroundColour : colour);
    }
    for (const auto* labels : {&own, &constant, &ground}) {
        for (const Rule& choice : choices_for(sight, *labels, meter)) {
            Rule r{code, kCells};
            r.insert(r.end(), choice.begin(), choice.end());
            if (trial.offer(r)) return;
        }
    }
}

bool apply_cells(const Rule& rule, const Picture& in, int code, const Panels& panels, Picture& out, Work& work) {
    scene::Scene s;
    if (!scene::see(in, way_of(code), s, work) || !scene::find_features(s, work)) return false;
    out = Picture(panels.rows, panels.columns, 0);
    for (size_t b = 0; b < s.parts.size(); ++b) {
        int label = chosen_label(Reader(rule, kParameters + 2), s.features[b]);
        if (label == kOwnColour) label = s.features[b][0];
        if (label == kGroundColour) label = s.ground;
        if (label < 0 || label >= kColours) return false;
        out.set(static_cast<int>(b), label);
    }
    return true;
}

int looked_up(const Rule& rule, int key) {
    Reader r(rule, kParameters + 2);
    for (int n = r.next(); n > 0 && !r.bad(); --n) {
        const int from = r.next(), to = r.next();
        if (from == key && !r.bad()) return to;
    }
    return -1;
}

int laid_over(const Rule& rule, const std::vector<int>& colours, int ground) {
    Reader r(rule, kParameters + 2);
    for (size_t k = 0; k < colours.size(); ++k) {
        const int at = r.next();
        if (r.bad() || at < 0 || at >= static_cast<int>(colours.size())) return -1;
        if (colours[static_cast<size_t>(at)] != ground) return colours[static_cast<size_t>(at)];
    }
    return ground;
}

}  // namespace

void learn_panels(const Examples& examples, Trial& trial) {
    std::vector<int> codes{0};
    for (const auto& [rows, columns] : {std::pair{1, 2}, {2, 1}, {1, 3}, {3, 1}, {2, 2}, {1, 4}, {4, 1}, {3, 3}, {1, 5}, {5, 1}}) {
        codes.push_back(rows * 16 + columns);
    }
    codes.push_back(kHalves);
    Views views;
    for (const int code : codes) {
        if (trial.over()) return;
        if (split_all(examples, code, true, views, trial.work())) {
            offer_overlays(code, views.count, trial);
            const auto tally = [&](bool relative) { return offer_table(examples, views, code, kTally, tally_of, relative, trial); };
            if (!tally(false)) tally(true);
            if (views.count <= kMostPanelsLookedUp) {
                offer_alike(examples, views, code, trial);
                offer_table(examples, views, code, kLookup, panel_key, false, trial);
            }
        }
        if (code != kHalves && split_all(examples, code, false, views, trial.work())) offer_cells(examples, code, trial);
    }
    const auto offer = [&](const Rule& parameters) {
        Rule rule{0, kTogether};
        rule.insert(rule.end(), parameters.begin(), parameters.end());
        return trial.offer(rule);
    };
    if (!trial.over()) offer_together(examples, offer, trial.work());
    if (!trial.explained()) offer_stacks(examples, {0, kStacked}, trial);
}

void check_panels(Reader& r) {
    constexpr int kCodes = 16 * 16, kKeys = kColours * kColours * kColours * kColours;  // of kMostPanelsLookedUp panels
    const int code = r.below(kCodes);
    const int kind = r.row(kPanelKinds);
    const bool halves = code == kHalves && kind != kCells;
    if (!halves && way_of(code) == scene::wEven + static_cast<int>(scene::even_parts().size())) r.refuse();
    switch (kind) {
        case kOverlay:
            do {
                r.below(static_cast<int>(kMostParts));
            } while (r.left() > 0 && !r.bad());
            return;
        case kCells: return check_choice(r);
        case kTogether: return check_together(r);
        case kStacked: return check_stack(r);
        default: break;
    }
    const int labels = kind == kAlike ? kColours + kMostPanelsLookedUp : kind == kTally ? kGroundLabel + 1 : kColours;
    for (int n = r.below(kKeys + 1); n > 0 && !r.bad(); --n) {
        r.below(kKeys);
        r.below(labels);
    }
}

bool apply_panels(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int code = r.next(), kind = r.next();
    Panels panels;
    if (kind == kTogether) return put_together(r, in, out, work);
    if (kind == kStacked) return put_stack(r, in, out, work);
    if (r.bad() || code < 0 || !split(in, code, panels, work)) return false;
    if (kind == kCells) return apply_cells(rule, in, code, panels, out, work);
    if (!equal_panels(panels) || ((kind == kLookup || kind == kAlike) && panels.boxes.size() > kMostPanelsLookedUp)) return false;
    out = Picture(panels.boxes[0].h, panels.boxes[0].w, 0);
    if (!work.charge(in.size() + out.size() * static_cast<int64_t>(8 + panels.boxes.size()))) return false;
    const int ground = shared_ground(in, panels);
    for (int k = 0; k < out.size(); ++k) {
        const std::vector<int> colours = colours_at(in, panels, k / out.w, k % out.w);
        const int key = kind == kTally ? tally_of(colours, ground) : kind == kLookup ? panel_key(colours, ground) : likeness(colours);
        int to = kind == kOverlay ? laid_over(rule, colours, ground) : looked_up(rule, key);
        if (kind == kAlike && to >= kColours && to - kColours < static_cast<int>(colours.size())) to = colours[static_cast<size_t>(to - kColours)];
        if (kind == kTally && to == kGroundLabel) to = ground;
        if (to < 0 || to >= kColours) return false;
        out.set(k, to);
    }
    return true;
}

}  // namespace arcloom::fit
