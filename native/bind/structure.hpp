// native/bind/structure.hpp: structures that Python fills in for kernels
#pragma once

#include <nanobind/ndarray.h>

#include "bind.hpp"

namespace arcloom {

// The words of a structure, as its kernel takes them.
using StructWords = nb::ndarray<const int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
const T& structure(const StructWords& words) {
    if (words.size() * sizeof(int64_t) != sizeof(T)) throw nb::value_error("a structure of another size");
    return *reinterpret_cast<const T*>(words.data());
}

}  // namespace arcloom
