// native/learn/symmetry.cpp: objects completed until mirrors or turns leave them as they are
//
// A rule is: how the picture falls into objects (or that all that is filled is one), the group of mirrors and turns,
// and how an object's centre is known: by the colours that are symmetric already, or by the cells alone that have
// partners of their colour. None may have one of another colour.
#include <algorithm>

#include "blobs.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

// Groups, as bits over the codes of `turned`, the simplest last.
constexpr int kGroups[] = {0xFF, 0x0F, 0x35, 0xC5, 0x21, 0x11, 0x05, 0x41, 0x81};
const Names kGroupNames("symmetry", {{0xFF, "all", "all mirrors and turns"},
                                    {0x0F, "turns", "quarter turns"},
                                    {0x35, "both mirrors", "mirrors left to right and top to bottom"},
                                    {0xC5, "both diagonals", "mirrors at both diagonals"},
                                    {0x21, "across", "the mirror left to right"},
                                    {0x11, "up", "the mirror top to bottom"},
                                    {0x05, "half turn", "a half turn"},
                                    {0x41, "diagonal", "the mirror at the diagonal"},
                                    {0x81, "other diagonal", "the mirror at the other diagonal"}});
constexpr int kWhole = kSegmentations;  // all that is filled is one object
std::vector<Row> cut_rows() {
    std::vector<Row> rows = segmentations().rows();
    rows.push_back({kWhole, "whole", "all that is filled"});
    return rows;
}
const Names kCuts("symmetric objects", cut_rows());
constexpr size_t kMostSymmetric = 12;
constexpr size_t kMostSymmetricCells = 150;  // of an object

struct Centre {
    int i = 0, j = 0;  // in half cells
    int worth = -1;
};
constexpr int kWholeColour = 1 << 16;  // worth of a partner in a colour that lacks none

// Where the view brings a cell, about the centre.
Step image(const Centre& c, int code, int i, int j) {
    const int y = 2 * i - c.i, x = 2 * j - c.j;
    switch (code) {
        case 1: return {(c.i + x) / 2, (c.j - y) / 2};
        case 2: return {(c.i - y) / 2, (c.j - x) / 2};
        case 3: return {(c.i - x) / 2, (c.j + y) / 2};
        case 4: return {(c.i - y) / 2, j};
        case 5: return {i, (c.j - x) / 2};
        case 6: return {(c.i + x) / 2, (c.j + y) / 2};
        case 7: return {(c.i - x) / 2, (c.j - y) / 2};
        default: return {i, j};
    }
}

constexpr int kDiagonal = 0xCA;  // views that exchange rows and columns

class Completer {
  public:
    Completer(const Picture& in, int group, bool by_colours, int ground, Picture& out, Work& work)
        : in_(in), group_(group), by_colours_(by_colours), ground_(ground), out_(out), work_(work) {}

    bool complete(const Blob& b) {
        Centre best;
        for (int i = 2 * b.top; i <= 2 * (b.top + b.h - 1); ++i) {
            for (int j = 2 * b.left; j <= 2 * (b.left + b.w - 1); ++j) {
                if ((group_ & kDiagonal) != 0 && (i + j) % 2 != 0) continue;
                if (!work_.charge(40 + 10 * static_cast<int64_t>(b.cells.size()))) return false;
                Centre c{i, j};
                if (is_possible(b, c) && c.worth > best.worth) best = c;
            }
        }
        if (best.worth < 0) return false;
        for (const int k : b.cells) {
            each_image(best, k, [&](int y, int x) {
                if (in_.inside(y, x)) out_.set(y, x, in_.at(k));
                return true;
            });
        }
        return true;
    }

  private:
    const Picture& in_;
    const int group_;
    const bool by_colours_;
    const int ground_;
    Picture& out_;
    Work& work_;

