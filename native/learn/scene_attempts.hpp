// native/learn/scene_attempts.hpp: what an action does to parts in several variants, looked at only as far as it can matter
//
// Most actions explain nothing in most grids. So gains are looked for first, in the example with the fewest parts, and only for parts
// with changes within the action's reach. Where too few examples show any, nothing else is looked at. What the action does to the other
// parts, nothing or something wrong, is found out when it is asked for.
#pragma once

#include "scene_told.hpp"

namespace arcloom::fit::scene {

class Attempts {
  public:
    explicit Attempts(const Changes& changes) : changes_(changes) {}

    // Finds all gains of the variants: plain directions or views, eight of them at most. False where they show in too few examples,
    // where `tired` says so, or where fuel ends.
    template <class Tired>
    bool look(const Sight& sight, int action, std::span<const int> variants, Meter& meter, Tired tired) {
        begin(sight, action, variants);
        size_t shown = 0, left = sight.scenes.size();
        for (const size_t e : sight.fewest_first) {
            bool gains = false;
            for (size_t v = 0; v < variants.size(); ++v) {
                if (tired() || !look_at(v, e, meter)) return false;
                gains = gains || gains_in(v, e);
            }
            shown += gains;
            if (shown + --left < sight.needed) return false;
        }
        return true;
    }
    size_t variants() const { return variants_.size(); }
    bool gains(size_t variant, size_t part) const { return at(variant, part).end > at(variant, part).begin; }
    bool gains_in(size_t variant, size_t example) const;
    bool enough(size_t variant) const;  // whether it gains in enough examples
    int label(size_t variant, size_t part, Meter&);
    std::span<const uint32_t> changes_of(size_t variant, size_t part) const {
        const OnPart& one = at(variant, part);
        return {changed_.data() + one.begin, one.end - one.begin};
    }
    void effects(size_t variant, Effects&, Meter&);  // of all parts
    // The changes by which the variants that are best for each part exceed the best one for all; 0 where that is not much.
    size_t gained_apart() const;

  private:
    static constexpr int8_t kUnknown = -3;
    struct OnPart {  // what a variant does to one part
        uint32_t begin = 0, end = 0;
        int8_t label = kUnknown;
    };
    const Changes& changes_;
    const Sight* sight_ = nullptr;
    int action_ = 0;
    std::vector<int> variants_;
    std::vector<OnPart> done_;  // by variant and part
    std::vector<uint32_t> changed_;
    Writes writes_;
    Effects block_;

    OnPart& at(size_t variant, size_t part) { return done_[variant * sight_->parts() + part]; }
    const OnPart& at(size_t variant, size_t part) const { return done_[variant * sight_->parts() + part]; }
    void begin(const Sight&, int action, std::span<const int> variants);
    bool look_at(size_t variant, size_t example, Meter&);
    bool judge(size_t variant, size_t part, Meter&);
};

}  // namespace arcloom::fit::scene
