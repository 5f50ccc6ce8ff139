// native/gpu/look.hpp: grids of a state held against the outputs: what a canvas wants to know of a layer
#pragma once

#include "search.hpp"

namespace arcloom::gpu {

struct Look {
    const FlatTile* given;
    const Task* tasks;
    int64_t nstates;
    const FlatTile** tiles;  // of each state, a grid an input
    const int32_t* task;
    // Out: the state's hash; a hash that is the same for layers that part the cells alike; filled cells that are right, and wrong; and, from
    // the lowest bit on, whether all is right, whether each colour stands for one colour, and how many colours there are.
    uint64_t* hashes;  // as a candidate of these grids would have it; nullptr: it is known
    uint64_t* partitions;
    int32_t *right, *wrong;
    uint32_t* kinds;
};
inline constexpr int kExactBit = 0, kMapBit = 1, kLabelsBit = 2;

// A mask's part of a hash, for a place among the demos.
inline uint64_t hash_mask(const tile::Rows32& mask, int demo) {
    Tile t = tile::blank<tile::Rows32>(0, 0);
    t.plane[0] = mask;
    return over_rows(t, [demo](int i, uint32_t word, uint32_t, uint32_t, uint32_t) {
        uint64_t h = (static_cast<uint64_t>(word) << 32 | static_cast<uint64_t>(demo * kFlatRows + i)) + 1;
        h = word == 0 ? 0 : (h ^ (h >> 31)) * 0x9E3779B97F4A7C15ULL;
        h = (h ^ (h >> 29)) * 0xBF58476D1CE4E5B9ULL;
        return h ^ (h >> 32);
    });
}

// Four bits for each of the colours.
struct Nibbles {
    uint64_t bits = 0;
    int of(int colour) const { return static_cast<int>(bits >> (4 * colour)) & 15; }
    void set(int colour, int value) { bits |= static_cast<uint64_t>(value) << (4 * colour); }
};

inline uint64_t hash_of_grids(const Task& task, const FlatTile* tiles) {
    uint64_t hash = seed_of(task, false);
    for (int input = 0; input < task.ninputs; ++input) hash = with_count(with_tile(hash, read(tiles[input])), 1);
    return hash;
}

inline void look_at(const Look& l, int64_t number) {
    const Task& task = l.tasks[l.task[number]];
    const FlatTile *tiles = l.tiles[number], *outputs = l.given + task.outputs;
    const int ndemos = static_cast<int>(task.ndemos);
    uint64_t partition = 0;
    uint32_t seen = 0;
    Nibbles stands;
    bool exact = true, maps = true;
    int right = 0, wrong = 0;
    // Colour after colour, so that one hash at a time is in work.
    for (int colour = 0; colour < tile::kColours; ++colour) {
        uint64_t cells = 0;
        for (int demo = 0; demo < ndemos; ++demo) {
            const Tile t = read(tiles[demo]);
            const tile::Rows32 mask =
                colour == 0 ? tile::minus(tile::area_of(t), tile::filled(t)) : tile::coloured(t, colour);
            if (!tile::any(mask)) continue;
            const Tile wanted = read(outputs[demo]);
            cells ^= hash_mask(mask, demo);
            if (((seen >> colour) & 1) == 0) {
                const tile::Rows32 first = tile::first_cell(mask);
                int value = 0;
                for (int k = 0; k < kPlanes; ++k) value |= tile::any(first & wanted.plane[k]) ? 1 << k : 0;
                stands.set(colour, value);
                seen |= 1U << colour;
            }
            tile::Rows32 differ = tile::none<tile::Rows32>(), off = differ;
            for (int k = 0; k < kPlanes; ++k) {
                const tile::Rows32 p = wanted.plane[k];
                differ = differ | (((colour >> k) & 1) != 0 ? tile::minus(mask, p) : mask & p);
                off = off | (((stands.of(colour) >> k) & 1) != 0 ? tile::minus(mask, p) : mask & p);
            }
            maps = maps && !tile::any(off);
            const int bad = tile::count(differ);
            exact = exact && bad == 0;
            if (colour == 0) continue;
            wrong += bad;
            right += tile::count(mask) - bad;
        }
        if (((seen >> colour) & 1) != 0) partition += mixed(cells);
    }
    const uint64_t hash = l.hashes == nullptr ? 0 : hash_of_grids(task, tiles);
    if (!leads()) return;
    if (l.hashes != nullptr) l.hashes[number] = hash;
    l.partitions[number] = mixed(partition ^ task.seed);
    l.right[number] = right;
    l.wrong[number] = wrong;
    l.kinds[number] = static_cast<uint32_t>(exact) << kExactBit | static_cast<uint32_t>(maps) << kMapBit |
                      static_cast<uint32_t>(tile::count_bits(seen)) << kLabelsBit;
}

}  // namespace arcloom::gpu
