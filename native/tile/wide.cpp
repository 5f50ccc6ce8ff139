// native/tile/wide.cpp: the kernels for tiles of 128
#include "table.hpp"

namespace arcloom::tile {

template <>
std::span<const OpOf<Rows128>> all_ops<Rows128>() {
    static_assert(std::size(Table<Rows128>::kOps) == kTileOps);
    return Table<Rows128>::kOps;
}

}  // namespace arcloom::tile
