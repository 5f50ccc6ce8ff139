// native/learn/scene_paint.cpp: actions that paint cells in, around or beyond a part
#include "scene_acts.hpp"

namespace arcloom::fit::scene {

namespace {

// Paints the cells of the part's box, made larger by `reach`, of which good(i, j) holds.
template <class Good>
void paint_where(const Scene& s, int part, int reach, Good good, Writes& w) {
    const Blob& b = part_of(s, part);
    for (int i = std::max(0, b.top - reach); i < std::min(s.in().h, b.top + b.h + reach); ++i) {
        for (int j = std::max(0, b.left - reach); j < std::min(s.in().w, b.left + b.w + reach); ++j) {
            if (good(i, j)) paint_cell(s, i, j, w);
        }
        if (w.fails()) return;
    }
}

int own_around(const Scene& s, int part, int i, int j, int steps) {
    int n = 0;
    for (int d = 0; d < steps; ++d) n += s.owns(part, i + kSteps[d].i, j + kSteps[d].j);
    return n;
}

void own_cells(const Scene& s, int part, int, Writes& w) {
    for (const int k : part_of(s, part).cells) {
        w.drawn.push_back({k, kPaint});
        if (w.fails()) return;
    }
}
void hole_cells(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    int count = 0;
    const std::vector<uint8_t> holes = holes_of(mask_of(s.in(), b), b.h, b.w, count);
    if (count == 0) return;
    paint_where(s, part, 0, [&](int i, int j) { return holes[static_cast<size_t>((i - b.top) * b.w + j - b.left)] != 0; }, w);
}
void box_ground(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, 0, [&](int i, int j) { return s.empty(i, j); }, w);
}
void box_cells(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, 0, [](int, int) { return true; }, w);
}
void ring_cells(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, 1, [&](int i, int j) { return s.empty(i, j) && own_around(s, part, i, j, 8) > 0; }, w);
}
void side_cells(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, 1, [&](int i, int j) { return s.empty(i, j) && own_around(s, part, i, j, 4) > 0; }, w);
}
void corner_cells(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, 1, [&](int i, int j) {
        return s.empty(i, j) && own_around(s, part, i, j, 4) == 0 && own_around(s, part, i, j, 8) > 0;
    }, w);
}
void box_ring(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    paint_where(s, part, 1, [&](int i, int j) { return i < b.top || i >= b.top + b.h || j < b.left || j >= b.left + b.w; }, w);
}
// How many rings of cells lie between the cell and the box, itself counted; 0 within it.
int rings_away(const Blob& b, int i, int j) {
    return std::max({0, b.top - i, i - (b.top + b.h - 1), b.left - j, j - (b.left + b.w - 1)});
}
template <int away>
void far_box_ring(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, away, [&](int i, int j) { return rings_away(part_of(s, part), i, j) == away; }, w);
}
// Every second ring around the box to the edges, the first or the second one to begin with; where there are few parts, as rings meet.
template <bool first>
void rings_to_edge(const Scene& s, int part, int, Writes& w) {
    if (s.parts.size() > kMostWithRings) return;
    paint_where(s, part, kMaxSide, [&](int i, int j) {
        const int away = rings_away(part_of(s, part), i, j);
        return away > 0 && s.empty(i, j) && (away % 2 == 1) == first;
    }, w);
}
void inside_cells(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, 0, [&](int i, int j) { return s.owns(part, i, j) && own_around(s, part, i, j, 8) == 8; }, w);
}
void rim_cells(const Scene& s, int part, int, Writes& w) {
    paint_where(s, part, 0, [&](int i, int j) { return s.owns(part, i, j) && own_around(s, part, i, j, 8) < 8; }, w);
}
void box_corners(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    paint_where(s, part, 0, [&](int i, int j) {
        return (i == b.top || i == b.top + b.h - 1) && (j == b.left || j == b.left + b.w - 1);
    }, w);
}
void middle_cells(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    paint_where(s, part, 0, [&](int i, int j) {
        return std::abs(2 * (i - b.top) - (b.h - 1)) <= 1 && std::abs(2 * (j - b.left) - (b.w - 1)) <= 1;
    }, w);
}
void box_diagonals(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    if (b.h != b.w) return;
    paint_where(s, part, 0, [&](int i, int j) { return i - b.top == j - b.left || i - b.top + j - b.left == b.w - 1; }, w);
}
void chequered_cells(const Scene& s, int part, int, Writes& w) {
    const Blob& b = part_of(s, part);
    paint_where(s, part, 0, [&](int i, int j) { return s.owns(part, i, j) && (i - b.top + j - b.left) % 2 == 1; }, w);
}

