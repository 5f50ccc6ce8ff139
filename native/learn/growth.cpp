// native/learn/growth.cpp: patterns carried on: everything filled is repeated, step by step, until the edge
//
// A rule is: how the output's height and width follow from the input, in which corner of it the input lies, the
// directions in which it is repeated, how long a step is, and a colour that every other repetition takes. Steps are
// constant, or as long as the box of all that is filled, or such that the pattern goes on as it does already.
#include <algorithm>
#include <optional>

#include "options.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum Measure { mHeight, mWidth, mHeightPart, mWidthPart, mHeightMore, mWidthMore, mColoursHeight, mColoursWidth,
               mCellsHeight, mCellsWidth, mConstant, kMeasures };
const Names kMeasureNames("length", {{mHeight, "heights", "times the height"},
                                    {mWidth, "widths", "times the width"},
                                    {mHeightPart, "part of the height", "the height divided by"},
                                    {mWidthPart, "part of the width", "the width divided by"},
                                    {mHeightMore, "height and more", "the height and"},
                                    {mWidthMore, "width and more", "the width and"},
                                    {mColoursHeight, "colours times height", "the height times the number of colours but the ground's"},
                                    {mColoursWidth, "colours times width", "the width times the number of colours but the ground's"},
                                    {mCellsHeight, "cells times height", "the height times the number of filled cells"},
                                    {mCellsWidth, "cells times width", "the width times the number of filled cells"},
                                    {mConstant, "constant", ""}});
enum Stride { sOne, sTwo, sThree, sBox, sBoxAndOne, sPeriod, kStrides };
const Names kStrideNames("stride", {{sOne, "one", "every cell"},
                                    {sTwo, "two", "every second cell"},
                                    {sThree, "three", "every third cell"},
                                    {sBox, "box", "as far as it is long"},
                                    {sBoxAndOne, "box and one", "as far as it is long and one more"},
                                    {sPeriod, "period", "as it goes on already"}});
const Names kCorners("corner", {{0, "upper left", "upper left"},
                                {1, "lower left", "lower left"},
                                {2, "upper right", "upper right"},
                                {3, "lower right", "lower right"}});
constexpr int kMaxPeriod = 13, kSlants = 9;
constexpr int kSame = kColours;  // every repetition has the colour it comes from
const Names kOthers("repeated colour", {{kSame, "same", "its own colour"}});
// Sets of directions, as bits over kSteps.
constexpr int kGrowthDirections[] = {8, 2, 4, 1, 12, 3, 15, 128, 32, 64, 16, 0x90, 0x60, 0xF0, 0xFF, 2 | 128, 2 | 64, 8 | 128, 8 | 32};

struct Length {
    int measure, value;
};

struct GrowthMethod {
    Length height, width;
    int corner, directions, stride, other;
};

// Negative where there is none.
int length_of(const Length& l, const Picture& p) {
    const Counts c = count_colours(p);
    const int ground = ground_colour(p), filled = p.size() - c.of[ground];
    const int part = std::max(1, l.value);
    switch (l.measure) {
        case mHeight: return p.h * l.value;
        case mWidth: return p.w * l.value;
        case mHeightPart: return p.h % part == 0 ? p.h / part : -1;
        case mWidthPart: return p.w % part == 0 ? p.w / part : -1;
        case mHeightMore: return p.h + l.value;
        case mWidthMore: return p.w + l.value;
        case mColoursHeight: return p.h * (c.distinct() - 1);
        case mColoursWidth: return p.w * (c.distinct() - 1);
        case mCellsHeight: return p.h * filled;
        case mCellsWidth: return p.w * filled;
        default: return l.value;
    }
}

// The value with which the measure gives what the first demo shows.
int value_for(int measure, const Picture& in, int wanted) {
    switch (measure) {
        case mHeight: return wanted / in.h;
        case mWidth: return wanted / in.w;
        case mHeightPart: return in.h / wanted;
        case mWidthPart: return in.w / wanted;
        case mHeightMore: return wanted - in.h;
        case mWidthMore: return wanted - in.w;
        default: return wanted;
    }
}

