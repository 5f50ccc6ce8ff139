// native/ops/support/colour_rows.hpp: the object of a small box, its bits gathered by colour
#pragma once

#include <algorithm>
#include <bit>

#include "answers.hpp"

namespace arcloom {

// The bits of up to kRows rows, for colours of which there are few.
template <int32_t kRows>
class ColourRows {
  public:
    static constexpr int32_t kColours = 16;

    explicit ColourRows(const Box& box) : box_(box) {}
    static bool takes(int32_t colour) { return colour >= 0 && colour < kColours; }

    // Bits of the row y of the box. Whether they are the first of their colour, which has to be one that it takes.
    bool add(int32_t colour, int32_t y, uint64_t bits) {
        const bool first = (seen_ >> colour & 1) == 0;
        if (first) {
            seen_ |= 1u << colour;
            std::fill_n(rows_[colour], kRows < kShort ? kRows : box_.h, 0);
        }
        rows_[colour][y] |= bits;
        return first;
    }
    int32_t least_colour() const { return std::countr_zero(seen_); }

    Value object(Context& c) const {
        Plane planes[kColours];
        size_t n = 0;
        for (uint32_t left = seen_; left != 0; left &= left - 1) {
            const int32_t colour = std::countr_zero(left);
            planes[n++] = {colour, as_patch(make_rows(c, box_.top, box_.left, rows_[colour], box_.h))};
        }
        return make_object(c, planes, n);
    }

  private:
    static constexpr int32_t kShort = 8;  // of so few rows, all are cleared at once

    const Box box_;
    uint64_t rows_[kColours][kRows];
    uint32_t seen_ = 0;
};

}  // namespace arcloom
