// native/enumerate/stacks.cpp: outputs as stacks of layers, and as stacks that are seen through a mask
#include <algorithm>
#include <bit>

#include "canvas.hpp"

namespace arcloom {

using tile::FittedTile;

namespace {

constexpr size_t kMostStack = 5, kMostMasked = 2;  // layers of a stack, and of one with a mask
// Masks that are tried with stacks, and the stacks begun for each. A mask costs some bits, in tenths.
constexpr size_t kMasksTried = 12, kStacksOfMask = 2;
constexpr int kMaskCost = 40;
// Stacks for some of the demos: layers that are tried, the demos that subsets are made of, the stacks begun for each
// subset, and all that are kept.
constexpr size_t kNearPieces = 1500, kNearDemos = 5, kStacksOfSubset = 2, kNear = 4;

using Bits = std::vector<uint64_t>;  // a bit for each cell

int cells_in(const Bits& bits) {
    int n = 0;
    for (const uint64_t w : bits) n += std::popcount(w);
    return n;
}

}  // namespace

// The layers as sets of cells, and the greedy cover: the uppermost layer first, then whichever fills most of what is
// left without an error.
class Canvas::Stacks {
  public:
    // What a stack must meet.
    struct Goal {
        Bits forgiven;   // cells in which errors do not count
        size_t starts;   // stacks that are begun
        size_t least, most;  // layers
        bool flawed;     // an error must be forgiven: else the stack would do without
    };
    Stacks(const Canvas& c, bool all, size_t most) : canvas_(c), words_((c.cells_ + 63) / 64), filled_(words_) {
        for (size_t k = 0; k < c.layers_.size() && pieces_.size() < most; ++k) {
            const Layer& layer = c.layers_[k];
            if (layer.stacked || (all && (layer.too_full || layer.near))) pieces_.push_back(piece(k));
        }
        for (size_t k = 0; k < c.cells_; ++k) filled_[k / 64] |= uint64_t{c.wanted_[k] != 0} << (k % 64);
    }
    Bits none() const { return Bits(words_); }
    // The cells that a mask makes 0.
    Bits hidden_by(size_t layer) const {
        Bits out = none();
        const bool filled = canvas_.layers_[layer].mask == Mask::Out;
        const uint8_t* colours = canvas_.colours_.data() + layer * canvas_.cells_;
        for (size_t c = 0; c < canvas_.cells_; ++c) out[c / 64] |= uint64_t{(colours[c] != 0) == filled} << (c % 64);
        return out;
    }
    // The cells of the demos that are not among `demos`, bit by bit.
    Bits outside(unsigned demos) const {
        Bits out = none();
        size_t c = 0;
        for (size_t d = 0; d < canvas_.outputs_.size(); ++d) {
            const FittedTile& t = canvas_.outputs_[d];
            for (const size_t end = c + static_cast<size_t>(t.h() * t.w()); c < end; ++c) {
                out[c / 64] |= uint64_t{(demos >> d & 1) == 0} << (c % 64);
            }
        }
        return out;
    }
    void cover(const Goal& goal, std::vector<Fit>& out) const {
        const int total = wanted(Bits(words_, ~uint64_t{0}), goal);
        for (const size_t start : starts(goal, total)) cover_from(start, goal, total, out);
    }

  private:
    struct Piece {
        size_t layer;
        Bits right, wrong;
    };
    const Canvas& canvas_;
    size_t words_;
    std::vector<Piece> pieces_;
    Bits filled_;  // in the outputs

