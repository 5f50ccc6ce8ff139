// native/learn/regions.cpp: blobs, boxes of colours, panels, frames' insides
#include "regions.hpp"

#include <algorithm>

namespace arcloom::fit {

namespace {

// After the segmentations (cropped from the picture, and alone on ground) come:
enum Way {
    wColourBox = 2 * kSegmentations,  // the box of each colour
    wLineRegions,                           // panels between separating lines
    wFrameInside,                     // within the border of each hollow one-coloured blob
    wFrame,                           // the same with the border
    wSolid,                           // the largest one-coloured full rectangles
    wBoxInside,                       // within the box of each colour, without its outermost cells
    wAround,                          // the box of each blob (colours mixed, corners touch) and a ring around it
    wEven                             // then equal parts: 1x2, 2x1, 1x3, ...
};
constexpr Step kParts[] = {{1, 2}, {2, 1}, {1, 3}, {3, 1}, {2, 2}, {3, 3}, {1, 4}, {4, 1}, {4, 4}, {1, 5}, {5, 1},
                           {2, 3}, {3, 2}, {5, 5}, {1, 6}, {6, 1}, {1, 7}, {7, 1}};
static_assert(wEven + static_cast<int>(std::size(kParts)) <= kRegionWays);

const Names kWindowAt("window place", {{0, "upper left", "in the upper left corner"},
                                       {1, "upper right", "in the upper right corner"},
                                       {2, "lower left", "in the lower left corner"},
                                       {3, "lower right", "in the lower right corner"},
                                       {4, "middle", "in the middle"}});

std::vector<int> uniform_lines(const Picture& p, int colour, bool rows) {
    std::vector<int> found;
    for (int a = 0; a < (rows ? p.h : p.w); ++a) {
        bool all = true;
        for (int b = 0; b < (rows ? p.w : p.h) && all; ++b) all = (rows ? p.at(a, b) : p.at(b, a)) == colour;
        if (all) found.push_back(a);
    }
    return found;
}

// Stretches between the lines.
std::vector<std::pair<int, int>> between(const std::vector<int>& lines, int n) {
    std::vector<std::pair<int, int>> spans;
    int start = 0;
    for (size_t k = 0; k <= lines.size(); ++k) {
        const int end = k < lines.size() ? lines[k] : n;
        if (end > start) spans.emplace_back(start, end - start);
        start = end + 1;
    }
    return spans;
}

bool equal_spans(const std::vector<std::pair<int, int>>& spans) {
    return std::all_of(spans.begin(), spans.end(), [&](const auto& s) { return s.second == spans[0].second; });
}

void add_box(const Picture& p, int top, int left, int h, int w, std::vector<Region>& out) {
    if (h < 1 || w < 1) return;
    out.push_back({window(p, top, left, h, w, 0), crop(p, top, left, h, w)});
}

void colour_boxes(const Picture& p, int inset, std::vector<Region>& out) {
    for (int c = 0; c < kColours; ++c) {
        int top = p.h, left = p.w, bottom = -1, right = -1;
        for (int k = 0; k < p.size(); ++k) {
            if (p.at(k) != c) continue;
            top = std::min(top, k / p.w), bottom = std::max(bottom, k / p.w);
            left = std::min(left, k % p.w), right = std::max(right, k % p.w);
        }
        const int h = bottom - top + 1 - 2 * inset, w = right - left + 1 - 2 * inset;
        if (bottom < 0 || h < 1 || w < 1) continue;
        Blob b{top + inset, left + inset, h, w, {}};
        for (int k = 0; k < p.size(); ++k) {
            if (p.at(k) == c) b.cells.push_back(k);
        }
        std::erase_if(b.cells, [&](int k) {
            const int y = k / p.w - b.top, x = k % p.w - b.left;
            return y < 0 || y >= b.h || x < 0 || x >= b.w;
        });
        // The facts speak of the colour even where the box without its rim has none of it.
        if (b.cells.empty()) b = window(p, b.top, b.left, b.h, b.w, -1);
        out.push_back({std::move(b), crop(p, top + inset, left + inset, h, w)});
    }
}

bool border_is_full(const Picture& p, const Blob& b) {
    const std::vector<uint8_t> mask = mask_of(p, b);
    for (int k = 0; k < b.h * b.w; ++k) {
        const bool edge = k / b.w == 0 || k / b.w == b.h - 1 || k % b.w == 0 || k % b.w == b.w - 1;
        if (edge && mask[static_cast<size_t>(k)] == 0) return false;
    }
    return true;
}

void frames(const Picture& p, int inset, std::vector<Region>& out, Work& work) {
    for (const Blob& b : segment(p, {false, false, Ground::None}, work)) {
        if (b.h < 3 || b.w < 3 || static_cast<int>(b.cells.size()) == b.h * b.w || !border_is_full(p, b)) continue;
        if (b.h == p.h && b.w == p.w) continue;
        add_box(p, b.top + inset, b.left + inset, b.h - 2 * inset, b.w - 2 * inset, out);
    }
}

void solids(const Picture& p, std::vector<Region>& out, Work& work) {
    for (const Blob& b : segment(p, {false, false, Ground::None}, work)) {
        if (static_cast<int>(b.cells.size()) == b.h * b.w && b.h > 1 && b.w > 1) {
            out.push_back({b, crop(p, b.top, b.left, b.h, b.w)});
        }
    }
}

void blobs_around(const Picture& p, std::vector<Region>& out, Work& work) {
    for (const Blob& b : segment(p, {true, true, Ground::Common}, work)) {
        const int top = std::max(0, b.top - 1), left = std::max(0, b.left - 1);
        const int bottom = std::min(p.h, b.top + b.h + 1), right = std::min(p.w, b.left + b.w + 1);
        out.push_back({b, crop(p, top, left, bottom - top, right - left)});
    }
}

void panel_regions(const Picture& p, const Panels& panels, std::vector<Region>& out) {
    for (const Blob& b : panels.boxes) out.push_back({b, crop(p, b.top, b.left, b.h, b.w)});
}

std::vector<Blob> blobs_of(const std::vector<Region>& regions) {
    std::vector<Blob> blobs;
    for (const Region& r : regions) blobs.push_back(r.blob);
    return blobs;
}

// Places: the corners row by row, then the middle.
void cut_window(const Picture& p, int code, std::vector<Region>& out) {
    const int place = code / (kMostWindow * kMostWindow);
    const int h = code / kMostWindow % kMostWindow + 1, w = code % kMostWindow + 1;
    if (h > p.h || w > p.w) return;
    const bool middle = place == kWindowPlaces - 1;
    if (middle && ((p.h - h) % 2 != 0 || (p.w - w) % 2 != 0)) return;
    const int top = middle ? (p.h - h) / 2 : place / 2 == 0 ? 0 : p.h - h;
    const int left = middle ? (p.w - w) / 2 : place % 2 == 0 ? 0 : p.w - w;
    add_box(p, top, left, h, w, out);
}

}  // namespace

bool split_by_lines(const Picture& p, Panels& panels, Work& work) {
    if (!work.charge(8 * p.size())) return false;
    // The colour whose lines leave equal panels, rather than black, and then the most.
    panels = {};
    int best = 0;
    for (int c = 0; c < kColours; ++c) {
        const auto rows = between(uniform_lines(p, c, true), p.h), columns = between(uniform_lines(p, c, false), p.w);
        const int n = static_cast<int>(rows.size() * columns.size());
        const int worth = (equal_spans(rows) && equal_spans(columns) ? 1 << 20 : 0) + (c != 0 ? 1 << 19 : 0) + n;
        if (n < 2 || worth <= best) continue;
        best = worth;
        panels = {{}, static_cast<int>(rows.size()), static_cast<int>(columns.size()), c};
        for (const auto& [top, h] : rows) {
            for (const auto& [left, w] : columns) panels.boxes.push_back(window(p, top, left, h, w, 0));
        }
    }
    return !panels.boxes.empty();
}

bool split_evenly(const Picture& p, int rows, int columns, Panels& panels, Work& work) {
    if (rows < 1 || columns < 1 || p.h % rows != 0 || p.w % columns != 0 || !work.charge(4 * p.size())) return false;
    panels = {{}, rows, columns, -1};
    const int h = p.h / rows, w = p.w / columns;
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j) panels.boxes.push_back(window(p, i * h, j * w, h, w, 0));
    }
    return true;
}

