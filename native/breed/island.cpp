// native/breed/island.cpp: elites, niches, lexicase
#include "island.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

namespace arcloom {

namespace {

// Programs of one niche compete: the same demos matched, about the same size, the same last op.
uint64_t niche_of(const Member& m) {
    const auto size = static_cast<uint64_t>(std::bit_width(m.genome.size()));
    return combine_hash(combine_hash(m.marks.mask, size), static_cast<uint64_t>(m.genome.back().code));
}

// Comparable between programs that match as many demos: either all of them fit, or none.
int64_t loss_of(const Member& m) {
    if (!m.marks.fits) return -m.marks.score;
    const int64_t whole = int64_t{1000} * m.marks.matched;
    return kNodesOfALoss * (whole - m.marks.score) + whole * static_cast<int64_t>(m.genome.size());
}

// Whether it fits and lost no score.
bool lost_nothing(const Member& m) {
    const std::vector<int16_t>& cases = m.marks.cases;
    return m.marks.fits && std::all_of(cases.begin(), cases.end(), [](int16_t score) { return score == 1000; });
}

}  // namespace

bool better(const Member& a, const Member& b) {
    if (a.marks.matched != b.marks.matched) return a.marks.matched > b.marks.matched;
    if (const int64_t x = loss_of(a), y = loss_of(b); x != y) return x < y;
    if (a.genome.size() != b.genome.size()) return a.genome.size() < b.genome.size();
    if (a.marks.fuel != b.marks.fuel) return a.marks.fuel < b.marks.fuel;
    return a.identity < b.identity;
}

bool Island::solved() const { return std::any_of(members_.begin(), members_.end(), lost_nothing); }

bool Island::holds(uint64_t behaviour, size_t genes) const {
    return std::any_of(members_.begin(), members_.end(), [&](const Member& m) {
        return m.marks.behaviour == behaviour && m.genome.size() <= genes;
    });
}

bool Island::offer(Member&& child, uint32_t generation, const Selection& how) {
    const auto rival = std::find_if(members_.begin(), members_.end(), [&](const Member& m) {
        return m.marks.behaviour == child.marks.behaviour;
    });
    if (rival != members_.end()) {
        if (!better(child, *rival)) return false;
        child.born = rival->born;  // nothing new, only shorter
        *rival = std::move(child);
        std::sort(members_.begin(), members_.end(), better);
        return false;
    }
    const bool ahead = members_.empty() || child.marks.matched > members_[0].marks.matched ||
                       (child.marks.matched == members_[0].marks.matched && loss_of(child) < loss_of(members_[0]));
    if (ahead) improved_ = generation;
    const bool leading = leads(child);
    const uint64_t id = child.identity;
    members_.insert(std::lower_bound(members_.begin(), members_.end(), child, better), std::move(child));
    if (members_.size() <= how.capacity) return leading;
    const size_t out = worst(how);
    const bool stays = members_[out].identity != id;
    members_.erase(members_.begin() + static_cast<ptrdiff_t>(out));
    return stays && leading;
}

bool Island::leads(const Member& child) const {
    for (size_t c = 0; c < child.marks.cases.size(); ++c) {
        const auto below = [&](const Member& m) { return m.marks.cases[c] < child.marks.cases[c]; };
        if (std::all_of(members_.begin(), members_.end(), below)) return true;
    }
    return false;
}

// For each case the first member, in the order of preference, that no other exceeds.
std::vector<bool> Island::champions() const {
    std::vector<bool> out(members_.size(), false);
    const size_t cases = members_.empty() ? 0 : members_[0].marks.cases.size();
    for (size_t c = 0; c < cases; ++c) {
        size_t best = 0;
        for (size_t k = 1; k < members_.size(); ++k) {
            if (members_[k].marks.cases[c] > members_[best].marks.cases[c]) best = k;
        }
        out[best] = true;
    }
    return out;
}

// Who has to go: the last that is neither a champion nor the first of its niche; else the last that is no champion.
size_t Island::worst(const Selection& how) const {
    if (!how.elites) return members_.size() - 1;
    const std::vector<bool> champion = champions();
    std::vector<uint64_t> niches;
    size_t last = members_.size() - 1, crowded = members_.size();
    bool found = false;
    for (size_t k = 0; k < members_.size(); ++k) {
        const uint64_t niche = niche_of(members_[k]);
        const bool first = std::find(niches.begin(), niches.end(), niche) == niches.end();
        if (first) niches.push_back(niche);
        if (champion[k]) continue;
        last = k;
        found = true;
        if (!first) crowded = k;
    }
    if (crowded < members_.size()) return crowded;
    return found ? last : members_.size() - 1;
}

// The median distance from the median, as epsilon-lexicase has it.
void Island::measure_spread() {
    const size_t cases = members_.empty() ? 0 : members_[0].marks.cases.size();
    spread_.assign(cases, 0);
    std::vector<int16_t> values(members_.size());
    const auto median = [&] {
        const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        return *middle;
    };
    for (size_t c = 0; c < cases; ++c) {
        for (size_t k = 0; k < members_.size(); ++k) values[k] = members_[k].marks.cases[c];
        const int16_t centre = median();
        for (int16_t& v : values) v = static_cast<int16_t>(v > centre ? v - centre : centre - v);
        spread_[c] = median();
    }
}

uint32_t Island::pick(Random& r, const Selection& how) const {
    const auto n = static_cast<uint32_t>(members_.size());
    if (!how.lexicase) {
        // The n-th best has the weight 1 / (n + 2).
        double sum = 0;
        for (uint32_t k = 0; k < n; ++k) sum += 1.0 / (k + 2);
        double x = r.unit() * sum;
        uint32_t k = 0;
        while (k + 1 < n && x >= 1.0 / (k + 2)) x -= 1.0 / (k++ + 2);
        return k;
    }
    std::vector<uint32_t> left(n), order(spread_.size());
    std::iota(left.begin(), left.end(), 0U);
    std::iota(order.begin(), order.end(), 0U);
    for (auto at = static_cast<uint32_t>(order.size()); at > 0 && left.size() > 1; --at) {
        std::swap(order[at - 1], order[r.below(at)]);
        const uint32_t c = order[at - 1];
        int16_t best = 0;
        for (const uint32_t k : left) best = std::max(best, members_[k].marks.cases[c]);
        // What fits must be right: there is no tolerance below a whole score.
        const int least = best == 1000 ? 1000 : best - spread_[c];
        std::erase_if(left, [&](uint32_t k) { return members_[k].marks.cases[c] < least; });
    }
    return left[r.below(static_cast<uint32_t>(left.size()))];
}

void Island::restart_if_stalled(uint32_t generation, const Selection& how) {
    if (how.patience == 0 || members_.size() < how.capacity || generation < improved_ + how.patience) return;
    members_.resize(std::max<size_t>(1, how.capacity / 4));
    improved_ = generation;
}

void Island::document(uint64_t identity, const std::string& hash) {
    for (Member& m : members_) {
        if (m.identity == identity) m.line = {hash};
    }
}

void Island::restore(std::vector<Member>&& members, uint32_t improved) {
    members_ = std::move(members);
    std::sort(members_.begin(), members_.end(), better);
    improved_ = improved;
}

bool sure(const std::vector<Island>& islands) {
    const Member* best = nullptr;
    std::set<uint64_t> fits;  // by behaviour
    for (const Island& island : islands) {
        for (const Member& m : island.members()) {
            if (best == nullptr || better(m, *best)) best = &m;
            if (m.marks.fits) fits.insert(m.marks.behaviour);
        }
    }
    return best != nullptr && lost_nothing(*best) && (takes_demos(best->genome) || fits.size() == 1);
}

}  // namespace arcloom
