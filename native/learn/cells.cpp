// native/learn/cells.cpp: the facts of cells, theme by theme
//
// Each theme appends columns to the table; a first run on a small picture learns kinds, costs, names and words, so
// that what a fact is and what it is worth stand where it is computed.
#include "cells.hpp"

#include <algorithm>

#include "blobs.hpp"
#include "memo.hpp"
#include "scene.hpp"
#include "written.hpp"

namespace arcloom::fit {

namespace {

constexpr int kCap = 40;

// A fact's name, its words and its cost in bits. In name and words, a % stands for `what`, as it is called there. The
// words of a flag are a clause, those of a colour or a number a thing.
struct Told {
    int cost;
    std::string_view name, words;
    std::string_view what = {}, what_words = {};
};

// What the table of all facts says of each, gathered once.
struct Gathered {
    std::vector<CellFact> facts;
    std::vector<Row> rows;
    std::vector<size_t> themes;  // the first fact of each
    std::string of = {};        // before names of facts that are told of several kinds of parts
    std::string of_words = {};  // in place of @ in their words

    void add(CellFactKind kind, const Told& told) {
        facts.push_back({kind, static_cast<uint8_t>(told.cost)});
        std::string name = of + filled(told.name, '%', told.what);
        // The order of simplicity names two facts twice; their second columns never tell more.
        if (std::any_of(rows.begin(), rows.end(), [&](const Row& r) { return r.name == name; })) name += ", again";
        rows.push_back({static_cast<int>(rows.size()), name, filled(filled(told.words, '%', told.what_words), '@', of_words)});
    }
    static std::string filled(std::string_view text, char mark, std::string_view with) {
        std::string out;
        for (const char c : text) c == mark ? out += with : out += c;
        return out;
    }
};

class Teller {
  public:
    Teller(const Picture& picture, CellTable& table, Gathered* gathered, const std::vector<bool>* wanted = nullptr)
        : p(picture), table_(table), gathered_(gathered), wanted_(wanted) {}

    const Picture& p;

    static int8_t capped(int value) { return static_cast<int8_t>(std::clamp(value, -1, kCap)); }

    // One column: f(i, j) for each cell.
    template <class F>
    void tell(CellFactKind kind, const Told& told, F&& f) {
        int8_t* out = column(kind, told);
        if (out == nullptr) return;
        for (int i = 0; i < p.h; ++i) {
            for (int j = 0; j < p.w; ++j) *out++ = capped(static_cast<int>(f(i, j)));
        }
    }
    // One column, to be filled in by the caller; null: it is not wanted.
    int8_t* column(CellFactKind kind, const Told& told) {
        if (gathered_ != nullptr) gathered_->add(kind, told);
        const size_t before = table_.values.size();
        const size_t fact = told_++;
        table_.values.resize(before + static_cast<size_t>(p.size()));
        return wanted_ == nullptr || (*wanted_)[fact] ? table_.values.data() + before : nullptr;
    }
    // Whether any of these facts, which are the next, is wanted; if not, their columns stay empty.
    bool wants(size_t facts) {
        const auto from = wanted_->begin() + static_cast<ptrdiff_t>(told_), to = from + static_cast<ptrdiff_t>(facts);
        if (std::find(from, to, true) != to) return true;
        told_ += facts;
        table_.values.resize(table_.values.size() + facts * static_cast<size_t>(p.size()));
        return false;
    }
    bool wants_all() const { return wanted_ == nullptr; }
    template <class F>
    void flag(const Told& told, F&& f) { tell(CellFactKind::Flag, told, f); }
    template <class F>
    void colour(const Told& told, F&& f) { tell(CellFactKind::Colour, told, f); }
    template <class F>
    void number(const Told& told, F&& f) { tell(CellFactKind::Number, told, f); }

    Gathered* gathered() { return gathered_; }

