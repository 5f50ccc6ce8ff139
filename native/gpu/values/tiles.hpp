// native/gpu/values/tiles.hpp: the tile ops as ops of bytecode; their number is the instruction's
//
// Their kernels are more code than all else, so a kernel has them only where ARCLOOM_TILE_OPS is defined.
#pragma once

#include "parts.hpp"

#ifdef __CUDACC_RTC__
#ifdef ARCLOOM_TILE_OPS
#include "../dispatch.hpp"
#endif
#else
#define ARCLOOM_TILE_OPS
#endif

namespace arcloom::gpu::ops {

#ifdef ARCLOOM_TILE_OPS

using tile::Form;

// f(row) for the op of a form.
template <Form kForm, class F>
void with_tile_op(int op, F f) {
#ifdef __CUDACC_RTC__
    with_op<form_bit(kForm)>(op, f);
#else
    with_played(op, [&](auto row) {
        if constexpr (decltype(row)::form() == kForm) f(row);
    });
#endif
}

// What the general engine charges for a kernel, at most; of lists, all are held against all.
inline void charge_kernel(Machine& m, int n) {
    constexpr int kKernelWork = 20'500, kListWork = 1'600, kKernelTime = 2'000;
    m.charge(kKernelWork + kListWork * n * n, kKernelTime + kListWork * n);
}
// A kernel that says false has no answer; one whose result may be larger than a tile may have one there.
inline void no_answer(Machine& m, bool grows) { grows ? m.bail(kNoReason) : m.fail(kRange); }

// Rows without cells are no grid, whatever the op's argument is.
inline bool has_cells(Machine& m, Word grid) {
    if (is_empty(grid)) m.fail(kKind);
    return m.good();
}
// An op's argument, where it takes one, is within its range, or there is no answer.
template <class R>
bool allows(Machine& m, const R& row, int arg) {
    const bool good = !row.takes() || (arg >= row.low() && arg <= row.high());
    if (!good) m.fail(kRange);
    return good;
}
template <class R>
int argument(const R& row, int arg) {
    return row.takes() ? arg : 0;
}
template <class R>
Word made_grid(Machine& m, const R& row, const Outcome& made) {
    if (!made.good) {
        no_answer(m, row.grows());
        return {0, 0};
    }
    return make_grid(m, made.tile);
}
template <class R>
Word made_list(Machine& m, const R& row, const Tile* tiles, int n) {
    if (n < 0) no_answer(m, row.grows());
    Filling out(m, n > 0 ? n : 0);
    for (int k = 0; k < n && m.good(); ++k) out.add(make_grid(m, tiles[k]));
    return out.done();
}
inline bool read_tiles(Machine& m, Word list, Tile* out) {
    if (list.b < 1 || list.b > tile::kMostParts) {
        m.bail(kNoRoom);
        return false;
    }
    for (int k = 0; k < list.b; ++k) out[k] = read_grid(m, m.words(list)[k]);
    charge_kernel(m, list.b);
    return m.good();
}

ARCLOOM_OP(tile_map) {
    Word out{0, 0};
    charge_kernel(m, 1);
    with_tile_op<Form::Map>(number, [&](auto row) {
        if (has_cells(m, a) && allows(m, row, b.a)) out = made_grid(m, row, row.map(read_grid(m, a), argument(row, b.a)));
    });
    return out;
}
ARCLOOM_OP(tile_combine) {
    Word out{0, 0};
    charge_kernel(m, 2);
    with_tile_op<Form::Combine>(number, [&](auto row) {
        out = made_grid(m, row, row.combine(read_grid(m, a), read_grid(m, b)));
    });
    return out;
}
ARCLOOM_OP(tile_split) {
    Word out{0, 0};
    charge_kernel(m, 1);
    with_tile_op<Form::Split>(number, [&](auto row) {
        if (!has_cells(m, a) || !allows(m, row, b.a)) return;
        Tile made[tile::kMostParts];
        out = made_list(m, row, made, row.split(read_grid(m, a), argument(row, b.a), made));
    });
    return out;
}
ARCLOOM_OP(tile_pick) {
    Word out{0, 0};
    Tile list[tile::kMostParts];
    if (!read_tiles(m, a, list)) return out;
    with_tile_op<Form::Pick>(number, [&](auto row) {
        if (allows(m, row, b.a)) out = made_grid(m, row, row.pick(list, a.b, argument(row, b.a)));
    });
    return out;
}
ARCLOOM_OP(tile_select) {
    Word out{0, 0};
    Tile list[tile::kMostParts];
    if (!read_tiles(m, a, list)) return out;
    with_tile_op<Form::Select>(number, [&](auto row) {
        if (!allows(m, row, b.a)) return;
        Tile made[tile::kMostParts];
        out = made_list(m, row, made, row.select(list, a.b, argument(row, b.a), made));
    });
    return out;
}

#else

// No program that comes here needs them.
inline Word left_out(Machine& m) {
    m.bail(kNoReason);
    return {0, 0};
}
ARCLOOM_OP(tile_map) { return left_out(m); }
ARCLOOM_OP(tile_combine) { return left_out(m); }
ARCLOOM_OP(tile_split) { return left_out(m); }
ARCLOOM_OP(tile_pick) { return left_out(m); }
ARCLOOM_OP(tile_select) { return left_out(m); }

#endif

}  // namespace arcloom::gpu::ops
