// native/tile/kernels/combine.hpp: two grids to one
#pragma once

#include "geometry.hpp"
#include "morphology.hpp"

namespace arcloom::tile::kernels {

template <class R>
bool same_size(const TileOf<R>& a, const TileOf<R>& b) {
    return a.h == b.h && a.w == b.w;
}

template <class R>
bool overlay(const TileOf<R>& a, const TileOf<R>& b, TileOf<R>& out) {
    if (!same_size(a, b)) return false;
    out = over(a, b);
    return true;
}
template <class R>
bool mask_by(const TileOf<R>& a, const TileOf<R>& m, TileOf<R>& out) {
    if (!same_size(a, m)) return false;
    keep(a, filled(m), out);
    return true;
}
template <class R>
bool mask_out(const TileOf<R>& a, const TileOf<R>& m, TileOf<R>& out) {
    if (!same_size(a, m)) return false;
    keep(a, ~filled(m), out);
    return true;
}
template <class R>
bool crop_to(const TileOf<R>& a, const TileOf<R>& m, TileOf<R>& out) {
    const Bounds b = bounds(filled(m));
    if (!same_size(a, m) || b.h == 0) return false;
    out = cut(a, b);
    return true;
}
template <class R>
bool agree(const TileOf<R>& a, const TileOf<R>& b, TileOf<R>& out) {
    if (!same_size(a, b)) return false;
    R differ = none<R>();
    for (int k = 0; k < kPlanes; ++k) differ = differ | (a.plane[k] ^ b.plane[k]);
    keep(a, ~differ, out);
    return true;
}

template <class R>
bool hconcat(const TileOf<R>& a, const TileOf<R>& b, TileOf<R>& out) {
    const Joined<int> columns{a.w, b.w};
    if (columns.size() > R::kSize) return false;
    out.h = rows_side_by_side(a.h, b.h);
    out.w = columns.size();
    const R whole = area<R>(out.h, out.w);
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = (a.plane[k] | east(b.plane[k], columns.first)) & whole;
    return true;
}
template <class R>
bool vconcat(const TileOf<R>& a, const TileOf<R>& b, TileOf<R>& out) {
    const Joined<int> rows{a.h, b.h};
    if (a.w != b.w || rows.size() > R::kSize) return false;
    out.h = rows.size();
    out.w = a.w;
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = a.plane[k] | south(b.plane[k], rows.first);
    return true;
}

template <class R>
bool repeat_to(const TileOf<R>& a, const TileOf<R>& b, TileOf<R>& out) {
    const Bounds part{0, 0, a.h < b.h ? a.h : b.h, a.w < b.w ? a.w : b.w};
    out = repeated(cut(a, part), b.h, b.w);
    return true;
}
// Each filled cell of m becomes g.
template <class R>
bool kron(const TileOf<R>& m, const TileOf<R>& g, TileOf<R>& out) {
    const int h = m.h * g.h, w = m.w * g.w;
    if (h > R::kSize || w > R::kSize) return false;
    const R seen = filled(m);
    const auto row = row_sources<R>([&](int i) { return i < h ? i / g.h : -1; });
    const auto column = row_sources<R>([&](int j) { return j < w ? j / g.w : -1; });
    const R blocks = transpose(gather_rows(transpose(gather_rows(seen, row)), column));
    keep(repeated(g, h, w), blocks, out);
    return true;
}
// The filled cells of m in a's most common colour but 0.
template <class R>
bool paint_with(const TileOf<R>& m, const TileOf<R>& a, TileOf<R>& out) {
    const int colour = most_common(a);
    if (colour == 0) return false;
    painted(filled(m), colour, m.h, m.w, out);
    return true;
}
// a, its colours spread through the cells that are 0 in both, step by step in four directions.
template <class R>
bool flood_over(const TileOf<R>& a, const TileOf<R>& b, TileOf<R>& out) {
    if (!same_size(a, b)) return false;
    grow_into(a, zeros_of(a) & zeros_of(b), false, a.h * a.w, out);
    return true;
}

}  // namespace arcloom::tile::kernels
