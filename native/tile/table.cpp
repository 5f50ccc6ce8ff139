// native/tile/table.cpp: the table for tiles of 32 and of 128
#include "table.hpp"

namespace arcloom::tile {

template <class R>
std::span<const OpOf<R>> all_ops() {
    return table::Table<R>::kOps;
}
template std::span<const OpOf<Rows32>> all_ops<Rows32>();
template std::span<const OpOf<Rows128>> all_ops<Rows128>();

}  // namespace arcloom::tile
