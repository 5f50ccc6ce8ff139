// native/enumerate/stacks.cpp: outputs as stacks of layers, and as stacks that are seen through a mask
#include <algorithm>
#include <bit>

#include "canvas.hpp"

namespace arcloom {

using tile::FittedTile;

namespace {

constexpr size_t kMostStack = 5, kMostMasked = 4;  // layers of a stack without masks, and of one with masks
// Stacks with masks: layers that are tried, stacks that are begun. A mask costs some bits, in tenths.
constexpr size_t kMaskedPieces = 1500, kMaskedStarts = 12;
constexpr int kMaskCost = 40;
constexpr int kLastLayer = 1 << 24;  // what it is worth that a layer completes a stack; more than any number of cells
// Stacks for some of the demos: layers that are tried, the demos that subsets are made of, the stacks begun for each
// subset, and all that are kept.
constexpr size_t kNearPieces = 1500, kNearDemos = 5, kStacksOfSubset = 2, kNear = 4;

using Bits = std::vector<uint64_t>;  // a bit for each cell

}  // namespace

// The layers as sets of cells, and the greedy cover: the uppermost layer first, then whichever decides most of what is
// left without an error.
class Canvas::Stacks {
  public:
    // What a stack must meet.
    struct Goal {
        Bits forgiven;   // cells in which errors do not count
        size_t starts;   // stacks that are begun
        size_t least, most;  // layers
        bool masks;      // layers may be masks, and one must be
    };
    template <class Wanted>
    Stacks(const Canvas& c, size_t most, Wanted wanted)
        : canvas_(c), words_((c.cells_ + 63) / 64), cells_(words_), filled_(words_) {
        for (size_t k = 0; k < c.layers_.size() && pieces_.size() < most; ++k) {
            if (wanted(c.layers_[k])) pieces_.push_back(piece(k));
        }
        for (size_t k = 0; k < c.cells_; ++k) {
            cells_[k / 64] |= uint64_t{1} << (k % 64);
            filled_[k / 64] |= uint64_t{c.wanted_[k] != 0} << (k % 64);
        }
    }
    Bits none() const { return Bits(words_); }
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
        for (const Use& start : starts(goal)) cover_from(start, goal, out);
    }

  private:
    struct Piece {
        size_t layer;
        Bits right, wrong;  // of its filled cells
    };
    // A piece in a stack.
    struct Use {
        size_t piece;
        Role role;
    };
    const Canvas& canvas_;
    size_t words_;
    std::vector<Piece> pieces_;
    Bits cells_, filled_;  // all; those filled in the outputs

