// native/tile/kernels/picks.hpp: one grid from a list: by a property, by being odd, by laying all together
#pragma once

#include "../measure.hpp"
#include "../ops.hpp"
#include "combine.hpp"

namespace arcloom::tile::kernels {

template <class R>
bool get_nth(const TileOf<R>* xs, int n, int k, TileOf<R>& out) {
    const int at = k < 0 ? k + n : k;
    if (at < 0 || at >= n) return false;
    out = xs[at];
    return true;
}
template <class R>
bool first(const TileOf<R>* xs, int n, int, TileOf<R>& out) {
    return get_nth(xs, n, 0, out);
}
template <class R>
bool last(const TileOf<R>* xs, int n, int, TileOf<R>& out) {
    return get_nth(xs, n, -1, out);
}

// The one with the greatest value of sign * property; no other may have it too.
template <class R>
bool pick_extreme(const TileOf<R>* xs, int n, int property, int sign, TileOf<R>& out) {
    int best = -1, value = 0;
    bool tie = false;
    for (int k = 0; k < n; ++k) {
        const int v = sign * measure(xs[k], property);
        if (best >= 0 && v < value) continue;
        tie = best >= 0 && v == value;
        best = k;
        value = v;
    }
    if (best < 0 || tie) return false;
    out = xs[best];
    return true;
}
template <class R>
bool pick_most(const TileOf<R>* xs, int n, int property, TileOf<R>& out) {
    return pick_extreme(xs, n, property, 1, out);
}
template <class R>
bool pick_least(const TileOf<R>* xs, int n, int property, TileOf<R>& out) {
    return pick_extreme(xs, n, property, -1, out);
}

// The one of at least three that is unlike the others, which are alike.
template <class R>
bool pick_odd(const TileOf<R>* xs, int n, int likeness, TileOf<R>& out) {
    if (n < 3) return false;
    const bool leading = alike(xs[0], xs[1], likeness);  // else one of the first two is the odd one
    const int usual = leading || alike(xs[0], xs[2], likeness) ? 0 : 1;
    int odd = -1;
    for (int k = 0; k < n; ++k) {
        if (k == usual || alike(xs[usual], xs[k], likeness)) continue;
        if (odd >= 0) return false;
        odd = k;
    }
    if (odd < 0) return false;
    out = xs[odd];
    return true;
}

template <class R>
bool pick_frequent(const TileOf<R>* xs, int n, int, TileOf<R>& out) {
    int times[kMostParts];
    content_counts(xs, n, times);
    int best = -1, contents = 0;
    for (int k = 0; k < n; ++k) {
        if (best < 0 || times[k] > times[best]) {
            best = k;
            contents = 0;
        }
        contents += times[k] == times[best] ? 1 : 0;
    }
    if (best < 0 || contents != times[best]) return false;  // equally many of another content
    out = xs[best];
    return true;
}

template <class R>
bool one_size(const TileOf<R>* xs, int n) {
    for (int k = 1; k < n; ++k) {
        if (!same_size(xs[0], xs[k])) return false;
    }
    return n > 0;
}
template <class R>
bool pile(const TileOf<R>* xs, int n, int, TileOf<R>& out) {
    if (!one_size(xs, n)) return false;
    out = xs[0];
    for (int k = 1; k < n; ++k) out = over(out, xs[k]);
    return true;
}
template <class R>
bool pile_last(const TileOf<R>* xs, int n, int, TileOf<R>& out) {
    if (!one_size(xs, n)) return false;
    out = xs[0];
    for (int k = 1; k < n; ++k) out = over(xs[k], out);
    return true;
}
// Axis 0: side by side, 1: one above the other.
template <class R>
bool line_up(const TileOf<R>* xs, int n, int axis, TileOf<R>& out) {
    if (!one_size(xs, n)) return false;
    TileOf<R> row = xs[0];
    for (int k = 1; k < n; ++k) {
        if (!(axis == 0 ? hconcat(row, xs[k], out) : vconcat(row, xs[k], out))) return false;
        row = out;
    }
    out = row;
    return true;
}

template <class R>
R filled_in_all(const TileOf<R>* xs, int n) {
    R out = filled(xs[0]);
    for (int k = 1; k < n; ++k) out = out & filled(xs[k]);
    return out;
}
template <class R>
R filled_in_any(const TileOf<R>* xs, int n) {
    R out = filled(xs[0]);
    for (int k = 1; k < n; ++k) out = out | filled(xs[k]);
    return out;
}
template <class R>
bool all_of(const TileOf<R>* xs, int n, int colour, TileOf<R>& out) {
    if (!one_size(xs, n)) return false;
    painted(filled_in_all(xs, n), colour, xs[0].h, xs[0].w, out);
    return true;
}
template <class R>
bool any_of(const TileOf<R>* xs, int n, int colour, TileOf<R>& out) {
    if (!one_size(xs, n)) return false;
    painted(filled_in_any(xs, n), colour, xs[0].h, xs[0].w, out);
    return true;
}
template <class R>
bool none_of(const TileOf<R>* xs, int n, int colour, TileOf<R>& out) {
    if (!one_size(xs, n)) return false;
    painted(minus(area_of(xs[0]), filled_in_any(xs, n)), colour, xs[0].h, xs[0].w, out);
    return true;
}
template <class R>
bool odd_of(const TileOf<R>* xs, int n, int colour, TileOf<R>& out) {
    if (!one_size(xs, n)) return false;
    R odd = filled(xs[0]);
    for (int k = 1; k < n; ++k) odd = odd ^ filled(xs[k]);
    painted(odd, colour, xs[0].h, xs[0].w, out);
    return true;
}
template <class R>
bool shared(const TileOf<R>* xs, int n, int, TileOf<R>& out) {
    if (!one_size(xs, n)) return false;
    keep(xs[0], filled_in_all(xs, n), out);
    return true;
}
template <class R>
bool tally(const TileOf<R>*, int n, int colour, TileOf<R>& out) {
    if (n < 1) return false;
    painted(area<R>(1, n), colour, 1, n, out);
    return true;
}

}  // namespace arcloom::tile::kernels