    const Layer& layer_of(size_t piece) const { return canvas_.layers_[pieces_[piece].layer]; }
    Piece piece(size_t layer) const {
        Piece p{layer, none(), none()};
        const uint8_t* colours = canvas_.colours_.data() + layer * canvas_.cells_;
        for (size_t c = 0; c < canvas_.cells_; ++c) {
            if (colours[c] == 0) continue;
            (colours[c] == canvas_.wanted_[c] ? p.right : p.wrong)[c / 64] |= uint64_t{1} << (c % 64);
        }
        return p;
    }
    // How many of the cells are filled in the outputs and count.
    int wanted(const Bits& cells, const Goal& goal) const {
        int n = 0;
        for (size_t w = 0; w < words_; ++w) n += std::popcount(cells[w] & filled_[w] & ~goal.forgiven[w]);
        return n;
    }
    // The open cells that a piece has right, of those that count; -1 where it has one wrong.
    int gain(const Piece& p, const Bits& open, const Goal& goal) const {
        int n = 0;
        for (size_t w = 0; w < words_; ++w) {
            const uint64_t counts = open[w] & ~goal.forgiven[w];
            if ((p.wrong[w] & counts) != 0) return -1;
            n += std::popcount(p.right[w] & counts);
        }
        return n;
    }
    std::vector<size_t> starts(const Goal& goal, int total) const {
        const Bits all(words_, ~uint64_t{0});
        std::vector<std::pair<int, size_t>> ranked;
        for (size_t k = 0; k < pieces_.size(); ++k) {
            const int n = gain(pieces_[k], all, goal);
            if (n > 0) ranked.emplace_back(-100 * n / total + layer_of(k).cost / 4, k);
        }
        std::stable_sort(ranked.begin(), ranked.end(), [](auto& a, auto& b) { return a.first < b.first; });
        std::vector<size_t> out;
        for (size_t k = 0; k < std::min(goal.starts, ranked.size()); ++k) out.push_back(ranked[k].second);
        return out;
    }
    void cover_from(size_t start, const Goal& goal, int total, std::vector<Fit>& out) const {
        Bits open(words_, ~uint64_t{0});
        Fit fit{FitKind::Stack, 0, 0, {}};
        int covered = 0;
        bool flawed = false;
        size_t next = start;
        int added = gain(pieces_[start], open, goal);
        while (added > 0 && fit.states.size() < goal.most) {
            const Piece& p = pieces_[next];
            fit.states.push_back(layer_of(next).state);
            fit.cost += layer_of(next).cost;
            covered += added;
            for (size_t w = 0; w < words_; ++w) {
                flawed |= (p.wrong[w] & open[w]) != 0;
                open[w] &= ~(p.right[w] | p.wrong[w]);
            }
            added = best(open, goal, next);
        }
        if (covered == total && fit.states.size() >= goal.least && (flawed || !goal.flawed)) out.push_back(fit);
    }
    // The piece that is worth most, and the cells that it adds; 0 where none adds any.
    int best(const Bits& open, const Goal& goal, size_t& next) const {
        int added = 0, most = -1;
        for (size_t k = 0; k < pieces_.size(); ++k) {
            const int n = gain(pieces_[k], open, goal);
            const int worth = n <= 0 ? -1 : n * 64 - layer_of(k).cost * n / 8;
            if (n > 0 && (most < 0 || worth > most)) {
                most = std::max(worth, 0);
                added = n;
                next = k;
            }
        }
        return added;
    }
};

namespace {

void keep_cheapest(std::vector<Fit>& fits, size_t most) {
    std::stable_sort(fits.begin(), fits.end(), [](const Fit& a, const Fit& b) { return a.cost < b.cost; });
    if (fits.size() > most) fits.resize(most);
}

}  // namespace

void Canvas::try_stacks(std::vector<Fit>& out, int most) const {
    const Stacks stacks(*this, false, layers_.size());
    stacks.cover({stacks.none(), static_cast<size_t>(most), 2, kMostStack, false}, out);
}

// Masks that hide much and cost little are tried first.
void Canvas::try_masks(std::vector<Fit>& out, int most) const {
    const Stacks stacks(*this, true, layers_.size());
    std::vector<std::pair<int, size_t>> masks;
    for (size_t k = 0; k < layers_.size(); ++k) {
        if (layers_[k].mask == Mask::None) continue;
        masks.emplace_back(-100 * cells_in(stacks.hidden_by(k)) / static_cast<int>(cells_) + layers_[k].cost / 4, k);
    }
    std::stable_sort(masks.begin(), masks.end(), [](auto& a, auto& b) { return a.first < b.first; });
    if (masks.size() > kMasksTried) masks.resize(kMasksTried);
    std::vector<Fit> found;
    for (const auto& [rank, k] : masks) {
        const size_t before = found.size();
        stacks.cover({stacks.hidden_by(k), kStacksOfMask, 1, kMostMasked, true}, found);
        for (size_t at = before; at < found.size(); ++at) {
            found[at].kind = layers_[k].mask == Mask::By ? FitKind::MaskedBy : FitKind::MaskedOut;
            found[at].cost += layers_[k].cost + kMaskCost;
            found[at].states.insert(found[at].states.begin(), layers_[k].state);
        }
    }
    keep_cheapest(found, static_cast<size_t>(most));
    out.insert(out.end(), found.begin(), found.end());
}

// Subsets of the demos, larger ones first, until some have a stack.
void Canvas::try_near(std::vector<Fit>& out) const {
    const size_t demos = std::min(outputs_.size(), kNearDemos);
    const Stacks stacks(*this, true, kNearPieces);
    std::vector<Fit> found;
    for (size_t size = demos; size > 0 && found.empty(); --size) {
        for (unsigned subset = 1; subset < 1U << demos; ++subset) {
            if (static_cast<size_t>(std::popcount(subset)) != size) continue;
            stacks.cover({stacks.outside(subset), kStacksOfSubset, 1, kMostStack, false}, found);
        }
    }
    keep_cheapest(found, kNear);
    for (Fit& fit : found) fit.kind = FitKind::Near;
    out.insert(out.end(), found.begin(), found.end());
}

}  // namespace arcloom