// Those below take a plain direction.

// Every second line of the part's own cells, across the direction, from its side on.
void striped_cells(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    paint_where(s, part, 0, [&](int i, int j) {
        return s.owns(part, i, j) && depth(b, d, i, j) % 2 == 1;
    }, w);
}
void half_cells(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    paint_where(s, part, 0, [&](int i, int j) {
        return s.owns(part, i, j) && 2 * depth(b, d, i, j) + 1 < (d < 2 ? b.h : b.w);
    }, w);
}
void edge_cells(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    paint_where(s, part, 0, [&](int i, int j) {
        return s.owns(part, i, j) && depth(b, d, i, j) == 0;
    }, w);
}
void next_cells(const Scene& s, int part, int d, Writes& w) {
    paint_where(s, part, 1, [&](int i, int j) {
        return s.empty(i, j) && s.owns(part, i - kSteps[d].i, j - kSteps[d].j);
    }, w);
}

enum class Until { Something, EdgeBelow, EdgeOver, PastOwn, OnlyMet, OnlySameMet, OnlyFree, SameBelow, SameOver };

// From a cell on, in a direction, as far as `until` says.
void cast(const Scene& s, int part, int i, int j, int d, Until until, Writes& w) {
    const size_t before = w.drawn.size();
    const int own = s.in().at(i, j);
    for (;;) {
        i += kSteps[d].i, j += kSteps[d].j;
        if (!s.in().inside(i, j)) {
            if (until == Until::OnlyMet || until == Until::OnlySameMet || until == Until::SameBelow || until == Until::SameOver) w.drawn.resize(before);
            return;
        }
        const bool free = s.in().at(i, j) == s.ground;
        if (until == Until::SameBelow || until == Until::SameOver) {
            if (s.in().at(i, j) == own) return;
            if (free || until == Until::SameOver) paint_cell(s, i, j, w);
            continue;
        }
        if (free || until == Until::EdgeOver) {
            if (!s.owns(part, i, j)) paint_cell(s, i, j, w);
            continue;
        }
        if (until == Until::EdgeBelow || (until == Until::PastOwn && s.in().at(i, j) == own)) continue;
        if (until == Until::OnlyFree || (until == Until::OnlySameMet && s.in().at(i, j) != own)) w.drawn.resize(before);
        return;
    }
}

// Slanted rays start at the corner of the box.
bool starts_ray(const Blob& b, int d, int i, int j) {
    const Step& step = kSteps[d];
    return d < 4 || (i == (step.i < 0 ? b.top : b.top + b.h - 1) && j == (step.j < 0 ? b.left : b.left + b.w - 1));
}

// From every cell on the part's side; diagonally from the corner of its box.
template <Until until>
void rays(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    const Step& step = kSteps[d];
    for (const int k : b.cells) {
        const int i = k / s.in().w, j = k % s.in().w;
        if (s.owns(part, i + step.i, j + step.j)) continue;
        if (!starts_ray(b, d, i, j)) continue;
        cast(s, part, i, j, d, until, w);
        if (w.fails()) return;
    }
}
template <Until until>
void middle_rays(const Scene& s, int part, int d, Writes& w) {
    const Blob& b = part_of(s, part);
    if ((d < 2 ? b.w : b.h) % 2 == 0) return;
    const int i = d == 0 ? b.top : d == 1 ? b.top + b.h - 1 : b.top + b.h / 2;
    const int j = d == 2 ? b.left : d == 3 ? b.left + b.w - 1 : b.left + b.w / 2;
    cast(s, part, i, j, d, until, w);
}

// From every cell, slanted ones too, below what is in the way.
void trail(const Scene& s, int part, int d, Writes& w) {
    for (const int k : part_of(s, part).cells) {
        cast(s, part, k / s.in().w, k % s.in().w, d, Until::EdgeBelow, w);
        if (w.fails()) return;
    }
}

// Counted: from every cell on the part's side, so many cells, as far as nothing is in the way.
void short_rays(const Scene& s, int part, int told, Writes& w) {
    const Step& step = kSteps[told % 8];
    for (const int k : part_of(s, part).cells) {
        if (!starts_ray(part_of(s, part), told % 8, k / s.in().w, k % s.in().w)) continue;
        int i = k / s.in().w + step.i, j = k % s.in().w + step.j;
        for (int n = told / 8; n > 0 && s.in().inside(i, j) && s.empty(i, j); --n, i += step.i, j += step.j) paint_cell(s, i, j, w);
    }
}

