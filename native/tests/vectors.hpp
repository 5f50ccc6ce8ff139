// native/tests/vectors.hpp: runs the conformance vectors against the native ops
#pragma once

#include <cstddef>
#include <set>
#include <string>

namespace arcloom::test {

struct VectorOptions {
    std::string folder;         // holds the *.jsonl files, decompressed
    std::set<std::string> ops;  // only these, or all where empty
    size_t shown = 5;           // failures printed per op
};

struct VectorCount {
    size_t passed = 0, failed = 0;
};

// Prints the failures. Throws std::runtime_error where the folder holds no vectors.
VectorCount run_vectors(const VectorOptions&);

}  // namespace arcloom::test
