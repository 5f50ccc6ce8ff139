// native/gpu/values/wide.hpp: grids that no tile holds: their cells as bytes, for what only puts grids together
//
// The word of such a grid is that of any other, with a height or width beyond the tile's; in the place of its planes are
// blocks of bytes, row by row. Ops that read tiles bail out on it. Where there are no rows, or no cells in them, there are
// no blocks either.
#pragma once

#include "../../shape/scaling.hpp"
#include "shapes.hpp"

#ifndef __CUDACC_RTC__
#include "../../tile/cells.hpp"
#endif

namespace arcloom::gpu {

inline constexpr int kBlockBytes = 4 * kBlockWords;
inline constexpr int kMostSide = 1 << 14, kMostCells = 1 << 17;

struct Cells {
    const uint8_t* at;
    int h, w;
};

#ifdef __CUDACC_RTC__
inline void write_cells(const Tile& t, uint8_t* out) {
    const int i = lane();
    for (int j = 0; j < t.w && i < t.h; ++j) {
        int colour = 0;
        for (int k = 0; k < kPlanes; ++k) colour |= static_cast<int>((t.plane[k].row >> j) & 1) << k;
        out[i * t.w + j] = static_cast<uint8_t>(colour);
    }
    Machine::meet();
}
// As many rows and columns, which a tile holds.
inline Tile read_cells(const Cells& from, int top, int left, int h, int w) {
    Tile out = tile::blank<Rows>(h, w);
    const uint8_t* row = from.at + (top + lane()) * from.w + left;
    for (int j = 0; j < w && lane() < h; ++j) {
        for (int k = 0; k < kPlanes; ++k) out.plane[k].row |= static_cast<uint32_t>((row[j] >> k) & 1) << j;
    }
    return out;
}
// f(k) for each k below n, by whichever lane; all can read what it wrote.
template <class F>
void by_lanes(int n, F f) {
    for (int k = lane(); k < n; k += kLanes) f(k);
    Machine::meet();
}
#else
using tile::write_cells;
inline Tile read_cells(const Cells& from, int top, int left, int h, int w) {
    Tile out = tile::blank<Rows>(h, w);
    for (int i = 0; i < h; ++i) {
        for (int j = 0; j < w; ++j) {
            const int colour = from.at[(top + i) * from.w + left + j];
            for (int k = 0; k < kPlanes; ++k) out.plane[k].row[i] |= static_cast<uint32_t>((colour >> k) & 1) << j;
        }
    }
    return out;
}
template <class F>
void by_lanes(int n, F f) {
    for (int k = 0; k < n; ++k) f(k);
}
#endif
template <class T, class F>
void write_each(T* out, int n, F f) {
    by_lanes(n, [&](int k) { out[k] = f(k); });
}

// How far places reach.
struct Extent {
    int top, left, bottom, right;

