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
#else
#include <bit>
#include <cstdint>
#endif

namespace arcloom::tile {

#ifdef __CUDACC_RTC__

inline int count_bits(uint32_t v) { return __popc(v); }
// The lowest and the highest set bit; the word is not 0.
inline int low_bit(uint32_t v) { return __ffs(static_cast<int>(v)) - 1; }
inline int high_bit(uint32_t v) { return 31 - __clz(static_cast<int>(v)); }
inline uint32_t reverse_bits(uint32_t v) { return __brev(v); }
inline uint32_t rotate_left(uint32_t v, int k) { return __funnelshift_l(v, v, static_cast<uint32_t>(k)); }

#else

using Wide = unsigned __int128;

inline int count_bits(uint32_t v) { return std::popcount(v); }
inline int count_bits(Wide v) {
    return std::popcount(static_cast<uint64_t>(v)) + std::popcount(static_cast<uint64_t>(v >> 64));
}
// The lowest and the highest set bit; the word is not 0.
inline int low_bit(uint32_t v) { return std::countr_zero(v); }
inline int low_bit(Wide v) {
    const auto low = static_cast<uint64_t>(v);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<uint64_t>(v >> 64));
}
inline int high_bit(uint32_t v) { return 31 - std::countl_zero(v); }
inline int high_bit(Wide v) {
    const auto high = static_cast<uint64_t>(v >> 64);
    return high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(static_cast<uint64_t>(v));
}
inline uint32_t rotate_left(uint32_t v, int k) { return std::rotl(v, k); }
inline uint32_t reverse_bits(uint32_t v) {
    v = ((v >> 1) & 0x55555555U) | ((v & 0x55555555U) << 1);
    v = ((v >> 2) & 0x33333333U) | ((v & 0x33333333U) << 2);
    v = ((v >> 4) & 0x0F0F0F0FU) | ((v & 0x0F0F0F0FU) << 4);
    return __builtin_bswap32(v);
}
inline Wide reverse_bits(Wide v) {
    Wide out = 0;
    for (int k = 0; k < 4; ++k) {
        out = (out << 32) | reverse_bits(static_cast<uint32_t>(v >> (32 * k)));
    }
    return out;
}

#endif

// The lowest n bits; n from 0 to the size.
template <class R>
typename R::Word low_bits(int n) {
    using W = typename R::Word;
    return n >= R::kSize ? ~W{0} : (W{1} << n) - 1;
}

// The runs of `through` that hold a cell of `seed`, which lies within it, in one row: a carry runs up
// from the lowest seed of a run to its end, and the same from the other side.
template <class W>
W fill_runs(W seed, W through) {
    const W up = (through & ~(through + seed)) | seed;
    const W back = reverse_bits(through), turned = reverse_bits(up);
    return reverse_bits((back & ~(back + turned)) | turned);
}

// The bits of `through` that a step up by one from a bit of `seed`, and on through more of them, leads to.
template <class W>
W run_up(W seed, W through) {
    const W begun = (seed << 1) & through;
    return (through & ~(through + begun)) | begun;
}
template <class W>
W run_down(W seed, W through) {
    return reverse_bits(run_up(reverse_bits(seed), reverse_bits(through)));
}

inline int common_divisor(int a, int b) {
    while (b != 0) {
        const int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

}  // namespace arcloom::tile
