// native/tile/call.hpp: one call of a tile op, whatever its form
#pragma once

#include "ops.hpp"

namespace arcloom::tile {

// Whether the op takes a list, and what else it takes, as its row says.
inline bool takes_list(Form form) { return form == Form::Pick || form == Form::Select; }
inline bool gives_list(Form form) { return form == Form::Split || form == Form::Select; }
inline int grid_arguments(Form form) { return form == Form::Combine ? 2 : 1; }

// The n grids of `in` are the arguments, or the list; gives the number of grids in `out`, which has room for
// kMostParts, or -1.
template <class R>
int call(const OpOf<R>& op, const TileOf<R>* in, int n, int arg, TileOf<R>* out) {
    switch (op.form) {
        case Form::Map: return op.map(in[0], arg, out[0]) ? 1 : -1;
        case Form::Combine: return op.combine(in[0], in[1], out[0]) ? 1 : -1;
        case Form::Split: return op.split(in[0], arg, out);
        case Form::Pick: return op.pick(in, n, arg, out[0]) ? 1 : -1;
        default: return op.select(in, n, arg, out);
    }
}

}  // namespace arcloom::tile
