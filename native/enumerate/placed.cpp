// native/enumerate/placed.cpp: see placed.hpp
#include "placed.hpp"

#include <algorithm>
#include <array>

#include "packing.hpp"

namespace arcloom {

using placed::kMostPieces;
using placed::Piece;
using tile::FittedTile;

namespace {

constexpr size_t kPlacedAsked = 64;        // turns between two questions whether to stop
constexpr size_t kMostShapes = 400;  // sizes to keep
constexpr uint32_t kNone = UINT32_MAX;
// What it costs to lay a state somewhere else, to paint it, to put a list together first; in tenths of a bit.
constexpr int kOriginCost = 10, kPaintCost = 30, kPileCost = 20;

bool gives_list(const PlacedAction& a) {
    if (a.own == nullptr) return a.each || (a.tile != nullptr && a.tile->form == tile::Form::Split);
    return a.each || a.own->form == placed::Form::Split || a.own->form == placed::Form::Select;
}

void read_piece(const FittedTile& from, int row, int col, Piece& to) {
    to.reset(row, col, from.h(), from.w());
    tile::visit(from, [&](const auto& t) {
        for (int k = 0; k < tile::kPlanes; ++k) {
            if (!tile::any(t.plane[k])) continue;
            for (int i = 0; i < t.h; ++i) {
                uint64_t bits = t.plane[k].row[i];
                uint8_t* cells = to.cells.data() + i * t.w;
                for (; bits != 0; bits &= bits - 1) cells[__builtin_ctzll(bits)] |= static_cast<uint8_t>(1 << k);
            }
        }
    });
}

// The tile at a place on a canvas of a size.
template <class From, class To>
void embed_planes(const From& from, int row, int col, int h, int w, To& to) {
    using Word = std::remove_cvref_t<decltype(to.plane[0].row[0])>;
    to.h = h, to.w = w;
    const uint64_t inside = (uint64_t{1} << w) - 1;
    for (int k = 0; k < tile::kPlanes; ++k) {
        to.plane[k] = {};
        if (col >= 32 || col <= -32) continue;
        for (int i = std::max(0, row); i < std::min(h, row + from.h); ++i) {
            const uint64_t bits = from.plane[k].row[i - row];
            to.plane[k].row[i] = static_cast<Word>((col >= 0 ? bits << col : bits >> -col) & inside);
        }
    }
}
void embed_tile(const FittedTile& from, int row, int col, placed::Size size, FittedTile& to) {
    tile::visit(from, [&](const auto& t) {
        if (tile::is_small(size.h, size.w)) {
            embed_planes(t, row, col, size.h, size.w, to.small);
        } else {
            embed_planes(t, row, col, size.h, size.w, to.large);
        }
    });
}

}  // namespace

PlacedEnumerator::PlacedEnumerator(std::vector<FittedTile> inputs, std::vector<FittedTile> outputs,
                                   std::vector<PlacedAction> actions, StepTable steps, std::vector<Sizes> sizes,
                                   bool known)
    : inputs_(std::move(inputs)),
      outputs_(std::move(outputs)),
      actions_(std::move(actions)),
      steps_(std::move(steps)),
      sizes_(std::move(sizes)),
      known_(known),
      canvas_(outputs_, true),
      from_(empty_tiles()),
      made_(empty_tiles()),
      cells_{std::vector<placed::Pieces>(inputs_.size(), placed::Pieces(kMostPieces)), false},
      room_(kMostPieces),
      shown_(inputs_.size()),
      layer_(inputs_.size()),
      painted_(inputs_.size()) {
    std::array<bool, tile::kColours> met{};
    for (const FittedTile& t : outputs_) {
        tile::visit(t, [&](const auto& out) {
            for (int c = 1; c < tile::kColours; ++c) met[static_cast<size_t>(c)] |= tile::any(tile::coloured(out, c));
        });
    }
    for (uint8_t c = 1; c < tile::kColours; ++c) {
        if (met[c]) painted_in_.push_back(c);
    }
}

PlacedEnumerator::Tiles PlacedEnumerator::empty_tiles() const {
    return {false, std::vector<Placed>(inputs_.size() * kMostPieces), std::vector<int>(inputs_.size())};
}

void PlacedEnumerator::read_cells(const Tiles& from, Cells& cells) {
    if (cells.read) return;
    for (size_t input = 0; input < inputs_.size(); ++input) {
        for (int k = 0; k < from.count[input]; ++k) {
            const Placed& p = from.of(input)[k];
            read_piece(p.tile, p.row, p.col, cells.of[input][static_cast<size_t>(k)]);
        }
    }
    cells.read = true;
}

bool PlacedEnumerator::apply_tile(const PlacedAction& a, const Tiles& from, size_t input, Tiles& to) {
    const Placed* x = from.of(input);
    Placed* out = to.of(input);
    const int n = to.count[input] = from.count[input];
    fuel_used_ += n;
    for (int k = 0; k < n; ++k) {
        out[k].row = a.tile == nullptr ? 0 : x[k].row;
        out[k].col = a.tile == nullptr ? 0 : x[k].col;
        if (a.tile == nullptr) {
            out[k].tile = x[k].tile;
        } else if (!a.tile->map(x[k].tile, a.arg, out[k].tile)) {
            return false;
        }
    }
    return true;
}

bool PlacedEnumerator::apply_own(const PlacedAction& a, Cells& cells, const Tiles& from, size_t input, Tiles& to) {
    const placed::Pieces& x = cells.of[input];
    const int n = from.count[input];
    int made = 1;
    bool good = true;
    switch (a.own->form) {
        case placed::Form::Map:
            fuel_used_ += a.own->work * n;
            made = n;
            for (int k = 0; k < n && good; ++k) good = a.own->map(x[static_cast<size_t>(k)], a.arg, room_[static_cast<size_t>(k)]);
            break;
        case placed::Form::Fit:
            fuel_used_ += 2;
            good = a.own->fit(x[0], sizes_[static_cast<size_t>(a.size)][input], a.arg, room_[0]);
            break;
        case placed::Form::Split:
            made = a.own->split(x[0], a.arg, room_.data());
            fuel_used_ += 4 + std::max(made, 0);
            break;
        case placed::Form::Pick:
            fuel_used_ += 2 + n;
            good = a.own->pick(x.data(), n, a.arg, room_[0]);
            break;
        case placed::Form::Select:
            fuel_used_ += 2 + n;
            made = a.own->select(x.data(), n, a.arg, room_.data());
            break;
    }
    if (!good || made < 1) return false;
    to.count[input] = made;
    for (int k = 0; k < made; ++k) {
        const Piece& p = room_[static_cast<size_t>(k)];
        Placed& out = to.of(input)[k];
        out.row = p.row, out.col = p.col;
        tile::read_cells(p.cells.data(), p.h, p.w, out.tile);
    }
    return true;
}

bool PlacedEnumerator::apply(const PlacedAction& a, const Tiles& from, Cells& cells, Tiles& to) {
    to.list = gives_list(a);
    if (a.own != nullptr) read_cells(from, cells);
    bool filled = false;
    for (size_t input = 0; input < inputs_.size(); ++input) {
        if (!(a.own != nullptr ? apply_own(a, cells, from, input, to) : apply_tile(a, from, input, to))) return false;
        for (int k = 0; k < to.count[input] && !filled; ++k) filled = has_content(to.of(input)[k].tile);
    }
    return filled;
}

uint64_t PlacedEnumerator::hash(const Tiles& tiles) const {
    uint64_t h = tiles.list ? 1 : 2;
    for (size_t input = 0; input < inputs_.size(); ++input) {
        h = combine_hash(h, static_cast<uint64_t>(tiles.count[input]));
        for (int k = 0; k < tiles.count[input]; ++k) {
            const Placed& p = tiles.of(input)[k];
            h = combine_hash(h, static_cast<uint64_t>(static_cast<uint32_t>(p.row)) << 32 | static_cast<uint32_t>(p.col));
            h = hash_tile(h, p.tile);
        }
    }
    return h;
}

const uint32_t* PlacedEnumerator::pack(const Tiles& tiles) {
    packing_.clear();
    packing_.push_back(tiles.list);
    for (size_t input = 0; input < inputs_.size(); ++input) {
        packing_.push_back(static_cast<uint32_t>(tiles.count[input]));
        for (int k = 0; k < tiles.count[input]; ++k) {
            const Placed& p = tiles.of(input)[k];
            packing_.push_back(static_cast<uint32_t>(p.row));
            packing_.push_back(static_cast<uint32_t>(p.col));
            tile::visit(p.tile, [&](const auto& t) { pack_tile(t, packing_); });
        }
    }
    return packed_.keep(packing_);
}

void PlacedEnumerator::unpack(const uint32_t* from, Tiles& tiles) const {
    tiles.list = *from++ != 0;
    for (size_t input = 0; input < inputs_.size(); ++input) {
        tiles.count[input] = static_cast<int>(*from++);
        for (int k = 0; k < tiles.count[input]; ++k) {
            Placed& p = tiles.of(input)[k];
            p.row = static_cast<int32_t>(*from++);
            p.col = static_cast<int32_t>(*from++);
            from = unpack_tile(from, p.tile);
        }
    }
}

size_t PlacedEnumerator::bytes() const {
    return packed_.bytes() + states_.capacity() * sizeof(State) + layers_.capacity() * sizeof(Layer) +
           waiting_.bytes() + seen_.bytes() + laid_.bytes() + canvas_.bytes();
}

// The number of a state that is not expanded yet; it gets one at the first question.
uint32_t PlacedEnumerator::number(const State& made, uint32_t& state) {
    if (state == kNone) {
        states_.push_back(made);
        state = static_cast<uint32_t>(states_.size() - 1);
    }
    return state;
}

void PlacedEnumerator::try_layer(const std::vector<FittedTile>& layer, const State& made, uint32_t& state, Laying laying) {
    uint64_t h = 3;
    for (const FittedTile& t : layer) h = hash_tile(h, t);
    if (!laid_.insert(h)) return;
    int cells = 0;
    for (const FittedTile& t : outputs_) cells += t.h() * t.w();
    fuel_used_ += 1 + cells / 256;
    if (!canvas_.look(layer.data(), 1)) return;
    int cost = made.cost + (laying.piled ? kPileCost : 0) + (laying.colour != 0 ? kPaintCost : 0);
    if (laying.at == Laying::At::Origin) cost += kOriginCost;
    layers_.push_back({number(made, state), laying});
    canvas_.keep(static_cast<uint32_t>(layers_.size() - 1), cost);
}

bool PlacedEnumerator::pile() {
    for (size_t input = 0; input < inputs_.size(); ++input) {
        const int n = made_.count[input];
        fuel_used_ += 1 + n;
        for (int k = 0; k < n; ++k) {
            const Placed& p = made_.of(input)[k];
            read_piece(p.tile, p.row, p.col, room_[static_cast<size_t>(k)]);
        }
        Piece all;
        if (!placed::put_together(room_.data(), n, 0, all)) return false;
        shown_[input].row = all.row, shown_[input].col = all.col;
        tile::read_cells(all.cells.data(), all.h, all.w, shown_[input].tile);
    }
    return true;
}

bool PlacedEnumerator::show() {
    if (made_.list) return pile();
    for (size_t input = 0; input < inputs_.size(); ++input) shown_[input] = *made_.of(input);
    return true;
}

void PlacedEnumerator::embed(Laying::At at) {
    const bool here = at == Laying::At::Place;
    for (size_t input = 0; input < inputs_.size(); ++input) {
        const Placed& p = shown_[input];
        if (at == Laying::At::AsItIs) {
            layer_[input] = p.tile;
        } else {
            embed_tile(p.tile, here ? p.row : 0, here ? p.col : 0, sizes_.back()[input], layer_[input]);
        }
    }
    fuel_used_ += static_cast<int64_t>(inputs_.size()) / 2;
}

// The outputs' colour in more than half of what the layer fills; 0 where there is none, or the layer is all of it.
int PlacedEnumerator::best_colour() const {
    std::array<int, tile::kColours> right{};
    int filled = 0, alike = 0;
    for (size_t d = 0; d < outputs_.size(); ++d) {
        const auto look = [&](const auto& t, const auto& wanted) {
            const auto mask = tile::filled(t);
            filled += tile::count(mask);
            for (const uint8_t c : painted_in_) right[c] += tile::count(mask & tile::coloured(wanted, c));
        };
        if (layer_[d].is_small()) {
            look(layer_[d].small, outputs_[d].small);
        } else {
            look(layer_[d].large, outputs_[d].large);
        }
    }
    const auto best = std::max_element(right.begin(), right.end());
    const int colour = static_cast<int>(best - right.begin());
    if (2 * *best <= filled) return 0;
    for (const FittedTile& t : layer_) {
        tile::visit(t, [&](const auto& one) { alike += tile::same(tile::coloured(one, colour), tile::filled(one)); });
    }
    return alike == static_cast<int>(layer_.size()) ? 0 : colour;
}

void PlacedEnumerator::paint(int colour) {
    for (size_t input = 0; input < inputs_.size(); ++input) {
        FittedTile& out = painted_[input];
        if (layer_[input].is_small()) {
            const auto& t = layer_[input].small;
            tile::painted(tile::filled(t), colour, t.h, t.w, out.small);
        } else {
            const auto& t = layer_[input].large;
            tile::painted(tile::filled(t), colour, t.h, t.w, out.large);
        }
    }
}

// Lays the state in made_ on canvases of the outputs' size.
void PlacedEnumerator::lay(const State& made) {
    uint32_t state = kNone;
    if (!show()) return;
    note_shape(made, state);
    bool fits = true, moved = false;
    for (size_t d = 0; d < outputs_.size(); ++d) {
        fits &= shown_[d].tile.h() == outputs_[d].h() && shown_[d].tile.w() == outputs_[d].w();
    }
    for (const Placed& p : shown_) moved |= p.row != 0 || p.col != 0;
    for (const auto at : {Laying::At::AsItIs, Laying::At::Origin, Laying::At::Place}) {
        const bool due = at == Laying::At::AsItIs ? fits : known_ && (at == Laying::At::Place ? moved : !fits);
        if (!due) continue;
        embed(at);
        try_layer(layer_, made, state, {made_.list, at, 0});
        if (const int colour = best_colour(); colour != 0) {
            paint(colour);
            try_layer(painted_, made, state, {made_.list, at, static_cast<uint8_t>(colour)});
        }
    }
}

void PlacedEnumerator::note_shape(const State& made, uint32_t& state) {
    if (made_.list || shapes_.size() >= kMostShapes) return;
    uint64_t h = 5;
    for (const Placed& p : shown_) h = combine_hash(h, static_cast<uint64_t>(p.tile.h() << 8 | p.tile.w()));
    if (!shaped_.insert(h)) return;
    Sizes sizes;
    for (const Placed& p : shown_) sizes.push_back({p.tile.h(), p.tile.w()});
    shapes_.push_back({number(made, state), made.cost, std::move(sizes)});
}

void PlacedEnumerator::meet(uint32_t parent, uint16_t action, int cost) {
    if (seen_.full() && bytes() + 2 * seen_.bytes() > memory_) {
        table_full_ = true;
        return;
    }
    if (!apply(actions_[action], from_, cells_, made_)) return;
    if (!seen_.insert(hash(made_))) return;
    lay({parent, action, static_cast<uint16_t>(cost), nullptr});
    const StepTable::Row steps = steps_.after(action);
    if (steps.has(0)) wait({parent, action, 0}, cost + steps.cost(0));
}

void PlacedEnumerator::wait(const WaitingSteps& next, int due) {
    if (due <= most_cost_ && bytes() + sizeof next <= memory_) waiting_.add(next, due);
}

StepTable::Row PlacedEnumerator::steps_of(uint32_t state) const {
    return state == 0 ? steps_.first() : steps_.after(states_[state].action);
}

// Tries the steps from the state in from_ that are due, beginning with number `at`. The others wait.
void PlacedEnumerator::expand(uint32_t state, size_t at) {
    const int begun = states_[state].cost;
    const StepTable::Row steps = steps_of(state);
    for (const int end = steps.has(at) ? steps.cost(at) + kAhead : 0; steps.has(at); ++at) {
        const int cost = begun + steps.cost(at);
        if (steps.cost(at) >= end) return wait({state, WaitingSteps::kMade, static_cast<uint16_t>(at)}, cost);
        if (cost > most_cost_ || fuel_used_ >= fuel_) return;
        meet(state, steps.order[at], cost);
    }
}

// Brings what waits into from_. A state that was only met until now is made, and gets a number.
uint32_t PlacedEnumerator::wake(const WaitingSteps& next) {
    cells_.read = false;
    if (next.action == WaitingSteps::kMade) {
        unpack(states_[next.parent].data, from_);
        return next.parent;
    }
    const int cost = states_[next.parent].cost + steps_of(next.parent).costs[next.action];
    unpack(states_[next.parent].data, made_);
    apply(actions_[next.action], made_, cells_, from_);
    cells_.read = false;
    states_.push_back({next.parent, next.action, static_cast<uint16_t>(cost), pack(from_)});
    return static_cast<uint32_t>(states_.size() - 1);
}

bool PlacedEnumerator::run(int64_t fuel, size_t memory, int cost, const std::function<bool()>& stopped) {
    fuel_ = fuel, memory_ = memory, most_cost_ = cost;
    from_.list = made_.list = false;
    for (size_t input = 0; input < inputs_.size(); ++input) {
        from_.count[input] = made_.count[input] = 1;
        *from_.of(input) = *made_.of(input) = {inputs_[input], 0, 0};
    }
    seen_.insert(hash(from_));
    const State first{0, 0, 0, pack(from_)};
    states_.push_back(first);
    lay(first);
    expand(0, 0);
    size_t turns = 0;
    for (WaitingSteps next; waiting_.take(next);) {
        if (fuel_used_ >= fuel_ || table_full_ || bytes() > memory_) return false;
        if (++turns % kPlacedAsked == 0 && stopped()) return false;
        const uint32_t state = wake(next);
        expand(state, next.at);
    }
    return fuel_used_ < fuel_;
}

std::vector<uint16_t> PlacedEnumerator::trace(uint32_t state) const {
    std::vector<uint16_t> out;
    for (; state != 0 && states_[state].cost != 0; state = states_[state].parent) out.push_back(states_[state].action);
    std::reverse(out.begin(), out.end());
    return out;
}

}  // namespace arcloom
