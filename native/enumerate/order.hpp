// native/enumerate/order.hpp: the order in which chains are tried: that of their whole cost, roughly
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arcloom {

// Steps from a state are tried together if they cost less than this more than the first of them, in tenths of a bit.
// With more, unlikely chains would be tried early; with less, states would be read too often. At least the cost of the
// cheapest step: then nothing that comes of a step is due within a bit of it, and a device may take all that is due in
// a bit together.
inline constexpr int kAhead = 20;
// In an order of steps: no more of them.
inline constexpr uint16_t kNoStep = UINT16_MAX;

// What each action costs after each other, and the order in which actions are tried there. It owns neither: tables take
// megabytes, and the searches of a task and its views share them.
class StepTable {
  public:
    // Both have a row a previous action (the first row: none) and a column an action. A row of `order` has the actions
    // that may follow, in ascending order of cost, then kNoStep. What takes a list follows only what gives a list.
    StepTable(const int32_t* costs, const uint16_t* order, size_t actions)
        : costs_(costs), order_(order), width_(actions) {}

    struct Row {
        const int32_t* costs;
        const uint16_t* order;
        size_t width;

        bool has(size_t at) const { return at < width && order[at] != kNoStep; }
        int cost(size_t at) const { return costs[order[at]]; }
    };
    Row first() const { return row(0); }
    Row after(uint16_t action) const { return row(action + size_t{1}); }

  private:
    const int32_t* costs_;
    const uint16_t* order_;
    size_t width_;

    Row row(size_t k) const { return {costs_ + k * width_, order_ + k * width_, width_}; }
};

// What waits for its turn: the steps of a state, from some step on.
struct WaitingSteps {
    static constexpr uint16_t kMade = UINT16_MAX;
    uint32_t parent;
    uint16_t action;  // the state is what the action makes of the parent; kMade: it is the parent itself
    uint16_t at;      // the first of its steps that has not been tried
};

// All that waits, by the cost of the first chain that it leads to. Of equal cost, what came first is first.
class WaitingList {
  public:
    void add(const WaitingSteps& next, int due) {
        const auto cost = static_cast<size_t>(due);
        if (by_cost_.size() <= cost) by_cost_.resize(cost + 1);
        by_cost_[cost].push_back(next);
        bytes_ += sizeof next;
    }
    // Takes the next one; false where there is none.
    bool take(WaitingSteps& next) {
        for (; due_ < by_cost_.size(); ++due_, taken_ = 0) {
            if (taken_ < by_cost_[due_].size()) {
                next = by_cost_[due_][taken_++];
                return true;
            }
            bytes_ -= by_cost_[due_].size() * sizeof next;
            std::vector<WaitingSteps>().swap(by_cost_[due_]);
        }
        return false;
    }
    // Twice what is held: a vector that grows holds its content twice for a moment.
    size_t bytes() const { return 2 * bytes_; }

  private:
    std::vector<std::vector<WaitingSteps>> by_cost_;
    size_t due_ = 0, taken_ = 0, bytes_ = 0;
};

}  // namespace arcloom