    const Layer& layer_of(const Use& use) const { return canvas_.layers_[pieces_[use.piece].layer]; }
    Piece piece(size_t layer) const {
        Piece p{layer, none(), none()};
        const uint8_t* colours = canvas_.colours_.data() + layer * canvas_.cells_;
        for (size_t c = 0; c < canvas_.cells_; ++c) {
            if (colours[c] == 0) continue;
            (colours[c] == canvas_.wanted_[c] ? p.right : p.wrong)[c / 64] |= uint64_t{1} << (c % 64);
        }
        return p;
    }
    // The cells that a layer decides, and those among them that it has wrong, 64 at a time.
    struct Decided {
        uint64_t cells, wrong;
    };
    Decided decided(const Use& use, size_t word) const {
        const Piece& p = pieces_[use.piece];
        const uint64_t shown = p.right[word] | p.wrong[word];
        if (use.role == Role::Over) return {shown, p.wrong[word]};
        const uint64_t emptied = use.role == Role::Out ? shown : ~shown;
        return {emptied, emptied & filled_[word]};
    }
    // The open cells that a layer decides, of those that count; -1 where it has one wrong.
    int gain(const Use& use, const Bits& open, const Goal& goal) const {
        int n = 0;
        for (size_t w = 0; w < words_; ++w) {
            const Decided d = decided(use, w);
            const uint64_t counts = open[w] & ~goal.forgiven[w];
            if ((d.wrong & counts) != 0) return -1;
            n += std::popcount(d.cells & counts);
        }
        return n;
    }
    int counting(const Goal& goal) const {
        int n = 0;
        for (size_t w = 0; w < words_; ++w) n += std::popcount((goal.masks ? cells_ : filled_)[w] & ~goal.forgiven[w]);
        return n;
    }
    template <class Visit>
    void each_use(const Goal& goal, Visit visit) const {
        for (size_t k = 0; k < pieces_.size(); ++k) {
            visit(Use{k, Role::Over});
            if (!goal.masks) continue;
            visit(Use{k, Role::By});
            visit(Use{k, Role::Out});
        }
    }
    std::vector<Use> starts(const Goal& goal) const {
        const int total = std::max(counting(goal), 1);
        std::vector<std::pair<int, Use>> ranked;
        each_use(goal, [&](const Use& use) {
            const int n = gain(use, cells_, goal);
            if (n > 0) ranked.emplace_back(-100 * n / total + layer_of(use).cost / 4, use);
        });
        std::stable_sort(ranked.begin(), ranked.end(), [](auto& a, auto& b) { return a.first < b.first; });
        std::vector<Use> out;
        for (size_t k = 0; k < std::min(goal.starts, ranked.size()); ++k) out.push_back(ranked[k].second);
        return out;
    }
    void cover_from(const Use& start, const Goal& goal, std::vector<Fit>& out) const {
        Bits open = cells_;
        std::vector<Use> stack;
        Use next = start;
        for (bool found = true; found && stack.size() < goal.most && still_empty(open, goal) > 0; found = best(open, goal, next)) {
            stack.push_back(next);
            for (size_t w = 0; w < words_; ++w) open[w] &= ~decided(next, w).cells;
        }
        if (still_empty(open, goal) > 0) return;
        if (goal.masks) leave_out_needless(stack, goal);
        const bool masked = std::any_of(stack.begin(), stack.end(), [](const Use& u) { return u.role != Role::Over; });
        if (stack.size() >= goal.least && masked == goal.masks) out.push_back(fit_of(stack));
    }
    // The cells that the outputs fill and no layer decides yet. All others are 0 in the end.
    int still_empty(const Bits& open, const Goal& goal) const {
        int n = 0;
        for (size_t w = 0; w < words_; ++w) n += std::popcount(open[w] & filled_[w] & ~goal.forgiven[w]);
        return n;
    }
    // The layer that is worth most; false where none decides a cell. One that leaves nothing to do comes first.
    bool best(const Bits& open, const Goal& goal, Use& next) const {
        const int left = still_empty(open, goal);
        int most = -1;
        each_use(goal, [&](const Use& use) {
            const int n = gain(use, open, goal);
            const bool last = use.role == Role::Over && n == left;
            const int worth = n <= 0 ? -1 : n * 64 - layer_of(use).cost * n / 8 + (last ? kLastLayer : 0);
            if (n > 0 && (most < 0 || worth > most)) {
                most = std::max(worth, 0);
                next = use;
            }
        });
        return most >= 0;
    }
    bool meets(const std::vector<Use>& stack, const Goal& goal) const {
        Bits open = cells_;
        for (const Use& use : stack) {
            if (gain(use, open, goal) < 0) return false;
            for (size_t w = 0; w < words_; ++w) open[w] &= ~decided(use, w).cells;
        }
        return still_empty(open, goal) == 0;
    }
    // A mask may turn out to hide nothing that is wrong.
    void leave_out_needless(std::vector<Use>& stack, const Goal& goal) const {
        for (size_t k = 0; k < stack.size();) {
            std::vector<Use> rest = stack;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
            if (meets(rest, goal)) {
                stack = rest;
            } else {
                ++k;
            }
        }
    }
    Fit fit_of(const std::vector<Use>& stack) const {
        Fit fit{FitKind::Stack, 0, 0, {}, {}};
        for (const Use& use : stack) {
            fit.states.push_back(layer_of(use).state);
            fit.roles.push_back(use.role);
            fit.cost += layer_of(use).cost + (use.role == Role::Over ? 0 : kMaskCost);
            if (use.role != Role::Over) fit.kind = FitKind::Masked;
        }
        return fit;
    }
};

namespace {

void keep_cheapest(std::vector<Fit>& fits, size_t most) {
    std::stable_sort(fits.begin(), fits.end(), [](const Fit& a, const Fit& b) { return a.cost < b.cost; });
    if (fits.size() > most) fits.resize(most);
}

}  // namespace

void Canvas::try_stacks(std::vector<Fit>& out, int most) const {
    const Stacks stacks(*this, layers_.size(), [](const Layer& l) { return l.stacked; });
    stacks.cover({stacks.none(), static_cast<size_t>(most), 2, kMostStack, false}, out);
}

void Canvas::try_masks(std::vector<Fit>& out, int most) const {
    const Stacks stacks(*this, kMaskedPieces, [](const Layer&) { return true; });
    std::vector<Fit> found;
    stacks.cover({stacks.none(), kMaskedStarts, 2, kMostMasked, true}, found);
    keep_cheapest(found, static_cast<size_t>(most));
    out.insert(out.end(), found.begin(), found.end());
}

// Subsets of the demos, larger ones first, until some have a stack.
void Canvas::try_near(std::vector<Fit>& out) const {
    const size_t demos = std::min(outputs_.size(), kNearDemos);
    const Stacks stacks(*this, kNearPieces, [](const Layer& l) { return l.stacked || l.too_full || l.near; });
    std::vector<Fit> found;
    for (size_t size = demos; size > 0 && found.empty(); --size) {
        for (unsigned subset = 1; subset < 1U << demos; ++subset) {
            if (static_cast<size_t>(std::popcount(subset)) != size) continue;
            const Bits forgiven = stacks.outside(subset);
            stacks.cover({forgiven, kStacksOfSubset, 1, kMostStack, false}, found);
            stacks.cover({forgiven, kStacksOfSubset, 2, kMostMasked, true}, found);
        }
    }
    keep_cheapest(found, kNear);
    for (Fit& fit : found) fit.kind = FitKind::Near;
    out.insert(out.end(), found.begin(), found.end());
}

}  // namespace arcloom