std::optional<Length> explain_length(const Examples& examples, bool height) {
    for (int step = 0; step < kMeasures; ++step) {
        const int measure = height ? step : step ^ (step < mConstant ? 1 : 0);  // its own side first
        const auto wanted = [&](const Example& e) { return height ? e.out.h : e.out.w; };
        const Length l{measure, value_for(measure, examples[0].in, wanted(examples[0]))};
        const bool fits = std::all_of(examples.begin(), examples.end(), [&](const Example& e) {
            return length_of(l, e.in) == wanted(e);
        });
        if (fits) return l;
    }
    return std::nullopt;
}

struct Box {
    int top, left, bottom, right;
    int h() const { return bottom - top + 1; }
    int w() const { return right - left + 1; }
};

bool filled_box(const Picture& p, int ground, Box& box) {
    box = {p.h, p.w, -1, -1};
    for (int k = 0; k < p.size(); ++k) {
        if (p.at(k) == ground) continue;
        box = {std::min(box.top, k / p.w), std::min(box.left, k % p.w), std::max(box.bottom, k / p.w), std::max(box.right, k % p.w)};
    }
    return box.bottom >= 0;
}

// Whether the box shows the same where it lies over itself shifted, with a third of what is filled at least.
bool is_period(const Picture& p, const Box& b, int ground, int di, int dj) {
    int met = 0, filled = 0;
    for (int i = b.top; i <= b.bottom; ++i) {
        for (int j = b.left; j <= b.right; ++j) {
            filled += p.at(i, j) != ground;
            const int y = i + di, x = j + dj;
            if (y < b.top || y > b.bottom || x < b.left || x > b.right) continue;
            if (p.at(i, j) != p.at(y, x)) return false;
            met += p.at(i, j) != ground;
        }
    }
    return 3 * met >= filled;
}

// The shortest shift down (or to the right) under which the pattern goes on, straight before slanting.
bool find_period(const Picture& p, const Box& b, int ground, bool down, Step& step, Work& work) {
    for (int s = 0; s < kSlants; ++s) {
        const int slant = s % 2 == 1 ? (s + 1) / 2 : -s / 2;
        for (int n = 1; n < std::min(kMaxPeriod, down ? b.h() : b.w()); ++n) {
            if (!work.charge(6 + b.h() * b.w() / 2)) return false;
            step = down ? Step{n, slant} : Step{slant, n};
            if (is_period(p, b, ground, step.i, step.j)) return true;
        }
    }
    return false;
}

class GrownPicture {
  public:
    GrownPicture(const Picture& in, const GrowthMethod& method, Picture& out, Work& work)
        : in_(in), method_(method), out_(out), work_(work), ground_(ground_colour(in)) {}

    // Stops with false where what it paints is not what is wanted.
    bool grow(const Picture* wanted) {
        if (!place() || !find_steps()) return false;
        std::vector<int> open;
        std::vector<int8_t> own = out_.cells;
        std::vector<uint8_t> odd(out_.cells.size(), 0);
        for (int k = 0; k < out_.size(); ++k) {
            if (out_.at(k) != ground_) open.push_back(k);
        }
        const size_t seeds = open.size();
        if (!work_.charge(4 * out_.size())) return false;
        for (size_t n = 0; n < open.size(); ++n) {
            const auto from = static_cast<size_t>(open[n]);
            if (!work_.charge(6 * static_cast<int64_t>(steps_.size()))) return false;
            for (const Step& s : steps_) {
                const int y = open[n] / out_.w + s.i, x = open[n] % out_.w + s.j;
                if (!out_.inside(y, x) || out_.at(y, x) != ground_) continue;
                const auto to = static_cast<size_t>(y * out_.w + x);
                own[to] = own[from];
                odd[to] = odd[from] == 0;
                const int colour = odd[to] != 0 && method_.other != kSame ? method_.other : own[to];
                if (colour == ground_ || (wanted != nullptr && wanted->at(y, x) != colour)) return false;
                out_.set(y, x, colour);
                open.push_back(y * out_.w + x);
            }
        }
        return open.size() > seeds;
    }

  private:
    const Picture& in_;
    const GrowthMethod method_;
    Picture& out_;
    Work& work_;
    const int ground_;
    std::vector<Step> steps_;

    bool place() {
        const int h = length_of(method_.height, in_), w = length_of(method_.width, in_);
        if (!fits_picture(h, w) || h < 1 || w < 1) return false;
        out_ = Picture(h, w, ground_);
        const int top = method_.corner & 1 ? h - in_.h : 0, left = method_.corner & 2 ? w - in_.w : 0;
        for (int i = 0; i < in_.h; ++i) {
            for (int j = 0; j < in_.w; ++j) {
                if (out_.inside(top + i, left + j)) out_.set(top + i, left + j, in_.at(i, j));
            }
        }
        return true;
    }

