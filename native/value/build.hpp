// native/value/build.hpp: the only makers of heap values; each gives the canonical form
#pragma once

#include <algorithm>
#include <span>

#include "context.hpp"

namespace arcloom {

// A tuple of the given elements, whatever form that takes. Undefined elements are the caller's fault.
Value make_tuple(Context&, const Value* items, size_t n);
Value make_pair(Context&, int64_t i, int64_t j);            // (i, j) for any integers
Value make_cell(Context&, int64_t colour, int64_t i, int64_t j);  // (colour, (i, j))
Value make_tuple2(Context&, Value a, Value b);

// A set of the given elements; the array is used as scratch. Repeats fall together.
Value make_set(Context&, Value* items, size_t n);
inline Value make_set(Context& c, std::vector<Value>& items) { return make_set(c, items.data(), items.size()); }

// The same for elements that ascend already, each once.
Value make_ascending_set(Context&, Value* items, size_t n);

// For such heap values, at the price of make_set.
Value make_sorted_set(Context&, Value* items, size_t n);

// The same where it is known that they take the form Set.
Value make_plain_set(Context&, Value* items, size_t n);

// The places of an object whose box no patch spans, at the price of make_set.
Value make_wide_places(Context&, const Object*);

// Room for a Set of n immediate elements, to be filled ascending, and its value.
SetData* new_set(Context&, size_t n);
Value finish_set(Context&, SetData*);

// Some elements of a container, in its order; the array is used as scratch. In its kind; as a set. At the price of
// make_like and make_set.
Value make_part(Context&, Value whole, std::vector<Value>& items);
Value make_set_of_part(Context&, Value whole, std::vector<Value>& items);

// Keeps the kind: a set where `like` is a set, else a tuple.
Value make_like(Context&, Value like, std::vector<Value>& items);

// A rectangular grid filled by the caller: new_grid gives room, finish_grid the value.
// h and w must be at least 1 and charged for; between the two no other value may be made.
GridData* new_grid(Context&, int32_t h, int32_t w);
Value finish_grid(Context&, GridData*);

// A tuple of n bytes, likewise; n >= 1 and not 2 (that is a Pair).
RowData* new_row(Context&, size_t n);
Value finish_row(Context&, RowData*);

// h rows without columns, or () for h < 1.
Value make_hollow_grid(Context&, int64_t h);

// An object of one colour (any 16-bit colour), or of several planes ascending by colour, patches not empty.
Value make_object(Context&, const Plane* planes, size_t n);
Value make_object1(Context&, int64_t colour, const Patch* patch);

// A built callable of the next rank. nparams: how many arguments it takes.
Value make_func(Context&, uint32_t builder, uint32_t nparams, const Value* args, size_t n, uint64_t host = 0);

// Bits over a rectangle, to be united, cut and turned into a patch.
class Window {
  public:
    Window() = default;
    explicit Window(Box box) { reset(box); }
    Window(const Window&);
    Window& operator=(const Window&);
    void reset(Box box);  // all clear; box.w and box.h may be any size the caller charged for
    void widen(Box box);  // to cover the box as well, bits kept
    const Box& box() const { return box_; }
    int32_t stride() const { return stride_; }
    uint64_t* row(int32_t y) { return words_ + static_cast<ptrdiff_t>(y) * stride_; }
    const uint64_t* row(int32_t y) const { return words_ + static_cast<ptrdiff_t>(y) * stride_; }

    bool covers(int64_t i, int64_t j) const {
        return i >= box_.top && i <= box_.bottom() && j >= box_.left && j <= box_.right();
    }
    void set(int32_t i, int32_t j) {  // must be covered
        row(i - box_.top)[(j - box_.left) >> 6] |= uint64_t{1} << ((j - box_.left) & 63);
    }
    bool has(int32_t i, int32_t j) const {
        return covers(i, j) && ((row(i - box_.top)[(j - box_.left) >> 6] >> ((j - box_.left) & 63)) & 1);
    }
    void fill_row(int32_t i, int32_t first, int32_t last) {  // columns first..last, covered
        if (stride_ > 1) return fill_long_row(i, first, last);
        words_[i - box_.top] |= ~uint64_t{0} >> (63 - (last - first)) << (first - box_.left);
    }
    void fill();  // the whole rectangle
    void set_line(Place from, int32_t di, int32_t dj, int32_t n);  // n places, each a step further; covered

    void copy(const Window& from);  // the bits of a window that covers this one
    // The part of the patch (moved by di, dj) that the window covers.
    void unite(const Patch*, int32_t di = 0, int32_t dj = 0);
    void subtract(const Patch*);
    void intersect(const Patch*);

    Box tight() const;             // of the places there are; no rows where there are none
    Value finish(Context&) const;  // the set of places; empty set if none

    // Calls f(i, j) for each place, ascending.
    template <class F>
    void each(F&& f) const {
        for (int32_t y = 0; y < box_.h; ++y) {
            for (int32_t k = 0; k < stride_; ++k) {
                for (uint64_t word = row(y)[k]; word != 0; word &= word - 1) {
                    f(box_.top + y, box_.left + k * 64 + std::countr_zero(word));
                }
            }
        }
    }

  private:
    Box box_{0, 0, 0, 0};
    int32_t stride_ = 0;
    uint64_t* words_ = small_;
    uint64_t small_[64];
    std::vector<uint64_t> large_;

    void fill_long_row(int32_t i, int32_t first, int32_t last);
    void unite_part(const Patch*, int32_t top, int32_t left);
    Value finish_large(Context&) const;
};

inline Box unite(const Box& a, const Box& b) {
    const int32_t top = std::min(a.top, b.top), left = std::min(a.left, b.left);
    return {top, left, std::max(a.bottom(), b.bottom()) - top + 1, std::max(a.right(), b.right()) - left + 1};
}

// The patch of some rows of bits, at most 64 columns wide and `lo` bits to the right of where they belong; the box is
// tight.
Value make_patch(Context&, const Box& tight, const uint64_t* rows, int32_t lo = 0);

// The places of h rows of bits, at most 64 columns wide, of which bit 0 of the first is (top, left). They fit a patch.
Value make_rows(Context&, int32_t top, int32_t left, const uint64_t* rows, int32_t h);

// The patch of n <= 64 places in a row: each is (di, dj), of -1..1, further than the one before. Within pairs.
Value make_line(Context&, Place from, int32_t di, int32_t dj, int32_t n);

// The patch of one place.
const Patch* single_place(Context&, Place);

// The patch moved by (di, dj), same bits.
const Patch* moved(Context&, const Patch*, int32_t di, int32_t dj);

}  // namespace arcloom
