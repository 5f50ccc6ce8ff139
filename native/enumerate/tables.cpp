// native/enumerate/tables.cpp: outputs as tables of what one to four layers show in a cell
#include <algorithm>
#include <array>
#include <climits>
#include <numeric>

#include "canvas.hpp"

namespace arcloom {

using tile::kColours;

namespace {

constexpr int kMostTable = 40;        // entries that a table may have
constexpr uint8_t kUndecided = 255;

std::vector<size_t> by_cost(size_t n, const auto& cost_of, size_t most) {
    std::vector<size_t> order(n);
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return cost_of(a) < cost_of(b); });
    order.resize(std::min(order.size(), most));
    return order;
}

}  // namespace

// Whether the layers' colours together decide the output's; the number of combinations met.
bool Canvas::decides(const std::vector<const uint8_t*>& layers, int& entries) const {
    std::vector<uint8_t> table;
    size_t size = 1;
    for (size_t k = 0; k < layers.size(); ++k) size *= kColours;
    table.assign(size, kUndecided);
    entries = 0;
    for (size_t cell = 0; cell < cells_; ++cell) {
        size_t key = 0;
        for (const uint8_t* layer : layers) key = key * kColours + layer[cell];
        if (table[key] == kUndecided) {
            table[key] = wanted_[cell];
            ++entries;
        } else if (table[key] != wanted_[cell]) {
            return false;
        }
    }
    return true;
}

// The layers for tables, cheapest first.
std::vector<size_t> Canvas::paired_layers(size_t most) const {
    std::vector<size_t> paired;
    for (size_t k = 0; k < layers_.size(); ++k) {
        if (layers_[k].paired) paired.push_back(k);
    }
    std::vector<size_t> out;
    for (const size_t k : by_cost(paired.size(), [&](size_t i) { return layers_[paired[i]].cost; }, most)) {
        out.push_back(paired[k]);
    }
    return out;
}

// Cells that a layer shows alike although their outputs differ: whatever completes a table with it tells them apart.
std::vector<Canvas::Confusion> Canvas::confusions(size_t layer) const {
    constexpr size_t kMost = 24;
    constexpr int kMostOfColour = 6;
    const uint8_t* labels = labels_of(layer);
    std::array<uint32_t, kColours> first;
    std::array<int, kColours> met{};
    std::vector<Confusion> out;
    for (size_t cell = 0; cell < cells_ && out.size() < kMost; ++cell) {
        const uint8_t label = labels[cell];
        if (met[label] == 0) first[label] = static_cast<uint32_t>(cell);
        if (met[label] == 0 || (met[label] <= kMostOfColour && wanted_[cell] != wanted_[first[label]])) {
            if (met[label]++ != 0) out.push_back({first[label], static_cast<uint32_t>(cell)});
        }
    }
    return out;
}

void Canvas::try_pairs(std::vector<Fit>& out, int most) const {
    const std::vector<size_t> order = paired_layers(layers_.size());
    std::vector<std::vector<Confusion>> confused;
    for (const size_t k : order) confused.push_back(confusions(k));
    const auto told_apart = [&](const std::vector<Confusion>& alike, size_t layer) {
        const uint8_t* labels = labels_of(layer);
        return std::all_of(alike.begin(), alike.end(), [&](Confusion c) { return labels[c.a] != labels[c.b]; });
    };
    std::vector<Fit> pairs;
    for (size_t a = 0; a < order.size(); ++a) {
        for (size_t b = 0; b < a; ++b) {
            if (!told_apart(confused[a], order[b]) || !told_apart(confused[b], order[a])) continue;
            int entries = 0;
            const Layer &first = layers_[order[b]], &second = layers_[order[a]];
            const std::vector<const uint8_t*> both{labels_of(order[b]), labels_of(order[a])};
            if (!decides(both, entries) || entries > kMostTable) continue;
            pairs.push_back({FitKind::Map, first.cost + second.cost, entries, {first.state, second.state}, {}});
        }
    }
    const auto best = by_cost(pairs.size(), [&](size_t k) { return table_cost(pairs[k]); },
                              static_cast<size_t>(most));
    for (const size_t k : best) out.push_back(pairs[k]);
}