using enum Parameter;
constexpr ActionRow kPaintingRows[] = {
    {"paint", "becomes", 0.5, true, None, own_cells, Reach::Own},
    {"holes", "has its holes filled with", 1.0, true, None, hole_cells, Reach::Box},
    {"box ground", "has the empty cells of its box filled with", 1.5, true, None, box_ground, Reach::Box},
    {"box", "has its whole box painted", 2.0, true, None, box_cells, Reach::Box},
    {"ring", "is surrounded with", 1.5, true, None, ring_cells, Reach::Around},
    {"sides", "gets, at the sides of its cells,", 2.0, true, None, side_cells, Reach::Around},
    {"corners", "gets, at the corners of its cells,", 2.5, true, None, corner_cells, Reach::Around},
    {"box ring", "has a frame drawn around its box in", 2.0, true, None, box_ring, Reach::Near},
    {"second box ring", "has a second frame drawn around its box in", 2.5, true, None, far_box_ring<2>, Reach::Near},
    {"third box ring", "has a third frame drawn around its box in", 3.0, true, None, far_box_ring<3>, Reach::Near},
    {"rings to the edge", "gets every second ring around its box, the first one included, in", 3.0, true, None, rings_to_edge<true>},
    {"rings between", "gets every second ring around its box, the first one left out, in", 3.0, true, None, rings_to_edge<false>},
    {"inside", "has its inner cells painted", 1.5, true, None, inside_cells, Reach::Own},
    {"rim", "has its outer cells painted", 1.5, true, None, rim_cells, Reach::Own},
    {"box corners", "has the corners of its box painted", 2.5, true, None, box_corners, Reach::Box},
    {"middle", "has the middle of its box painted", 2.5, true, None, middle_cells, Reach::Box},
    {"box diagonals", "has the diagonals of its box painted", 3.5, true, None, box_diagonals, Reach::Box},
    {"chequered", "has every second cell painted", 3.0, true, None, chequered_cells, Reach::Own},
    {"stripes", "has every second line painted", 3.0, true, Line, striped_cells, Reach::Own},
    {"half", "has half of its cells painted", 3.0, true, Line, half_cells, Reach::Own},
    {"side", "has its outermost line painted", 3.0, true, Line, edge_cells, Reach::Own},
    {"next", "gets, beside its cells,", 2.5, true, Any, next_cells, Reach::Beside},
    {"ray", "sends rays, until something is in the way, of", 2.0, true, Any, rays<Until::Something>, Reach::Beside},
    {"ray below", "sends rays to the edge, below what is in the way, of", 2.5, true, Any, rays<Until::EdgeBelow>, Reach::Ahead},
    {"ray over", "sends rays to the edge, over what is in the way, of", 2.5, true, Any, rays<Until::EdgeOver>, Reach::Ahead},
    {"ray past its colour", "sends rays past its own colour, until another one is in the way, of", 3.0, true, Any, rays<Until::PastOwn>, Reach::Ahead},
    {"bridge", "is joined to what it faces with", 2.0, true, Any, rays<Until::OnlyMet>, Reach::Beside},
    {"bridge alike", "is joined to its own colour with", 2.0, true, Any, rays<Until::OnlySameMet>, Reach::Beside},
    {"bridge alike below", "is joined to its own colour, below what is between, with", 2.5, true, Any, rays<Until::SameBelow>, Reach::Ahead},
    {"bridge alike over", "is joined to its own colour, over what is between, with", 2.5, true, Any, rays<Until::SameOver>, Reach::Ahead},
    {"free ray", "sends rays, where nothing is in the way, of", 3.0, true, Any, rays<Until::OnlyFree>, Reach::Beside},
    {"trail", "throws a shadow to the edge, below what is in the way, of", 3.5, true, Any, trail, Reach::Ahead},
    {"ray so far", "sends rays so far, until something is in the way, of", 3.0, true, Counted, short_rays},
    {"middle ray", "sends rays from its middle, until something is in the way, of", 3.0, true, Line, middle_rays<Until::Something>, Reach::Ahead},
};

}  // namespace

std::span<const ActionRow> painting_actions() { return kPaintingRows; }

}  // namespace arcloom::fit::scene
