// native/learn/drawing.cpp: lines, areas and copies drawn on the ground, each kind of stroke from the cells that call for it
//
// A stroke is a way of drawing with its parameters: rays from cells of a colour in some directions, lines between
// cells of one colour, holes filled, boxes, halos, whole rows and columns, mirrored copies, floods. A stroke is
// sound if on every demo all that it paints is what the output shows. Sound strokes are taken greedily, those that
// explain most first, until all changes are explained.
#include <algorithm>

#include "options.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum StrokeWay { wRays, wConnect, wHalo, wLines, wFlood, wMirror, wHoles, wBox, wWays };
constexpr int kOwn = 10;    // paint: the colour it comes from
constexpr int kAny = 10;    // source: every colour that is not ground

const Names kWayNames("stroke", {{wRays, "rays"},
                                 {wConnect, "connect"},
                                 {wHalo, "halo"},
                                 {wLines, "lines"},
                                 {wFlood, "flood"},
                                 {wMirror, "mirror"},
                                 {wHoles, "holes"},
                                 {wBox, "box"}});
const Names kSources("stroke source", {{kAny, "any", "any colour"}});
const Names kStrokeColours("stroke colour", {{kOwn, "own", "its own colour"}});
const Names kBoxes("stroke box", {{0, "filled"},
                                  {1, "rim"},
                                  {2, "ring"},
                                  {3, "filled, each colour"},
                                  {4, "rim, each colour"},
                                  {5, "ring, each colour"}});
const Names kLineSets("stroke lines", {{1, "row", "row"}, {2, "column", "column"}, {3, "row and column", "row and column"}});
// Views about the middle of the picture, then about the middle of the source's box.
std::vector<Row> mirror_rows() {
    std::vector<Row> rows;
    for (const Row& view : views().rows()) {
        rows.push_back({view.at, view.name, view.words});
        rows.push_back({view.at + 8, view.name + " about the source", view.words});
    }
    return rows;
}
const Names kMirrors("stroke mirror", mirror_rows());

struct Stroke {
    int way, source, parameter, paint;
};

// Sets of directions, as bits over kSteps.
constexpr int kRayDirections[] = {1, 2, 4, 8, 3, 12, 15, 16, 32, 64, 128, 0x90, 0x60, 0xF0, 0xFF};

class Painter {
  public:
    Painter(const Picture& picture, const Stroke& s, int ground_colour)
        : p(picture), stroke(s), ground(ground_colour), paint(static_cast<size_t>(picture.size()), -1) {}

    const Picture& p;
    const Stroke stroke;
    const int ground;
    std::vector<int8_t> paint;  // colour by cell, -1 where nothing is painted

    void draw() {
        switch (stroke.way) {
            case wRays: each_source([&](int i, int j, int c) { rays(i, j, c, kMaxSide); }); break;
            case wHalo: each_source([&](int i, int j, int c) { rays(i, j, c, 1); }); break;
            case wConnect: each_source([&](int i, int j, int c) { connect(i, j, c); }); break;
            case wLines: each_source([&](int i, int j, int c) { lines(i, j, c); }); break;
            case wFlood: flood(); break;
            case wMirror: mirror(); break;
            case wHoles: holes(); break;
            default: box();
        }
    }

  private:
    bool is_source(int c) const { return stroke.source == kAny ? c != ground : c == stroke.source; }

    template <class F>
    void each_source(F&& f) {
        for (int i = 0; i < p.h; ++i) {
            for (int j = 0; j < p.w; ++j) {
                if (is_source(p.at(i, j))) f(i, j, p.at(i, j));
            }
        }
    }

    // Only ground is painted; of two colours for one cell the first stays.
    void put(int i, int j, int from) {
        int8_t& at = paint[static_cast<size_t>(i * p.w + j)];
        if (p.at(i, j) == ground && at < 0) at = static_cast<int8_t>(stroke.paint == kOwn ? from : stroke.paint);
    }

    // parameter: directions; from 256 on, rays pass over what is in their way.
    void rays(int i, int j, int c, int reach) {
        const bool pass = stroke.parameter >= 256;
        for (int d = 0; d < 8; ++d) {
            if ((stroke.parameter >> d & 1) == 0) continue;
            for (int n = 1; n <= reach; ++n) {
                const int y = i + n * kSteps[d].i, x = j + n * kSteps[d].j;
                if (!p.inside(y, x) || (!pass && p.at(y, x) != ground)) break;
                put(y, x, c);
            }
        }
    }