  private:
    CellTable& table_;
    Gathered* gathered_;
    const std::vector<bool>* wanted_;
    size_t told_ = 0;  // facts so far
};

// Colours, as names and words have them.
constexpr std::string_view kDigit[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
constexpr std::string_view kMark[] = {"{0}", "{1}", "{2}", "{3}", "{4}", "{5}", "{6}", "{7}", "{8}", "{9}"};

void tell_neighbours(Teller& t) {
    const Picture& p = t.p;
    t.colour({0, "own", "the cell"}, [&](int i, int j) { return p.at(i, j); });
    for (size_t d = 0; d < 8; ++d) {
        const Step s = kSteps[d];
        t.colour({1, "beside %", "the cell %", kWhere[d], kWhereWords[d]}, [&](int i, int j) { return p.get(i + s.i, j + s.j); });
    }
    for (size_t d = 0; d < 4; ++d) {
        t.colour({3, "second %", "the second cell %", kWhere[d], kTowards[d]},
                 [&](int i, int j) { return p.get(i + 2 * kSteps[d].i, j + 2 * kSteps[d].j); });
    }
    for (const int reach : {4, 8}) {
        const auto count = [&](auto&& matches) {
            return [&p, reach, matches](int i, int j) {
                int n = 0;
                for (int d = 0; d < reach; ++d) n += matches(p.get(i + kSteps[d].i, j + kSteps[d].j), p.at(i, j));
                return n;
            };
        };
        const bool sides = reach == 4;
        t.number({1, sides ? "sides alike" : "around alike", sides ? "number of neighbours of its colour at its sides" : "number of neighbours of its colour"},
                 count([](int c, int own) { return c == own; }));
        t.number({1, sides ? "sides filled" : "around filled", sides ? "number of filled neighbours at its sides" : "number of filled neighbours"},
                 count([](int c, int) { return c != 0 && c != kOutside; }));
        for (int colour = 0; colour < kColours; ++colour) {
            const auto at = static_cast<size_t>(colour);
            t.number({2, sides ? "sides of colour %" : "around of colour %", sides ? "number of % neighbours at its sides" : "number of % neighbours",
                      kDigit[at], kMark[at]},
                     count([colour](int c, int) { return c == colour; }));
        }
    }
}

// The only one among some colours; outside where there is none, or more than one.
class OnlyColour {
  public:
    void see(int colour) {
        if (colour == found_ || colour == kOutside) return;
        found_ = found_ == kOutside ? colour : kSeveral;
    }
    int found() const { return found_ == kSeveral ? int{kOutside} : found_; }

  private:
    static constexpr int kSeveral = -2;
    int found_ = kOutside;
};

// What a cell's neighbours say that no direction tells: which colour comes to it from anywhere.
void tell_company(Teller& t, int ground) {
    const Picture& p = t.p;
    struct Reach {
        int from, to;
        std::string_view name, words;
    };
    for (const auto& [from, to, name, words] : {Reach{0, 4, "sides", "at its sides"}, {4, 8, "corners", "at its corners"}, {0, 8, "around", "around it"}}) {
        t.colour({2, "% other", "the only other colour %", name, words}, [&](int i, int j) {
            OnlyColour only;
            for (int d = from; d < to; ++d) {
                const int c = p.get(i + kSteps[d].i, j + kSteps[d].j);
                if (c != ground && c != p.at(i, j)) only.see(c);
            }
            return only.found();
        });
    }
    t.colour({2, "around commonest", "the commonest colour around it"}, [&](int i, int j) {
        int count[kColours] = {};
        for (const Step& s : kSteps) {
            const int c = p.get(i + s.i, j + s.j);
            if (c != kOutside) ++count[c];
        }
        const int* most = std::max_element(count, count + kColours);
        return std::count(count, count + kColours, *most) == 1 ? static_cast<int>(most - count) : int{kOutside};
    });
}

void tell_place(Teller& t) {
    const Picture& p = t.p;
    t.number({3, "row", "its row, counted from 0"}, [&](int i, int) { return i; });
    t.number({3, "column", "its column, counted from 0"}, [&](int, int j) { return j; });
    t.number({3, "row from below", "its distance from the bottom"}, [&](int i, int) { return p.h - 1 - i; });
    t.number({3, "column from right", "its distance from the right"}, [&](int, int j) { return p.w - 1 - j; });
    const auto edge = [&p](int i, int j) { return std::min(std::min(i, p.h - 1 - i), std::min(j, p.w - 1 - j)); };
    t.number({2, "edge", "its distance from the edge"}, edge);
    t.flag({2, "odd ring", "its distance from the edge is odd"}, [&](int i, int j) { return edge(i, j) % 2; });
    t.flag({2, "odd row", "it stands in every second row"}, [](int i, int) { return i % 2; });
    t.flag({2, "odd column", "it stands in every second column"}, [](int, int j) { return j % 2; });
    t.flag({2, "chequered", "it is an odd square of the chequerboard"}, [](int i, int j) { return (i + j) % 2; });
    t.flag({3, "odd row from below", "it stands in every second row from below"}, [&](int i, int) { return (p.h - 1 - i) % 2; });
    t.flag({3, "odd column from right", "it stands in every second column from the right"}, [&](int, int j) { return (p.w - 1 - j) % 2; });
    t.number({3, "row of three", "its place among three rows"}, [](int i, int) { return i % 3; });
    t.number({3, "column of three", "its place among three columns"}, [](int, int j) { return j % 3; });
    t.number({4, "diagonal of three", "its place among three diagonals"}, [](int i, int j) { return (i + j) % 3; });
    t.flag({2, "main diagonal", "it lies on the diagonal from the upper left"}, [](int i, int j) { return i == j; });
    t.flag({2, "other diagonal", "it lies on the diagonal from the upper right"}, [&](int i, int j) { return i + j == p.w - 1; });
    t.flag({3, "above main diagonal", "it lies above the diagonal from the upper left"}, [](int i, int j) { return i < j; });
    t.flag({3, "above other diagonal", "it lies above the diagonal from the upper right"}, [&](int i, int j) { return i + j < p.w - 1; });
    t.flag({3, "middle row", "it stands in the middle row"}, [&](int i, int) { return 2 * i + 1 == p.h; });
    t.flag({3, "middle column", "it stands in the middle column"}, [&](int, int j) { return 2 * j + 1 == p.w; });
}

// What each cell sees in the eight directions: the nearest colour that is not ground, and how far it is.
class Sightlines {
  public:
    Sightlines(const Picture& p, int ground) : w_(p.w) {
        for (int d = 0; d < 8; ++d) look(p, ground, d);
    }
    int8_t seen(int d, int i, int j) const { return nearest_[d][static_cast<size_t>(i * w_ + j)]; }
    int8_t far(int d, int i, int j) const { return distance_[d][static_cast<size_t>(i * w_ + j)]; }
    // In how many of the directions a cell sees this colour.
    int count(int colour, int from, int to, int i, int j) const {
        int n = 0;
        for (int d = from; d < to; ++d) n += seen(d, i, j) == colour;
        return n;
    }
    // In how many of the directions a cell sees something.
    int count_any(int from, int to, int i, int j) const { return to - from - count(kOutside, from, to, i, j); }

  private:
    void look(const Picture& p, int ground, int d) {
        const Step s = kSteps[d];
        nearest_[d].assign(static_cast<size_t>(p.size()), kOutside);
        distance_[d].assign(static_cast<size_t>(p.size()), kCap);
        // Towards the step, so that the neighbour is known first.
        for (int n = 0; n < p.size(); ++n) {
            const int k = s.i < 0 || (s.i == 0 && s.j < 0) ? n : p.size() - 1 - n;
            const int y = k / p.w + s.i, x = k % p.w + s.j;
            if (!p.inside(y, x)) continue;
            const auto at = static_cast<size_t>(y * p.w + x);
            const bool here = p.at(y, x) != ground;
            nearest_[d][static_cast<size_t>(k)] = here ? static_cast<int8_t>(p.at(y, x)) : nearest_[d][at];
            distance_[d][static_cast<size_t>(k)] = here ? 1 : static_cast<int8_t>(std::min(kCap, distance_[d][at] + 1));
        }
    }

    int w_;
    std::vector<int8_t> nearest_[8], distance_[8];
};

// What a cell sees in one direction, and whether it sees the same both ways.
void tell_directions(Teller& t, const Sightlines& sight) {
    for (int d = 0; d < 8; ++d) {
        const auto at = static_cast<size_t>(d);
        t.colour({2, "seen %", "the first colour seen %", kWhere[at], kTowards[at]}, [&](int i, int j) { return sight.seen(d, i, j); });
    }
    for (int d = 0; d < 4; ++d) {
        const auto at = static_cast<size_t>(d);
        t.number({3, "far %", "the distance of what is seen %", kWhere[at], kTowards[at]}, [&](int i, int j) { return sight.far(d, i, j); });
        t.flag({4, "odd far %", "the distance of what is seen % is odd", kWhere[at], kTowards[at]}, [&](int i, int j) { return sight.far(d, i, j) % 2; });
    }
    struct Sides {
        int a, b;
        std::string_view name, words;
    };
    for (const auto& [a, b, name, words] : {Sides{2, 3, "left and right", "to the left and to the right"}, {0, 1, "up and down", "upwards and downwards"},
                                            {4, 7, "main diagonal", "along the diagonal from the upper left"},
                                            {5, 6, "other diagonal", "along the diagonal from the upper right"}}) {
        t.colour({1, "between %", "the one colour seen both ways %", name, words},
                 [&](int i, int j) { return sight.seen(a, i, j) == sight.seen(b, i, j) ? sight.seen(a, i, j) : int{kOutside}; });
    }
}

// In how many directions a cell sees each colour, and anything; straight ones come first in kSteps.
void tell_counts_seen(Teller& t, const Sightlines& sight) {
    for (int colour = 0; colour < kColours; ++colour) {
        const auto at = static_cast<size_t>(colour);
        t.number({3, "sees straight %", "number of straight directions in which it sees %", kDigit[at], kMark[at]},
                 [&](int i, int j) { return sight.count(colour, 0, 4, i, j); });
    }
    for (int colour = 0; colour < kColours; ++colour) {
        const auto at = static_cast<size_t>(colour);
        t.number({4, "sees diagonally %", "number of diagonal directions in which it sees %", kDigit[at], kMark[at]},
                 [&](int i, int j) { return sight.count(colour, 4, 8, i, j); });
    }
    t.number({2, "sees straight", "number of straight directions in which it sees something"},
             [&](int i, int j) { return sight.count_any(0, 4, i, j); });
    t.number({3, "sees diagonally", "number of diagonal directions in which it sees something"},
             [&](int i, int j) { return sight.count_any(4, 8, i, j); });
}

void tell_others_seen(Teller& t, const Sightlines& sight) {
    struct Towards {
        int from, to;
        std::string_view name, words;
    };
    for (const auto& [from, to, name, words] : {Towards{0, 4, "straight", "in a straight direction"}, {4, 8, "diagonally", "in a diagonal direction"}}) {
        t.colour({2, "other seen %", "the only other colour that it sees %", name, words}, [&](int i, int j) {
            OnlyColour only;
            for (int d = from; d < to; ++d) {
                if (sight.seen(d, i, j) != t.p.at(i, j)) only.see(sight.seen(d, i, j));
            }
            return only.found();
        });
    }
}

void tell_rays(Teller& t, int ground) {
    const Sightlines sight(t.p, ground);
    tell_directions(t, sight);
    tell_counts_seen(t, sight);
    tell_others_seen(t, sight);
    t.colour({3, "closest", "the nearest colour in its row or column"}, [&](int i, int j) {
        int best = 0;
        for (int d = 1; d < 4; ++d) best = sight.far(d, i, j) < sight.far(best, i, j) ? d : best;
        return sight.seen(best, i, j);
    });
}

void tell_partners(Teller& t, int ground) {
    const Picture& p = t.p;
    t.colour({2, "partner down", "the cell opposite, top to bottom"}, [&](int i, int j) { return p.at(p.h - 1 - i, j); });
    t.colour({2, "partner across", "the cell opposite, left to right"}, [&](int i, int j) { return p.at(i, p.w - 1 - j); });
    t.colour({2, "partner turned", "the cell opposite through the middle"}, [&](int i, int j) { return p.at(p.h - 1 - i, p.w - 1 - j); });
    const bool square = p.h == p.w;
    t.colour({2, "partner diagonal", "the cell opposite across the diagonal from the upper left"}, [&](int i, int j) { return square ? p.at(j, i) : kOutside; });
    t.colour({2, "partner other diagonal", "the cell opposite across the diagonal from the upper right"}, [&](int i, int j) { return square ? p.at(p.h - 1 - j, p.w - 1 - i) : kOutside; });
    t.colour({3, "partner quarter", "the cell a quarter turn away"}, [&](int i, int j) { return square ? p.at(j, p.w - 1 - i) : kOutside; });
    t.colour({3, "partner quarter back", "the cell a quarter turn back"}, [&](int i, int j) { return square ? p.at(p.h - 1 - j, i) : kOutside; });
    // Within the box of all that is not ground.
    int top = p.h, left = p.w, bottom = -1, right = -1;
    for (int k = 0; k < p.size(); ++k) {
        if (p.at(k) == ground) continue;
        top = std::min(top, k / p.w), bottom = std::max(bottom, k / p.w);
        left = std::min(left, k % p.w), right = std::max(right, k % p.w);
    }
    t.colour({3, "boxed partner down", "the cell opposite in the box of all that is filled, top to bottom"}, [&](int i, int j) { return p.get(top + bottom - i, j); });
    t.colour({3, "boxed partner across", "the cell opposite in the box of all that is filled, left to right"}, [&](int i, int j) { return p.get(i, left + right - j); });
    t.colour({3, "boxed partner turned", "the cell opposite in the box of all that is filled, through its middle"}, [&](int i, int j) { return p.get(top + bottom - i, left + right - j); });
    t.colour({3, "boxed partner diagonal", "the cell opposite in the box of all that is filled, across its diagonal"}, [&](int i, int j) { return p.get(top + j - left, left + i - top); });
    t.flag({2, "boxed", "it lies in the box of all that is filled"}, [&](int i, int j) { return i >= top && i <= bottom && j >= left && j <= right; });
}

// Of the part a cell belongs to: its facts; -1 where it is in none.
void tell_parts(Teller& t, Segmentation s, int cost, std::string_view of, std::string_view of_words, Work& work) {
    const Picture& p = t.p;
    const std::vector<Blob> blobs = segment(p, s, work);
    const Facts facts = measure(p, blobs, work);
    if (facts.size() != blobs.size()) return;
    if (t.gathered() != nullptr) t.gathered()->of = of, t.gathered()->of_words = of_words;
    std::vector<size_t> owner(static_cast<size_t>(p.size()), 0);  // the number of its part, and 1
    for (size_t b = 0; b < blobs.size(); ++b) {
        for (const int k : blobs[b].cells) owner[static_cast<size_t>(k)] = b + 1;
    }
    const std::vector<int>& order = facts_by_simplicity();
    const size_t most = s.ground == Ground::None ? 75 : 60;
    std::vector<int8_t> shown(blobs.size() + 1);
    for (size_t n = 0; n < std::min(order.size(), most); ++n) {
        const FactKind kind = fact_kind(order[n]);
        const int price = cost + (n < 20 ? 0 : n < 40 ? 1 : 2);
        const Row& row = fact_names().row(order[n]);
        const Told told{price, row.name, kind == FactKind::Flag ? "@ %" : "@'s %", {}, row.words};
        int8_t* out = t.column(kind == FactKind::Colour ? CellFactKind::Colour
                               : kind == FactKind::Flag ? CellFactKind::Flag : CellFactKind::Number, told);
        if (out == nullptr) continue;
        shown[0] = kind == FactKind::Colour ? kOutside : kind == FactKind::Flag ? 0 : -1;
        for (size_t b = 0; b < blobs.size(); ++b) shown[b + 1] = Teller::capped(facts[b][static_cast<size_t>(order[n])]);
        for (const size_t b : owner) *out++ = shown[b];
    }
    // Where in its box.
    const auto in_box = [&](auto&& f) {
        return [&, f](int i, int j) {
            const size_t b = owner[static_cast<size_t>(i * p.w + j)];
            return b == 0 ? -1 : f(blobs[b - 1], i, j);
        };
    };
    t.number({cost + 1, "rim", "its distance from the rim of @'s box"}, in_box([](const Blob& b, int i, int j) {
        return std::min(std::min(i - b.top, b.top + b.h - 1 - i), std::min(j - b.left, b.left + b.w - 1 - j));
    }));
    t.number({cost + 2, "row", "its row in @'s box, counted from 0"}, in_box([](const Blob& b, int i, int) { return i - b.top; }));
    t.number({cost + 2, "column", "its column in @'s box, counted from 0"}, in_box([](const Blob& b, int, int j) { return j - b.left; }));
    t.number({cost + 2, "row from below", "its row in @'s box, counted from 0 below"}, in_box([](const Blob& b, int i, int) { return b.top + b.h - 1 - i; }));
    t.number({cost + 2, "column from right", "its column in @'s box, counted from 0 on the right"}, in_box([](const Blob& b, int, int j) { return b.left + b.w - 1 - j; }));
}

// In whose box a cell lies, and whether walks over ground (corners too) reach the edge from it.
void tell_boxes(Teller& t, Work& work) {
    const Picture& p = t.p;
    std::vector<int> box(static_cast<size_t>(p.size()), kOutside), inner = box;
    for (const Blob& b : segment(p, {true, false, Ground::Black}, work)) {
        if (b.cells.size() < 2) continue;
        for (int i = b.top; i < b.top + b.h; ++i) {
            for (int j = b.left; j < b.left + b.w; ++j) {
                const bool rim = i == b.top || i == b.top + b.h - 1 || j == b.left || j == b.left + b.w - 1;
                box[static_cast<size_t>(i * p.w + j)] = p.at(b.cells[0]);
                if (!rim) inner[static_cast<size_t>(i * p.w + j)] = p.at(b.cells[0]);
            }
        }
    }
    t.colour({2, "box", "the colour of the object in whose box it lies"}, [&](int i, int j) { return box[static_cast<size_t>(i * p.w + j)]; });
    t.colour({2, "inner box", "the colour of the object inside whose box it lies"}, [&](int i, int j) { return inner[static_cast<size_t>(i * p.w + j)]; });
    std::vector<uint8_t> closed(static_cast<size_t>(p.size()), 0);
    for (const Blob& b : segment(p, {true, false, Ground::None}, work)) {
        const bool touches = b.top == 0 || b.left == 0 || b.top + b.h == p.h || b.left + b.w == p.w;
        for (const int k : b.cells) closed[static_cast<size_t>(k)] = !touches;
    }
    t.flag({2, "closed", "its area does not touch the edge"}, [&](int i, int j) { return closed[static_cast<size_t>(i * p.w + j)]; });
}

void tell_lines(Teller& t, int ground) {
    const Picture& p = t.p;
    for (const bool rows : {true, false}) {
        const std::string_view along = rows ? "row" : "column";
        const Picture view = rows ? p : turned(p, 6);
        std::vector<Counts> counts;
        for (int a = 0; a < view.h; ++a) counts.push_back(count_colours(crop(view, a, 0, 1, view.w)));
        const auto line = [&](int i, int j) -> const Counts& { return counts[static_cast<size_t>(rows ? i : j)]; };
        t.number({3, "% filled", "the number of filled cells in its %", along, along}, [&](int i, int j) { return view.w - line(i, j).of[ground]; });
        t.colour({2, "% sole colour", "the only colour of its %", along, along}, [&](int i, int j) { return line(i, j).distinct() == 1 ? line(i, j).most() : kOutside; });
        t.colour({2, "% commonest", "the commonest colour of its %, ground apart", along, along}, [&](int i, int j) {
            const int c = line(i, j).most(ground);
            return c < 0 ? int{kOutside} : c;
        });
        t.number({3, "% alike", "the number of cells of its colour in its %", along, along}, [&](int i, int j) { return line(i, j).of[p.at(i, j)]; });
        t.colour({2, "% first", "the first cell of its %", along, along}, [&](int i, int j) { return view.at(rows ? i : j, 0); });
        t.colour({2, "% last", "the last cell of its %", along, along}, [&](int i, int j) { return view.at(rows ? i : j, view.w - 1); });
    }
}

// The cell at the same place of the next panel to each side, where lines divide the picture into panels.
void tell_panels(Teller& t, Work& work) {
    const Picture& p = t.p;
    scene::Panels panels;
    if (!scene::split_by_lines(p, panels, work)) panels = {};
    std::vector<int> panel_of(static_cast<size_t>(p.size()), -1);
    for (size_t n = 0; n < panels.boxes.size(); ++n) {
        const Blob& b = panels.boxes[n];
        for (int i = b.top; i < b.top + b.h; ++i) {
            for (int j = b.left; j < b.left + b.w; ++j) panel_of[static_cast<size_t>(i * p.w + j)] = static_cast<int>(n);
        }
    }
    const auto in_next = [&](size_t d, int i, int j) -> int {
        const int n = panel_of[static_cast<size_t>(i * p.w + j)];
        if (n < 0) return kOutside;
        const int row = n / panels.columns + kSteps[d].i, column = n % panels.columns + kSteps[d].j;
        if (row < 0 || row >= panels.rows || column < 0 || column >= panels.columns) return kOutside;
        const Blob &own = panels.boxes[static_cast<size_t>(n)], &next = panels.boxes[static_cast<size_t>(row * panels.columns + column)];
        const int y = i - own.top, x = j - own.left;
        return y < next.h && x < next.w ? p.at(next.top + y, next.left + x) : int{kOutside};
    };
    for (size_t d = 0; d < 4; ++d) {
        t.colour({3, "panel %", "the same place of the panel %", kWhere[d], kWhereWords[d]}, [&](int i, int j) { return in_next(d, i, j); });
    }
    for (size_t d = 0; d < 4; ++d) {
        t.flag({3, "unlike panel %", "it differs from the same place of the panel %", kWhere[d], kWhereWords[d]}, [&](int i, int j) {
            const int other = in_next(d, i, j);
            return other != kOutside && other != p.at(i, j);
        });
    }
}

void tell_picture(Teller& t, int ground) {
    const Picture& p = t.p;
    const Counts counts = count_colours(p);
    const auto or_none = [](int c) { return c < 0 ? int{kOutside} : c; };
    struct Pick {
        int colour;
        std::string_view name, words;
    };
    const Pick picks[] = {{counts.most(ground), "most", "the commonest colour but the ground's"},
                          {counts.least(ground), "least", "the rarest colour but the ground's"},
                          {counts.ranked(1, ground), "second", "the second commonest colour but the ground's"},
                          {counts.ranked(2, ground), "third", "the third commonest colour but the ground's"},
                          {counts.most(), "most of all", "the commonest colour"},
                          {counts.least(), "least of all", "the rarest colour"}};
    for (const Pick& pick : picks) {
        t.flag({1, "is %", "it has %", pick.name, pick.words}, [&](int i, int j) { return p.at(i, j) == pick.colour; });
        t.colour({1, "%", "%", pick.name, pick.words}, [&](int, int) { return or_none(pick.colour); });
    }
    const Step corners[] = {{0, 0}, {0, p.w - 1}, {p.h - 1, 0}, {p.h - 1, p.w - 1}};
    for (size_t k = 0; k < 4; ++k) {
        const Step at = corners[k];
        constexpr std::string_view kCorner[] = {"upper left", "upper right", "lower left", "lower right"};
        t.colour({3, "corner %", "the grid's % corner", kCorner[k], kCorner[k]}, [&](int, int) { return p.at(at.i, at.j); });
    }
    t.number({3, "colours", "the number of colours in the grid"}, [&](int, int) { return counts.distinct(); });
}

const Gathered& gathered();

void tell_all(Teller& t, Work& work) {
    const int ground = ground_colour(t.p);
    size_t begun = 0;
    // A theme none of whose facts is wanted is left out, with what it would look at.
    const auto theme = [&](auto&& tell) {
        if (t.gathered() != nullptr) t.gathered()->themes.push_back(t.gathered()->facts.size());
        const size_t at = begun++;
        if (t.wants_all()) return tell();
        const Gathered& all = gathered();
        const size_t end = at + 1 < all.themes.size() ? all.themes[at + 1] : all.facts.size();
        if (t.wants(end - all.themes[at])) tell();
    };
    theme([&] { tell_neighbours(t); });
    theme([&] { tell_place(t); });
    theme([&] { tell_rays(t, ground); });
    theme([&] { tell_company(t, ground); });
    theme([&] { tell_picture(t, ground); });
    theme([&] { tell_partners(t, ground); });
    theme([&] { tell_lines(t, ground); });
    theme([&] { tell_boxes(t, work); });
    theme([&] { tell_panels(t, work); });
    theme([&] { tell_parts(t, {false, false, Ground::None}, 1, "area: ", "its area", work); });
    theme([&] { tell_parts(t, {true, false, Ground::Black}, 2, "object: ", "its object", work); });
    theme([&] { tell_parts(t, {true, true, Ground::Black}, 2, "mixed object: ", "its object of any colours", work); });
}

const Gathered& gathered() {
    static const Gathered all = [] {
        Gathered made;
        CellTable table;
        const Picture small(1, 1, 1);
        Teller t(small, table, &made);
        Work work;
        tell_all(t, work);
        return made;
    }();
    return all;
}

}  // namespace

const std::vector<CellFact>& cell_facts() { return gathered().facts; }

CellFact cell_fact(int place) {
    const int told = static_cast<int>(cell_facts().size());
    return place < told ? cell_facts()[static_cast<size_t>(place)] : written_fact(place - told);
}

const Names& cell_fact_names() {
    static const Names names("cell fact", [] {
        std::vector<Row> rows = gathered().rows;
        for (Row& r : written_rows(static_cast<int>(rows.size()))) rows.push_back(std::move(r));
        return rows;
    }());
    return names;
}

size_t facts_nearby() { return gathered().themes[4]; }

bool tell_cells(const Picture& p, CellTable& table, Work& work, const std::vector<bool>* wanted) {
    const size_t n = cell_facts().size();
    static Memo<CellTable> memo;  // of all facts
    const std::string key = key_of(0, p);
    if (wanted == nullptr) {
        if (const auto known = memo.find(key); known && work.charge_if_enough(known->work)) {
            table = known->found;
            return true;
        }
    }
    const int64_t before = work.spent();
    const auto told = wanted == nullptr ? static_cast<int64_t>(n) : std::count(wanted->begin(), wanted->end(), true);
    if (!work.charge(told * p.size() * 4)) return false;
    table = {p.size(), {}};
    table.values.reserve(n * static_cast<size_t>(p.size()));
    Teller t(p, table, nullptr, wanted);
    tell_all(t, work);
    if (work.dry() || table.values.size() != n * static_cast<size_t>(p.size())) return false;
    if (wanted == nullptr) memo.keep(key, table, work.spent() - before, table.values.size());
    return true;
}

}  // namespace arcloom::fit
