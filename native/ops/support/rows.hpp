// native/ops/support/rows.hpp: grids that are plain tuples of tuples, read cell by cell; slices and sizes
//
// The rare forms: no rows, no columns, ragged rows, cells that are no small integers. Ops take their fast
// path on Kind::Grid and come here for the rest, so nothing in this file is tuned.
#pragma once

#include "shape/numbers.hpp"
#include "answers.hpp"

namespace arcloom {

// Rows of cells, of any lengths.
struct Table {
    std::vector<std::vector<Value>> rows;
    size_t height() const { return rows.size(); }
    size_t width() const { return rows.front().size(); }  // the first row's; only where there is one
    size_t shortest() const;                              // 0 without rows
};

// Reads any tuple of tuples, grids too, and charges for it. Where false, `why` is the answer.
bool read_table(Context&, Value v, Table& out, Value& why);

// As read_table, for ops that need the width: a tuple without rows raises as well.
bool read_wide_table(Context&, Value v, Table& out, Value& why);

Value make_table(Context&, const Table&);

// Charges for h * w cells and says whether they may be made at all.
bool afford(Context&, int64_t h, int64_t w);

// The k-th element of a tuple as an integer.
bool component(Context&, Value v, uint32_t k, int64_t& out);

// Python's slice [start:stop] of n elements as first..last-1, first <= last.
using Slice = shape::Slice<int64_t>;
inline Slice slice(int64_t start, int64_t stop, int64_t n) { return shape::slice(start, stop, n); }

// v[rows][:, columns] by slice rules; only the rows taken are looked at.
Value crop_value(Context&, Value v, int64_t top, int64_t bottom, int64_t left, int64_t right);

// Elements first..last-1 of any tuple.
Value tuple_part(Context&, Value v, int64_t first, int64_t last);

// Number of elements of the first element, which is what `width` means for any tuple.
bool first_width(Context&, Value v, int64_t& out);

// What an op answers that found no background.
inline Value no_background(const Context& c) { return c.fuel.dry() ? out_of_fuel() : empty(); }

inline bool fits_byte(int64_t v) { return v >= -128 && v <= 127; }
inline bool is_byte(Value v) { return v.is_int() && fits_byte(v.as_int()); }

}  // namespace arcloom