    // parameter: directions; to the next cell that is not ground, if it has the same colour; from 256 on, to
    // the next of the same colour whatever lies between.
    void connect(int i, int j, int c) {
        const bool pass = stroke.parameter >= 256;
        for (int d = 0; d < 8; ++d) {
            if ((stroke.parameter >> d & 1) == 0) continue;
            int n = 1;
            int y = i + kSteps[d].i, x = j + kSteps[d].j;
            while (p.inside(y, x) && (p.at(y, x) == ground || (pass && p.at(y, x) != c))) {
                ++n;
                y += kSteps[d].i, x += kSteps[d].j;
            }
            if (!p.inside(y, x) || p.at(y, x) != c) continue;
            for (int m = 1; m < n; ++m) put(i + m * kSteps[d].i, j + m * kSteps[d].j, c);
        }
    }

    // parameter: 1 the row, 2 the column, 3 both.
    void lines(int i, int j, int c) {
        for (int x = 0; x < p.w && (stroke.parameter & 1) != 0; ++x) put(i, x, c);
        for (int y = 0; y < p.h && (stroke.parameter & 2) != 0; ++y) put(y, j, c);
    }

    // parameter: directions in which colour spreads over ground, cell by cell.
    void flood() {
        std::vector<int> open;
        each_source([&](int i, int j, int) { open.push_back(i * p.w + j); });
        std::vector<uint8_t> seen(paint.size(), 0);
        std::vector<int8_t> from(paint.size(), 0);
        for (const int k : open) from[static_cast<size_t>(k)] = static_cast<int8_t>(p.at(k));
        for (size_t n = 0; n < open.size(); ++n) {
            const int i = open[n] / p.w, j = open[n] % p.w;
            for (int d = 0; d < 8; ++d) {
                const int y = i + kSteps[d].i, x = j + kSteps[d].j;
                if ((stroke.parameter >> d & 1) == 0 || !p.inside(y, x) || p.at(y, x) != ground) continue;
                const auto at = static_cast<size_t>(y * p.w + x);
                if (seen[at] != 0) continue;
                seen[at] = 1;
                from[at] = from[static_cast<size_t>(open[n])];
                put(y, x, from[at]);
                open.push_back(y * p.w + x);
            }
        }
    }

    // parameter: view; about the middle of the picture, or, from 8 on, of the box of the source.
    void mirror() {
        int top = 0, left = 0, bottom = p.h - 1, right = p.w - 1;
        if (stroke.parameter >= 8 && !source_box(top, left, bottom, right)) return;
        const int code = stroke.parameter % 8;
        if ((code == 1 || code == 3 || code >= 6) && bottom - top != right - left) return;
        for (int i = 0; i < p.h; ++i) {
            for (int j = 0; j < p.w; ++j) {
                if (p.at(i, j) == ground || (stroke.parameter < 8 && !is_source(p.at(i, j)))) continue;
                int y = i, x = j;
                switch (code) {
                    case 1: y = top + (j - left), x = right - (i - top); break;
                    case 2: y = top + bottom - i, x = left + right - j; break;
                    case 3: y = bottom - (j - left), x = left + (i - top); break;
                    case 4: y = top + bottom - i; break;
                    case 5: x = left + right - j; break;
                    case 6: y = top + (j - left), x = left + (i - top); break;
                    case 7: y = bottom - (j - left), x = right - (i - top); break;
                    default: break;
                }
                if (p.inside(y, x)) put(y, x, p.at(i, j));
            }
        }
    }

    bool source_box(int& top, int& left, int& bottom, int& right) {
        top = p.h, left = p.w, bottom = right = -1;
        each_source([&](int i, int j, int) {
            top = std::min(top, i), bottom = std::max(bottom, i), left = std::min(left, j), right = std::max(right, j);
        });
        return bottom >= 0;
    }

