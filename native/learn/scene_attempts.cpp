// native/learn/scene_attempts.cpp: gains first, the rest when it is asked for
#include "scene_attempts.hpp"

#include <algorithm>

namespace arcloom::fit::scene {

void Attempts::begin(const Sight& sight, int action, std::span<const int> variants) {
    sight_ = &sight, action_ = action;
    variants_.assign(variants.begin(), variants.end());
    done_.assign(variants_.size() * sight.parts(), {});
    changed_.clear();
}

bool Attempts::judge(size_t variant, size_t part, Meter& meter) {
    OnPart& one = at(variant, part);
    const size_t e = sight_->example_of[part];
    one.begin = static_cast<uint32_t>(changed_.size());
    const int label = changes_.see_part(*sight_, e, part - sight_->first[e], {action_, variants_[variant], 0}, writes_, changed_, meter);
    one.end = static_cast<uint32_t>(changed_.size());
    one.label = static_cast<int8_t>(label);
    return !meter.work().dry();
}

bool Attempts::look_at(size_t variant, size_t e, Meter& meter) {
    const size_t first = sight_->first[e], end = sight_->first[e + 1];
    if (slides(action_)) {  // parts stop each other: all are seen together
        block_.clear();
        if (!changes_.see_example(*sight_, e, {action_, variants_[variant], 0}, block_, meter)) return false;
        for (size_t k = first; k < end; ++k) {
            const auto more = block_.changes_of(k - first);
            OnPart& one = at(variant, k);
            one.begin = static_cast<uint32_t>(changed_.size());
            changed_.insert(changed_.end(), more.begin(), more.end());
            one.end = static_cast<uint32_t>(changed_.size());
            one.label = static_cast<int8_t>(block_.label(k - first));
        }
        return true;
    }
    if (!meter.charge(static_cast<int64_t>(end - first) * 2)) return false;
    for (size_t k = first; k < end; ++k) {
        if (changes_.may_gain(*sight_, e, k, action_, variants_[variant]) && !judge(variant, k, meter)) return false;
    }
    return true;
}

bool Attempts::gains_in(size_t variant, size_t e) const {
    for (size_t k = sight_->first[e]; k < sight_->first[e + 1]; ++k) {
        if (gains(variant, k)) return true;
    }
    return false;
}

bool Attempts::enough(size_t variant) const {
    size_t shown = 0;
    for (size_t e = 0; e < sight_->scenes.size(); ++e) shown += gains_in(variant, e);
    return shown >= sight_->needed;
}

int Attempts::label(size_t variant, size_t part, Meter& meter) {
    if (at(variant, part).label == kUnknown) judge(variant, part, meter);
    return at(variant, part).label;
}

void Attempts::effects(size_t variant, Effects& out, Meter& meter) {
    out.clear();
    for (size_t k = 0; k < sight_->parts(); ++k) {
        const int of_part = label(variant, k, meter);
        const auto more = changes_of(variant, k);
        out.changes.insert(out.changes.end(), more.begin(), more.end());
        out.finish(of_part);
    }
}

size_t Attempts::gained_apart() const {
    size_t most = 0, all = 0;
    for (size_t v = 0; v < variants_.size(); ++v) {
        size_t gained = 0;
        for (size_t k = 0; k < sight_->parts(); ++k) gained += changes_of(v, k).size();
        most = std::max(most, gained);
    }
    for (size_t k = 0; k < sight_->parts(); ++k) {
        size_t best = 0;
        for (size_t v = 0; v < variants_.size(); ++v) best = std::max(best, changes_of(v, k).size());
        all += best;
    }
    return gained_by_telling(most, all);
}

}  // namespace arcloom::fit::scene
