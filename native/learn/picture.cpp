// native/learn/picture.cpp: counting, cropping and turning pictures
#include "picture.hpp"

#include <algorithm>

namespace arcloom::fit {

Counts count_colours(const Picture& p) {
    Counts c;
    for (const int8_t v : p.cells) ++c.of[v];
    return c;
}

int ground_colour(const Picture& p) {
    const Counts c = count_colours(p);
    return c.of[0] > 0 ? 0 : c.most();
}

int Counts::distinct() const {
    return static_cast<int>(std::count_if(of, of + kColours, [](int n) { return n > 0; }));
}

int Counts::most(int except) const {
    int best = -1;
    for (int c = 0; c < kColours; ++c) {
        if (c != except && of[c] > 0 && (best < 0 || of[c] > of[best])) best = c;
    }
    return best;
}

int Counts::least(int except) const {
    int best = -1;
    for (int c = 0; c < kColours; ++c) {
        if (c != except && of[c] > 0 && (best < 0 || of[c] < of[best])) best = c;
    }
    return best;
}

int Counts::ranked(int rank, int except) const {
    std::vector<int> order;
    for (int c = 0; c < kColours; ++c) {
        if (of[c] > 0 && c != except) order.push_back(c);
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return of[a] > of[b]; });
    return rank < static_cast<int>(order.size()) ? order[static_cast<size_t>(rank)] : -1;
}

int ground_of(const Picture& p, Ground g) {
    if (g == Ground::None) return -1;
    return g == Ground::Black ? 0 : count_colours(p).most();
}

namespace {

// The one colour of some cells, each a step further than the one before it.
int colour_along(const Picture& p, int from, int step, int cells) {
    const int c = p.at(from);
    for (int n = 1; n < cells; ++n) {
        if (p.at(from + n * step) != c) return kOutside;
    }
    return c;
}

}  // namespace

int row_colour(const Picture& p, int row) { return colour_along(p, row * p.w, 1, p.w); }
int column_colour(const Picture& p, int column) { return colour_along(p, column, p.w, p.h); }

Picture crop(const Picture& p, int top, int left, int h, int w) {
    Picture out(h, w, 0);
    for (int i = 0; i < h; ++i) {
        for (int j = 0; j < w; ++j) out.set(i, j, p.at(top + i, left + j));
    }
    return out;
}

Picture turned(const Picture& p, int code) {
    const bool sides = code == 1 || code == 3 || code >= 6;
    Picture out(sides ? p.w : p.h, sides ? p.h : p.w, 0);
    for (int i = 0; i < out.h; ++i) {
        for (int j = 0; j < out.w; ++j) {
            int a = i, b = j;
            switch (code) {
                case 1: a = p.h - 1 - j, b = i; break;
                case 2: a = p.h - 1 - i, b = p.w - 1 - j; break;
                case 3: a = j, b = p.w - 1 - i; break;
                case 4: a = p.h - 1 - i; break;
                case 5: b = p.w - 1 - j; break;
                case 6: a = j, b = i; break;
                case 7: a = p.h - 1 - j, b = p.w - 1 - i; break;
                default: break;
            }
            out.set(i, j, p.at(a, b));
        }
    }
    return out;
}

Picture scaled(const Picture& p, int rows, int columns) {
    Picture out(p.h * rows, p.w * columns, 0);
    for (int i = 0; i < out.h; ++i) {
        for (int j = 0; j < out.w; ++j) out.set(i, j, p.at(i / rows, j / columns));
    }
    return out;
}

bool all_same_size(const Examples& examples) {
    return std::all_of(examples.begin(), examples.end(), [](const Example& e) { return e.in.same_size(e.out); });
}

bool constant_size(const Examples& examples) {
    return std::all_of(examples.begin(), examples.end(), [&](const Example& e) { return e.out.same_size(examples[0].out); });
}

bool fits_picture(int64_t h, int64_t w) { return h >= 1 && w >= 1 && h <= kMaxSide && w <= kMaxSide; }

bool constant_ratio(const Examples& examples, bool larger, int& rows, int& columns) {
    rows = columns = 0;
    for (const Example& e : examples) {
        const Picture &a = larger ? e.out : e.in, &b = larger ? e.in : e.out;
        if (a.h % b.h != 0 || a.w % b.w != 0) return false;
        if (rows != 0 && (rows != a.h / b.h || columns != a.w / b.w)) return false;
        rows = a.h / b.h, columns = a.w / b.w;
    }
    return rows * columns > 1;
}

}  // namespace arcloom::fit
