// native/enumerate/canvas.cpp: see canvas.hpp
#include "canvas.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

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
constexpr uint8_t kUnset = 255;
constexpr uint64_t kHashFactor = 0xD6E8FEB86659FD93ULL;

// The lowest eight bits as eight bytes of 0 or 1, bit 0 first in memory (little endian).
uint64_t spread_bits(uint32_t bits) {
    const uint64_t each = (uint64_t{bits & 0xFF} * 0x0101010101010101ULL) & 0x8040201008040201ULL;
    return ((each + 0x00406070787C7E7FULL) >> 7) & 0x0101010101010101ULL;
}

}  // namespace

Canvas::Canvas(std::vector<FittedTile> outputs, bool thorough) : outputs_(std::move(outputs)), thorough_(thorough) {
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
    const Counts n = count(tiles, apart);
    read(tiles, apart, looked_);
    look_ = {};
    look_.right = n.right;
    look_.wrong = n.filled - n.right;
    look_exact_ = look_.wrong == 0 && n.hidden == 0;
    if (paired_ < kPaired) {
        const uint64_t partition = label_cells();
        look_.paired = look_.labels > 1 && partitions_.insert(partition);
    } else {
        look_for_map();
    }
    look_.stacked = look_.right > look_.wrong && (look_.wrong == 0 ? flawless_ < kFlawless : flawed_ < kFlawed);
    if (thorough_) look_closer(n);
    const bool kept = look_.too_full || look_.near || look_.mask;
    return look_exact_ || look_map_ || look_.paired || look_.stacked || kept;
}

// Row by row, as bits.
Canvas::Counts Canvas::count(const FittedTile* tiles, size_t apart) const {
    Counts n;
    const auto compare = [&](const auto& t, const auto& wanted) {
        for (int i = 0; i < t.h; ++i) {
            uint32_t here = 0, there = 0, differ = 0;
            for (int p = 0; p < kPlanes; ++p) {
                const uint32_t a = t.plane[p].row[i], b = wanted.plane[p].row[i];
                here |= a, there |= b, differ |= a ^ b;
            }
            n.filled += std::popcount(here);
            n.right += std::popcount(here & ~differ);
            n.excess += std::popcount(here & ~there);
            n.hidden += std::popcount(there & ~here);
            n.shape = n.shape * kHashFactor + here + 1;
        }
    };
    for (size_t k = 0; k < outputs_.size(); ++k) {
        const FittedTile& t = tiles[k * apart];
        if (t.is_small()) {
            compare(t.small, outputs_[k].small);
        } else {
            compare(t.large, outputs_[k].large);
        }
    }
    return n;
}

// Numbers the colours by their first cells, and sees whether each stands for one colour. Gives a hash that layers have
// in common if they part the cells alike.
uint64_t Canvas::label_cells() {
    looked_labels_.resize(cells_);
    std::array<uint8_t, kColours> label, decided;
    label.fill(kUnset);
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
        hash = hash * kHashFactor + label[colour] + 1;
    }
    return mix(hash);
}

// The same without labels, which only layers for tables need.
void Canvas::look_for_map() {
    std::array<uint8_t, kColours> decided;
    decided.fill(kUnset);
    look_map_ = true;
    for (size_t k = 0; k < cells_ && look_map_; ++k) {
        uint8_t& stands_for = decided[looked_[k]];
        if (stands_for == kUnset) {
            stands_for = wanted_[k];
            ++look_.labels;
        }
        look_map_ = stands_for == wanted_[k];
    }
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

// Whether the layer is a mask, the output of some demo, or wrong only where the output is 0, so that a mask could
// complete it.
void Canvas::look_closer(const Counts& n) {
    const bool by = n.hidden == 0 && n.filled < static_cast<int>(cells_), out = n.filled == n.excess;
    look_.mask = (by || out) && shapes_.size() < kMasks && shapes_.insert(mix(n.shape));
    look_.near = near_ < kNearLayers && look_.right > 0 && right_demos() > 0;
    look_.too_full = too_full_ < kTooFull && look_.right > 0 && look_.wrong == n.excess && n.excess > 0;
}

void Canvas::keep(uint32_t state, int cost) {
    if (look_exact_) {
        found_.push_back({FitKind::Exact, cost, 0, {state}, {Role::Over}});
    } else if (look_map_) {
        found_.push_back({FitKind::Map, cost, look_.labels, {state}, {}});
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

// The simplest of one kind among the layers that fit by themselves.
void Canvas::add_found(FitKind kind, int most, std::vector<Fit>& out) const {
    std::vector<Fit> of_kind;
    for (const Fit& fit : found_) {
        if (fit.kind == kind) of_kind.push_back(fit);
    }
    const auto simpler = [](const Fit& a, const Fit& b) { return table_cost(a) < table_cost(b); };
    std::stable_sort(of_kind.begin(), of_kind.end(), simpler);
    if (of_kind.size() > static_cast<size_t>(most)) of_kind.resize(static_cast<size_t>(most));
    out.insert(out.end(), of_kind.begin(), of_kind.end());
}

std::vector<Fit> Canvas::fits(int most) {
    std::vector<Fit> out;
    add_found(FitKind::Exact, most, out);
    add_found(FitKind::Map, most, out);
    try_pairs(out, most);
    if (out.empty()) try_more(out);
    try_stacks(out, most);
    try_masks(out, most);
    // A table has no answer for colours that it has not seen together. What fits some demos then serves as a guess.
    if (std::all_of(out.begin(), out.end(), [](const Fit& f) { return f.kind == FitKind::Map; })) try_near(out);
    std::stable_sort(out.begin(), out.end(), [](const Fit& a, const Fit& b) { return a.cost < b.cost; });
    return out;
}

size_t Canvas::bytes() const {
    return colours_.capacity() + labels_.capacity() + layers_.capacity() * sizeof(Layer) + partitions_.bytes();
}

}  // namespace arcloom
