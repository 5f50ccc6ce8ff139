// native/learn/scene_sight.hpp: all inputs seen in one way, what an action does to their parts, and tests that choose parts
#pragma once

#include <map>

#include "bits.hpp"
#include "scene.hpp"

namespace arcloom::fit::scene {

// Counts small steps, which take some nanoseconds each.
class Meter {
  public:
    explicit Meter(Work& work) : work_(work) {}
    bool charge(int64_t steps) {
        spent_ += steps;
        return work_.charge(3 * steps);
    }
    Work& work() { return work_; }
    int64_t spent() const { return spent_; }

  private:
    Work& work_;
    int64_t spent_ = 0;
};

inline constexpr int kNothing = -2, kWrong = -1;  // labels beside the colour, or 0, that makes the action right

// What an action does to each part.
struct Effects {
    std::vector<int8_t> labels;
    std::vector<uint32_t> changes, ends{0};  // the numbers of the changes that it makes, part by part

    int label(size_t part) const { return labels[part]; }
    bool gains(size_t part) const { return ends[part + 1] > ends[part]; }
    bool good(size_t part) const { return labels[part] >= 0 && gains(part); }
    std::span<const uint32_t> changes_of(size_t part) const { return {changes.data() + ends[part], ends[part + 1] - ends[part]}; }
    void clear() { labels.clear(), changes.clear(), ends.assign(1, 0); }
    uint64_t hash() const {
        uint64_t h = 0xCBF29CE484222325ULL;
        const auto mix = [&](const auto& numbers) {
            for (const auto n : numbers) h = (h ^ static_cast<uint64_t>(n)) * 0x9E3779B97F4A7C15ULL, h ^= h >> 32;
        };
        mix(labels), mix(ends), mix(changes);
        return h;
    }
    void finish(int label) {  // of the next part, whose changes were added
        if (label < 0) changes.resize(ends.back());
        labels.push_back(static_cast<int8_t>(label));
        ends.push_back(static_cast<uint32_t>(changes.size()));
    }
};

struct Selection {
    Test test;
    double cost = 0;
    FewBits holds;
};
struct Chosen {
    std::vector<Test> tests;
    double cost = 0;
    FewBits parts;  // that gain by it
};

// One way to see the parts of all inputs. Parts are counted through all examples.
struct Sight {
    int way = 0;
    double cost = 0;  // of the way
    std::vector<Scene> scenes;
    std::vector<size_t> first;  // part of each example; and the end
    std::vector<size_t> example_of;
    std::vector<size_t> fewest_first;  // the examples, those with the fewest parts first
    std::vector<uint16_t> beside;  // by part, where changes are: see Changes::mark
    std::vector<int8_t> leading;  // by direction what `leads` found, or -1
    mutable std::vector<std::vector<Plain>> plain;  // by direction and part, where they were asked for
    std::vector<Selection> selections;  // cheapest first
    std::map<std::pair<FewBits, FewBits>, std::vector<Chosen>> chosen;  // by the good and the bad parts
    std::map<uint64_t, size_t> repeats;  // by the hash of effects: how often they were met
    bool measured = false, coloured = false;
    size_t needed = 1;  // examples that have to show a step

    size_t parts() const { return first.back(); }
    const std::vector<int>& features(size_t part) const {
        const size_t e = example_of[part];
        return scenes[e].features[part - first[e]];
    }
    // False where the way does not show parts in enough examples, or shows too many.
    bool look(const Examples&, int way, Meter&);
    bool same_parts(const Sight&) const;
    // Whether the direction, which is not a plain one, stands for some in enough examples.
    bool leads(int direction, Meter&);
    std::span<const Plain> plain_directions_of(int direction, Meter&) const;  // by part; empty where fuel ends
    size_t shown(const FewBits& parts) const;  // how many examples have some of them
    bool enough(const FewBits& parts) const { return shown(parts) >= needed; }
    template <class Good>
    FewBits those(Good good) const {  // the parts of which good(part) holds
        FewBits found;
        for (size_t k = 0; k < parts(); ++k) {
            if (good(k)) found.set(k);
        }
        return found;
    }
    const Blob& part(size_t k) const { return scenes[example_of[k]].parts[k - first[example_of[k]]]; }
    bool prepare_colours(Meter&);
    bool prepare_selections(Meter&);
    // use(test, cost) for each test that some parts of every example pass, and good ones only; cheapest first, until it gives true.
    template <class Use>
    void single_out(const FewBits& good, Use use, Meter& meter) {
        if (shown(good) < scenes.size()) return;
        if (parts() == scenes.size()) return void(use(kAlways, 0.0));
        if (!prepare_selections(meter) || !meter.charge(static_cast<int64_t>(selections.size()) * 8)) return;
        for (const Selection& s : selections) {
            if (good.holds_all(s.holds) && shown(s.holds) == scenes.size() && use(s.test, s.cost)) return;
        }
    }
    // The tests that choose good parts and no bad ones: those that choose all, else two tests together, and those that
    // choose the most.
    std::vector<Chosen> choose(const FewBits& good, const FewBits& bad) const;
    const std::vector<int>& colours(size_t part) const {
        const size_t e = example_of[part];
        return scenes[e].colours[part - first[e]];
    }
};

// The examples with their changes: cells that the output shows otherwise, counted through all examples.
class Changes {
  public:
    explicit Changes(const Examples&);
    size_t count() const { return count_; }
    void mark(Sight&) const;  // finds `beside`
    // Whether the action can make changes by the part, as far as its reach tells. Needs `beside`.
    bool may_gain(const Sight&, size_t example, size_t part, int action, int direction) const;
    // What the action does to the parts. False where fuel ends.
    bool see_effects(const Sight&, const Done&, Effects&, Meter&) const;
    bool see_example(const Sight&, size_t example, const Done&, Effects&, Meter&) const;  // adds those of one
    // What it does to one part, by its number within the example: the label. Adds the changes that it makes.
    int see_part(const Sight&, size_t example, size_t part, const Done&, Writes&, std::vector<uint32_t>& changes, Meter&) const;
    // The same for a counted action, each part with the number that is right for it; by part, the bits of all such numbers.
    bool see_counted(const Sight&, int action, int direction, Effects&, std::vector<uint16_t>& numbers, Meter&) const;

  private:
    const Examples& examples_;
    size_t count_ = 0;
    std::vector<std::vector<int>> number_;  // by example and cell; -1: it stays
    std::vector<std::vector<int>> before_;  // by example and corner between cells: changes above and to the left of it
    int within(size_t example, int top, int left, int bottom, int right) const;  // how many changes, bottom and right left out

    int judge(size_t example, const Writes&, int ground, bool painted, std::vector<uint32_t>& changes) const;
};

}  // namespace arcloom::fit::scene