    // Ground that no walk (parameter 4 or 8 ways) over cells other than the source leads out of.
    void holes() {
        std::vector<uint8_t> outside(paint.size(), 0);
        std::vector<int> open;
        const auto reach = [&](int i, int j) {
            uint8_t& at = outside[static_cast<size_t>(i * p.w + j)];
            if (at != 0 || is_source(p.at(i, j))) return;
            at = 1;
            open.push_back(i * p.w + j);
        };
        for (int k = 0; k < p.size(); ++k) {
            const int i = k / p.w, j = k % p.w;
            if (i == 0 || j == 0 || i == p.h - 1 || j == p.w - 1) reach(i, j);
        }
        while (!open.empty()) {
            const int i = open.back() / p.w, j = open.back() % p.w;
            open.pop_back();
            for (int d = 0; d < stroke.parameter; ++d) {
                if (p.inside(i + kSteps[d].i, j + kSteps[d].j)) reach(i + kSteps[d].i, j + kSteps[d].j);
            }
        }
        for (int k = 0; k < p.size(); ++k) {
            if (outside[static_cast<size_t>(k)] == 0) put(k / p.w, k % p.w, stroke.source % kColours);
        }
    }

    // The box of all cells of the source; parameter 0 filled, 1 its rim, 2 a rim around it.
    // From 3 on the same for each colour by itself.
    void box() {
        for (int c = 0; c < kColours; ++c) {
            if (c != ground && stroke.parameter >= 3) box_of([&](int colour) { return colour == c; }, c);
        }
        if (stroke.parameter < 3) box_of([&](int colour) { return is_source(colour); }, stroke.source % kColours);
    }

    template <class F>
    void box_of(F&& counts, int from) {
        int top = p.h, left = p.w, bottom = -1, right = -1;
        for (int k = 0; k < p.size(); ++k) {
            if (!counts(p.at(k))) continue;
            top = std::min(top, k / p.w), bottom = std::max(bottom, k / p.w);
            left = std::min(left, k % p.w), right = std::max(right, k % p.w);
        }
        if (bottom < 0) return;
        if (stroke.parameter % 3 == 2) --top, --left, ++bottom, ++right;
        for (int i = top; i <= bottom; ++i) {
            for (int j = left; j <= right; ++j) {
                const bool rim = i == top || i == bottom || j == left || j == right;
                if (p.inside(i, j) && (rim || stroke.parameter % 3 == 0)) put(i, j, from);
            }
        }
    }
};

std::vector<int> parameters_of(int way) {
    std::vector<int> list;
    switch (way) {
        case wRays: case wConnect:
            for (const int d : kRayDirections) {
                list.push_back(d);
                list.push_back(d + 256);
            }
            if (way == wConnect) return {12, 3, 15, 0xF0, 0xFF, 12 + 256, 3 + 256, 15 + 256};
            return list;
        case wHalo: return {15, 0xF0, 0xFF, 1, 2, 4, 8, 3, 12};
        case wFlood: return {15, 0xFF, 13, 14, 7, 11};
        case wLines: return {1, 2, 3};
        case wMirror: return {5, 4, 2, 6, 7, 1, 3, 13, 12, 10, 14, 15, 9, 11};
        case wHoles: return {4, 8};
        default: return {0, 1, 2, 3, 4, 5};
    }
}

using Explained = std::vector<std::vector<uint8_t>>;  // by example and cell

struct Candidate {
    Stroke stroke;
    std::vector<std::vector<int8_t>> paint;
};

// How many changed cells the stroke explains beyond those explained already.
int worth(const Examples& examples, const Candidate& c, const Explained& explained) {
    int fresh = 0;
    for (size_t e = 0; e < examples.size(); ++e) {
        for (size_t k = 0; k < c.paint[e].size(); ++k) {
            fresh += c.paint[e][k] >= 0 && explained[e][k] == 0 && examples[e].in.cells[k] != examples[e].out.cells[k];
        }
    }
    return fresh;
}

// Draws the stroke on each demo and finds the paint with which it is right everywhere: its own colour, or
// one colour. False as soon as there is none, or if nothing is painted at all.
bool find_paint(const Examples& examples, Candidate& c, Work& work) {
    bool own = true, one = true;
    int colour = -1;
    c.stroke.paint = kOwn;
    for (const Example& e : examples) {
        if (!work.charge(e.in.size() * 10)) return false;
        Painter painter(e.in, c.stroke, ground_colour(e.in));
        painter.draw();
        for (size_t k = 0; k < painter.paint.size() && (own || one); ++k) {
            if (painter.paint[k] < 0) continue;
            const int wanted = e.out.cells[k];
            own = own && painter.paint[k] == wanted;
            one = one && (colour < 0 || colour == wanted);
            colour = wanted;
        }
        if (!own && !one) return false;
        c.paint.push_back(std::move(painter.paint));
    }
    if (colour < 0) return false;
    if (own) return true;
    c.stroke.paint = colour;
    for (auto& cells : c.paint) {
        for (int8_t& cell : cells) cell = cell < 0 ? cell : static_cast<int8_t>(colour);
    }
    return true;
}