// The cells by what layers show in them together.
class Canvas::Grouping {
  public:
    explicit Grouping(const Canvas& c) : canvas_(c), groups_(c.cells_, 0), open_(c.cells_) {
        std::iota(open_.begin(), open_.end(), uint32_t{0});
        pair_up();
    }
    size_t size() const { return size_; }
    // Cells in groups whose outputs differ, if the layer is added; `most` where there are as many, or more.
    int left_open_by(size_t layer, int most) {
        const uint8_t* labels = canvas_.labels_of(layer);
        int alike = 0;
        for (const Confusion& c : confused_) {
            alike += labels[c.a] == labels[c.b] ? 2 : 0;
            if (alike >= most) return most;
        }
        tally(layer);
        int open = 0;
        for (const Tally& t : tallies_) open += t.mixed ? t.cells : 0;
        return std::min(open, most);
    }
    void add(size_t layer) {
        tally(layer);
        const uint8_t* labels = canvas_.labels_of(layer);
        std::erase_if(open_, [&](uint32_t cell) { return !tallies_[key(labels, cell)].mixed; });
        std::vector<int> number(size_ * kColours, -1);
        size_ = 0;
        for (size_t cell = 0; cell < groups_.size(); ++cell) {
            int& n = number[key(labels, cell)];
            if (n < 0) n = static_cast<int>(size_++);
            groups_[cell] = static_cast<uint16_t>(n);
        }
        pair_up();
    }

  private:
    struct Tally {
        int cells = 0;
        uint8_t first = kUndecided;  // the output of the first of them
        bool mixed = false;
    };
    const Canvas& canvas_;
    std::vector<uint16_t> groups_;
    std::vector<uint32_t> open_;  // cells of groups whose outputs differ: others stay as they are
    std::vector<Confusion> confused_;  // of a group each, no cell twice
    size_t size_ = 1;
    std::vector<Tally> tallies_;

    size_t key(const uint8_t* labels, size_t cell) const { return groups_[cell] * size_t{kColours} + labels[cell]; }
    void tally(size_t layer) {
        const uint8_t* labels = canvas_.labels_of(layer);
        tallies_.assign(size_ * kColours, {});
        for (const uint32_t cell : open_) {
            Tally& t = tallies_[key(labels, cell)];
            const uint8_t wanted = canvas_.wanted_[cell];
            if (t.first == kUndecided) t.first = wanted;
            t.mixed |= t.first != wanted;
            ++t.cells;
        }
    }
    // What waits for a partner in a group has one output.
    void pair_up() {
        confused_.clear();
        std::vector<std::vector<uint32_t>> waiting(size_);
        for (const uint32_t cell : open_) {
            std::vector<uint32_t>& others = waiting[groups_[cell]];
            if (others.empty() || canvas_.wanted_[others.back()] == canvas_.wanted_[cell]) {
                others.push_back(cell);
            } else {
                confused_.push_back({others.back(), cell});
                others.pop_back();
            }
        }
    }
};

// Greedy: to each of the layers that leave the fewest cells open, those are added that leave fewest.
void Canvas::try_more(std::vector<Fit>& out) const {
    constexpr size_t kStarts = 6, kTried = 300;
    const std::vector<size_t> order = paired_layers(kTried);
    Grouping none(*this);
    std::vector<std::pair<int, size_t>> starts;  // cells left open, and the layer: the fewest, of equals the first
    for (const size_t k : order) {
        const int most = starts.size() < kStarts ? INT_MAX : starts.back().first;
        const int open = none.left_open_by(k, most);
        if (open == most) continue;
        const auto after = [](int n, const auto& start) { return n < start.first; };
        starts.emplace(std::upper_bound(starts.begin(), starts.end(), open, after), open, k);
        if (starts.size() > kStarts) starts.pop_back();
    }
    for (auto [open, next] : starts) {
        Grouping groups = none;
        Fit fit{FitKind::Map, 0, 0, {}, {}};
        for (int depth = 1;; ++depth) {
            fit.states.push_back(layers_[next].state);
            fit.cost += layers_[next].cost;
            groups.add(next);
            if (open == 0 || depth == 4 || groups.size() > kMostTable) break;
            int least = open;
            for (const size_t k : order) {
                if (const int left = groups.left_open_by(k, least); left < least) {
                    least = left;
                    next = k;
                }
            }
            if (least == open) break;
            open = least;
        }
        fit.table = static_cast<int>(groups.size());
        if (open == 0 && fit.states.size() > 2 && groups.size() <= kMostTable) out.push_back(fit);
    }
}

}  // namespace arcloom
