// native/learn/normal.cpp: normal forms: a picture turned, recoloured or reduced by what it shows itself, and back
//
// Tasks often show one rule in several stances: what goes right in one demo goes down in the next. Where a picture
// tells its stance, everything can be brought to the same one first, and the answer back.
#include "normal.hpp"

#include <algorithm>
#include <cstdlib>

namespace arcloom::fit {

namespace {

// mir_rot's codes by name.
enum Turn : int { kStay = 0, kRot90 = 1, kRot180 = 2, kRot270 = 3, kHmirror = 4, kVmirror = 5, kDmirror = 6, kCmirror = 7 };

int inverse(int turn) { return turn == kRot90 ? kRot270 : turn == kRot270 ? kRot90 : turn; }

// First mirrored at the diagonal, if so, then upside down, then left to right.
int turn_of(bool diagonal, bool upside_down, bool sideways) {
    constexpr int kPlain[4] = {kStay, kVmirror, kHmirror, kRot180};
    constexpr int kDiagonal[4] = {kDmirror, kRot90, kRot270, kCmirror};
    return (diagonal ? kDiagonal : kPlain)[2 * upside_down + sideways];
}

// Black where it takes a quarter of the picture or nothing takes more; else the most common colour.
int ground(const Picture& p, const Counts& counts) {
    return counts.of[0] * 4 >= p.size() ? 0 : counts.most();
}

struct Direction {
    int64_t i, j;
};

// The filled cells, or those of the most or the least common of the filled colours.
enum class Anchor { Filled, Most, Least };

// From the picture's centre to the centre of such cells, in some unit; nothing where there are none.
std::optional<Direction> direction(const Picture& p, Anchor anchor) {
    const Counts counts = count_colours(p);
    const int empty = ground(p, counts);
    const int colour = anchor == Anchor::Most ? counts.most(empty) : anchor == Anchor::Least ? counts.least(empty) : -1;
    Direction d{0, 0};
    bool any = false;
    for (int k = 0; k < p.size(); ++k) {
        if (anchor == Anchor::Filled ? p.at(k) == empty : p.at(k) != colour) continue;
        d.i += 2 * (k / p.w) - (p.h - 1);
        d.j += 2 * (k % p.w) - (p.w - 1);
        any = true;
    }
    return any ? std::optional(d) : std::nullopt;
}

// What may be done so that a direction points right, or down and right.
enum class Use { Diagonal, Mirrors, Right, All };

int turn_for(Direction d, Use use) {
    const bool steep = std::llabs(d.i) > std::llabs(d.j);
    if (use == Use::Diagonal) return turn_of(steep, false, false);
    if (use == Use::Mirrors) return turn_of(false, d.i < 0, d.j < 0);
    const Direction e = steep ? Direction{d.j, d.i} : d;
    return turn_of(steep, use == Use::All && e.i < 0, e.j < 0);
}

// How many cells of a row or a column are filled.
struct Side {
    int filled, length;
};

Side side_of(const Picture& p, int empty, bool column, int at) {
    const int length = column ? p.h : p.w;
    int filled = 0;
    for (int k = 0; k < length; ++k) filled += (column ? p.at(k, at) : p.at(at, k)) != empty;
    return {filled, length};
}

bool fuller(Side a, Side b) { return int64_t{a.filled} * b.length > int64_t{b.filled} * a.length; }

// The fullest edge comes to the top.
int turn_edge(const Picture& p) {
    const int empty = ground(p, count_colours(p));
    const Side sides[4] = {side_of(p, empty, false, 0), side_of(p, empty, false, p.h - 1), side_of(p, empty, true, 0),
                           side_of(p, empty, true, p.w - 1)};
    int best = 0;
    for (int k = 1; k < 4; ++k) best = fuller(sides[k], sides[best]) ? k : best;
    constexpr int kTurns[4] = {kStay, kHmirror, kDmirror, kCmirror};
    return kTurns[best];
}

bool is_line(const Picture& p, bool column, int at, int colour) {
    for (int k = 0; k < (column ? p.h : p.w); ++k) {
        if ((column ? p.at(k, at) : p.at(at, k)) != colour) return false;
    }
    return true;
}

// Lines of one filled colour lie across.
int turn_lines(const Picture& p) {
    const int empty = ground(p, count_colours(p));
    int balance = 0;
    for (int i = 0; i < p.h; ++i) balance -= p.at(i, 0) != empty && is_line(p, false, i, p.at(i, 0));
    for (int j = 0; j < p.w; ++j) balance += p.at(0, j) != empty && is_line(p, true, j, p.at(0, j));
    return turn_of(balance > 0, false, false);
}

// Runs of one filled colour lie across.
int turn_runs(const Picture& p) {
    const int empty = ground(p, count_colours(p));
    int balance = 0;
    for (int i = 0; i < p.h; ++i) {
        for (int j = 0; j < p.w; ++j) {
            if (p.at(i, j) == empty) continue;
            balance += p.get(i + 1, j) == p.at(i, j);
            balance -= p.get(i, j + 1) == p.at(i, j);
        }
    }
    return turn_of(balance > 0, false, false);
}

// The ways, by number: four turns, then directions to point right, or down and right; then colours; lattices; and the
// most common colour made 0, the others as they are.
constexpr struct {
    Anchor to;
    Use use;
} kDirected[] = {{Anchor::Filled, Use::Diagonal}, {Anchor::Filled, Use::Mirrors}, {Anchor::Filled, Use::Right},
                 {Anchor::Filled, Use::All},      {Anchor::Most, Use::Right},     {Anchor::Most, Use::All},
                 {Anchor::Least, Use::Mirrors},   {Anchor::Least, Use::Right},    {Anchor::Least, Use::All}};
constexpr int kFirstDirected = 4, kFirstColoured = kFirstDirected + 9, kLattice = kFirstColoured + 3,
              kGround = kLattice + 1;
static_assert(kGround + 1 == kWays);

std::optional<int> turn_by(const Picture& p, int way) {
    switch (way) {
        case 0: return turn_of(p.h > p.w, false, false);
        case 1: return turn_lines(p);
        case 2: return turn_runs(p);
        case 3: return turn_edge(p);
    }
    const auto [to, use] = kDirected[way - kFirstDirected];
    const auto d = direction(p, to);
    if (!d) return std::nullopt;
    return turn_for(*d, use);
}

// The colours but the ground in the order of their numbers of cells, or in that of their first cells.
std::vector<int> ordered(const Picture& p, int empty, bool by_place) {
    std::vector<int> out;
    if (!by_place) {
        const Counts counts = count_colours(p);
        for (int rank = 0; counts.ranked(rank, empty) >= 0; ++rank) out.push_back(counts.ranked(rank, empty));
        return out;
    }
    for (const int8_t colour : p.cells) {
        if (colour != empty && std::find(out.begin(), out.end(), colour) == out.end()) out.push_back(colour);
    }
    return out;
}

}  // namespace

std::optional<Form> Form::of(const Picture& p, int way) {
    if (way == kLattice) return lattice(p);
    Form form;
    if (way == kGround) {
        form.number(count_colours(p).most(), {});
        return form;
    }
    if (way >= kFirstColoured) {
        const int empty = way == kFirstColoured ? ground(p, count_colours(p)) : 0;
        form.number(empty, ordered(p, empty, way == kFirstColoured + 2));
        return form;
    }
    const auto turn = turn_by(p, way);
    if (!turn) return std::nullopt;
    form.turn_ = *turn;
    return form;
}

// The ground becomes 0, the other colours 1, 2, ... in their order. Each changes places with the one whose number it
// takes, so that a colour that the picture does not have mostly stays what it is.
void Form::number(int empty, const std::vector<int>& colours) {
    const auto give = [&](int colour, int number) {
        const auto had = std::find(colour_.begin(), colour_.end(), static_cast<int8_t>(number));
        std::swap(colour_[static_cast<size_t>(colour)], *had);
    };
    give(empty, 0);
    for (size_t k = 0; k < colours.size(); ++k) give(colours[k], static_cast<int>(k) + 1);
}

std::vector<Form::Span> Form::between(const std::vector<bool>& lines) {
    std::vector<Span> out;
    const int n = static_cast<int>(lines.size());
    for (int begin = 0; begin < n; ++begin) {
        if (lines[static_cast<size_t>(begin)]) continue;
        int end = begin;
        while (end < n && !lines[static_cast<size_t>(end)]) ++end;
        out.push_back({begin, end});
        begin = end;
    }
    return out;
}

// The colour that has most lines among those that part the picture into four panels or more, each of one colour.
std::optional<Form> Form::lattice(const Picture& p) {
    std::optional<Form> best;
    std::ptrdiff_t most = 0;
    for (int colour = 0; colour < kColours; ++colour) {
        std::vector<bool> rows, columns;
        for (int i = 0; i < p.h; ++i) rows.push_back(is_line(p, false, i, colour));
        for (int j = 0; j < p.w; ++j) columns.push_back(is_line(p, true, j, colour));
        const auto lines = std::count(rows.begin(), rows.end(), true) + std::count(columns.begin(), columns.end(), true);
        Form form;
        form.rows_ = between(rows);
        form.columns_ = between(columns);
        if (lines <= most || form.rows_.size() * form.columns_.size() < 4) continue;
        Picture reduced;
        if (!form.reduce(p, reduced)) continue;
        most = lines;
        best = std::move(form);
    }
    return best;
}

bool Form::reduce(const Picture& in, Picture& out) const {
    if (in.h < rows_.back().end || in.w < columns_.back().end) return false;
    out = Picture(static_cast<int>(rows_.size()), static_cast<int>(columns_.size()), 0);
    for (int y = 0; y < out.h; ++y) {
        for (int x = 0; x < out.w; ++x) {
            const auto [top, bottom] = rows_[static_cast<size_t>(y)];
            const auto [left, right] = columns_[static_cast<size_t>(x)];
            const int colour = in.at(top, left);
            for (int i = top; i < bottom; ++i) {
                for (int j = left; j < right; ++j) {
                    if (in.at(i, j) != colour) return false;
                }
            }
            out.set(y, x, colour);
        }
    }
    return true;
}

bool Form::expand(const Picture& in, const Picture& like, Picture& out) const {
    if (in.h != static_cast<int>(rows_.size()) || in.w != static_cast<int>(columns_.size())) return false;
    out = like;
    for (int y = 0; y < in.h; ++y) {
        for (int x = 0; x < in.w; ++x) {
            const auto [top, bottom] = rows_[static_cast<size_t>(y)];
            const auto [left, right] = columns_[static_cast<size_t>(x)];
            for (int i = top; i < bottom; ++i) {
                for (int j = left; j < right; ++j) out.set(i, j, in.at(y, x));
            }
        }
    }
    return true;
}

bool Form::forward(const Picture& in, Picture& out) const {
    if (!rows_.empty()) return reduce(in, out);
    out = turned(in, turn_);
    for (auto& cell : out.cells) cell = colour_[static_cast<size_t>(cell)];
    return true;
}

bool Form::back(const Picture& in, const Picture& like, Picture& out) const {
    if (!rows_.empty()) return expand(in, like, out);
    out = turned(in, inverse(turn_));
    std::array<int8_t, kColours> had;
    for (size_t colour = 0; colour < kColours; ++colour) had[static_cast<size_t>(colour_[colour])] = static_cast<int8_t>(colour);
    for (auto& cell : out.cells) cell = had[static_cast<size_t>(cell)];
    return true;
}

}  // namespace arcloom::fit