    Extent(int t, int l, int b, int r) : top(t), left(l), bottom(b), right(r) {}
    explicit Extent(Word p) : Extent(p.a, p.b, p.a, p.b) {}
    void take(Word p) {
        top = p.a < top ? p.a : top;
        left = p.b < left ? p.b : left;
        bottom = p.a > bottom ? p.a : bottom;
        right = p.b > right ? p.b : right;
    }
    tile::Bounds bounds() const { return {top, left, bottom - top + 1, right - left + 1}; }
};
// The bounds of place(k) for all k below n, of which there is one at least.
#ifdef __CUDACC_RTC__
template <class F>
tile::Bounds bounds_of_places(int n, F place_at) {
    Extent mine(place_at(lane() < n ? lane() : 0));
    for (int k = lane() + kLanes; k < n; k += kLanes) mine.take(place_at(k));
    const auto most = [](int v) {
        for (int k = kLanes / 2; k > 0; k /= 2) {
            const int other = static_cast<int>(tile::shuffle(static_cast<uint32_t>(v), lane() ^ k));
            v = other > v ? other : v;
        }
        return v;
    };
    return Extent(-most(-mine.top), -most(-mine.left), most(mine.bottom), most(mine.right)).bounds();
}
#else
template <class F>
tile::Bounds bounds_of_places(int n, F place_at) {
    Extent all(place_at(0));
    for (int k = 1; k < n; ++k) all.take(place_at(k));
    return all.bounds();
}
#endif

#ifdef __CUDACC_RTC__
// word(k) for each k below n that holds(k), in order; lanes write side by side. Gives how many there are.
template <class F, class G>
int write_found(Word* out, int n, F holds, G word) {
    int found = 0;
    for (int at = 0; at < n; at += kLanes) {
        const int k = at + lane();
        const bool mine = k < n && holds(k);
        const Word w = word(k < n ? k : 0);
        const uint32_t all = tile::ballot(mine);
        if (mine) out[found + tile::count_bits(all & ((1U << lane()) - 1))] = w;
        found += tile::count_bits(all);
        Machine::meet();
    }
    return found;
}
// A mask with a bit at each place(k) that there is: lanes take them side by side.
template <class F>
Rows mask_of(Machine& m, int n, F place_at) {
    const int block = m.take(1);
    m.store(block, tile::none<Rows>());
    m.meet();
    uint32_t* rows = m.blocks + block * kBlockWords;
    for (int k = lane(); k < n && m.good(); k += kLanes) {
        const Word at = place_at(k);
        if (!is_nowhere(at)) atomicOr(rows + at.a, 1U << at.b);
    }
    m.meet();
    return m.load(block);
}
#else
template <class F, class G>
int write_found(Word* out, int n, F holds, G word) {
    int found = 0;
    for (int k = 0; k < n; ++k) {
        if (holds(k)) out[found++] = word(k);
    }
    return found;
}
template <class F>
Rows mask_of(Machine&, int n, F place_at) {
    Rows out = tile::none<Rows>();
    for (int k = 0; k < n; ++k) {
        const Word at = place_at(k);
        if (!is_nowhere(at)) out.row[at.a] |= 1U << at.b;
    }
    return out;
}
#endif

inline uint8_t* bytes_at(Machine& m, int block) { return reinterpret_cast<uint8_t*>(m.blocks + block * kBlockWords); }

// The cells of any grid; those of a tile are written down first.
DEVICE_OP Cells cells_of(Machine& m, Word grid) {
    const int h = high_half(grid.b), w = low_half(grid.b);
    if (is_wide(grid)) return {bytes_at(m, planes_of(grid)), h, w};
    const int first = m.take(kSide * kSide / kBlockBytes);
    if (!m.good()) return {bytes_at(m, 0), 0, 0};
    write_cells(read_grid(m, grid), bytes_at(m, first));
    return {bytes_at(m, first), h, w};
}

inline Word no_cells(Machine& m, int h) {
    if (h > kSide) m.bail(kNoCells);
    m.charge(kGridWork * kSide * kSide, 0);
    return {0, h < 1 ? 0 : packed(h, 0)};
}
// A grid whose cells are colour(row, column).
template <class F>
Word make_of_cells(Machine& m, int h, int w, F colour) {
    if (h < 1 || w < 1) return no_cells(m, h);
    if (h > kMostSide || w > kMostSide || int64_t{h} * w > kMostCells) m.bail(kNoRoom);
    if (!m.good()) return {0, 0};
    const int n = h * w;
    m.charge_lanes(kGridWork * n);
    const int first = m.take((n + kBlockBytes - 1) / kBlockBytes);
    if (!m.good()) return {0, 0};
    write_each(bytes_at(m, first), n, [&](int k) { return colour(k / w, k % w); });
    if (h <= kSide && w <= kSide) return make_grid(m, read_cells({bytes_at(m, first), h, w}, 0, 0, h, w));
    return {first << kReferenceBits, packed(h, w)};
}

inline Word widened(Machine& m, Word grid, tile::Repeated<int> rows, tile::Repeated<int> columns) {
    if (rows.times > kSide || columns.times > kSide) {
        m.bail(kNoRoom);
        return {0, 0};
    }
    const Cells from = cells_of(m, grid);
    return make_of_cells(m, rows.size(from.h), columns.size(from.w),
                         [&](int i, int j) { return from.at[rows.source(i) * from.w + columns.source(j)]; });
}
inline Word left_and_right(Machine& m, Word a, Word b) {
    const Cells x = cells_of(m, a), y = cells_of(m, b);
    const tile::Joined<int> columns{x.w, y.w};
    return make_of_cells(m, tile::rows_side_by_side(x.h, y.h), columns.size(), [&](int i, int j) {
        return columns.is_first(j) ? x.at[i * x.w + j] : y.at[i * y.w + columns.of_second(j)];
    });
}
inline Word above(Machine& m, Word a, Word b) {
    const Cells x = cells_of(m, a), y = cells_of(m, b);
    if (x.h == 0) return b;
    if (y.h == 0) return a;
    if (x.w != y.w) m.bail(kRagged);
    const tile::Joined<int> rows{x.h, y.h};
    return make_of_cells(m, rows.size(), x.w, [&](int i, int j) {
        return rows.is_first(i) ? x.at[i * x.w + j] : y.at[rows.of_second(i) * x.w + j];
    });
}
// How many of n an f(k) holds for; lanes take them side by side.
#ifdef __CUDACC_RTC__
template <class F>
int count_where(int n, F f) {
    uint32_t mine = 0;
    for (int k = lane(); k < n; k += kLanes) mine += f(k) ? 1U : 0U;
    return static_cast<int>(tile::sum_of_lanes(mine));
}
#else
template <class F>
int count_where(int n, F f) {
    int out = 0;
    for (int k = 0; k < n; ++k) out += f(k) ? 1 : 0;
    return out;
}
#endif
// Of two grids of one size.
inline bool same_cells(Machine& m, Word a, Word b) {
    if (is_empty(a)) return true;
    const Cells x = cells_of(m, a), y = cells_of(m, b);
    m.charge_lanes(int64_t{kGridWork} * x.h * x.w);
    return m.good() && count_where(x.h * x.w, [&](int k) { return x.at[k] != y.at[k]; }) == 0;
}
// f(k, cell) for each cell of a grid that a patch has; one that is cropped must be listed.
template <class F>
void each_cell_within(Machine& m, Word patch, const Cells& grid, F f) {
    const Shape s = read_shape(m, patch);
    if (is_listed(patch)) {
        const Word list = list_of(m, patch);
        const Word* words = m.words(list);
        m.charge_lanes(list.b);
        by_lanes(m.good() ? list.b : 0, [&](int k) {
            const Word p = words[k];
            if (p.a >= 0 && p.a < grid.h && p.b >= 0 && p.b < grid.w) f(p.a * grid.w + p.b);
        });
        return;
    }
    const uint32_t* rows = m.blocks + (patch.a & kReference) * kBlockWords;
    by_lanes(whole(m, s) ? kSide * kSide : 0, [&](int k) {
        const int y = k / kSide, x = k % kSide, i = s.i + y, j = s.j + x;
        if (((rows[y] >> x) & 1) != 0 && i >= 0 && i < grid.h && j >= 0 && j < grid.w) f(i * grid.w + j);
    });
}
// Where what is filled is not of any colour, `only` is below 0.
DEVICE_OP Word filled_cells(Machine& m, Word grid, int colour, Word patch, int only) {
    if (!is_colour(colour)) m.bail(kLarge);
    const Cells from = cells_of(m, grid);
    const Word made = make_of_cells(m, from.h, from.w, [&](int i, int j) { return from.at[i * from.w + j]; });
    if (!m.good()) return {0, 0};
    uint8_t* out = bytes_at(m, planes_of(made));
    each_cell_within(m, patch, from, [&](int k) {
        if (only < 0 || out[k] == only) out[k] = static_cast<uint8_t>(colour);
    });
    return made;
}
// With the cells of an object.
DEVICE_OP Word painted_cells(Machine& m, Word grid, Word object) {
    const Thing o = read_clashing(m, object);
    const Cells from = cells_of(m, grid);
    const Word made = make_of_cells(m, from.h, from.w, [&](int i, int j) { return from.at[i * from.w + j]; });
    if (!whole(m, o.shape) || !m.good()) return {0, 0};
    uint8_t* out = bytes_at(m, planes_of(made));
    const uint32_t* rows = m.blocks + (object.a & kReference) * kBlockWords;
    const uint32_t* planes = m.blocks + planes_of(object) * kBlockWords;
    by_lanes(kSide * kSide, [&](int k) {
        const int y = k / kSide, x = k % kSide, i = o.shape.i + y, j = o.shape.j + x;
        if (((rows[y] >> x) & 1) == 0 || i < 0 || i >= from.h || j < 0 || j >= from.w) return;
        uint32_t colour = 0;
        for (int p = 0; p < kPlanes; ++p) colour |= ((planes[p * kBlockWords + y] >> x) & 1) << p;
        out[i * from.w + j] = static_cast<uint8_t>(colour);
    });
    return made;
}
// Of each so many rows and columns the first.
struct ThinnedCells {
    Machine& m;
    const Cells from;

