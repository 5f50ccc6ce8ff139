// native/learn/tree.hpp: a decision tree over the facts of cells: what its leaves say, and how one is grown
//
// A leaf says: stay, this colour, or the colour that a fact names (that of the cell to the left, of the mirrored place, ...).
#pragma once

#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_set>

#include "rule.hpp"

namespace arcloom::fit {

constexpr int kCellStays = kColours;         // label: the cell stays
constexpr int kFirstRelated = kCellStays + 1;  // label: the colour named by the k-th related fact
constexpr int64_t kBit = 256;  // fixed point, so that all machines agree

struct CellTest {
    int fact, comparison, value;  // 0: equals, 1: at most
    int cost;
};

using CellBits = std::vector<uint64_t>;

struct Data {
    int cells = 0;
    size_t words = 0;
    std::vector<CellTest> tests;
    std::vector<CellBits> holds;              // by test
    std::unordered_set<uint64_t> known;       // tests, by what they tell apart
    std::vector<std::vector<int8_t>> facts;  // by fact, all cells of all examples
    std::vector<int8_t> before, after;
    std::vector<CellBits> examples;  // by example, its cells
};

// The demos' cells with all facts about the input; and the tests that tell these cells apart, one for those that do so alike.
bool gather(const Examples&, Data&, Work&);
bool make_tests(Data&, size_t first_fact, Work&);

// n log2 n in fixed point.
class Entropy {
  public:
    explicit Entropy(int n) {
        table_.reserve(static_cast<size_t>(n) + 1);
        for (int k = 0; k <= n; ++k) table_.push_back(k < 2 ? 0 : std::llround(k * std::log2(double(k)) * kBit));
    }
    int64_t operator[](int n) const { return table_[static_cast<size_t>(n)]; }

  private:
    std::vector<int64_t> table_;
};

// One growing of one tree.
class Grower {
  public:
    Grower(const Data& data, const Entropy& entropy, const std::vector<int>& labels, int64_t limit, int barred, int depth, Work& work)
        : data_(data), entropy_(entropy), limit_(limit), barred_(barred), depth_(depth), work_(work) {
        std::map<int, size_t> index;
        for (const int l : labels) index.emplace(l, 0);
        for (auto& [label, at] : index) at = names_.size(), names_.push_back(label);
        classes_.assign(names_.size(), CellBits(data.words));
        for (int k = 0; k < data.cells; ++k) {
            classes_[index[labels[static_cast<size_t>(k)]]][static_cast<size_t>(k) / 64] |= uint64_t{1} << (k % 64);
        }
    }

    // The tree in preorder and its description's length; false where it grows too long.
    bool grow(Rule& out, int64_t& length) {
        CellBits all(data_.words, ~uint64_t{0});
        if (data_.cells % 64 != 0) all.back() = (uint64_t{1} << (data_.cells % 64)) - 1;
        Tests tests(data_.tests.size());
        std::iota(tests.begin(), tests.end(), 0U);
        const bool done = split(all, 0, tests, out);
        length = length_;
        return done;
    }

  private:
    const Data& data_;
    const Entropy& entropy_;
    int64_t limit_, length_ = 0;
    int barred_;  // a fact that the root may not use
    int depth_;   // where leaves say what most of their cells want, right or not
    Work& work_;
    int leaves_ = 0, lonely_ = 0;
    std::vector<int> names_;
    std::vector<CellBits> classes_;

    static int count(const CellBits& a, const CellBits& b) {
        int n = 0;
        for (size_t k = 0; k < a.size(); ++k) n += std::popcount(a[k] & b[k]);
        return n;
    }

    // Whether only one of several examples has such cells.
    bool rests_on_one(const CellBits& cells) const {
        int shown = 0;
        for (const CellBits& example : data_.examples) {
            bool some = false;
            for (size_t k = 0; k < cells.size() && !some; ++k) some = (cells[k] & example[k]) != 0;
            if (some && ++shown == 2) return false;
        }
        return data_.examples.size() > 1;
    }

    using Tests = std::vector<uint32_t>;  // by their places

    // `tests` split the cells of the branch above; what does not split those splits none of these.
    bool split(const CellBits& cells, int depth, const Tests& tests, Rule& out) {
        std::vector<CellBits> present;
        std::vector<int> totals;
        int total = 0, most = 0, label = 0;
        for (size_t c = 0; c < classes_.size(); ++c) {
            const int n = count(cells, classes_[c]);
            if (n == 0) continue;
            if (n > most) most = n, label = names_[c];
            total += n;
            totals.push_back(n);
            present.push_back(classes_[c]);
            for (size_t k = 0; k < cells.size(); ++k) present.back()[k] &= cells[k];
        }
        if (present.size() <= 1 || depth == depth_) {
            length_ += 3 * kBit;
            out.insert(out.end(), {0, label});
            lonely_ += rests_on_one(cells);
            return ++leaves_ <= kMostLeaves && lonely_ <= kMostLonely && length_ <= limit_;
        }
        if (lonely_ + 2 > kMostLonely && rests_on_one(cells)) return false;  // both branches will
        Tests splitting;
        const CellTest* best = find_best(present, totals, total, tests, depth == 0, splitting);
        if (best == nullptr) return false;
        length_ += (4 + 2 * best->cost) * kBit;
        if (length_ > limit_) return false;
        out.insert(out.end(), {1, best->fact, best->comparison, best->value});
        const CellBits& holds = data_.holds[static_cast<size_t>(best - data_.tests.data())];
        CellBits yes = cells, no = cells;
        for (size_t k = 0; k < cells.size(); ++k) yes[k] &= holds[k], no[k] &= ~holds[k];
        return split(yes, depth + 1, splitting, out) && split(no, depth + 1, splitting, out);
    }

    const CellTest* find_best(const std::vector<CellBits>& present, const std::vector<int>& totals, int total, const Tests& tests, bool root, Tests& splitting) {
        const auto steps = static_cast<int64_t>(tests.size() * data_.words * present.size());
        if (!work_.charge(steps * 2 / 3 + static_cast<int64_t>(tests.size()) * 10)) return nullptr;
        splitting.reserve(tests.size());
        int64_t before = entropy_[total], score = -1;
        for (const int n : totals) before -= entropy_[n];
        const CellTest* best = nullptr;
        for (const uint32_t t : tests) {
            int yes = 0;
            int64_t after = 0;
            for (size_t c = 0; c < present.size(); ++c) {
                const int n = count(present[c], data_.holds[t]);
                yes += n;
                after -= entropy_[n] + entropy_[totals[c] - n];
            }
            if (yes == 0 || yes == total) continue;
            splitting.push_back(t);
            if (root && data_.tests[t].fact == barred_) continue;
            after += entropy_[yes] + entropy_[total - yes];
            const int64_t gain = before - after;
            const int64_t worth = gain * 64 / (4 + data_.tests[t].cost);
            if (gain > kBit / 16 && worth > score) score = worth, best = &data_.tests[t];
        }
        return best;
    }
};

}  // namespace arcloom::fit
