// native/value/window.cpp: bit rectangles: united, cut, trimmed into patches
#include <algorithm>

#include "build.hpp"
#include "key.hpp"

namespace arcloom {

namespace {

// Bits [from, from + 64) of a row of `n` words, zeros outside; from may be negative.
uint64_t bits_at(const uint64_t* row, int32_t n, int32_t from) {
    const int32_t k = from >> 6, s = from & 63;  // arithmetic shift: floor
    uint64_t lo = k >= 0 && k < n ? row[k] >> s : 0;
    if (s != 0 && k + 1 >= 0 && k + 1 < n) lo |= row[k + 1] << (64 - s);
    return lo;
}

__extension__ typedef unsigned __int128 TwoWords;

uint64_t low_bits(int32_t n) { return n >= 64 ? ~uint64_t{0} : (uint64_t{1} << n) - 1; }

// Unites n rows of a patch with a window's, moved; either have two words, and neither have more. The last word of a
// window's row holds the `covered` bits.
void unite_two_words(uint64_t* out, int32_t out_stride, uint64_t covered, const uint64_t* in, int32_t in_stride, int32_t n,
                     int32_t right, int32_t back) {
    for (int32_t y = 0; y < n; ++y, out += out_stride, in += in_stride) {
        const TwoWords bits = ((in_stride == 2 ? TwoWords{in[1]} << 64 : TwoWords{0}) | in[0]) << right >> back;
        out[0] |= static_cast<uint64_t>(bits) & (out_stride == 2 ? ~uint64_t{0} : covered);
        if (out_stride == 2) out[1] |= static_cast<uint64_t>(bits >> 64) & covered;
    }
}

// Where the key of a patch begins; its words follow. They tell how high and wide it is.
uint64_t key_begin(const Box& b) { return static_cast<uint64_t>(b.top) << 32 | static_cast<uint32_t>(b.left); }

uint32_t key_of(const Context& c, const Patch* p) {
    if (c.transient) return 0;
    WordsKey key(key_begin(p->box));
    const int32_t n = p->box.h * p->stride;
    int32_t k = 0;
    for (; k + 2 <= n; k += 2) key.add(p->words[k], p->words[k + 1]);
    if (k < n) key.add(p->words[k]);
    return key.end();
}

// The words that a patch has, and the key over them in passing.
void copy_words(const Context& c, Patch* p, const uint64_t* from) {
    const int32_t n = p->box.h * p->stride;
    if (c.transient) return void(std::copy(from, from + n, p->words));
    WordsKey key(key_begin(p->box));
    int32_t k = 0;
    for (; k + 2 <= n; k += 2) key.add(p->words[k] = from[k], p->words[k + 1] = from[k + 1]);
    if (k < n) key.add(p->words[k] = from[k]);
    p->key = key.end();
}

[[gnu::always_inline]] inline Patch* new_patch(Context& c, const Box& box, int32_t stride, size_t& bytes) {
    bytes = sizeof(Patch) + static_cast<size_t>(box.h) * static_cast<size_t>(stride) * sizeof(uint64_t);
    auto* p = static_cast<Patch*>(c.arena.take(bytes));
    std::memset(static_cast<void*>(p), 0, sizeof(Patch));
    p->kind = Kind::Patch;
    p->box = box;
    p->stride = stride;
    return p;
}

// With one word a row, from rows of bits that are `lo` bits to the right of where they belong.
[[gnu::always_inline]] inline Value narrow_patch(Context& c, const Box& tight, const uint64_t* rows, int32_t lo) {
    size_t bytes = 0;
    Patch* p = new_patch(c, tight, 1, bytes);
    uint32_t count = 0;
    const int32_t h = tight.h;
    const auto add = [&](int32_t y) {
        const uint64_t word = rows[y] >> lo;
        p->words[y] = word;
        count += static_cast<uint32_t>(std::popcount(word));
        return word;
    };
    int32_t y = 0;
    if (c.transient) {  // nobody looks it up
        for (; y < h; ++y) add(y);
    } else {
        WordsKey key(key_begin(tight));
        for (; y + 2 <= h; y += 2) {
            const uint64_t word = add(y);
            key.add(word, add(y + 1));
        }
        if (y < h) key.add(add(y));
        p->key = key.end();
    }
    p->count = count;
    return heap_value(c.intern(p, bytes));
}

// More places than a patch can hold: the same set as a plain one.
Value wide_set(Context& c, const Window& w) {
    const size_t words = static_cast<size_t>(w.box().h) * static_cast<size_t>(w.stride());
    size_t count = 0;
    for (size_t k = 0; k < words; ++k) count += static_cast<size_t>(std::popcount(w.row(0)[k]));
    SetData* set = new_set(c, count);
    Value* out = set->items;
    w.each([&](int32_t i, int32_t j) { *out++ = raw_pair(i, j); });
    return finish_set(c, set);
}

}  // namespace

Window::Window(const Window& w) { *this = w; }

Window& Window::operator=(const Window& w) {
    box_ = w.box_;
    stride_ = w.stride_;
    large_ = w.large_;
    const size_t n = static_cast<size_t>(box_.h) * static_cast<size_t>(stride_);
    words_ = n <= 64 ? small_ : large_.data();
    std::copy(w.words_, w.words_ + n, words_);
    return *this;
}

void Window::reset(Box box) {
    box_ = box;
    stride_ = (box.w + 63) / 64;
    const size_t n = static_cast<size_t>(box.h) * static_cast<size_t>(stride_);
    if (n <= 64) {
        words_ = small_;
    } else {
        large_.resize(n);
        words_ = large_.data();
    }
    constexpr size_t kFew = 16;  // which are cleared at once
    static_assert(kFew * sizeof(uint64_t) <= sizeof small_);
    if (n <= kFew) {
        std::memset(small_, 0, kFew * sizeof(uint64_t));
    } else {
        std::fill(words_, words_ + n, 0);
    }
}

void Window::widen(Box box) {
    const Window old = *this;
    reset(arcloom::unite(box_, box));
    const int32_t by = old.box_.left - box_.left, k = by >> 6, s = by & 63;
    for (int32_t y = 0; y < old.box_.h; ++y) {
        const uint64_t* in = old.row(y);
        uint64_t* out = row(y + old.box_.top - box_.top) + k;
        for (int32_t m = 0; m < old.stride_; ++m) {
            out[m] |= in[m] << s;
            if (s != 0 && k + m + 1 < stride_) out[m + 1] |= in[m] >> (64 - s);
        }
    }
}

void Window::set_line(Place from, int32_t di, int32_t dj, int32_t n) {
    if (di == 0 && dj != 0) {
        const int32_t last = from.j + dj * (n - 1);
        return fill_row(from.i, std::min(from.j, last), std::max(from.j, last));
    }
    for (int32_t k = 0; k < n; ++k) set(from.i + k * di, from.j + k * dj);
}

void Window::fill_long_row(int32_t i, int32_t first, int32_t last) {
    uint64_t* r = row(i - box_.top);
    const int32_t a = first - box_.left, b = last - box_.left;
    for (int32_t k = a >> 6; k <= b >> 6; ++k) {
        const int32_t lo = std::max(a - k * 64, 0), hi = std::min(b - k * 64, 63);
        r[k] |= low_bits(hi - lo + 1) << lo;
    }
}

void Window::fill() {
    if (box_.w < 1) return;
    if (stride_ == 1) return void(std::fill(words_, words_ + box_.h, low_bits(box_.w)));
    for (int32_t y = 0; y < box_.h; ++y) fill_row(box_.top + y, box_.left, box_.right());
}

void Window::copy(const Window& from) {
    const uint64_t covered = low_bits(box_.w - (stride_ - 1) * 64);
    for (int32_t y = 0; y < box_.h; ++y) {
        const uint64_t* in = from.row(y + box_.top - from.box_.top);
        uint64_t* out = row(y);
        for (int32_t k = 0; k < stride_; ++k) out[k] = bits_at(in, from.stride_, box_.left + k * 64 - from.box_.left);
        out[stride_ - 1] &= covered;
    }
}

void Window::unite(const Patch* p, int32_t di, int32_t dj) {
    const int32_t top = p->box.top + di, left = p->box.left + dj;
    const int32_t down = top - box_.top, ahead = left - box_.left;
    if (stride_ == 1 && down >= 0 && ahead >= 0 && down + p->box.h <= box_.h && ahead + p->box.w <= box_.w) {
        // Nearly always: all of it is covered, so it has one word a row too.
        uint64_t* __restrict out = words_ + down;
        const uint64_t* __restrict in = p->words;
        for (int32_t k = 0; k < p->box.h; ++k) out[k] |= in[k] << ahead;
        return;
    }
    unite_part(p, top, left);
}

// Where not all of the patch is covered, or a row takes several words. (top, left) is its corner, once moved.
void Window::unite_part(const Patch* p, int32_t top, int32_t left) {
    const int32_t first = std::max(top, box_.top), n = std::min(top + p->box.h - 1, box_.bottom()) - first + 1;
    if (n < 1) return;
    const int32_t right = std::max(left - box_.left, 0), back = std::max(box_.left - left, 0);
    uint64_t* __restrict out = row(first - box_.top);
    const uint64_t* __restrict in = p->row(first - top);
    const uint64_t covered = low_bits(box_.w - (stride_ - 1) * 64);
    if (stride_ == 1 && p->stride == 1 && right < 64 && back < 64) {
        for (int32_t k = 0; k < n; ++k) out[k] |= (in[k] << right >> back) & covered;
        return;
    }
    if (stride_ <= 2 && p->stride <= 2 && right < 128 && back < 128) {
        return unite_two_words(out, stride_, covered, in, p->stride, n, right, back);
    }
    for (int32_t y = 0; y < n; ++y, out += stride_, in += p->stride) {
        for (int32_t k = 0; k < stride_; ++k) out[k] |= bits_at(in, p->stride, box_.left + k * 64 - left);
        out[stride_ - 1] &= covered;
    }
}

void Window::subtract(const Patch* p) {
    const int32_t first = std::max(p->box.top, box_.top), last = std::min(p->box.bottom(), box_.bottom());
    for (int32_t i = first; i <= last; ++i) {
        uint64_t* out = row(i - box_.top);
        const uint64_t* in = p->row(i - p->box.top);
        for (int32_t k = 0; k < stride_; ++k) {
            out[k] &= ~bits_at(in, p->stride, box_.left + k * 64 - p->box.left);
        }
    }
}

void Window::intersect(const Patch* p) {
    for (int32_t y = 0; y < box_.h; ++y) {
        const int32_t i = box_.top + y;
        const bool inside = i >= p->box.top && i <= p->box.bottom();
        for (int32_t k = 0; k < stride_; ++k) {
            row(y)[k] &= inside ? bits_at(p->row(i - p->box.top), p->stride,
                                          box_.left + k * 64 - p->box.left)
                                : 0;
        }
    }
}

Value make_patch(Context& c, const Box& tight, const uint64_t* rows, int32_t lo) { return narrow_patch(c, tight, rows, lo); }

Value make_rows(Context& c, int32_t top, int32_t left, const uint64_t* rows, int32_t h) {
    uint64_t any = 0;
    for (int32_t y = 0; y < h; ++y) any |= rows[y];
    if (any == 0) return c.empty_set();
    int32_t first = 0, last = h - 1;
    while (rows[first] == 0) ++first;
    while (rows[last] == 0) --last;
    const int32_t lo = std::countr_zero(any), hi = 63 - std::countl_zero(any);
    return narrow_patch(c, {top + first, left + lo, last - first + 1, hi - lo + 1}, rows + first, lo);
}

Box Window::tight() const {
    int32_t first = 0, last = box_.h - 1, lo = INT32_MAX, hi = -1;
    const auto blank = [&](int32_t y) {
        return std::all_of(row(y), row(y) + stride_, [](uint64_t w) { return w == 0; });
    };
    while (first <= last && blank(first)) ++first;
    if (first > last) return {box_.top, box_.left, 0, 0};
    while (blank(last)) --last;
    for (int32_t k = 0; k < stride_; ++k) {
        uint64_t any = 0;
        for (int32_t y = first; y <= last; ++y) any |= row(y)[k];
        if (any == 0) continue;
        if (lo == INT32_MAX) lo = k * 64 + std::countr_zero(any);
        hi = k * 64 + 63 - std::countl_zero(any);
    }
    return {box_.top + first, box_.left + lo, last - first + 1, hi - lo + 1};
}

Value Window::finish(Context& c) const {
    return stride_ == 1 && box_.h <= kPatchRows ? make_rows(c, box_.top, box_.left, words_, box_.h) : finish_large(c);
}

Value Window::finish_large(Context& c) const {
    // Trim to the tight box first: the canonical form depends on the places alone.
    const Box tight = this->tight();
    if (tight.h == 0) return c.empty_set();
    if (!fits_patch(tight)) return wide_set(c, *this);
    const int32_t first = tight.top - box_.top, lo = tight.left - box_.left;
    size_t bytes = 0;
    Patch* p = new_patch(c, tight, (tight.w + 63) / 64, bytes);
    uint32_t count = 0;
    for (int32_t y = 0; y < tight.h; ++y) {
        for (int32_t k = 0; k < p->stride; ++k) {
            const uint64_t word = bits_at(row(first + y), stride_, lo + k * 64);
            p->words[y * p->stride + k] = word;
            count += static_cast<uint32_t>(std::popcount(word));
        }
    }
    p->count = count;
    p->key = key_of(c, p);
    return heap_value(c.intern(p, bytes));
}

Value make_line(Context& c, Place from, int32_t di, int32_t dj, int32_t n) {
    const int32_t h = di == 0 ? 1 : n, w = dj == 0 ? 1 : n;
    size_t bytes = 0;
    Patch* p = new_patch(c, {di < 0 ? from.i - n + 1 : from.i, dj < 0 ? from.j - n + 1 : from.j, h, w}, 1, bytes);
    if (di == 0) {
        p->words[0] = low_bits(w);
    } else if (dj == 0) {
        std::fill_n(p->words, h, 1);
    } else {
        const bool falling = di == dj;  // from the left above to the right below
        for (int32_t y = 0; y < h; ++y) p->words[y] = uint64_t{1} << (falling ? y : n - 1 - y);
    }
    p->count = static_cast<uint32_t>(di == 0 && dj == 0 ? 1 : n);
    p->key = key_of(c, p);
    return heap_value(c.intern(p, bytes));
}

const Patch* single_place(Context& c, Place at) {
    size_t bytes = 0;
    Patch* p = new_patch(c, {at.i, at.j, 1, 1}, 1, bytes);
    p->words[0] = 1;
    p->count = 1;
    p->key = key_of(c, p);
    return static_cast<Patch*>(c.intern(p, bytes));
}

const Patch* moved(Context& c, const Patch* p, int32_t di, int32_t dj) {
    if (di == 0 && dj == 0) return p;
    size_t bytes = 0;
    Patch* q = new_patch(c, {p->box.top + di, p->box.left + dj, p->box.h, p->box.w}, p->stride, bytes);
    q->count = p->count;
    copy_words(c, q, p->words);
    return static_cast<Patch*>(c.intern(q, bytes));
}

}  // namespace arcloom
