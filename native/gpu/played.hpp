// native/gpu/played.hpp: what a warp does, done by one thread over arrays: so searches are tested without a GPU
#pragma once

#include <cstring>

#include "../tile/ops.hpp"
#include "flat.hpp"

namespace arcloom::gpu {

using tile::Form;

inline Tile read(const FlatTile& from) {
    Tile out;
    std::memcpy(out.plane, from.plane, sizeof from.plane);
    out.h = from.h;
    out.w = from.w;
    return out;
}
inline void write(const Tile& t, FlatTile& to) {
    std::memcpy(to.plane, t.plane, sizeof to.plane);
    to.h = t.h;
    to.w = t.w;
}
inline bool leads() { return true; }

template <class F>
uint64_t over_rows(const Tile& t, F f) {
    uint64_t out = 0;
    for (int i = 0; i < kFlatRows; ++i) {
        out ^= f(i, t.plane[0].row[i], t.plane[1].row[i], t.plane[2].row[i], t.plane[3].row[i]);
    }
    return out;
}

struct Outcome {
    Tile tile;
    bool good;
};

inline const tile::Op& played_op(int number) { return tile::all_ops<tile::Rows32>()[static_cast<size_t>(number)]; }
inline Form form_of(int op) { return played_op(op).form; }
inline Outcome run_map(int op, const Tile& t, int arg) {
    Outcome out;
    out.good = played_op(op).map(t, arg, out.tile);
    return out;
}
inline Outcome run_combine(int op, const Tile& a, const Tile& b) {
    Outcome out;
    out.good = played_op(op).combine(a, b, out.tile);
    return out;
}
inline int run_split(int op, const Tile& t, int arg, Tile* out) { return played_op(op).split(t, arg, out); }
inline Outcome run_pick(int op, const Tile* list, int n, int arg) {
    Outcome out;
    out.good = played_op(op).pick(list, n, arg, out.tile);
    return out;
}
inline int run_select(int op, const Tile* list, int n, int arg, Tile* out) {
    return played_op(op).select(list, n, arg, out);
}

}  // namespace arcloom::gpu