const Names& region_ways() {
    static const Names names("way", [] {
        std::vector<Row> rows{{wColourBox, "colour boxes", "boxes of the colours"},
                              {wLineRegions, "panels", "panels between lines"},
                              {wFrameInside, "frame insides", "insides of frames"},
                              {wFrame, "frames", "frames with what is inside"},
                              {wSolid, "solids", "full rectangles of one colour"},
                              {wBoxInside, "insides of colour boxes", "boxes of the colours without their rims"},
                              {wAround, "surroundings", "boxes of the objects with a ring around them"},
                              {kRegionWays, "window", "windows"}};
        for (int code = 0; code < kSegmentations; ++code) {
            const Row& s = segmentations().row(code);
            rows.push_back({code, "box of " + s.name, "boxes of the " + s.words});
            rows.push_back({kSegmentations + code, "alone " + s.name, s.words + ", each by itself"});
        }
        for (int k = 0; k < static_cast<int>(std::size(kParts)); ++k) {
            const std::string by = std::to_string(kParts[k].i) + " by " + std::to_string(kParts[k].j);
            rows.push_back({wEven + k, "parts " + by, "equal parts, " + by});
        }
        return rows;
    }());
    return names;
}

void write_way(int way, Rule& rule) {
    rule.push_back(std::min(way, kRegionWays));
    if (way < kRegionWays) return;
    const int code = way - kRegionWays;
    rule.insert(rule.end(), {code / (kMostWindow * kMostWindow), code / kMostWindow % kMostWindow + 1, code % kMostWindow + 1});
}

