// native/value/portable.hpp: values outside any context, as a flat list of numbers
//
// Carries constants into every thread's context and results out to the host. Layout, by first number:
//   kInt v | kTuple n items... | kSet n items... | kNothing | kGrid h w cells... | kOp number |
//   kFunc builder n args... | kUndefined reason op
#pragma once

#include <vector>

#include "build.hpp"

namespace arcloom {

using Portable = std::vector<int64_t>;

enum PortableTag : int64_t { kInt, kTuple, kSet, kNothing, kGrid, kOp, kFunc, kUndefined };

void write_portable(Context&, Value v, Portable& out);

// Reads one value from `at` on and moves `at` behind it. The list must come from write_portable or obey
// its layout; kFunc builds a callable of the next rank.
Value read_portable(Context&, const Portable& in, size_t& at);

}  // namespace arcloom