    bool find_steps() {
        Box box{};
        if (!filled_box(out_, ground_, box)) return false;
        for (int d = 0; d < 8; ++d) {
            if ((method_.directions >> d & 1) == 0) continue;
            if (method_.stride != sPeriod) {
                steps_.push_back({kSteps[d].i * length(box.h()), kSteps[d].j * length(box.w())});
                continue;
            }
            Step s{};
            if (d > 3 || !find_period(out_, box, ground_, d < 2, s, work_)) return false;
            const int sign = kSteps[d].i + kSteps[d].j;
            steps_.push_back({sign * s.i, sign * s.j});
        }
        return !steps_.empty();
    }

    int length(int extent) const {
        switch (method_.stride) {
            case sBox: return extent;
            case sBoxAndOne: return extent + 1;
            default: return method_.stride + 1;
        }
    }
};

// The input lies in the corner of the output, which shows more.
bool lies_there(const Examples& examples, int corner, Work& work) {
    for (const auto& [in, out] : examples) {
        const int ground = ground_colour(in), top = corner & 1 ? out.h - in.h : 0, left = corner & 2 ? out.w - in.w : 0;
        int filled = 0;
        if (!work.charge(3 * (in.size() + out.size()))) return false;
        for (int k = 0; k < in.size(); ++k) {
            const int y = top + k / in.w, x = left + k % in.w;
            if (in.at(k) == ground) continue;
            if (!out.inside(y, x) || out.at(y, x) != in.at(k)) return false;
            ++filled;
        }
        if (out.size() - count_colours(out).of[ground] <= filled) return false;
    }
    return true;
}

bool explains(const Examples& examples, const GrowthMethod& m, Work& work) {
    Picture got;
    return std::all_of(examples.begin(), examples.end(), [&](const Example& e) {
        return GrownPicture(e.in, m, got, work).grow(&e.out) && got == e.out;
    });
}

// None, or a colour that becomes more in every demo.
std::vector<int> other_colours(const Examples& examples) {
    std::vector<int> list{kSame};
    for (int c = 1; c < kColours; ++c) {
        if (becomes_more(examples, c)) list.push_back(c);
    }
    return list;
}

bool valid(const GrowthMethod& m) {
    const auto below = [](int v, int n) { return v >= 0 && v < n; };
    return below(m.height.measure, kMeasures) && below(m.width.measure, kMeasures) && std::abs(m.height.value) <= kMaxSide &&
           std::abs(m.width.value) <= kMaxSide && below(m.corner, 4) && below(m.directions, 256) && below(m.stride, kStrides) &&
           below(m.other, kSame + 1);
}

}  // namespace

void learn_growth(const Examples& examples, Trial& trial) {
    const auto height = explain_length(examples, true), width = explain_length(examples, false);
    if (!height || !width) return;
    const std::vector<int> others = other_colours(examples);
    for (const int corner : {0, 1, 2, 3}) {
        if ((corner > 0 && all_same_size(examples)) || !lies_there(examples, corner, trial.work())) continue;
        for (const int stride : {sOne, sPeriod, sBox, sTwo, sThree, sBoxAndOne}) {
            for (const int directions : kGrowthDirections) {
                for (const int other : others) {
                    const GrowthMethod m{*height, *width, corner, directions, stride, other};
                    if (trial.over()) return;
                    if (!explains(examples, m, trial.work())) continue;
                    trial.offer({m.height.measure, m.height.value, m.width.measure, m.width.value, corner, directions, stride, other});
                }
            }
        }
    }
}

void check_growth(Reader& r) {
    for (int side = 0; side < 2; ++side) {
        r.row(kMeasureNames);
        r.within(-kMaxSide, kMaxSide + 1);
    }
    r.row(kCorners);
    r.below(256);  // directions
    r.row(kStrideNames);
    r.colour_or(kOthers);
}

bool apply_growth(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const GrowthMethod m{{r.next(), r.next()}, {r.next(), r.next()}, r.next(), r.next(), r.next(), r.next()};
    return !r.bad() && valid(m) && GrownPicture(in, m, out, work).grow(nullptr);
}

}  // namespace arcloom::fit
