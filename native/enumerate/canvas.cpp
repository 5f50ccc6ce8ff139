// native/enumerate/canvas.cpp: see canvas.hpp
#include "canvas.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cstring>
#include <numeric>

#include "value/value.hpp"

namespace arcloom {

using tile::FittedTile;
using tile::kColours;
using tile::kPlanes;

namespace {

constexpr size_t kPaired = 400;  // layers tried in pairs: the first, which are the cheapest
// Layers kept for stacks: those without an error, and those more right than wrong.
constexpr size_t kFlawless = 4000, kFlawed = 1500;
// Layers kept because a mask could complete them, and as masks of either kind.
constexpr size_t kTooFull = 500, kMasks = 200;
constexpr size_t kNearLayers = 100;  // layers kept because they are the output of some demo
constexpr int kMostTable = 40;        // entries that a table may have
constexpr uint8_t kUnset = 255;

// The lowest eight bits as eight bytes of 0 or 1, bit 0 first in memory (little endian).
uint64_t spread_bits(uint32_t bits) {
    const uint64_t each = (uint64_t{bits & 0xFF} * 0x0101010101010101ULL) & 0x8040201008040201ULL;
    return ((each + 0x00406070787C7E7FULL) >> 7) & 0x0101010101010101ULL;
}

std::vector<size_t> by_cost(size_t n, const auto& cost_of, size_t most) {
    std::vector<size_t> order(n);
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return cost_of(a) < cost_of(b); });
    order.resize(std::min(order.size(), most));
    return order;
}

}  // namespace

Canvas::Canvas(std::vector<FittedTile> outputs, bool masks) : outputs_(std::move(outputs)), masks_(masks) {
    for (const FittedTile& t : outputs_) cells_ += static_cast<size_t>(t.h()) * static_cast<size_t>(t.w());
    read(outputs_.data(), 1, wanted_);
}

bool Canvas::fits_size(const FittedTile* tiles, size_t apart) const {
    for (size_t k = 0; k < outputs_.size(); ++k) {
        if (tiles[k * apart].h() != outputs_[k].h() || tiles[k * apart].w() != outputs_[k].w()) return false;
    }
    return true;
}

// Rows are written in steps of eight cells, so there is room for seven more at the end.
void Canvas::read(const FittedTile* tiles, size_t apart, std::vector<uint8_t>& cells) const {
    cells.resize(cells_ + 8);
    uint8_t* out = cells.data();
    for (size_t k = 0; k < outputs_.size(); ++k) {
        tile::visit(tiles[k * apart], [&](const auto& t) {
            for (int i = 0; i < t.h; ++i, out += t.w) {
                for (int j = 0; j < t.w; j += 8) {
                    uint64_t eight = 0;
                    for (int p = 0; p < kPlanes; ++p) eight |= spread_bits(t.plane[p].row[i] >> j) << p;
                    std::memcpy(out + j, &eight, sizeof eight);
                }
            }
        });
    }
    cells.resize(cells_);
}

bool Canvas::look(const FittedTile* tiles, size_t apart) {
    read(tiles, apart, looked_);
    looked_labels_.resize(cells_);
    std::array<uint8_t, kColours> label, decided;
    label.fill(kUnset);
    look_ = {};
    look_map_ = true;
    uint64_t hash = 0;
    for (size_t k = 0; k < cells_; ++k) {
        const uint8_t colour = looked_[k];
        if (label[colour] == kUnset) {
            label[colour] = static_cast<uint8_t>(look_.labels++);
            decided[colour] = wanted_[k];
        }
        looked_labels_[k] = label[colour];
        look_map_ &= decided[colour] == wanted_[k];
        if (colour != 0) ++(colour == wanted_[k] ? look_.right : look_.wrong);
        hash = hash * 0xD6E8FEB86659FD93ULL + label[colour] + 1;
    }
    look_exact_ = looked_ == wanted_;
    look_.paired = paired_ < kPaired && look_.labels > 1 && partitions_.insert(mix(hash));
    look_.stacked = look_.right > look_.wrong && (look_.wrong == 0 ? flawless_ < kFlawless : flawed_ < kFlawed);
    if (masks_) look_for_masks();
    const bool kept = look_.too_full || look_.near || look_.mask != Mask::None;
    return look_exact_ || look_map_ || look_.paired || look_.stacked || kept;
}