int read_way(Reader& r) {
    const int way = r.row(region_ways());
    if (way < kRegionWays) return way;
    const int place = r.row(kWindowAt), h = r.within(1, kMostWindow + 1), w = r.within(1, kMostWindow + 1);
    return window_way(place, h, w);
}

bool cut_regions(const Picture& p, int way, std::vector<Region>& out, Work& work) {
    out.clear();
    if (way < 0 || way >= kRegionWays + kWindowWays || !work.charge(10 * p.size())) return false;
    Panels panels;
    if (way < 2 * kSegmentations) {
        const Segmentation s = Segmentation::of(way % kSegmentations);
        const int ground = ground_of(p, s.ground);
        for (const Blob& b : segment(p, s, work)) {
            if (!work.charge(3 * b.h * b.w)) return false;
            out.push_back({b, way < kSegmentations ? crop(p, b.top, b.left, b.h, b.w) : alone(p, b, ground)});
        }
    } else if (way >= kRegionWays) {
        cut_window(p, way - kRegionWays, out);
    } else if (way == wColourBox || way == wBoxInside) {
        colour_boxes(p, way == wBoxInside ? 1 : 0, out);
    } else if (way == wFrameInside || way == wFrame) {
        frames(p, way == wFrameInside ? 1 : 0, out, work);
    } else if (way == wSolid) {
        solids(p, out, work);
    } else if (way == wAround) {
        blobs_around(p, out, work);
    } else if (way == wLineRegions) {
        if (split_by_lines(p, panels, work)) panel_regions(p, panels, out);
    } else if (const size_t k = static_cast<size_t>(way - wEven); k < std::size(kParts)) {
        if (split_evenly(p, kParts[k].i, kParts[k].j, panels, work)) panel_regions(p, panels, out);
    }
    return !out.empty() && !work.dry();
}

