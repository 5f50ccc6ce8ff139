// native/gpu/dispatch.hpp: from an op's number, known at run time, to its kernel, compiled in place
#pragma once

#include "../tile/table.hpp"

namespace arcloom::gpu {

using tile::Form;
using tile::Tile;
using Ops = tile::Table<tile::Lanes>;

// Whether an op of the forms given by bits is among the rows [low, high).
template <int kLow, int kHigh>
constexpr bool has_form(uint32_t forms) {
    for (int k = kLow; k < kHigh; ++k) {
        if (((forms >> static_cast<int>(Ops::kOps[k].form)) & 1) != 0) return true;
    }
    return false;
}
constexpr uint32_t form_bit(Form form) { return 1U << static_cast<int>(form); }

// A row of the table, as functions that take and give tiles: a tile whose address is never taken stays in registers,
// whatever another op needs.
struct Outcome {
    Tile tile;
    bool good;
};
template <int kOp>
struct Row {
    static constexpr Form form() { return Ops::kOps[kOp].form; }
    static constexpr bool takes() { return Ops::kOps[kOp].args != 0; }  // an integer, from low to high
    static constexpr int low() { return Ops::kOps[kOp].low; }
    static constexpr int high() { return Ops::kOps[kOp].high; }
    static constexpr bool grows() { return Ops::kOps[kOp].grows; }

    static Outcome map(Tile t, int arg) {
        constexpr auto kernel = Ops::kOps[kOp].map;
        Outcome out;
        out.good = kernel(t, arg, out.tile);
        return out;
    }
    static Outcome combine(Tile a, Tile b) {
        constexpr auto kernel = Ops::kOps[kOp].combine;
        Outcome out;
        out.good = kernel(a, b, out.tile);
        return out;
    }
    static int split(Tile t, int arg, Tile* out) {
        constexpr auto kernel = Ops::kOps[kOp].split;
        return kernel(t, arg, out);
    }
    static Outcome pick(const Tile* list, int n, int arg) {
        constexpr auto kernel = Ops::kOps[kOp].pick;
        Outcome out;
        out.good = kernel(list, n, arg, out.tile);
        return out;
    }
    static int select(const Tile* list, int n, int arg, Tile* out) {
        constexpr auto kernel = Ops::kOps[kOp].select;
        return kernel(list, n, arg, out);
    }
};

// f(Row<op>), by halving, for ops of the forms given by bits; nothing for another op.
template <uint32_t kForms, int kLow = 0, int kHigh = tile::kTileOps, class F>
void with_op(int op, F f) {
    if constexpr (has_form<kLow, kHigh>(kForms)) {
        if constexpr (kHigh - kLow == 1) {
            f(Row<kLow>{});
        } else {
            constexpr int kMiddle = (kLow + kHigh) / 2;
            if (op < kMiddle) {
                with_op<kForms, kLow, kMiddle>(op, f);
            } else {
                with_op<kForms, kMiddle, kHigh>(op, f);
            }
        }
    }
}

inline constexpr uint32_t kAnyForm = 31, kMapForm = form_bit(Form::Map);

// An op on the n tiles of `in`; gives the number of tiles in `out`, which has room for kMostParts, or -1.
inline int call(int op, const Tile* in, int n, int arg, Tile* out) {
    int made = -1;
    const auto one = [&](const Outcome& result) {
        if (result.good) out[0] = result.tile;
        made = result.good ? 1 : -1;
    };
    with_op<kAnyForm>(op, [&](auto row) {
        if constexpr (row.form() == Form::Map) {
            one(row.map(in[0], arg));
        } else if constexpr (row.form() == Form::Combine) {
            one(row.combine(in[0], in[1]));
        } else if constexpr (row.form() == Form::Split) {
            made = row.split(in[0], arg, out);
        } else if constexpr (row.form() == Form::Pick) {
            one(row.pick(in, n, arg));
        } else {
            made = row.select(in, n, arg, out);
        }
    });
    return made;
}

}  // namespace arcloom::gpu
