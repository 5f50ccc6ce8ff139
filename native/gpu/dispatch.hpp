// native/gpu/dispatch.hpp: from an op's number, known at run time, to its kernel
#pragma once

#include "../tile/table.hpp"

namespace arcloom::gpu {

using tile::Form;
using tile::Tile;
using Ops = tile::Table<tile::Lanes>;

struct Outcome {
    Tile tile;
    bool good;
};

// Each op is a function of its own. Tiles come and go in registers. Compiled in place, all ops together would keep what
// each of them derives from the lane's number for the whole kernel: more than there are registers.
template <int kOp>
struct Row {
    static __noinline__ Outcome map(Tile t, int arg) {
        constexpr auto kernel = Ops::kOps[kOp].map;
        Outcome out;
        out.good = kernel(t, arg, out.tile);
        return out;
    }
    static __noinline__ Outcome combine(Tile a, Tile b) {
        constexpr auto kernel = Ops::kOps[kOp].combine;
        Outcome out;
        out.good = kernel(a, b, out.tile);
        return out;
    }
    static __noinline__ int split(Tile t, int arg, Tile* out) {
        constexpr auto kernel = Ops::kOps[kOp].split;
        return kernel(t, arg, out);
    }
    static __noinline__ Outcome pick(const Tile* list, int n, int arg) {
        constexpr auto kernel = Ops::kOps[kOp].pick;
        Outcome out;
        out.good = kernel(list, n, arg, out.tile);
        return out;
    }
    static __noinline__ int select(const Tile* list, int n, int arg, Tile* out) {
        constexpr auto kernel = Ops::kOps[kOp].select;
        return kernel(list, n, arg, out);
    }
};

template <int kLow, int kHigh>
constexpr bool has_form(Form form) {
    for (int k = kLow; k < kHigh; ++k) {
        if (Ops::kOps[k].form == form) return true;
    }
    return false;
}
// f(Row<op>), by halving, for an op of the form. Calls that the compiler can see are compiled without what is not called.
template <Form kForm, int kLow = 0, int kHigh = tile::kTileOps, class F>
__forceinline__ void with_op(int op, F f) {
    if constexpr (has_form<kLow, kHigh>(kForm)) {
        if constexpr (kHigh - kLow == 1) {
            f(Row<kLow>{});
        } else {
            constexpr int kMiddle = (kLow + kHigh) / 2;
            if (op < kMiddle) {
                with_op<kForm, kLow, kMiddle>(op, f);
            } else {
                with_op<kForm, kMiddle, kHigh>(op, f);
            }
        }
    }
}

struct Forms {
    Form of[tile::kTileOps];
};
constexpr Forms all_forms() {
    Forms out{};
    for (int k = 0; k < tile::kTileOps; ++k) out.of[k] = Ops::kOps[k].form;
    return out;
}
inline constexpr Forms kForms = all_forms();

inline Form form_of(int op) { return kForms.of[op]; }
inline Outcome run_map(int op, const Tile& t, int arg) {
    Outcome out;
    with_op<Form::Map>(op, [&](auto row) { out = row.map(t, arg); });
    return out;
}
inline Outcome run_combine(int op, const Tile& a, const Tile& b) {
    Outcome out;
    with_op<Form::Combine>(op, [&](auto row) { out = row.combine(a, b); });
    return out;
}
inline int run_split(int op, const Tile& t, int arg, Tile* out) {
    int n = -1;
    with_op<Form::Split>(op, [&](auto row) { n = row.split(t, arg, out); });
    return n;
}
inline Outcome run_pick(int op, const Tile* list, int n, int arg) {
    Outcome out;
    with_op<Form::Pick>(op, [&](auto row) { out = row.pick(list, n, arg); });
    return out;
}
inline int run_select(int op, const Tile* list, int n, int arg, Tile* out) {
    int made = -1;
    with_op<Form::Select>(op, [&](auto row) { made = row.select(list, n, arg, out); });
    return made;
}

}  // namespace arcloom::gpu
