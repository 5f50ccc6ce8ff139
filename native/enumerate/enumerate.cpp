// native/enumerate/enumerate.cpp: see enumerate.hpp
#include "enumerate.hpp"

#include <algorithm>

#include "packing.hpp"

namespace arcloom {

using tile::FittedTile;
using tile::Form;
using tile::kMostParts;

namespace {

constexpr size_t kAsked = 64;  // states expanded between two questions whether to stop: some milliseconds

bool takes_list(const Action& a) {
    return a.mode == Mode::Each || a.mode == Mode::EachOnInput || a.op->form == Form::Pick ||
           a.op->form == Form::Select;
}
bool gives_list(const Action& a) {
    return a.mode == Mode::Each || a.mode == Mode::EachOnInput || a.op->form == Form::Split ||
           a.op->form == Form::Select;
}

}  // namespace

Enumerator::Enumerator(std::vector<FittedTile> inputs, std::vector<FittedTile> outputs, std::vector<Action> actions,
                       std::vector<int32_t> costs)
    : inputs_(std::move(inputs)),
      actions_(std::move(actions)),
      costs_(std::move(costs)),
      canvas_(std::move(outputs)),
      from_(empty_tiles()),
      made_(empty_tiles()) {
    for (size_t k = 0; k < actions_.size(); ++k) {
        (takes_list(actions_[k]) ? for_lists_ : for_grids_).push_back(static_cast<uint16_t>(k));
    }
}

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

// What vectors hold ahead counts too: a vector that grows holds its content twice for a moment.
size_t Enumerator::bytes() const {
    return packed_.bytes() + states_.capacity() * sizeof(State) + 2 * waiting_bytes_ + seen_.bytes() +
           canvas_.bytes();
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
    if (bytes() + sizeof(Waiting) > limits.memory) return;
    if (waiting_.size() <= static_cast<size_t>(cost)) waiting_.resize(static_cast<size_t>(cost) + 1);
    waiting_[static_cast<size_t>(cost)].push_back({parent, action});
    waiting_bytes_ += sizeof(Waiting);
}

void Enumerator::expand(uint32_t state, const SearchLimits& limits) {
    const State s = states_[state];
    const size_t width = actions_.size();
    const int32_t* costs = costs_.data() + (state == 0 ? 0 : (s.action + size_t{1}) * width);
    ++expanded_;
    for (const uint16_t action : from_.list ? for_lists_ : for_grids_) {
        if (costs[action] < 0) continue;
        const int cost = s.cost + costs[action];
        if (cost > limits.cost) continue;
        if (fuel_used_ >= limits.fuel) return;
        meet(state, action, cost, limits);
    }
}

// Makes a waiting state's tiles, in from_, and gives it a number.
void Enumerator::wake(const Waiting& next, int cost) {
    unpack(states_[next.parent].data, made_);
    apply(actions_[next.action], made_, from_);
    states_.push_back({next.parent, next.action, static_cast<uint16_t>(cost), pack(from_)});
}

bool Enumerator::run(const SearchLimits& limits, const std::function<bool()>& stopped) {
    show_inputs(from_);
    seen_.insert(hash(from_));
    states_.push_back({0, 0, 0, pack(from_)});
    if (canvas_.fits_size(from_.at.data(), kMostParts) && canvas_.look(from_.at.data(), kMostParts)) {
        canvas_.keep(0, 0);
    }
    expand(0, limits);
    for (size_t cost = 0; cost < waiting_.size(); ++cost) {
        for (size_t k = 0; k < waiting_[cost].size(); ++k) {
            if (fuel_used_ >= limits.fuel || table_full_ || bytes() > limits.memory) return false;
            if (expanded_ % kAsked == 0 && stopped()) return false;
            wake(Waiting(waiting_[cost][k]), static_cast<int>(cost));
            expand(static_cast<uint32_t>(states_.size() - 1), limits);
        }
        waiting_bytes_ -= waiting_[cost].size() * sizeof(Waiting);
        std::vector<Waiting>().swap(waiting_[cost]);
    }
    return true;
}

std::vector<uint16_t> Enumerator::trace(uint32_t state) const {
    std::vector<uint16_t> out;
    for (; state != 0; state = states_[state].parent) out.push_back(states_[state].action);
    std::reverse(out.begin(), out.end());
    return out;
}

// States get their numbers and tiles in order of cost when they are expanded.
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