std::vector<int> ordered_ways() {
    std::vector<int> order;
    for (const Ground g : {Ground::Black, Ground::Common, Ground::None}) {
        for (const bool multi : {true, false}) {
            for (const bool eight : {true, false}) {
                for (const bool by_itself : {false, true}) {
                    if (g == Ground::None && (multi || by_itself)) continue;
                    order.push_back(Segmentation{eight, multi, g}.code() + (by_itself ? kSegmentations : 0));
                }
            }
        }
    }
    for (int way = 2 * kSegmentations; way < kRegionWays; ++way) order.push_back(way);
    return order;
}

bool cut_all(const Examples& examples, int way, std::vector<Cut>& cuts, Work& work) {
    cuts.clear();
    for (const Example& e : examples) {
        Cut c;
        if (!cut_regions(e.in, way, c.regions, work) || c.regions.size() > kMostParts) return false;
        cuts.push_back(std::move(c));
    }
    return true;
}

bool everywhere(const Marks& marks) {
    return std::all_of(marks.begin(), marks.end(),
                       [](const auto& m) { return std::find(m.begin(), m.end(), 1) != m.end(); });
}

namespace {

std::vector<int> further_facts() {
    std::vector<int> facts;
    for (int k = 0; k < further_fact_count(); ++k) facts.push_back(fact_count() + k);
    return facts;
}

void add_further(const Picture& p, const std::vector<Region>& regions, Facts& facts, Work& work) {
    const auto n = static_cast<int64_t>(regions.size());
    if (facts.empty() || static_cast<int>(facts[0].size()) > fact_count() || !work.charge(n * (n + 100))) return;
    measure_further(p, blobs_of(regions), facts);
}

}  // namespace

void tell_apart(const Examples& examples, std::vector<Cut>& cuts, const Marks& marks, bool further,
                const std::function<bool(const Test&)>& use, Work& work) {
    std::vector<Labelled> all;
    bool sole = true;
    for (size_t k = 0; k < examples.size(); ++k) {
        Cut& cut = cuts[k];
        if (cut.facts.empty()) cut.facts = measure_regions(examples[k].in, cut.regions, work);
        if (further) add_further(examples[k].in, cut.regions, cut.facts, work);
        if (work.dry()) return;
        sole = sole && cut.regions.size() == 1;
        for (const auto& f : cut.facts) all.push_back({&f, 0});
    }
    if (sole && everywhere(marks)) {
        use({0, 1, kOutside});  // a colour that is at most this: always true
        return;
    }
    for (const Test& t : tests_for(all, further ? further_facts() : facts_by_simplicity())) {
        if (!work.charge(static_cast<int64_t>(all.size()))) return;
        bool tells = true;
        for (size_t k = 0; k < cuts.size() && tells; ++k) {
            bool some = false;
            for (size_t r = 0; r < cuts[k].facts.size() && tells; ++r) {
                if (!t.holds(cuts[k].facts[r])) continue;
                some = true;
                tells = marks[k][r] != 0;
            }
            tells = tells && some;
        }
        if (tells && use(t)) return;
    }
}

bool read_look(Reader& r, const Picture& p, Picture& look, Work& work) {
    const int way = read_way(r);
    Test t{};
    std::vector<Region> regions;
    const int count = fact_count() + further_fact_count();
    if (!read_test(r, t, count) || !cut_regions(p, way, regions, work)) return false;
    Facts facts = measure_regions(p, regions, work);
    if (facts.size() != regions.size()) return false;
    if (t.fact >= fact_count()) add_further(p, regions, facts, work);
    if (work.dry()) return false;
    bool found = false;
    for (size_t k = 0; k < regions.size(); ++k) {
        if (!t.holds(facts[k])) continue;
        if (found && regions[k].look != look) return false;
        look = regions[k].look;
        found = true;
    }
    return found;
}

void check_look(Reader& r) {
    read_way(r);
    check_test(r, region_fact_names());
}

Facts measure_regions(const Picture& p, const std::vector<Region>& regions, Work& work) {
    return measure(p, blobs_of(regions), work);
}

}  // namespace arcloom::fit
