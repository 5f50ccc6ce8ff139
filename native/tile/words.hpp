// native/tile/words.hpp: single words of bits, and what kernels take from the standard library
//
// Compiled for a GPU at run time there is no standard library; the few names that kernels need are given here.
#pragma once

#ifdef __CUDACC_RTC__
using int8_t = signed char;
using uint8_t = unsigned char;
using int16_t = short;
using uint16_t = unsigned short;
using int32_t = int;
using uint32_t = unsigned int;
using int64_t = long long;
using uint64_t = unsigned long long;
#define TILE_INLINE __forceinline__
#define TILE_UNROLL _Pragma("unroll")
// Where a CPU is better off with a loop: a register has no number at run time.
#define TILE_UNROLL_LANES _Pragma("unroll")
#else
#include <bit>
#include <cstdint>
#include <new>
#include <numeric>

// Functions of a few instructions, called by the dozen: rows stay in registers from one to the next.
#define TILE_INLINE [[gnu::always_inline]] inline
#define TILE_UNROLL _Pragma("GCC unroll 16")
#define TILE_UNROLL_LANES
#endif

namespace arcloom::tile {

// A number as a type: what is given it knows it when it is compiled.
template <int k>
struct Number {
    static constexpr int kValue = k;
    constexpr operator int() const { return k; }
};

inline constexpr int kSmallSize = 16;  // rows up to which looking for what is empty costs more than it saves

#ifdef __CUDACC_RTC__

inline int count_bits(uint32_t v) { return __popc(v); }
// The lowest and the highest set bit; the word is not 0.
inline int low_bit(uint32_t v) { return __ffs(static_cast<int>(v)) - 1; }
inline int high_bit(uint32_t v) { return 31 - __clz(static_cast<int>(v)); }
inline uint32_t reverse_bits(uint32_t v) { return __brev(v); }
inline uint32_t rotate_left(uint32_t v, int k) { return __funnelshift_l(v, v, static_cast<uint32_t>(k)); }

inline int common_divisor(int a, int b) {
    while (b != 0) {
        const int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
template <class T, class F>
void make_in_place(T& out, F make) {
    out = make();
}

#else

using Wide = unsigned __int128;

inline int count_bits(uint16_t v) { return std::popcount(v); }
inline int count_bits(uint32_t v) { return std::popcount(v); }
inline int count_bits(Wide v) {
    return std::popcount(static_cast<uint64_t>(v)) + std::popcount(static_cast<uint64_t>(v >> 64));
}
// The lowest and the highest set bit; the word is not 0.
inline int low_bit(uint16_t v) { return std::countr_zero(v); }
inline int low_bit(uint32_t v) { return std::countr_zero(v); }
inline int low_bit(Wide v) {
    const auto low = static_cast<uint64_t>(v);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<uint64_t>(v >> 64));
}
inline int high_bit(uint16_t v) { return 15 - std::countl_zero(v); }
inline int high_bit(uint32_t v) { return 31 - std::countl_zero(v); }
inline int high_bit(Wide v) {
    const auto high = static_cast<uint64_t>(v >> 64);
    return high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(static_cast<uint64_t>(v));
}

inline uint32_t reverse_bits(uint32_t v) {
#if defined(__aarch64__)
    uint32_t out;
    asm("rbit %w0, %w1" : "=r"(out) : "r"(v));
    return out;
#else
    v = ((v >> 1) & 0x55555555U) | ((v & 0x55555555U) << 1);
    v = ((v >> 2) & 0x33333333U) | ((v & 0x33333333U) << 2);
    v = ((v >> 4) & 0x0F0F0F0FU) | ((v & 0x0F0F0F0FU) << 4);
    return __builtin_bswap32(v);
#endif
}
inline uint16_t reverse_bits(uint16_t v) { return static_cast<uint16_t>(reverse_bits(uint32_t{v}) >> 16); }
inline Wide reverse_bits(Wide v) {
    Wide out = 0;
    for (int k = 0; k < 4; ++k) out = (out << 32) | reverse_bits(static_cast<uint32_t>(v >> (32 * k)));
    return out;
}
inline uint32_t rotate_left(uint32_t v, int k) { return std::rotl(v, k); }

inline int common_divisor(int a, int b) { return std::gcd(a, b); }
// What make() gives, made where `out` is: no copy.
template <class T, class F>
TILE_INLINE void make_in_place(T& out, F make) {
    ::new (static_cast<void*>(&out)) T(make());
}

#endif

// The lowest n bits; n from 0 to all of a word.
template <class R>
TILE_INLINE typename R::Word low_bits(int n) {
    using W = typename R::Word;
    return n >= static_cast<int>(8 * sizeof(W)) ? static_cast<W>(~W{0}) : static_cast<W>((W{1} << n) - 1);
}

// The runs of `through` that hold a cell of `seed`, which lies within it, in one row: a carry runs up from the
// lowest seed of a run to its end. From the highest to its beginning another one does, with the bits reversed; where
// no instruction reverses bits, cells spread downwards in steps that double.
template <class W>
TILE_INLINE W fill_runs(W seed, W through) {
    const W upper = through & ~(through + seed);
#if defined(__x86_64__) && !defined(__CUDACC_RTC__)
    W lower = seed, open = through;
    for (int k = 1; k < static_cast<int>(8 * sizeof(W)); k *= 2) {
        lower |= open & (lower >> k);
        open &= open >> k;
    }
#else
    const W back = reverse_bits(through), turned = reverse_bits(seed);
    const W lower = reverse_bits(static_cast<W>(back & ~(back + turned)));
#endif
    return upper | lower | seed;
}

}  // namespace arcloom::tile
