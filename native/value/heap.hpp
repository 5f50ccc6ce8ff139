// native/value/heap.hpp: the interned objects behind heap values, and their canonical forms
//
// Which form a value takes depends on its content alone:
//   Grid    tuple of >= 1 tuples of one length >= 1, all integers in -128..127 (also ((1, 2), (3, 4)))
//   Row     tuple of >= 1 integers in -128..127 that is no Pair: bytes
//   Tuple   every other tuple that is not an immediate Pair or Cell
//   Patch   set of >= 1 Pairs whose bounding box is at most 512 high and 128 wide: bit rows
//   Object  set of >= 1 Cells, each colour of which forms a Patch: planes in ascending colour
//   Set     every other set, elements ascending in canonical order
//   Func    a built callable; not interned (born last of all), equal only to itself, ordered by rank
// Objects never change after interning (cached properties aside) and die with their arena.
#pragma once

#include <bit>
#include <cstddef>

#include "value.hpp"

namespace arcloom {

// Tuples first, then sets: is_tuple and is_set go by the order.
enum class Kind : uint8_t { Tuple, Row, Grid, Set, Patch, Object, Func };

// What a patch may span; taller than wide, since a word holds a row's 64 columns.
inline constexpr int32_t kPatchRows = 512, kPatchColumns = 128;

struct Heap {
    mutable uint64_t hash;  // what content_hash said of it; 0 until asked
    Kind kind;
    uint16_t depth;  // how deep containers nest in it, at most kMaxDepth
    uint32_t count;  // elements, as `size` counts them
    uint32_t born;   // how many values were interned before it; never young where that is all one knows
    uint32_t key;    // in the interner's table
};

// Values that would nest deeper cost all fuel, and are not made: what walks values recursively stays within the stack.
inline constexpr uint16_t kMaxDepth = 400;

struct Tuple : Heap {
    Value items[];
};

struct RowData : Heap {
    int8_t cells[];
};

struct GridData : Heap {  // count == h
    int32_t h, w;
    mutable int16_t most, least;  // cached mostcolor and leastcolor; kUnknownColour until asked
    int8_t cells[];
    const int8_t* row(int32_t i) const { return cells + static_cast<ptrdiff_t>(i) * w; }
    int8_t at(int32_t i, int32_t j) const { return cells[static_cast<ptrdiff_t>(i) * w + j]; }
    int64_t cell_count() const { return int64_t{h} * w; }
};
inline constexpr int16_t kUnknownColour = INT16_MAX;

struct SetData : Heap {
    Value items[];
};

using shape::Box;
inline bool fits_patch(const Box& b) { return b.h <= kPatchRows && b.w <= kPatchColumns; }

struct Patch : Heap {  // count == number of places
    Box box;           // tight
    int32_t stride;    // words a row: (w + 63) / 64
    uint64_t words[];
    const uint64_t* row(int32_t i) const { return words + static_cast<ptrdiff_t>(i) * stride; }
    bool has(int32_t i, int32_t j) const {
        const int64_t y = int64_t{i} - box.top, x = int64_t{j} - box.left;
        if (y < 0 || y >= box.h || x < 0 || x >= box.w) return false;
        return (row(static_cast<int32_t>(y))[x >> 6] >> (x & 63)) & 1;
    }
};

inline int64_t bytes_of(const Patch* p) {
    return static_cast<int64_t>(sizeof(Patch)) + int64_t{p->box.h} * p->stride * 8;
}

struct Plane {
    int32_t colour;
    const Patch* patch;
};

struct Object : Heap {  // count == number of cells, clashes counted
    Box box;            // of all planes; may exceed what one patch spans
    uint32_t nplanes;
    Plane planes[];
};

struct Func : Heap {  // count == number of args
    uint32_t builder;  // op number of compose, rbind, ...; kHostFunc for a callable of the host language
    uint32_t nparams;
    uint64_t rank;  // order of creation
    uint64_t host;  // the host's handle where it made this callable, else 0
    Value args[];
};
inline constexpr uint32_t kHostFunc = 0xFFFE;

inline bool is_kind(Value v, Kind k) { return v.is_heap() && v.heap()->kind == k; }
inline Tuple* as_tuple(Value v) { return static_cast<Tuple*>(v.heap()); }
inline RowData* as_row(Value v) { return static_cast<RowData*>(v.heap()); }
inline GridData* as_grid(Value v) { return static_cast<GridData*>(v.heap()); }
inline SetData* as_set(Value v) { return static_cast<SetData*>(v.heap()); }
inline Patch* as_patch(Value v) { return static_cast<Patch*>(v.heap()); }
inline Object* as_object(Value v) { return static_cast<Object*>(v.heap()); }
inline Func* as_func(Value v) { return static_cast<Func*>(v.heap()); }
inline Value heap_value(const Heap* h) { return {reinterpret_cast<uint64_t>(h)}; }

inline bool is_tuple(Value v) {
    if (v.is_pair() || v.is_cell()) return true;
    return v.is_heap() && v.heap()->kind <= Kind::Grid;
}
inline bool is_set(Value v) {
    return v.is_heap() && v.heap()->kind >= Kind::Set && v.heap()->kind <= Kind::Object;
}
inline bool is_container(Value v) {
    if (v.is_pair() || v.is_cell()) return true;
    return v.is_heap() && v.heap()->kind != Kind::Func;
}
inline bool is_callable(Value v) { return v.is_op() || is_kind(v, Kind::Func); }

// Number of elements of a container.
inline uint32_t size_of(Value v) { return v.is_heap() ? v.heap()->count : 2; }

inline bool truth(Value v) {
    if (v.is_int()) return v.as_int() != 0;
    if (v.is_nothing()) return false;
    if (v.is_heap() && v.heap()->kind != Kind::Func) return v.heap()->count != 0;
    return true;
}

// Its least place: a patch's first row is not empty.
inline Place first_place(const Patch* p) {
    int32_t k = 0;
    while (p->words[k] == 0) ++k;
    return {p->box.top, p->box.left + k * 64 + std::countr_zero(p->words[k])};
}

// Calls f(i, j) for each place of the patch, ascending.
template <class F>
void each_place(const Patch* p, F&& f) {
    for (int32_t y = 0; y < p->box.h; ++y) {
        const uint64_t* row = p->row(y);
        for (int32_t k = 0; k < p->stride; ++k) {
            for (uint64_t word = row[k]; word != 0; word &= word - 1) {
                f(p->box.top + y, p->box.left + k * 64 + std::countr_zero(word));
            }
        }
    }
}

// Calls f(colour, i, j) for each cell of the object, ascending.
template <class F>
void each_cell(const Object* o, F&& f) {
    for (uint32_t k = 0; k < o->nplanes; ++k) {
        const int32_t colour = o->planes[k].colour;
        each_place(o->planes[k].patch, [&](int32_t i, int32_t j) { f(colour, i, j); });
    }
}

}  // namespace arcloom
