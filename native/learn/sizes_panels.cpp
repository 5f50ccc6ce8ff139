// native/learn/sizes_panels.cpp: outputs put together of the grid's panels, each in a place and a view of its own
//
// The grid falls into equal panels, between lines or side by side. The output is rows and columns of places as large as a panel.
// Each place shows the same panel in the same view in every example.
#include "sizes_panels.hpp"

#include <algorithm>

#include "scene.hpp"

namespace arcloom::fit {

namespace {

constexpr int kBetweenLines = 0;  // a split; the others are rows of even_parts(), counted from 1
constexpr int kNothing = -1;      // stands at a place that is black

}  // namespace

const Names& panel_splits() {
    static const Names names("split", [] {
        std::vector<Row> rows{{kBetweenLines, "lines", "between lines"}};
        for (const Step& even : scene::even_parts()) {
            const std::string by = std::to_string(even.i) + " by " + std::to_string(even.j);
            rows.push_back({static_cast<int>(rows.size()), "split " + by, by});
        }
        return rows;
    }());
    return names;
}

namespace {

// Equal panels of two cells or more; false where the picture has none.
bool panels_of(const Picture& p, int split, std::vector<Picture>& panels, Work& work) {
    scene::Panels found;
    if (split == kBetweenLines) {
        if (!scene::split_by_lines(p, found, work)) return false;
    } else {
        const Step& even = scene::even_parts()[static_cast<size_t>(split - 1)];
        if (!scene::split_evenly(p, even.i, even.j, found, work)) return false;
    }
    panels.clear();
    for (const Blob& b : found.boxes) {
        panels.push_back(crop(p, b.top, b.left, b.h, b.w));
        if (!panels.back().same_size(panels[0])) return false;
    }
    return panels.size() >= 2 && panels.size() <= kMostPanelsArranged && panels[0].size() >= 2;
}

struct Place {
    int panel = kNothing, view = 0;
};
// False where the view has another size than the panel.
bool show(const std::vector<Picture>& panels, const Place& place, Picture& look) {
    if (place.panel == kNothing) {
        look = Picture(panels[0].h, panels[0].w, 0);
        return true;
    }
    look = turned(panels[static_cast<size_t>(place.panel)], place.view);
    return look.same_size(panels[0]);
}

// As they stand first, then in other views; black last.
std::vector<Place> possible_places(size_t panels) {
    std::vector<Place> places;
    for (const int view : {0, 5, 4, 2, 6, 7, 1, 3}) {
        for (size_t k = 0; k < panels; ++k) places.push_back({static_cast<int>(k), view});
    }
    places.push_back({});
    return places;
}

struct Split {
    std::vector<std::vector<Picture>> panels;  // by example
    int rows = 0, columns = 0;                 // of places
};
bool split_all(const Examples& examples, int split, Split& all, Work& work) {
    all.panels.assign(examples.size(), {});
    for (size_t e = 0; e < examples.size(); ++e) {
        if (!panels_of(examples[e].in, split, all.panels[e], work) || all.panels[e].size() != all.panels[0].size()) return false;
        const Picture &out = examples[e].out, &panel = all.panels[e][0];
        if (out.h % panel.h != 0 || out.w % panel.w != 0) return false;
        if (e == 0) all.rows = out.h / panel.h, all.columns = out.w / panel.w;
        if (out.h / panel.h != all.rows || out.w / panel.w != all.columns) return false;
    }
    return all.rows * all.columns >= 2 && all.rows * all.columns <= kMostPanelPlaces;
}

bool find_place(const Examples& examples, const Split& all, int k, const std::vector<Place>& possible, Place& found) {
    const auto shown = [&](size_t e, const Place& place) {
        Picture look;
        const Picture& panel = all.panels[e][0];
        return show(all.panels[e], place, look) && look == crop(examples[e].out, k / all.columns * panel.h, k % all.columns * panel.w, panel.h, panel.w);
    };
    for (const Place& place : possible) {
        bool always = true;
        for (size_t e = 0; e < examples.size() && always; ++e) always = shown(e, place);
        found = place;
        if (always) return true;
    }
    return false;
}

}  // namespace

void offer_panels(const Examples& examples, Trial& trial, const Rule& head) {
    for (const Row& split : panel_splits().rows()) {
        Split all;
        if (trial.over() || !split_all(examples, split.at, all, trial.work())) continue;
        const std::vector<Place> possible = possible_places(all.panels[0].size());
        Rule rule = head;
        rule.insert(rule.end(), {split.at, all.rows, all.columns});
        bool whole = true;
        for (int k = 0; k < all.rows * all.columns && whole; ++k) {
            Place place;
            whole = trial.work().charge(40 * all.panels[0][0].size()) && find_place(examples, all, k, possible, place);
            rule.insert(rule.end(), {place.panel, place.view});
        }
        if (whole && trial.offer(rule)) return;
    }
}

bool arrange_panels(Reader& r, const Picture& in, Picture& out, Work& work) {
    std::vector<Picture> panels;
    if (!panels_of(in, r.next(), panels, work)) return false;
    const int rows = r.next(), columns = r.next(), h = panels[0].h, w = panels[0].w;
    if (!fits_picture(int64_t{h} * rows, int64_t{w} * columns) || !work.charge(2 * h * w * rows * columns)) return false;
    out = Picture(h * rows, w * columns, 0);
    for (int k = 0; k < rows * columns; ++k) {
        const Place place{r.next(), r.next()};
        Picture look;
        if (place.panel >= static_cast<int>(panels.size()) || !show(panels, place, look)) return false;
        for (int n = 0; n < h * w; ++n) out.set(k / columns * h + n / w, k % columns * w + n % w, look.at(n));
    }
    return true;
}

void check_panel_places(Reader& r) {
    r.row(panel_splits());
    const int rows = r.within(1, kMostPanelPlaces + 1), columns = r.within(1, kMostPanelPlaces + 1);
    if (rows * columns > kMostPanelPlaces) r.refuse();
    for (int k = 0; k < rows * columns && !r.bad(); ++k) {
        r.within(kNothing, kMostPanelsArranged);
        r.below(8);
    }
}

}  // namespace arcloom::fit
