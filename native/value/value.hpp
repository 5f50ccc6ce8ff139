// native/value/value.hpp: one DSL value in 64 bits; small numbers, places and cells need no memory
//
// Invariant: every value has exactly one representation, so equality is equality of bits.
//   - an integer (booleans are 0 and 1) is immediate;
//   - a tuple of two integers within the pair range is always an immediate Pair;
//   - a tuple (integer, Pair) within the cell range is always an immediate Cell;
//   - everything else is an interned heap object (heap.hpp).
#pragma once

#include <cstdint>

#include "shape/boxes.hpp"

namespace arcloom {

struct Heap;

enum class Tag : uint64_t { Heap = 0, Int = 1, Pair = 2, Cell = 3, Nothing = 4, Undefined = 5, Op = 6 };

// Why a node has no value. The order is part of the Python interface (engine/undefined.py).
enum class Reason : uint8_t {
    None = 0,
    Type,      // an argument of a kind the op does not take
    Empty,     // an element of something empty
    Range,     // no such element, a zero divisor or step, a size that does not fit
    Arity,     // a callable called with the wrong number of arguments
    Overflow,  // an integer beyond 60 bits
    Fuel,      // the node or its program used up its work units
    Memory,    // the sample used up its memory
    User,      // a user's Python op raised
    Input,     // the program asks for S or C and none was given
};

inline constexpr int64_t kPairBias = int64_t{1} << 29;
inline constexpr int64_t kColourBias = int64_t{1} << 15;
inline constexpr int64_t kCellBias = int64_t{1} << 21;
inline constexpr int64_t kIntLimit = int64_t{1} << 60;
inline constexpr uint32_t kNoOp = 0xFFFFFF;

using shape::Place;

struct Value {
    uint64_t bits = static_cast<uint64_t>(Tag::Nothing);

    friend bool operator==(Value, Value) = default;

    Tag tag() const { return static_cast<Tag>(bits & 7); }
    bool is_int() const { return tag() == Tag::Int; }
    bool is_pair() const { return tag() == Tag::Pair; }
    bool is_cell() const { return tag() == Tag::Cell; }
    bool is_heap() const { return tag() == Tag::Heap; }
    bool is_nothing() const { return tag() == Tag::Nothing; }
    bool is_op() const { return tag() == Tag::Op; }
    bool undefined() const { return tag() == Tag::Undefined; }

    // Meaningful only for the tag in question.
    int64_t as_int() const { return static_cast<int64_t>(bits) >> 3; }
    int32_t pair_i() const { return static_cast<int32_t>(static_cast<int64_t>(bits >> 33) - kPairBias); }
    int32_t pair_j() const {
        return static_cast<int32_t>(static_cast<int64_t>((bits >> 3) & 0x3FFFFFFF) - kPairBias);
    }
    Place pair() const { return {pair_i(), pair_j()}; }
    int32_t cell_colour() const {
        return static_cast<int32_t>(static_cast<int64_t>(bits >> 47) - kColourBias);
    }
    Place cell_place() const {
        return {static_cast<int32_t>(static_cast<int64_t>((bits >> 25) & 0x3FFFFF) - kCellBias),
                static_cast<int32_t>(static_cast<int64_t>((bits >> 3) & 0x3FFFFF) - kCellBias)};
    }
    Heap* heap() const { return reinterpret_cast<Heap*>(bits); }
    uint32_t op() const { return static_cast<uint32_t>(bits >> 3); }
    Reason reason() const { return static_cast<Reason>((bits >> 3) & 0xFF); }
    uint32_t undefined_op() const { return static_cast<uint32_t>((bits >> 11) & 0xFFFFFF); }
};

inline Value nothing() { return Value{}; }

// The caller keeps within +-2^60; arithmetic that may leave it goes through checked_int.
inline Value make_int(int64_t v) {
    return {(static_cast<uint64_t>(v) << 3) | static_cast<uint64_t>(Tag::Int)};
}
inline Value make_bool(bool b) { return make_int(b ? 1 : 0); }
inline Value make_op(uint32_t op) {
    return {(static_cast<uint64_t>(op) << 3) | static_cast<uint64_t>(Tag::Op)};
}
inline Value undefined(Reason why, uint32_t op = kNoOp) {
    return {(static_cast<uint64_t>(op) << 11) | (static_cast<uint64_t>(why) << 3) |
            static_cast<uint64_t>(Tag::Undefined)};
}
// Undefined by this op, unless another one was it.
inline Value marked(Value v, uint32_t op) {
    return v.undefined() && v.undefined_op() == kNoOp ? undefined(v.reason(), op) : v;
}
inline Value checked_int(int64_t v) {
    return v > -kIntLimit && v < kIntLimit ? make_int(v) : undefined(Reason::Overflow);
}

inline bool fits_pair(int64_t v) { return v >= -kPairBias && v < kPairBias; }
inline bool fits_cell(int64_t v) { return v >= -kCellBias && v < kCellBias; }
inline bool fits_colour(int64_t v) { return v >= -kColourBias && v < kColourBias; }

// Biased fields, most significant first: comparing bits compares tuples.
inline Value raw_pair(int64_t i, int64_t j) {
    return {(static_cast<uint64_t>(i + kPairBias) << 33) | (static_cast<uint64_t>(j + kPairBias) << 3) |
            static_cast<uint64_t>(Tag::Pair)};
}
inline Value raw_pair(Place p) { return raw_pair(p.i, p.j); }
inline Value raw_cell(int64_t colour, int64_t i, int64_t j) {
    return {(static_cast<uint64_t>(colour + kColourBias) << 47) |
            (static_cast<uint64_t>(i + kCellBias) << 25) | (static_cast<uint64_t>(j + kCellBias) << 3) |
            static_cast<uint64_t>(Tag::Cell)};
}

constexpr uint64_t mix(uint64_t h) {
    h ^= h >> 32;
    h *= 0xD6E8FEB86659FD93ULL;
    h ^= h >> 32;
    return h;
}
constexpr uint64_t combine_hash(uint64_t h, uint64_t v) { return mix(h * 0x9E3779B97F4A7C15ULL + v); }

}  // namespace arcloom
