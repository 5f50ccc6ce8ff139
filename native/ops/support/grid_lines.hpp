// native/ops/support/grid_lines.hpp: the rows and columns of a grid, and which of them have one colour (shape/parts.hpp)
#pragma once

#include "shape/parts.hpp"
#include "buffer.hpp"
#include "bytes.hpp"

namespace arcloom {

class GridLines {
  public:
    explicit GridLines(const GridData* g) : grid_(g), differs_(static_cast<size_t>(g->w)) {
        column_changes(g, differs_.data());
    }
    int32_t height() const { return grid_->h; }
    int32_t width() const { return grid_->w; }
    bool row_is_plain(int32_t i) const { return single_coloured(grid_->row(i), grid_->w); }
    bool column_is_plain(int32_t j) const { return differs_[static_cast<size_t>(j)] == 0; }

  protected:
    const GridData* grid_;

  private:
    Buffer<int8_t, 256> differs_;
};

}  // namespace arcloom