std::vector<Candidate> sound_strokes(const Examples& examples, Work& work) {
    int sources[kColours] = {};
    for (const Example& e : examples) {
        for (const int8_t c : e.in.cells) ++sources[c];
    }
    std::vector<Candidate> sound;
    for (int way = 0; way < wWays; ++way) {
        for (int source = 0; source <= kAny; ++source) {
            if (source < kColours && sources[source] == 0) continue;
            for (const int parameter : parameters_of(way)) {
                Candidate c{{way, source, parameter, kOwn}, {}};
                if (find_paint(examples, c, work)) sound.push_back(std::move(c));
                if (work.dry()) return {};
            }
        }
    }
    return sound;
}

}  // namespace

// Other than a drawing, a sketch may leave changes unexplained; for another rule to finish.
void learn_sketch(const Examples& examples, Trial& trial) { learn_drawing(examples, trial); }

void learn_drawing(const Examples& examples, Trial& trial) {
    if (!all_same_size(examples)) return;
    const std::vector<Candidate> sound = sound_strokes(examples, trial.work());
    std::vector<size_t> first_choices;
    for (int round = 0; round < 4 && !trial.over(); ++round) {
        Explained explained;
        for (const Example& e : examples) explained.emplace_back(e.in.cells.size(), 0);
        Rule rule;
        for (int n = 0; n < kMostStrokes; ++n) {
            size_t best = sound.size();
            int most = 0;
            for (size_t k = 0; k < sound.size(); ++k) {
                if (!trial.work().charge(static_cast<int64_t>(explained[0].size() * explained.size()))) return;
                if (n == 0 && std::find(first_choices.begin(), first_choices.end(), k) != first_choices.end()) continue;
                const int fresh = worth(examples, sound[k], explained);
                if (fresh > most) most = fresh, best = k;
            }
            if (best == sound.size()) break;
            if (n == 0) first_choices.push_back(best);
            const Stroke& s = sound[best].stroke;
            rule.insert(rule.end(), {s.way, s.source, s.parameter, s.paint});
            for (size_t e = 0; e < examples.size(); ++e) {
                for (size_t k = 0; k < explained[e].size(); ++k) explained[e][k] |= sound[best].paint[e][k] >= 0;
            }
        }
        if (rule.empty() || trial.offer(rule)) return;
    }
}

void check_drawing(Reader& r) {
    constexpr int kMostDirections = 512;
    do {
        const int way = r.row(kWayNames);
        r.colour_or(kSources);
        switch (way) {
            case wLines: r.row(kLineSets); break;
            case wMirror: r.row(kMirrors); break;
            case wBox: r.row(kBoxes); break;
            case wHoles:
                if (const int ways = r.below(9); ways != 4 && ways != 8) r.refuse();
                break;
            default: r.below(kMostDirections);
        }
        r.colour_or(kStrokeColours);
    } while (r.left() > 0 && !r.bad());
}

bool apply_drawing(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    out = in;
    while (r.left() > 0) {
        const Stroke s{r.next(), r.next(), r.next(), r.next()};
        if (r.bad() || s.way < 0 || s.way >= wWays || s.source < 0 || s.source > kAny || s.paint < 0 || s.paint > kOwn) return false;
        if (s.way == wHoles && s.parameter != 4 && s.parameter != 8) return false;
        if (s.parameter < 0 || s.parameter >= 1024 || !work.charge(in.size() * 6)) return false;
        Painter painter(in, s, ground_colour(in));
        painter.draw();
        for (int k = 0; k < in.size(); ++k) {
            const int c = painter.paint[static_cast<size_t>(k)];
            if (c >= 0 && out.at(k) == in.at(k)) out.set(k, c);
        }
    }
    return true;
}

}  // namespace arcloom::fit
