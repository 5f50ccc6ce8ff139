// native/learn/cells.cpp: the facts of cells, theme by theme
//
// Each theme appends columns to the table; a first run on a small picture learns kinds and costs, so that what a
// fact is and what it is worth stand where it is computed.
#include "cells.hpp"

#include <algorithm>

#include "blobs.hpp"

namespace arcloom::fit {

namespace {

constexpr int kCap = 40;

class Teller {
  public:
    Teller(const Picture& picture, CellTable& table, std::vector<CellFact>* facts)
        : p(picture), table_(table), facts_(facts) {}

    const Picture& p;

    static int8_t capped(int value) { return static_cast<int8_t>(std::clamp(value, -1, kCap)); }

    // One column: f(i, j) for each cell.
    template <class F>
    void tell(CellFactKind kind, int cost, F&& f) {
        int8_t* out = column(kind, cost);
        for (int i = 0; i < p.h; ++i) {
            for (int j = 0; j < p.w; ++j) *out++ = capped(static_cast<int>(f(i, j)));
        }
    }
    // One column, to be filled in by the caller.
    int8_t* column(CellFactKind kind, int cost) {
        if (facts_ != nullptr) facts_->push_back({kind, static_cast<uint8_t>(cost)});
        const size_t told = table_.values.size();
        table_.values.resize(told + static_cast<size_t>(p.size()));
        return table_.values.data() + told;
    }
    template <class F>
    void flag(int cost, F&& f) { tell(CellFactKind::Flag, cost, f); }
    template <class F>
    void colour(int cost, F&& f) { tell(CellFactKind::Colour, cost, f); }
    template <class F>
    void number(int cost, F&& f) { tell(CellFactKind::Number, cost, f); }

