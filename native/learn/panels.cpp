// native/learn/panels.cpp: the panels of a picture, laid over each other or each told in one cell
//
// A picture falls into panels by separating lines, else into equal parts. Hypotheses: panels laid over each
// other in some order, the first colour that is not black wins; a table from the colours that meet to a colour;
// a table from how many are not black. And, one cell a panel: a fact of the panel tells its colour.
#include <algorithm>
#include <map>

#include "choice.hpp"
#include "regions.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum PanelKind { kOverlay, kLookup, kTally, kCells };
const Names kPanelKinds("panels", {{kOverlay, "overlay"}, {kLookup, "lookup"}, {kTally, "tally"}, {kCells, "cells"}});
constexpr int kOwnColour = -2;   // label: the panel's own main colour

// Split 0: by lines; else rows * 16 + columns.
bool split(const Picture& p, int code, Panels& panels, Work& work) {
    const bool done = code == 0 ? split_by_lines(p, panels, work) : split_evenly(p, code / 16, code % 16, panels, work);
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

int panel_key(const std::vector<int>& colours) {
    int key = 0;
    for (const int c : colours) key = key * kColours + c;
    return key;
}

int tally_of(const std::vector<int>& colours) {
    return static_cast<int>(std::count_if(colours.begin(), colours.end(), [](int c) { return c != 0; }));
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

template <class Key>
void offer_table(const Examples& examples, const Views& views, int code, PanelKind kind, Key key, Trial& trial) {
    std::map<int, int> table;
    for (size_t k = 0; k < examples.size(); ++k) {
        const Picture& out = examples[k].out;
        if (!trial.work().charge(out.size() * static_cast<int64_t>(8 + views.count))) return;
        for (int c = 0; c < out.size(); ++c) {
            const auto colours = colours_at(examples[k].in, views.of[k], c / out.w, c % out.w);
            const auto [it, added] = table.emplace(key(colours), out.at(c));
            if (!added && it->second != out.at(c)) return;
        }
    }
    Rule r{code, kind, static_cast<int>(table.size())};
    for (const auto& [from, to] : table) r.insert(r.end(), {from, to});
    trial.offer(r);
}

void offer_cells(const Examples& examples, const Views& views, int code, Trial& trial) {
    std::vector<Facts> facts;
    std::vector<Labelled> constant, own;
    for (size_t k = 0; k < examples.size(); ++k) facts.push_back(measure(examples[k].in, views.of[k].boxes, trial.work()));
    for (size_t k = 0; k < examples.size(); ++k) {
        if (facts[k].size() != views.of[k].boxes.size()) return;
        for (size_t b = 0; b < facts[k].size(); ++b) {
            const int label = examples[k].out.at(static_cast<int>(b));
            constant.push_back({&facts[k][b], label});
            own.push_back({&facts[k][b], label == facts[k][b][0] ? kOwnColour : label});
        }
    }
    for (const auto* labelled : {&own, &constant}) {
        for (const Rule& choice : explain(*labelled, 4, trial.work())) {
            Rule r{code, kCells};
            r.insert(r.end(), choice.begin(), choice.end());
            if (trial.offer(r)) return;
        }
    }
}

bool apply_cells(const Rule& rule, const Picture& in, const Panels& panels, Picture& out, Work& work) {
    const Facts facts = measure(in, panels.boxes, work);
    if (facts.size() != panels.boxes.size()) return false;
    out = Picture(panels.rows, panels.columns, 0);
    for (size_t b = 0; b < facts.size(); ++b) {
        Reader r(rule, kParameters + 2);
        int label = choose(r, facts[b]);
        if (label == kOwnColour) label = facts[b][0];
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

int laid_over(const Rule& rule, const std::vector<int>& colours) {
    Reader r(rule, kParameters + 2);
    for (size_t k = 0; k < colours.size(); ++k) {
        const int at = r.next();
        if (r.bad() || at < 0 || at >= static_cast<int>(colours.size())) return -1;
        if (colours[static_cast<size_t>(at)] != 0) return colours[static_cast<size_t>(at)];
    }
    return 0;
}

}  // namespace

void learn_panels(const Examples& examples, Trial& trial) {
    std::vector<int> codes{0};
    for (const auto& [rows, columns] : {std::pair{1, 2}, {2, 1}, {1, 3}, {3, 1}, {2, 2}, {1, 4}, {4, 1}, {3, 3}, {1, 5}, {5, 1}}) {
        codes.push_back(rows * 16 + columns);
    }
    Views views;
    for (const int code : codes) {
        if (trial.over()) return;
        if (split_all(examples, code, true, views, trial.work())) {
            offer_overlays(code, views.count, trial);
            offer_table(examples, views, code, kTally, tally_of, trial);
            if (views.count <= kMostPanelsLookedUp) offer_table(examples, views, code, kLookup, panel_key, trial);
        }
        if (split_all(examples, code, false, views, trial.work())) offer_cells(examples, views, code, trial);
    }
}

void check_panels(Reader& r) {
    constexpr int kCodes = 16 * 16, kKeys = kColours * kColours * kColours * kColours;  // of kMostPanelsLookedUp panels
    r.below(kCodes);
    switch (r.row(kPanelKinds)) {
        case kOverlay:
            do {
                r.below(static_cast<int>(kMostParts));
            } while (r.left() > 0 && !r.bad());
            return;
        case kCells: return check_choice(r, kOwnColour, kColours);
        default: break;
    }
    for (int n = r.below(kKeys + 1); n > 0 && !r.bad(); --n) {
        r.below(kKeys);
        r.below(kColours);
    }
}

bool apply_panels(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int code = r.next(), kind = r.next();
    Panels panels;
    if (r.bad() || code < 0 || !split(in, code, panels, work)) return false;
    if (kind == kCells) return apply_cells(rule, in, panels, out, work);
    if (!equal_panels(panels) || (kind == kLookup && panels.boxes.size() > kMostPanelsLookedUp)) return false;
    out = Picture(panels.boxes[0].h, panels.boxes[0].w, 0);
    if (!work.charge(out.size() * static_cast<int64_t>(8 + panels.boxes.size()))) return false;
    for (int k = 0; k < out.size(); ++k) {
        const std::vector<int> colours = colours_at(in, panels, k / out.w, k % out.w);
        const int to = kind == kOverlay ? laid_over(rule, colours)
                                        : looked_up(rule, kind == kTally ? tally_of(colours) : panel_key(colours));
        if (to < 0 || to >= kColours) return false;
        out.set(k, to);
    }
    return true;
}

}  // namespace arcloom::fit
