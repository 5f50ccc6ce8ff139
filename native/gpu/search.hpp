// native/gpu/search.hpp: the steps of a search over the states of many tasks: what a warp, or half of one, does with a piece of work
//
// A state is what a chain of actions makes of every input of its task, side by side; tiles of one state lie together,
// input after input. Addresses and sizes come in structures of 64-bit words, which Python fills in.
#pragma once

#ifdef __CUDACC_RTC__
#include "dispatch.hpp"
#include "memory.hpp"
#else
#include "played.hpp"
#endif

namespace arcloom::gpu {

using tile::kMostParts;

inline constexpr int kMostInputs = 16;

// As the enumerator on the CPU has them.
enum class Mode : int32_t { Plain, WithInput, OnInput, Each, EachOnInput };

struct Action {
    int32_t op, arg;
    Mode mode;
};
struct Task {
    int64_t inputs, outputs;    // the first of its tiles among `given`; outputs are the demos'
    int64_t ninputs, ndemos;
    int64_t actions, nactions;  // its first action
    int64_t costs;              // its first cost: a row a previous action, the first for none
    uint64_t seed;              // of hashes: another one for each task
};
// One action on some states of its task.
struct Piece {
    int32_t task, action, first, count;  // members from `first` on
    int32_t rank;                        // of the action, among those that are tried on these states together
};

struct States {
    const FlatTile** tiles;
    const uint8_t* counts;  // kMostInputs of each: tiles that it has for the input
    const int32_t* last;    // the number of its last action, and 1; 0: none
    const int32_t* cost;
};
// What comes of an action: a hash, 0 where it is Undefined or empty or beyond the cost; and, from the lowest bit on, fuel
// (12 bits), tiles (12 bits), whether it is one grid each and has the outputs' sizes, whether a tile of it is too large for
// half a warp, whether it is a list, and whether its turn may come.
struct Step {
    const FlatTile* given;
    const Task* tasks;
    const Action* actions;
    const int32_t* costs;
    States states;
    const Piece* pieces;
    int64_t npieces;
    const int32_t* members;
    int64_t most_cost;
    const int32_t* latest;  // of each task: what costs more does not have its turn any more
    // To try: candidate slots[first + i] + rank of a piece. To make: candidate number `first + i`.
    const int64_t* slots;
    uint64_t* hashes;
    uint32_t* infos;
    // To make: where each candidate's tiles go, and its counts.
    FlatTile** made;
    uint8_t* made_counts;
};
inline constexpr int kTilesBit = 12, kSizeBit = 24, kLargeBit = 25, kListBit = 26, kInTimeBit = 27;

// Height and width in one number, of kSidesBit bits.
inline int size_of(int h, int w) { return h * 64 + w; }
inline constexpr int kSidesBit = 16;

constexpr uint64_t mixed(uint64_t h) {
    h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93ULL;
    h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93ULL;
    return h ^ (h >> 32);
}
// A state's hash goes on with its next tile, and with how many an input has.
inline uint64_t with_tile(uint64_t hash, const Tile& t) {
    const uint64_t rows = over_rows(t, [](int i, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
        const uint64_t low = static_cast<uint64_t>(a) << 32 | b, high = static_cast<uint64_t>(c) << 32 | d;
        const uint64_t h = low + static_cast<uint64_t>(i) * 0x9E3779B97F4A7C15ULL;
        // Folded once more: where two planes are the same, the product has its upper half only, where `high` could undo it.
        const uint64_t m = (h ^ (h >> 32)) * 0xBF58476D1CE4E5B9ULL;
        return mixed(m ^ (m >> 32) ^ high);
    });
    return mixed(hash ^ (rows + static_cast<uint64_t>(size_of(t.h, t.w)) * 0xD6E8FEB86659FD93ULL));
}
inline uint64_t with_count(uint64_t hash, int n) { return hash + static_cast<uint64_t>(n) * 0x9E3779B97F4A7C15ULL; }

// What one action makes of one state, taken in tile by tile.
struct Making {
    const FlatTile* given;  // the task's inputs
    int ninputs;
    FlatTile* to;        // nullptr: nothing is written
    uint8_t* counts;
    uint64_t hash;
    int fuel = 0, tiles = 0;
    tile::Rows32 seen = tile::none<tile::Rows32>();  // cells that any of the tiles has filled
    // Below kSidesBit 0 as long as all sizes are those wanted; above, bits of the numbers of the last rows and columns.
    int sizes = 0;

