// native/gpu/search.hpp: the steps of a search over the states of many tasks: what one warp does with one piece of work
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
    int32_t rank;  // among the actions of its task that take what it takes: a grid, or a list
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
};

struct States {
    const FlatTile** tiles;
    const uint8_t* counts;  // kMostInputs of each: tiles that it has for the input
    const int32_t* last;    // the number of its last action, and 1; 0: none
    const int32_t* cost;
};
// What comes of an action: a hash, 0 where it is Undefined or empty or beyond the cost; and, from the lowest bit on, fuel
// (12 bits), tiles (12 bits), whether it is one grid each and has the outputs' sizes, and whether it is a list.
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
    // To try: candidate slots[member - first state] + rank. To make: candidate number `first + i` of a piece.
    const int64_t* slots;
    int64_t first_state;
    uint64_t* hashes;
    uint32_t* infos;
    // To make: where each candidate's tiles go, and its counts.
    FlatTile** made;
    uint8_t* made_counts;
};
inline constexpr int kTilesBit = 12, kSizeBit = 24, kListBit = 25;

inline uint64_t mixed(uint64_t h) {
    h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93ULL;
    h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93ULL;
    return h ^ (h >> 32);
}
inline uint64_t hash_of(const Tile& t) {
    const uint64_t rows = over_rows(t, [](int i, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
        const uint64_t low = static_cast<uint64_t>(a) << 32 | b, high = static_cast<uint64_t>(c) << 32 | d;
        return mixed(mixed(low + static_cast<uint64_t>(i) * 0x9E3779B97F4A7C15ULL) ^ high);
    });
    return mixed(rows + static_cast<uint64_t>(t.h * 64 + t.w));
}

// What one action makes of one state, taken in tile by tile.
struct Making {
    const FlatTile* given;  // the task's inputs
    const FlatTile* outputs;
    int ninputs, ndemos;
    FlatTile* to;        // nullptr: nothing is written
    uint8_t* counts;
    uint64_t hash;
    int fuel = 0, tiles = 0;
    bool filled = false, fits = true;

    void take(const Tile& t, int input) {
        hash = mixed(hash ^ hash_of(t));
        filled = filled || tile::any(tile::filled(t));
        if (input < ndemos) fits = fits && t.h == outputs[input].h && t.w == outputs[input].w;
        if (to != nullptr) write(t, to[tiles]);
        ++tiles;
    }
    bool take(const Outcome& made, int input) {
        if (made.good) take(made.tile, input);
        return made.good;
    }
    int take(const Tile* made, int count, int input) {
        for (int k = 0; k < count; ++k) take(made[k], input);
        return count > 0 ? count : -1;
    }
};

inline constexpr bool gives_list(Form form, Mode mode) {
    return mode == Mode::Each || mode == Mode::EachOnInput || form == Form::Split || form == Form::Select;
}

// An action on the n tiles of one input; the number of results, or -1. Fuel is what the CPU's enumerator counts.
template <class Row>
int make_one(const Row& row, Action a, const FlatTile* x, int n, int input, Making& out) {
    constexpr Form kForm = Row::form();
    const int results = a.mode == Mode::Each || a.mode == Mode::EachOnInput ? n : 1;
    if constexpr (kForm == Form::Map) {
        out.fuel += results;
        for (int k = 0; k < results; ++k) {
            if (!out.take(row.map(read(x[k]), a.arg), input)) return -1;
        }
        return results;
    } else if constexpr (kForm == Form::Combine) {
        out.fuel += results;
        for (int k = 0; k < results; ++k) {
            Tile first = read(x[k]), second = read(out.given[input]);
            if (a.mode != Mode::WithInput) {
                const Tile other = first;
                first = second;
                second = other;
            }
            if (!out.take(row.combine(first, second), input)) return -1;
        }
        return results;
    } else if constexpr (kForm == Form::Split) {
        Tile made[kMostParts];
        const int count = row.split(read(x[0]), a.arg, made);
        out.fuel += count > 1 ? count : 1;
        return out.take(made, count, input);
    } else {
        Tile list[kMostParts];
        for (int k = 0; k < n; ++k) list[k] = read(x[k]);
        out.fuel += n;
        if constexpr (kForm == Form::Pick) {
            return out.take(row.pick(list, n, a.arg), input) ? 1 : -1;
        } else {
            Tile made[kMostParts];
            const int count = row.select(list, n, a.arg, made);
            return out.take(made, count, input);
        }
    }
}

template <class Row>
bool make_all(const Row& row, Action a, const FlatTile* tiles, const uint8_t* counts, Making& out) {
    for (int input = 0; input < out.ninputs; ++input) {
        const int made = make_one(row, a, tiles, counts[input], input, out);
        if (made < 0) return false;
        out.hash = mixed(out.hash + static_cast<uint64_t>(made));
        if (out.to != nullptr && leads()) out.counts[input] = static_cast<uint8_t>(made);
        tiles += counts[input];
    }
    return out.filled;
}

// The seed of a state's hash: grids and lists differ.
inline uint64_t seed_of(const Task& task, bool list) { return task.seed + (list ? 1 : 0); }

// Each state of a piece; the row is that of the piece's op.
template <class Row>
void take_piece(const Row& row, const Step& s, int64_t number) {
    const Piece piece = s.pieces[number];
    const Task& task = s.tasks[piece.task];
    const Action a = s.actions[task.actions + piece.action];
    const bool list = gives_list(row.form(), a.mode);
    for (int k = 0; k < piece.count; ++k) {
        const int64_t at = piece.first + k, state = s.members[at];
        const int64_t slot = s.slots != nullptr ? s.slots[state - s.first_state] + a.rank : at;
        const int32_t step = s.costs[task.costs + s.states.last[state] * task.nactions + piece.action];
        Making making{s.given + task.inputs, s.given + task.outputs, static_cast<int>(task.ninputs),
                      static_cast<int>(task.ndemos), s.made == nullptr ? nullptr : s.made[slot],
                      s.made == nullptr ? nullptr : s.made_counts + slot * kMostInputs, seed_of(task, list)};
        bool good = step >= 0 && s.states.cost[state] + step <= s.most_cost;
        if (good) good = make_all(row, a, s.states.tiles[state], s.states.counts + state * kMostInputs, making);
        if (!leads()) continue;
        s.hashes[slot] = !good ? 0 : making.hash == 0 ? 1 : making.hash;
        s.infos[slot] = static_cast<uint32_t>(making.fuel) | static_cast<uint32_t>(making.tiles) << kTilesBit |
                        static_cast<uint32_t>(!list && making.fits) << kSizeBit |
                        static_cast<uint32_t>(list) << kListBit;
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
