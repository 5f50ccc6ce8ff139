// native/learn/sizes_same.cpp: grids of the same size that are moved as a whole: line by line, or laid out as tiles
//
// Lines move along themselves, each one farther than the one before it; what leaves the grid is lost or comes in opposite.
// And: the box of all filled cells, or all rows or columns that it takes up, is a tile, which is laid over the grid; every second
// copy is mirrored in a way of its own.
#include "sizes_same.hpp"

#include <algorithm>

namespace arcloom::fit {

namespace {

constexpr int kMostLineStep = 2;

struct Shift {
    bool columns = false, from_end = false;  // which lines move, and at which end they are counted from
    int first = 0, step = 1;                 // how far the first one moves in steps, and how far a step is
    bool wraps = false;

    int of(int line, int lines) const { return step * ((from_end ? lines - 1 - line : line) + first); }
};

Picture shifted(const Picture& in, const Shift& how) {
    const int ground = ground_colour(in);
    Picture out(in.h, in.w, ground);
    for (int i = 0; i < in.h; ++i) {
        for (int j = 0; j < in.w; ++j) {
            const int length = how.columns ? in.h : in.w;
            int to = (how.columns ? i : j) + (how.columns ? how.of(j, in.w) : how.of(i, in.h));
            if (how.wraps) to = (to % length + length) % length;
            if (to >= 0 && to < length) out.set(how.columns ? to : i, how.columns ? j : to, in.at(i, j));
        }
    }
    return out;
}

// How a copy is mirrored: top to bottom, left to right, both. Two of them after each other are one by exclusive or.
constexpr int kMirrors = 4;
constexpr int kMirrorCodes[kMirrors] = {0, 4, 5, 2};  // as `turned` has them

enum TileKind { kBox, kRows, kColumns, kTileKinds };

// False where nothing is filled, or the tile is all of the grid.
bool tiled(const Picture& in, int kind, int down, int across, Picture& out) {
    const int ground = ground_colour(in);
    int top = in.h, left = in.w, bottom = -1, right = -1;
    for (int k = 0; k < in.size(); ++k) {
        if (in.at(k) == ground) continue;
        top = std::min(top, k / in.w), bottom = std::max(bottom, k / in.w);
        left = std::min(left, k % in.w), right = std::max(right, k % in.w);
    }
    if (kind == kRows) left = 0, right = in.w - 1;
    if (kind == kColumns) top = 0, bottom = in.h - 1;
    const int h = bottom - top + 1, w = right - left + 1;
    if (bottom < top || right < left || (h == in.h && w == in.w)) return false;
    std::vector<Picture> copies;
    for (const int code : kMirrorCodes) copies.push_back(turned(crop(in, top, left, h, w), code));
    out = Picture(in.h, in.w, ground);
    for (int i = 0; i < in.h; ++i) {
        for (int j = 0; j < in.w; ++j) {
            // Places are counted from the tile, with whole tiles added so that they are not negative.
            const int from_i = i - top + 2 * kMaxSide * h, from_j = j - left + 2 * kMaxSide * w;
            const int mirror = (from_i / h % 2 != 0 ? down : 0) ^ (from_j / w % 2 != 0 ? across : 0);
            out.set(i, j, copies[static_cast<size_t>(mirror)].at(from_i % h, from_j % w));
        }
    }
    return true;
}

}  // namespace

void offer_shifted(const Examples& examples, Trial& trial, const Rule& head) {
    if (!all_same_size(examples)) return;
    for (const bool wraps : {true, false}) {
        for (int way = 0; way < 8; ++way) {
            for (const int step : {1, -1, 2, -2}) {
                const Shift how{(way & 4) != 0, (way & 2) != 0, way & 1, step, wraps};
                if (!trial.work().charge(8 * examples[0].in.size())) return;
                if (shifted(examples[0].in, how) != examples[0].out) continue;
                Rule rule = head;
                rule.insert(rule.end(), {how.columns, how.from_end, how.first, step + kMostLineStep, wraps});
                if (trial.offer(rule)) return;
            }
        }
    }
}

bool shift_lines(Reader& r, const Picture& in, Picture& out) {
    const bool columns = r.flag(), from_end = r.flag();
    const int first = r.below(2), step = r.below(2 * kMostLineStep + 1) - kMostLineStep;
    out = shifted(in, {columns, from_end, first, step, r.flag()});
    return true;
}

void check_shifted(Reader& r) {
    for (int k = 0; k < 3; ++k) r.flag();
    if (r.below(2 * kMostLineStep + 1) == kMostLineStep) r.refuse();
    r.flag();
}

void offer_tiled(const Examples& examples, Trial& trial, const Rule& head) {
    if (!all_same_size(examples)) return;
    for (int kind = 0; kind < kTileKinds; ++kind) {
        for (int mirrors = 0; mirrors < kMirrors * kMirrors; ++mirrors) {
            const int down = mirrors / kMirrors, across = mirrors % kMirrors;
            if ((kind == kRows && across != 0) || (kind == kColumns && down != 0)) continue;  // there are no such copies
            Picture out;
            if (!trial.work().charge(12 * examples[0].in.size())) return;
            if (!tiled(examples[0].in, kind, down, across, out)) break;
            if (out != examples[0].out) continue;
            Rule rule = head;
            rule.insert(rule.end(), {kind, down, across});
            if (trial.offer(rule)) return;
        }
    }
}

bool lay_tiles(Reader& r, const Picture& in, Picture& out) {
    const int kind = r.below(kTileKinds), down = r.below(kMirrors);
    return tiled(in, kind, down, r.below(kMirrors), out);
}

void check_tiled(Reader& r) {
    r.below(kTileKinds);
    r.below(kMirrors);
    r.below(kMirrors);
}

}  // namespace arcloom::fit