    bool as_wanted() const { return (sizes & ((1 << kSidesBit) - 1)) == 0; }
    bool large() const { return sizes >> kSidesBit >= tile::kSmallSize; }
    // `wanted`: the size of the input's output; 0 where it has none.
    void take(const Tile& t, int wanted) {
        hash = with_tile(hash, t);
        seen = seen | tile::filled(t);
        sizes |= (wanted == 0 ? 0 : size_of(t.h, t.w) ^ wanted) | ((t.h - 1) | (t.w - 1)) << kSidesBit;
        if (to != nullptr) write(t, to[tiles]);
        ++tiles;
    }
    bool take(const Outcome& made, int wanted) {
        if (made.good) take(made.tile, wanted);
        return made.good;
    }
    bool take(const Tile* made, int count, int wanted) {
        for (int k = 0; k < count; ++k) take(made[k], wanted);
        return count > 0;
    }
    void end_input(int input, int made) {
        hash = with_count(hash, made);
        if (to != nullptr && leads()) counts[input] = static_cast<uint8_t>(made);
    }
};

inline constexpr bool gives_list(Form form, Mode mode) {
    return mode == Mode::Each || mode == Mode::EachOnInput || form == Form::Split || form == Form::Select;
}

// What an action makes of all tiles of a state; false where it is Undefined. Fuel is what the CPU's enumerator counts.
// Where each tile is worked on by itself, the next is asked for before: one loop for grids and for elements of lists.
template <class Row, class Sizes>
bool make_each(const Row& row, Action a, const FlatTile* tiles, const uint8_t* counts, const Sizes& sizes, Making& out) {
    const bool lists = a.mode == Mode::Each || a.mode == Mode::EachOnInput;
    Tile next = read(*tiles);
    for (int input = 0; input < out.ninputs; ++input) {
        const int n = lists ? counts[input] : 1, wanted = sizes.of(input);
        out.fuel += n;
        for (int left = n; left > 0; --left) {
            const Tile t = next;
            ++tiles;
            if (left > 1 || input + 1 < out.ninputs) next = read(*tiles);
            Outcome made;
            if constexpr (Row::form() == Form::Map) {
                made = row.map(t, a.arg);
            } else {
                const Tile other = read(out.given[input]);
                const bool first = a.mode == Mode::WithInput;
                made = row.combine(first ? t : other, first ? other : t);
            }
            if (!out.take(made, wanted)) return false;
        }
        out.end_input(input, n);
    }
    return true;
}
template <class Row, class Sizes>
bool make_parts(const Row& row, Action a, const FlatTile* tiles, const Sizes& sizes, Making& out) {
    for (int input = 0; input < out.ninputs; ++input) {
        Tile made[kMostParts];
        const int count = row.split(read(tiles[input]), a.arg, made);
        out.fuel += count > 1 ? count : 1;
        if (!out.take(made, count, sizes.of(input))) return false;
        out.end_input(input, count);
    }
    return true;
}
template <class Row, class Sizes>
bool make_of_lists(const Row& row, Action a, const FlatTile* tiles, const uint8_t* counts, const Sizes& sizes,
                   Making& out) {
    for (int input = 0; input < out.ninputs; ++input) {
        const int n = counts[input], wanted = sizes.of(input);
        Tile list[kMostParts];
        for (int k = 0; k < n; ++k) list[k] = read(tiles[k]);
        tiles += n;
        out.fuel += n;
        int count = 1;
        if constexpr (Row::form() == Form::Pick) {
            if (!out.take(row.pick(list, n, a.arg), wanted)) return false;
        } else {
            Tile made[kMostParts];
            count = row.select(list, n, a.arg, made);
            if (!out.take(made, count, wanted)) return false;
        }
        out.end_input(input, count);
    }
    return true;
}
template <class Row, class Sizes>
bool make_all(const Row& row, Action a, const FlatTile* tiles, const uint8_t* counts, const Sizes& sizes, Making& out) {
    constexpr Form kForm = Row::form();
    bool good;
    if constexpr (kForm == Form::Map || kForm == Form::Combine) {
        good = make_each(row, a, tiles, counts, sizes, out);
    } else if constexpr (kForm == Form::Split) {
        good = make_parts(row, a, tiles, sizes, out);
    } else {
        good = make_of_lists(row, a, tiles, counts, sizes, out);
    }
    return good && tile::any(out.seen);
}

// The seed of a state's hash: grids and lists differ, by more than tiles of other sizes do.
inline uint64_t seed_of(const Task& task, bool list) { return list ? ~task.seed : task.seed; }

// What is known of a piece's state before any work.
struct Member {
    const FlatTile* tiles;
    int64_t slot;
    int32_t state;
    bool within, in_time;  // whether what comes of it may cost as much as it does, and whether its turn may come
};

// Each state of a piece; the row is that of the piece's op.
template <class Row>
void take_piece(const Row& row, const Step& s, int64_t number) {
    const Piece piece = s.pieces[number];
    const Task task = s.tasks[piece.task];
    const Action a = s.actions[task.actions + piece.action];
    const bool list = gives_list(row.form(), a.mode);
    const auto sizes = spread(static_cast<int>(task.ndemos), [&](int demo) {
        const FlatTile& output = s.given[task.outputs + demo];
        return size_of(output.h, output.w);
    });
    const int32_t latest = s.latest[piece.task];
    const auto members = spread(piece.count, [&](int k) {
        const int64_t at = piece.first + k;
        const int32_t state = s.members[at];
        const int32_t step = s.costs[task.costs + s.states.last[state] * task.nactions + piece.action];
        const int32_t cost = s.states.cost[state] + step;
        return Member{s.states.tiles[state], s.slots != nullptr ? s.slots[at] + piece.rank : at, state,
                      step >= 0 && cost <= s.most_cost, cost <= latest};
    });
    for (int k = 0; k < piece.count; ++k) {
        const Member m = members.of(k);
        Making making{s.given + task.inputs, static_cast<int>(task.ninputs),
                      s.made == nullptr ? nullptr : s.made[m.slot],
                      s.made == nullptr ? nullptr : s.made_counts + m.slot * kMostInputs, seed_of(task, list)};
        const uint8_t* counts = s.states.counts + int64_t{m.state} * kMostInputs;
        const bool good = m.within && make_all(row, a, m.tiles, counts, sizes, making);
        if (!leads()) continue;
        s.hashes[m.slot] = !good ? 0 : making.hash == 0 ? 1 : making.hash;
        s.infos[m.slot] = static_cast<uint32_t>(making.fuel) | static_cast<uint32_t>(making.tiles) << kTilesBit |
                          static_cast<uint32_t>(!list && making.as_wanted()) << kSizeBit |
                          static_cast<uint32_t>(making.large()) << kLargeBit |
                          static_cast<uint32_t>(list) << kListBit |
                          static_cast<uint32_t>(m.in_time) << kInTimeBit;
    }
}

#ifndef __CUDACC_RTC__
inline void play_piece(const Step& s, int64_t number) {
    const Piece piece = s.pieces[number];
    const int op = s.actions[s.tasks[piece.task].actions + piece.action].op;
    with_played(op, [&](auto row) { take_piece(row, s, number); });
}
#endif

}  // namespace arcloom::gpu