  private:
    CellTable& table_;
    std::vector<CellFact>* facts_;
};

int ground_colour(const Picture& p) {
    const Counts c = count_colours(p);
    return c.of[0] > 0 ? 0 : c.most();
}

void tell_neighbours(Teller& t) {
    const Picture& p = t.p;
    t.colour(0, [&](int i, int j) { return p.at(i, j); });
    for (const Step& s : kSteps) t.colour(1, [&](int i, int j) { return p.get(i + s.i, j + s.j); });
    for (int d = 0; d < 4; ++d) {
        t.colour(3, [&](int i, int j) { return p.get(i + 2 * kSteps[d].i, j + 2 * kSteps[d].j); });
    }
    for (const int reach : {4, 8}) {
        const auto count = [&](auto&& matches) {
            return [&p, reach, matches](int i, int j) {
                int n = 0;
                for (int d = 0; d < reach; ++d) n += matches(p.get(i + kSteps[d].i, j + kSteps[d].j), p.at(i, j));
                return n;
            };
        };
        t.number(1, count([](int c, int own) { return c == own; }));
        t.number(1, count([](int c, int) { return c != 0 && c != kOutside; }));
        for (int colour = 0; colour < kColours; ++colour) {
            t.number(2, count([colour](int c, int) { return c == colour; }));
        }
    }
}

void tell_place(Teller& t) {
    const Picture& p = t.p;
    t.number(3, [&](int i, int) { return i; });
    t.number(3, [&](int, int j) { return j; });
    t.number(3, [&](int i, int) { return p.h - 1 - i; });
    t.number(3, [&](int, int j) { return p.w - 1 - j; });
    const auto edge = [&p](int i, int j) { return std::min(std::min(i, p.h - 1 - i), std::min(j, p.w - 1 - j)); };
    t.number(2, edge);
    t.flag(2, [&](int i, int j) { return edge(i, j) % 2; });
    t.flag(2, [](int i, int) { return i % 2; });
    t.flag(2, [](int, int j) { return j % 2; });
    t.flag(2, [](int i, int j) { return (i + j) % 2; });
    t.flag(3, [&](int i, int) { return (p.h - 1 - i) % 2; });
    t.flag(3, [&](int, int j) { return (p.w - 1 - j) % 2; });
    t.number(3, [](int i, int) { return i % 3; });
    t.number(3, [](int, int j) { return j % 3; });
    t.number(4, [](int i, int j) { return (i + j) % 3; });
    t.flag(2, [](int i, int j) { return i == j; });
    t.flag(2, [&](int i, int j) { return i + j == p.w - 1; });
    t.flag(3, [](int i, int j) { return i < j; });
    t.flag(3, [&](int i, int j) { return i + j < p.w - 1; });
    t.flag(3, [&](int i, int) { return 2 * i + 1 == p.h; });
    t.flag(3, [&](int, int j) { return 2 * j + 1 == p.w; });
}

// The nearest colour that is not ground in each direction, and how far it is.
void tell_rays(Teller& t, int ground) {
    const Picture& p = t.p;
    std::vector<int8_t> nearest[8], distance[8];
    for (int d = 0; d < 8; ++d) {
        const Step s = kSteps[d];
        nearest[d].assign(static_cast<size_t>(p.size()), kOutside);
        distance[d].assign(static_cast<size_t>(p.size()), kCap);
        // Towards the step, so that the neighbour is known first.
        for (int n = 0; n < p.size(); ++n) {
            const int k = s.i < 0 || (s.i == 0 && s.j < 0) ? n : p.size() - 1 - n;
            const int y = k / p.w + s.i, x = k % p.w + s.j;
            if (!p.inside(y, x)) continue;
            const auto at = static_cast<size_t>(y * p.w + x);
            const bool here = p.at(y, x) != ground;
            nearest[d][static_cast<size_t>(k)] = here ? static_cast<int8_t>(p.at(y, x)) : nearest[d][at];
            distance[d][static_cast<size_t>(k)] = here ? 1 : static_cast<int8_t>(std::min(kCap, distance[d][at] + 1));
        }
    }
    const auto seen = [&](int d, int i, int j) { return nearest[d][static_cast<size_t>(i * p.w + j)]; };
    const auto far = [&](int d, int i, int j) { return distance[d][static_cast<size_t>(i * p.w + j)]; };
    for (int d = 0; d < 8; ++d) t.colour(2, [&](int i, int j) { return seen(d, i, j); });
    for (int d = 0; d < 4; ++d) {
        t.number(3, [&](int i, int j) { return far(d, i, j); });
        t.flag(4, [&](int i, int j) { return far(d, i, j) % 2; });
    }
    // The same colour on both sides.
    for (const auto& [a, b] : {std::pair{2, 3}, {0, 1}, {4, 7}, {5, 6}}) {
        t.colour(1, [&](int i, int j) { return seen(a, i, j) == seen(b, i, j) ? seen(a, i, j) : int{kOutside}; });
    }
    const auto see = [&](int colour, int from, int to) {
        return [&, colour, from, to](int i, int j) {
            int n = 0;
            for (int d = from; d < to; ++d) n += seen(d, i, j) == colour;
            return n;
        };
    };
    for (int colour = 0; colour < kColours; ++colour) t.number(3, see(colour, 0, 4));
    for (int colour = 0; colour < kColours; ++colour) t.number(4, see(colour, 4, 8));
    t.number(2, [&](int i, int j) {
        int n = 0;
        for (int d = 0; d < 4; ++d) n += seen(d, i, j) != kOutside;
        return n;
    });
    t.number(3, [&](int i, int j) {
        int n = 0;
        for (int d = 4; d < 8; ++d) n += seen(d, i, j) != kOutside;
        return n;
    });
    t.colour(3, [&](int i, int j) {  // the closest along rows and columns
        int best = 0;
        for (int d = 1; d < 4; ++d) best = far(d, i, j) < far(best, i, j) ? d : best;
        return seen(best, i, j);
    });
}

void tell_partners(Teller& t, int ground) {
    const Picture& p = t.p;
    t.colour(2, [&](int i, int j) { return p.at(p.h - 1 - i, j); });
    t.colour(2, [&](int i, int j) { return p.at(i, p.w - 1 - j); });
    t.colour(2, [&](int i, int j) { return p.at(p.h - 1 - i, p.w - 1 - j); });
    const bool square = p.h == p.w;
    t.colour(2, [&](int i, int j) { return square ? p.at(j, i) : kOutside; });
    t.colour(2, [&](int i, int j) { return square ? p.at(p.h - 1 - j, p.w - 1 - i) : kOutside; });
    t.colour(3, [&](int i, int j) { return square ? p.at(j, p.w - 1 - i) : kOutside; });
    t.colour(3, [&](int i, int j) { return square ? p.at(p.h - 1 - j, i) : kOutside; });
    // Within the box of all that is not ground.
    int top = p.h, left = p.w, bottom = -1, right = -1;
    for (int k = 0; k < p.size(); ++k) {
        if (p.at(k) == ground) continue;
        top = std::min(top, k / p.w), bottom = std::max(bottom, k / p.w);
        left = std::min(left, k % p.w), right = std::max(right, k % p.w);
    }
    t.colour(3, [&](int i, int j) { return p.get(top + bottom - i, j); });
    t.colour(3, [&](int i, int j) { return p.get(i, left + right - j); });
    t.colour(3, [&](int i, int j) { return p.get(top + bottom - i, left + right - j); });
    t.colour(3, [&](int i, int j) { return p.get(top + j - left, left + i - top); });
    t.flag(2, [&](int i, int j) { return i >= top && i <= bottom && j >= left && j <= right; });
}

// Of the part a cell belongs to: its facts; -1 where it is in none.
void tell_parts(Teller& t, Segmentation s, int cost, Work& work) {
    const Picture& p = t.p;
    const std::vector<Blob> blobs = segment(p, s, work);
    const Facts facts = measure(p, blobs, work);
    if (facts.size() != blobs.size()) return;
    std::vector<size_t> owner(static_cast<size_t>(p.size()), 0);  // the number of its part, and 1
    for (size_t b = 0; b < blobs.size(); ++b) {
        for (const int k : blobs[b].cells) owner[static_cast<size_t>(k)] = b + 1;
    }
    const std::vector<int>& order = facts_by_simplicity();
    const size_t most = s.ground == Ground::None ? 75 : 60;
    std::vector<int8_t> shown(blobs.size() + 1);
    for (size_t n = 0; n < std::min(order.size(), most); ++n) {
        const FactKind kind = fact_kind(order[n]);
        shown[0] = kind == FactKind::Colour ? kOutside : kind == FactKind::Flag ? 0 : -1;
        for (size_t b = 0; b < blobs.size(); ++b) shown[b + 1] = Teller::capped(facts[b][static_cast<size_t>(order[n])]);
        const int price = cost + (n < 20 ? 0 : n < 40 ? 1 : 2);
        int8_t* out = t.column(kind == FactKind::Colour ? CellFactKind::Colour
                               : kind == FactKind::Flag ? CellFactKind::Flag : CellFactKind::Number, price);
        for (const size_t b : owner) *out++ = shown[b];
    }
    // Where in its box.
    const auto in_box = [&](auto&& f) {
        return [&, f](int i, int j) {
            const size_t b = owner[static_cast<size_t>(i * p.w + j)];
            return b == 0 ? -1 : f(blobs[b - 1], i, j);
        };
    };
    t.number(cost + 1, in_box([](const Blob& b, int i, int j) {
        return std::min(std::min(i - b.top, b.top + b.h - 1 - i), std::min(j - b.left, b.left + b.w - 1 - j));
    }));
    t.number(cost + 2, in_box([](const Blob& b, int i, int) { return i - b.top; }));
    t.number(cost + 2, in_box([](const Blob& b, int, int j) { return j - b.left; }));
    t.number(cost + 2, in_box([](const Blob& b, int i, int) { return b.top + b.h - 1 - i; }));
    t.number(cost + 2, in_box([](const Blob& b, int, int j) { return b.left + b.w - 1 - j; }));
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
    t.colour(2, [&](int i, int j) { return box[static_cast<size_t>(i * p.w + j)]; });
    t.colour(2, [&](int i, int j) { return inner[static_cast<size_t>(i * p.w + j)]; });
    std::vector<uint8_t> closed(static_cast<size_t>(p.size()), 0);
    for (const Blob& b : segment(p, {true, false, Ground::None}, work)) {
        const bool touches = b.top == 0 || b.left == 0 || b.top + b.h == p.h || b.left + b.w == p.w;
        for (const int k : b.cells) closed[static_cast<size_t>(k)] = !touches;
    }
    t.flag(2, [&](int i, int j) { return closed[static_cast<size_t>(i * p.w + j)]; });
}

void tell_lines(Teller& t, int ground) {
    const Picture& p = t.p;
    for (const bool rows : {true, false}) {
        const Picture view = rows ? p : turned(p, 6);
        std::vector<Counts> counts;
        for (int a = 0; a < view.h; ++a) counts.push_back(count_colours(crop(view, a, 0, 1, view.w)));
        const auto line = [&](int i, int j) -> const Counts& { return counts[static_cast<size_t>(rows ? i : j)]; };
        t.number(3, [&](int i, int j) { return view.w - line(i, j).of[ground]; });
        t.colour(2, [&](int i, int j) { return line(i, j).distinct() == 1 ? line(i, j).most() : kOutside; });
        t.colour(2, [&](int i, int j) {
            const int c = line(i, j).most(ground);
            return c < 0 ? int{kOutside} : c;
        });
        t.number(3, [&](int i, int j) { return line(i, j).of[p.at(i, j)]; });
        t.colour(2, [&](int i, int j) { return view.at(rows ? i : j, 0); });
        t.colour(2, [&](int i, int j) { return view.at(rows ? i : j, view.w - 1); });
    }
}

void tell_picture(Teller& t, int ground) {
    const Picture& p = t.p;
    const Counts counts = count_colours(p);
    const auto or_none = [](int c) { return c < 0 ? int{kOutside} : c; };
    const int picks[] = {counts.most(ground), counts.least(ground), counts.ranked(1, ground), counts.ranked(2, ground),
                         counts.most(), counts.least()};
    for (const int pick : picks) {
        t.flag(1, [&](int i, int j) { return p.at(i, j) == pick; });
        t.colour(1, [&](int, int) { return or_none(pick); });
    }
    for (const Step& corner : {Step{0, 0}, {0, p.w - 1}, {p.h - 1, 0}, {p.h - 1, p.w - 1}}) {
        t.colour(3, [&](int, int) { return p.at(corner.i, corner.j); });
    }
    t.number(3, [&](int, int) { return counts.distinct(); });
}

void tell_all(Teller& t, Work& work) {
    const int ground = ground_colour(t.p);
    tell_neighbours(t);
    tell_place(t);
    tell_rays(t, ground);
    tell_picture(t, ground);
    tell_partners(t, ground);
    tell_lines(t, ground);
    tell_boxes(t, work);
    tell_parts(t, {false, false, Ground::None}, 1, work);
    tell_parts(t, {true, false, Ground::Black}, 2, work);
    tell_parts(t, {true, true, Ground::Black}, 2, work);
}

}  // namespace

const std::vector<CellFact>& cell_facts() {
    static const std::vector<CellFact> facts = [] {
        std::vector<CellFact> list;
        CellTable table;
        const Picture small(1, 1, 1);
        Teller t(small, table, &list);
        int64_t fuel = INT64_MAX;
        Work work(fuel);
        tell_all(t, work);
        return list;
    }();
    return facts;
}

bool tell_cells(const Picture& p, CellTable& table, Work& work) {
    const size_t n = cell_facts().size();
    if (!work.charge(static_cast<int64_t>(n) * p.size() * 4)) return false;
    table = {p.size(), {}};
    table.values.reserve(n * static_cast<size_t>(p.size()));
    Teller t(p, table, nullptr);
    tell_all(t, work);
    return !work.dry() && table.values.size() == n * static_cast<size_t>(p.size());
}

}  // namespace arcloom::fit
