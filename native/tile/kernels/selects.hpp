// native/tile/kernels/selects.hpp: a list from a list; none left is -1
#pragma once

#include "parts.hpp"
#include "picks.hpp"

namespace arcloom::tile::kernels {

// Those that `wanted(k)` holds for, in their order.
template <class R, class F>
int those(const TileOf<R>* xs, int n, TileOf<R>* out, F wanted) {
    int kept = 0;
    for (int k = 0; k < n; ++k) {
        if (wanted(k)) out[kept++] = xs[k];
    }
    return some(kept);
}
// Those that have the greatest value of sign * property, or those that do not.
template <class R>
int by_extreme(const TileOf<R>* xs, int n, int property, int sign, bool attained, TileOf<R>* out) {
    int values[kMostParts];
    int best = 0;
    for (int k = 0; k < n; ++k) {
        values[k] = sign * measure(xs[k], property);
        if (k == 0 || values[k] > best) best = values[k];
    }
    return those(xs, n, out, [&](int k) { return (values[k] == best) == attained; });
}
template <class R>
int keep_most(const TileOf<R>* xs, int n, int property, TileOf<R>* out) {
    return by_extreme(xs, n, property, 1, true, out);
}
template <class R>
int keep_least(const TileOf<R>* xs, int n, int property, TileOf<R>* out) {
    return by_extreme(xs, n, property, -1, true, out);
}
template <class R>
int drop_most(const TileOf<R>* xs, int n, int property, TileOf<R>* out) {
    return by_extreme(xs, n, property, 1, false, out);
}
template <class R>
int drop_least(const TileOf<R>* xs, int n, int property, TileOf<R>* out) {
    return by_extreme(xs, n, property, -1, false, out);
}

// Descending; equal ones keep their order.
template <class R>
int order_by(const TileOf<R>* xs, int n, int property, TileOf<R>* out) {
    int values[kMostParts];
    for (int k = 0; k < n; ++k) values[k] = measure(xs[k], property);
    for (int k = 0; k < n; ++k) {
        int place = 0;
        for (int l = 0; l < n; ++l) {
            place += values[l] > values[k] || (values[l] == values[k] && l < k) ? 1 : 0;
        }
        out[place] = xs[k];
    }
    return some(n);
}

template <class R>
int keep_repeated(const TileOf<R>* xs, int n, int, TileOf<R>* out) {
    int times[kMostParts];
    content_counts(xs, n, times);
    return those(xs, n, out, [&](int k) { return times[k] > 1; });
}
template <class R>
int keep_single(const TileOf<R>* xs, int n, int, TileOf<R>* out) {
    int times[kMostParts];
    content_counts(xs, n, times);
    return those(xs, n, out, [&](int k) { return times[k] == 1; });
}

template <class R>
bool touches_edge(const TileOf<R>& t) {
    return any(at_edge(filled(t), t.h, t.w));
}
template <class R>
int drop_at_edge(const TileOf<R>* xs, int n, int, TileOf<R>* out) {
    return those(xs, n, out, [&](int k) { return !touches_edge(xs[k]); });
}
template <class R>
int keep_at_edge(const TileOf<R>* xs, int n, int, TileOf<R>* out) {
    return those(xs, n, out, [&](int k) { return touches_edge(xs[k]); });
}
template <class R>
int keep_symmetric(const TileOf<R>* xs, int n, int, TileOf<R>* out) {
    return those(xs, n, out, [&](int k) { return measure(xs[k], static_cast<int>(Property::Mirrors)) > 0; });
}

}  // namespace arcloom::tile::kernels