// The demos whose output the layer is.
int Canvas::right_demos() const {
    int n = 0;
    size_t first = 0;
    for (const FittedTile& t : outputs_) {
        const auto size = static_cast<size_t>(t.h() * t.w());
        n += std::memcmp(looked_.data() + first, wanted_.data() + first, size) == 0;
        first += size;
    }
    return n;
}

// Whether the layer is a mask, or wrong only where the output is 0, so that a mask could complete it.
void Canvas::look_for_masks() {
    int filled = 0, excess = 0, hidden = 0;
    uint64_t shape = 1;
    for (size_t k = 0; k < cells_; ++k) {
        const bool here = looked_[k] != 0, wanted = wanted_[k] != 0;
        filled += here;
        excess += here && !wanted;
        hidden += !here && wanted;
        shape = shape * 0xD6E8FEB86659FD93ULL + here + 1;
    }
    const bool by = hidden == 0 && filled < static_cast<int>(cells_), out = filled == excess;
    if ((by || out) && shapes_.size() < kMasks && shapes_.insert(mix(shape))) look_.mask = by ? Mask::By : Mask::Out;
    look_.near = near_ < kNearLayers && right_demos() > 0;
    look_.too_full = too_full_ < kTooFull && look_.right > 0 && look_.wrong == excess && excess > 0;
}

void Canvas::keep(uint32_t state, int cost) {
    if (look_exact_) {
        found_.push_back({FitKind::Exact, cost, 0, {state}});
    } else if (look_map_) {
        found_.push_back({FitKind::Map, cost, look_.labels, {state}});
    }
    if (look_exact_ || look_map_) return;
    paired_ += look_.paired;
    flawless_ += look_.stacked && look_.wrong == 0;
    flawed_ += look_.stacked && look_.wrong != 0;
    too_full_ += look_.too_full;
    near_ += look_.near;
    look_.state = state;
    look_.cost = cost;
    layers_.push_back(look_);
    colours_.insert(colours_.end(), looked_.begin(), looked_.end());
    labels_.insert(labels_.end(), looked_labels_.begin(), looked_labels_.end());
}

// Whether the layers' colours together decide the output's; the number of combinations met.
bool Canvas::decides(const std::vector<const uint8_t*>& layers, int& entries) const {
    std::vector<uint8_t> table;
    size_t size = 1;
    for (size_t k = 0; k < layers.size(); ++k) size *= kColours;
    table.assign(size, kUnset);
    entries = 0;
    for (size_t cell = 0; cell < cells_; ++cell) {
        size_t key = 0;
        for (const uint8_t* layer : layers) key = key * kColours + layer[cell];
        if (table[key] == kUnset) {
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
    const std::vector<size_t> order = paired_layers(kPaired);
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
            pairs.push_back({FitKind::Map, first.cost + second.cost, entries, {first.state, second.state}});
        }
    }
    const auto best = by_cost(pairs.size(), [&](size_t k) { return pairs[k].cost + 10 * pairs[k].table; },
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
        uint8_t first = kUnset;  // the output of the first of them
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
            if (t.first == kUnset) t.first = wanted;
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
        Fit fit{FitKind::Map, 0, 0, {}};
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

std::vector<Fit> Canvas::fits(int most) {
    std::vector<Fit> out = found_;
    try_pairs(out, most);
    if (out.empty()) try_more(out);
    try_stacks(out, most);
    if (masks_) try_masks(out, most);
    // A table has no answer for colours that it has not seen together. What fits some demos then serves as a guess.
    if (std::all_of(out.begin(), out.end(), [](const Fit& f) { return f.kind == FitKind::Map; })) try_near(out);
    std::stable_sort(out.begin(), out.end(), [](const Fit& a, const Fit& b) { return a.cost < b.cost; });
    return out;
}

size_t Canvas::bytes() const {
    return colours_.capacity() + labels_.capacity() + layers_.capacity() * sizeof(Layer) + partitions_.bytes();
}

}  // namespace arcloom