    template <class F>
    bool each_image(const Centre& c, int k, F&& f) const {
        for (int code = 1; code < 8; ++code) {
            if ((group_ >> code & 1) == 0) continue;
            const Step to = image(c, code, k / in_.w, k % in_.w);
            if (!f(to.i, to.j)) return false;
        }
        return true;
    }

    bool is_possible(const Blob& b, Centre& c) const {
        int partners[kColours] = {}, missing[kColours] = {};
        const bool possible = std::all_of(b.cells.begin(), b.cells.end(), [&](int k) {
            const int own = in_.at(k);
            return each_image(c, k, [&](int y, int x) {
                const int seen = in_.inside(y, x) ? in_.at(y, x) : ground_;
                ++(seen == own ? partners : missing)[own];
                return seen == ground_ || seen == own;
            });
        });
        c.worth = 0;
        for (int colour = 0; colour < kColours; ++colour) {
            c.worth += partners[colour] * (by_colours_ && missing[colour] == 0 ? kWholeColour : 1);
        }
        return possible;
    }
};

Blob filled(const Picture& p, int ground) {
    const Blob all = window(p, 0, 0, p.h, p.w, ground);
    int top = p.h, left = p.w, bottom = -1, right = -1;
    for (const int k : all.cells) {
        top = std::min(top, k / p.w), bottom = std::max(bottom, k / p.w);
        left = std::min(left, k % p.w), right = std::max(right, k % p.w);
    }
    return {top, left, bottom - top + 1, right - left + 1, all.cells};
}

// None where there are too many, or one is too large.
std::vector<Blob> objects_of(const Picture& p, int cut, int& ground, Work& work) {
    const Segmentation s = cut == kWhole ? Segmentation{true, true, Ground::Black} : Segmentation::of(cut);
    ground = std::max(0, ground_of(p, s.ground));
    const std::vector<Blob> blobs = cut == kWhole ? std::vector{filled(p, ground)} : segment(p, s, work);
    const auto sound = [](const Blob& b) { return !b.cells.empty() && b.cells.size() <= kMostSymmetricCells; };
    return blobs.size() <= kMostSymmetric && std::all_of(blobs.begin(), blobs.end(), sound) ? blobs : std::vector<Blob>{};
}

// What changes was ground, and no colour is new.
bool only_grows(const Examples& examples) {
    return std::all_of(examples.begin(), examples.end(), [](const Example& e) {
        const int most = count_colours(e.in).most();
        for (int k = 0; k < e.in.size(); ++k) {
            if (e.in.at(k) != e.out.at(k) && e.in.at(k) != 0 && e.in.at(k) != most) return false;
        }
        return !shows_new_colour(e) && e.in != e.out;
    });
}

}  // namespace

void learn_symmetry(const Examples& examples, Trial& trial) {
    if (!all_same_size(examples) || !only_grows(examples)) return;
    for (const int cut : {3, 7, 1, 5, kWhole}) {
        int ground = 0;
        const bool seen = std::all_of(examples.begin(), examples.end(), [&](const Example& e) {
            return !objects_of(e.in, cut, ground, trial.work()).empty();
        });
        for (const int group : kGroups) {
            if (!seen) break;
            for (const int by_colours : {1, 0}) {
                if (trial.offer({cut, group, by_colours})) return;
            }
        }
    }
}

void check_symmetry(Reader& r) {
    r.row(kCuts);
    r.row(kGroupNames);
    r.flag();  // known by colours
}

bool apply_symmetry(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int cut = r.next(), group = r.next(), by_colours = r.next();
    if (r.bad() || cut < 0 || cut > kWhole || group < 0 || group > 0xFF) return false;
    int ground = 0;
    const std::vector<Blob> blobs = objects_of(in, cut, ground, work);
    if (blobs.empty()) return false;
    out = in;
    Completer completer(in, group, by_colours != 0, ground, out, work);
    return std::all_of(blobs.begin(), blobs.end(), [&](const Blob& b) { return completer.complete(b); });
}

}  // namespace arcloom::fit
