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

// f(k) for each k below n, whenever it is asked for.
template <class F>
struct Spread {
    int n;
    F f;
    auto of(int k) const { return k < n ? f(k) : decltype(f(k)){}; }
};
template <class F>
Spread<F> spread(int n, F f) {
    return {n, f};
}

struct Outcome {
    Tile tile;
    bool good;
};

// An op known when this runs, of a form known before.
template <Form kForm>
struct PlayedRow {
    const tile::Op& op;
    static constexpr Form form() { return kForm; }
    bool takes() const { return op.args != 0; }
    int low() const { return op.low; }
    int high() const { return op.high; }
    bool grows() const { return op.grows; }

    Outcome map(const Tile& t, int arg) const {
        Outcome out;
        out.good = op.map(t, arg, out.tile);
        return out;
    }
    Outcome combine(const Tile& a, const Tile& b) const {
        Outcome out;
        out.good = op.combine(a, b, out.tile);
        return out;
    }
    int split(const Tile& t, int arg, Tile* out) const { return op.split(t, arg, out); }
    Outcome pick(const Tile* list, int n, int arg) const {
        Outcome out;
        out.good = op.pick(list, n, arg, out.tile);
        return out;
    }
    int select(const Tile* list, int n, int arg, Tile* out) const { return op.select(list, n, arg, out); }
};

// f(row of an op).
template <class F>
void with_played(int number, F f) {
    const tile::Op& op = tile::all_ops<tile::Rows32>()[static_cast<size_t>(number)];
    switch (op.form) {
        case Form::Map: return f(PlayedRow<Form::Map>{op});
        case Form::Combine: return f(PlayedRow<Form::Combine>{op});
        case Form::Split: return f(PlayedRow<Form::Split>{op});
        case Form::Pick: return f(PlayedRow<Form::Pick>{op});
        case Form::Select: return f(PlayedRow<Form::Select>{op});
    }
}

}  // namespace arcloom::gpu