    int height() const { return from.h; }
    int width() const { return from.w; }
    Word made(int h, int w, auto source) const {
        return make_of_cells(m, h, w, [&](int i, int j) { return from.at[source(i) * from.w + source(j)]; });
    }
};
inline Word thinned_cells(Machine& m, Word grid, int factor) {
    return shape::downscale(ThinnedCells{m, cells_of(m, grid)}, factor);
}
// A grid of the same size, each colour as f has it.
template <class F>
Word mapped_cells(Machine& m, Word grid, F f) {
    const Cells from = cells_of(m, grid);
    return make_of_cells(m, from.h, from.w,
                         [&](int i, int j) { return static_cast<uint8_t>(f(from.at[i * from.w + j])); });
}
// By a code of mir_rot.
inline Word turned_cells(Machine& m, Word grid, int code) {
    const Cells from = cells_of(m, grid);
    const bool across = tile::exchanges_sides(code);
    const tile::Sources cells(code, from.h, from.w);
    return make_of_cells(m, across ? from.w : from.h, across ? from.h : from.w, [&](int i, int j) {
        const tile::Spot at = cells.of(i, j);
        return from.at[at.i * from.w + at.j];
    });
}
inline Word cut_cells(Machine& m, Word grid, int top, int left, int h, int w) {
    const Cells from = cells_of(m, grid);
    m.charge(kGridWork * h * w, kGridTime);
    if (h <= kSide && w <= kSide) return make_grid(m, read_cells(from, top, left, h, w));
    return make_of_cells(m, h, w, [&](int i, int j) { return from.at[(top + i) * from.w + left + j]; });
}

}  // namespace arcloom::gpu
