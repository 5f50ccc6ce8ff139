// native/learn/gaps.cpp: rectangles of one colour among others, painted: the largest, or all of some size
//
// A rule is: the colour they have, the colour they take, which (all of a size, or the largest), rows and columns of the
// size (0: the whole side; the largest has at least so many), and whether they may lie across too.
#include <algorithm>

#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum GapKind { kOfSize, kLargest, kGapKinds };
const Names kGapKindNames("gaps", {{kOfSize, "of a size"}, {kLargest, "largest"}});
constexpr int kLongest = 8;  // side that is tried

struct GapMethod {
    int from, to, kind, rows, columns, across;
};

// How many cells of the colour are above and to the left.
class Sums {
  public:
    Sums(const Picture& p, int colour) : h(p.h), w(p.w), sum_(static_cast<size_t>((h + 1) * (w + 1)), 0) {
        for (int i = 0; i < h; ++i) {
            for (int j = 0; j < w; ++j) {
                at(i + 1, j + 1) = at(i, j + 1) + at(i + 1, j) - at(i, j) + (p.at(i, j) == colour);
            }
        }
    }
    const int h, w;
    bool full(int top, int left, int rows, int columns) const {
        return at(top + rows, left + columns) - at(top, left + columns) - at(top + rows, left) + at(top, left) == rows * columns;
    }

  private:
    std::vector<int> sum_;
    int& at(int i, int j) { return sum_[static_cast<size_t>(i * (w + 1) + j)]; }
    int at(int i, int j) const { return sum_[static_cast<size_t>(i * (w + 1) + j)]; }
};

class Gaps {
  public:
    Gaps(const Picture& in, const GapMethod& method, Picture& out, Work& work) : in_(in), m_(method), out_(out), work_(work) {}

    // A picture without such a rectangle stays as it is.
    void paint() {
        out_ = in_;
        if (!work_.charge(8 * in_.size())) return;
        const Sums sums(in_, m_.from);
        if (m_.kind == kLargest) return paint_largest(sums);
        paint_all(sums, m_.rows == 0 ? sums.h : m_.rows, m_.columns == 0 ? sums.w : m_.columns);
        if (m_.across != 0) paint_all(sums, m_.columns == 0 ? sums.h : m_.columns, m_.rows == 0 ? sums.w : m_.rows);
    }

  private:
    const Picture& in_;
    const GapMethod m_;
    Picture& out_;
    Work& work_;

    void paint_all(const Sums& sums, int rows, int columns) {
        if (!work_.charge(4 * in_.size())) return;
        for (int i = 0; i + rows <= sums.h; ++i) {
            for (int j = 0; j + columns <= sums.w; ++j) {
                if (!sums.full(i, j, rows, columns)) continue;
                if (!work_.charge(rows * columns)) return;
                fill(i, j, rows, columns);
            }
        }
    }

    void fill(int top, int left, int rows, int columns) {
        for (int i = top; i < top + rows; ++i) {
            for (int j = left; j < left + columns; ++j) out_.set(i, j, m_.to);
        }
    }

    void paint_largest(const Sums& sums) {
        int most = 0;
        struct Found { int top, left, rows, columns; };
        std::vector<Found> largest;
        for (int top = 0; top < sums.h; ++top) {
            for (int rows = std::max(1, m_.rows); top + rows <= sums.h; ++rows) {
                if (!work_.charge(2 * sums.w)) return;
                for (int left = 0, end = 0; left < sums.w; left = std::max(end, left + 1)) {
                    for (end = left; end < sums.w && sums.full(top, end, rows, 1);) ++end;
                    const int area = rows * (end - left);
                    if (end - left < std::max(1, m_.columns) || area < most) continue;
                    if (area > most) largest.clear();
                    most = area;
                    largest.push_back({top, left, rows, end - left});
                }
            }
        }
        for (const Found& f : largest) fill(f.top, f.left, f.rows, f.columns);
    }
};

// The one colour that changes, and the one it takes; false where there are others.
bool one_change(const Examples& examples, int& from, int& to) {
    from = to = -1;
    for (const auto& [in, out] : examples) {
        for (int k = 0; k < in.size(); ++k) {
            if (in.at(k) == out.at(k)) continue;
            if (from < 0) from = in.at(k), to = out.at(k);
            if (in.at(k) != from || out.at(k) != to) return false;
        }
    }
    return from >= 0;
}

}  // namespace

void learn_gaps(const Examples& examples, Trial& trial) {
    int from = 0, to = 0;
    if (!all_same_size(examples) || !one_change(examples, from, to)) return;
    const auto consider = [&](int kind, int rows, int columns, int across) {
        trial.offer({from, to, kind, rows, columns, across});
    };
    for (const int side : {2, 1}) consider(kLargest, side, side, 0);
    for (int rows = 0; rows <= kLongest; ++rows) {
        for (int columns = 0; columns <= kLongest; ++columns) {
            for (const int across : {1, 0}) {
                if (across != 0 && rows > columns) continue;
                consider(kOfSize, rows, columns, across);
            }
        }
    }
}

void check_gaps(Reader& r) {
    r.below(kColours);
    r.below(kColours);
    r.row(kGapKindNames);
    r.below(kMaxSide);
    r.below(kMaxSide);
    r.flag();  // across too
}

bool apply_gaps(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const GapMethod m{r.next(), r.next(), r.next(), r.next(), r.next(), r.next()};
    const auto below = [](int v, int n) { return v >= 0 && v < n; };
    const bool valid = below(m.from, kColours) && below(m.to, kColours) && below(m.kind, kGapKinds) && below(m.rows, kMaxSide) &&
                       below(m.columns, kMaxSide);
    if (r.bad() || !valid) return false;
    Gaps(in, m, out, work).paint();
    return true;
}

}  // namespace arcloom::fit
