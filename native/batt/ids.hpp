// native/batt/ids.hpp: numbers that mean different things have different types
//
// A NodeId cannot be passed for a LoopId or an op's number. They cost nothing: each is a 32-bit number.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/registry.hpp"

namespace arcloom {

enum class NodeId : uint32_t {};
enum class LoopId : uint32_t {};

// A vector whose elements are found by their ids alone.
template <class Id, class T>
class Table : public std::vector<T> {
  public:
    using std::vector<T>::vector;
    decltype(auto) operator[](Id id) { return std::vector<T>::operator[](static_cast<size_t>(id)); }
    decltype(auto) operator[](Id id) const { return std::vector<T>::operator[](static_cast<size_t>(id)); }
    // The id that the next element will have.
    Id next() const { return static_cast<Id>(this->size()); }
};

}  // namespace arcloom
