// native/gpu/dispatch.hpp: from an op's number, known at run time, to its kernel, compiled in place
#pragma once

#include "../tile/call.hpp"
#include "../tile/table.hpp"

namespace arcloom::gpu {

using tile::Form;
using Ops = tile::table::Table<tile::Lanes>;

// Whether an op of the forms given by bits is among the rows [low, high).
template <int kLow, int kHigh>
constexpr bool has_form(uint32_t forms) {
    for (int k = kLow; k < kHigh; ++k) {
        if (((forms >> static_cast<int>(Ops::kOps[k].form)) & 1) != 0) return true;
    }
    return false;
}
constexpr uint32_t form_bit(Form form) { return 1U << static_cast<int>(form); }

// A row of the table. It is copied, so that the table itself, and with it a second copy of every kernel, is not
// part of what is compiled.
template <int kOp>
struct Row {
    static constexpr tile::OpOf<tile::Lanes> op() { return Ops::kOps[kOp]; }
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

}  // namespace arcloom::gpu
