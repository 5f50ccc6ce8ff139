// native/ops/support/bytes.hpp: many cells of a row at a time: where they match a colour, where they change
#pragma once

#include <algorithm>
#include <cstring>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "value/heap.hpp"

namespace arcloom {

inline uint64_t low_mask(int64_t n) { return n >= 64 ? ~uint64_t{0} : (uint64_t{1} << n) - 1; }

inline const int8_t* grid_end(const GridData* g) {
    return g->cells + static_cast<ptrdiff_t>(g->h) * g->w;
}

inline uint64_t broadcast(int8_t colour) { return static_cast<uint8_t>(colour) * 0x0101010101010101ULL; }

// Eight cells of a grid from p on, zeros from its `end` on, p < end. The last ones are read with what stands before
// them, if only the grid's header.
inline uint64_t load8(const int8_t* p, const int8_t* end) {
    const ptrdiff_t beyond = 8 - (end - p);
    uint64_t word;
    std::memcpy(&word, beyond > 0 ? end - 8 : p, 8);
    return beyond > 0 ? word >> (8 * beyond) : word;
}

inline constexpr uint64_t kHighBits = 0x8080808080808080ULL;

// The high bit of byte k set where byte k is zero (exactly; no carries between bytes).
inline uint64_t high_where_zero(uint64_t x) { return ~(((x & ~kHighBits) + ~kHighBits) | x) & kHighBits; }

// Bit k set where byte k is zero.
inline uint64_t zero_bytes(uint64_t x) { return ((high_where_zero(x) >> 7) * 0x0102040810204080ULL) >> 56; }

// All of byte k set where its high bit is; where bit k of the lowest eight is.
inline uint64_t whole_bytes(uint64_t high) { return (high >> 7) * 0xFF; }
inline uint64_t bytes_of_bits(uint64_t bits) {
    const uint64_t one_each = ((bits & 0xFF) * 0x0101010101010101ULL) & 0x8040201008040201ULL;
    return whole_bytes((one_each + ~kHighBits) & kHighBits);
}

#ifdef __AVX2__
// The last cells are read with what stands before them here, too: at most 31 bytes of the header.
static_assert(sizeof(GridData) >= 31 + alignof(GridData));

inline __m256i load32(const int8_t* p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)); }

// Bit k set where byte k of one is that of the other.
inline uint64_t equal_bytes(__m256i a, __m256i b) {
    return static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b)));
}
#endif

// Which of the n <= 64 cells from p have the colour; `end` is the grid's end.
inline uint64_t match_bits(const int8_t* p, int32_t n, uint64_t colour8, const int8_t* end) {
    uint64_t bits = 0;
#ifdef __AVX2__
    const __m256i colour32 = _mm256_set1_epi64x(static_cast<int64_t>(colour8));
    for (int32_t k = 0; k < n; k += 32) {
        const int8_t* from = std::min(p + k, end - 32);
        bits |= equal_bytes(load32(from), colour32) >> (p + k - from) << k;
    }
    return bits & low_mask(n);
#endif
    for (int32_t k = 0; k < n; k += 8) bits |= zero_bytes(load8(p + k, end) ^ colour8) << k;
    return bits & low_mask(n);
}

// Bit k set where p[k] differs from p[k + 1], for k < n <= 64; p[n] must be a cell.
inline uint64_t change_bits(const int8_t* p, int32_t n, const int8_t* end) {
    uint64_t same = 0;
#ifdef __AVX2__
    for (int32_t k = 0; k < n; k += 32) {
        const int8_t* from = std::min(p + k, end - 33);
        same |= equal_bytes(load32(from), load32(from + 1)) >> (p + k - from) << k;
    }
    return ~same & low_mask(n);
#endif
    for (int32_t k = 0; k < n; k += 8) same |= zero_bytes(load8(p + k, end) ^ load8(p + k + 1, end)) << k;
    return ~same & low_mask(n);
}

// Whether all n >= 1 cells from p have one colour.
inline bool single_coloured(const int8_t* p, int32_t n) {
    return std::memcmp(p, p + 1, static_cast<size_t>(n) - 1) == 0;
}

// out[j] is zero where column j has one colour.
inline void column_changes(const GridData* g, int8_t* out) {
    std::memset(out, 0, static_cast<size_t>(g->w));
    const int8_t* top = g->row(0);
    for (int32_t i = 1; i < g->h; ++i) {
        const int8_t* row = g->row(i);
        for (int32_t j = 0; j < g->w; ++j) out[j] = static_cast<int8_t>(out[j] | (row[j] ^ top[j]));
    }
}

}  // namespace arcloom
