// native/enumerate/enumerate.cpp: see enumerate.hpp
#include "enumerate.hpp"

#include <algorithm>

#include "packing.hpp"

namespace arcloom {

using tile::FittedTile;
using tile::Form;
using tile::kMostParts;

namespace {

constexpr size_t kAsked = 256;  // turns between two questions whether to stop: some milliseconds

bool gives_list(const Action& a) {
    return a.mode == Mode::Each || a.mode == Mode::EachOnInput || a.op->form == Form::Split ||
           a.op->form == Form::Select;
}

}  // namespace

Enumerator::Enumerator(std::vector<FittedTile> inputs, std::vector<FittedTile> outputs, std::vector<Action> actions,
                       StepTable steps)
    : inputs_(std::move(inputs)),
      actions_(std::move(actions)),
      steps_(std::move(steps)),
      canvas_(std::move(outputs)),
      from_(empty_tiles()),
      made_(empty_tiles()) {}

Enumerator::Tiles Enumerator::empty_tiles() const {
    return {false, std::vector<FittedTile>(inputs_.size() * kMostParts), std::vector<int>(inputs_.size())};
}

bool Enumerator::apply_one(const Action& a, const Tiles& from, size_t input, Tiles& to) {
    const FittedTile* x = from.of(input);
    const int n = from.count[input];
    FittedTile* out = to.of(input);
    int& count = to.count[input];
    count = 1;
    switch (a.mode) {
        case Mode::WithInput: ++fuel_used_; return a.op->combine(*x, inputs_[input], *out);
        case Mode::OnInput: ++fuel_used_; return a.op->combine(inputs_[input], *x, *out);
        case Mode::Each:
        case Mode::EachOnInput:
            fuel_used_ += n;
            count = n;
            for (int k = 0; k < n; ++k) {
                const bool good = a.mode == Mode::Each ? a.op->map(x[k], a.arg, out[k])
                                                       : a.op->combine(inputs_[input], x[k], out[k]);
                if (!good) return false;
            }
            return true;
        case Mode::Plain: break;
    }
    switch (a.op->form) {
        case Form::Map: ++fuel_used_; return a.op->map(*x, a.arg, *out);
        case Form::Split:
            count = a.op->split(*x, a.arg, out);
            fuel_used_ += std::max(count, 1);
            return count > 0;
        case Form::Pick: fuel_used_ += n; return a.op->pick(x, n, a.arg, *out);
        case Form::Select:
            fuel_used_ += n;
            count = a.op->select(x, n, a.arg, out);
            return count > 0;
        case Form::Combine: break;
    }
    return false;
}

bool Enumerator::apply(const Action& a, const Tiles& from, Tiles& to) {
    to.list = gives_list(a);
    bool filled = false;
    for (size_t input = 0; input < inputs_.size(); ++input) {
        if (!apply_one(a, from, input, to)) return false;
        for (int k = 0; k < to.count[input] && !filled; ++k) filled = has_content(to.of(input)[k]);
    }
    return filled;
}

void Enumerator::show_inputs(Tiles& to) const {
    to.list = false;
    for (size_t input = 0; input < inputs_.size(); ++input) {
        to.count[input] = 1;
        *to.of(input) = inputs_[input];
    }
}

uint64_t Enumerator::hash(const Tiles& tiles) const {
    uint64_t h = tiles.list ? 1 : 2;
    for (size_t input = 0; input < inputs_.size(); ++input) {
        h = combine_hash(h, static_cast<uint64_t>(tiles.count[input]));
        for (int k = 0; k < tiles.count[input]; ++k) h = hash_tile(h, tiles.of(input)[k]);
    }
    return h;
}

const uint32_t* Enumerator::pack(const Tiles& tiles) {
    packing_.clear();
    packing_.push_back(tiles.list);
    for (size_t input = 0; input < inputs_.size(); ++input) {
        packing_.push_back(static_cast<uint32_t>(tiles.count[input]));
        for (int k = 0; k < tiles.count[input]; ++k) tile::visit(tiles.of(input)[k], [&](const auto& t) { pack_tile(t, packing_); });
    }
    return packed_.keep(packing_);
}

void Enumerator::unpack(const uint32_t* from, Tiles& tiles) const {
    tiles.list = *from++ != 0;
    for (size_t input = 0; input < inputs_.size(); ++input) {
        tiles.count[input] = static_cast<int>(*from++);
        for (int k = 0; k < tiles.count[input]; ++k) from = unpack_tile(from, tiles.of(input)[k]);
    }
}

// What vectors hold ahead counts too.
size_t Enumerator::bytes() const {
    return packed_.bytes() + states_.capacity() * sizeof(State) + waiting_.bytes() + seen_.bytes() + canvas_.bytes();
}

// Looks at what an action makes of the state in from_, and lets it wait for its turn where it is new.
void Enumerator::meet(uint32_t parent, uint16_t action, int cost, const SearchLimits& limits) {
    if (seen_.full() && bytes() + 2 * seen_.bytes() > limits.memory) {
        table_full_ = true;
        return;
    }
    if (!apply(actions_[action], from_, made_)) return;
    if (!seen_.insert(hash(made_))) return;
    if (!made_.list && canvas_.fits_size(made_.at.data(), kMostParts) &&
        canvas_.look(made_.at.data(), kMostParts)) {
        states_.push_back({parent, action, static_cast<uint16_t>(cost), nullptr});
        canvas_.keep(static_cast<uint32_t>(states_.size() - 1), cost);
    }
    const StepTable::Row steps = steps_.after(action);
    if (steps.has(0)) wait({parent, action, 0}, cost + steps.cost(0), limits);
}

void Enumerator::wait(const WaitingSteps& next, int due, const SearchLimits& limits) {
    if (due <= limits.cost && bytes() + sizeof next <= limits.memory) waiting_.add(next, due);
}

StepTable::Row Enumerator::steps_of(uint32_t state) const {
    return state == 0 ? steps_.first() : steps_.after(states_[state].action);
}

// Tries the steps from the state in from_ that are due, beginning with number `at`. The others wait.
void Enumerator::expand(uint32_t state, size_t at, const SearchLimits& limits) {
    const int begun = states_[state].cost;
    const StepTable::Row steps = steps_of(state);
    expanded_ += at == 0;
    for (const int end = steps.has(at) ? steps.cost(at) + kAhead : 0; steps.has(at); ++at) {
        const int cost = begun + steps.cost(at);
        if (steps.cost(at) >= end) {
            return wait({state, WaitingSteps::kMade, static_cast<uint16_t>(at)}, cost, limits);
        }
        if (cost > limits.cost || fuel_used_ >= limits.fuel) return;
        meet(state, steps.order[at], cost, limits);
    }
}

// Brings what waits into from_. A state that was only met until now is made, and gets a number.
uint32_t Enumerator::wake(const WaitingSteps& next) {
    if (next.action == WaitingSteps::kMade) {
        unpack(states_[next.parent].data, from_);
        return next.parent;
    }
    const int cost = states_[next.parent].cost + steps_of(next.parent).costs[next.action];
    unpack(states_[next.parent].data, made_);
    apply(actions_[next.action], made_, from_);
    states_.push_back({next.parent, next.action, static_cast<uint16_t>(cost), pack(from_)});
    return static_cast<uint32_t>(states_.size() - 1);
}

bool Enumerator::run(const SearchLimits& limits, const std::function<bool()>& stopped) {
    show_inputs(from_);
    seen_.insert(hash(from_));
    states_.push_back({0, 0, 0, pack(from_)});
    if (canvas_.fits_size(from_.at.data(), kMostParts) && canvas_.look(from_.at.data(), kMostParts)) {
        canvas_.keep(0, 0);
    }
    expand(0, 0, limits);
    size_t turns = 0;
    for (WaitingSteps next; waiting_.take(next);) {
        if (fuel_used_ >= limits.fuel || table_full_ || bytes() > limits.memory) return false;
        if (++turns % kAsked == 0 && stopped()) return false;
        const uint32_t state = wake(next);
        expand(state, next.at, limits);
    }
    return fuel_used_ < limits.fuel;
}

std::vector<uint16_t> Enumerator::trace(uint32_t state) const {
    std::vector<uint16_t> out;
    for (; state != 0; state = states_[state].parent) out.push_back(states_[state].action);
    std::reverse(out.begin(), out.end());
    return out;
}

// States get their numbers and tiles when their turn comes.
std::vector<uint32_t> Enumerator::grid_states(size_t most) const {
    std::vector<uint32_t> out;
    for (size_t k = 1; k < states_.size() && out.size() < most; ++k) {
        const State& s = states_[k];
        if (s.data != nullptr && *s.data == 0) out.push_back(static_cast<uint32_t>(k));
    }
    return out;
}

std::vector<FittedTile> Enumerator::grids(uint32_t state) {
    show_inputs(from_);
    for (const uint16_t action : trace(state)) {
        apply(actions_[action], from_, made_);
        std::swap(from_, made_);
    }
    std::vector<FittedTile> out;
    for (size_t input = 0; input < inputs_.size(); ++input) out.push_back(*from_.of(input));
    return out;
}

}  // namespace arcloom
