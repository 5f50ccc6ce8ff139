// native/tile/measure.hpp: numbers that describe a grid's content, and when two contents are alike
#pragma once

#include "kernels/morphology.hpp"

namespace arcloom::tile {

enum class Property : uint8_t {
    Cells,     // filled cells
    BoxArea,   // of the bounding box of the filled cells, like the next two
    BoxHeight,
    BoxWidth,
    Colours,
    Top,
    Left,
    Enclosed,  // zero cells without a way to the edge
    Mirrors,   // how many of the four mirrors leave the box's content as it is
    BoxZeros,  // zero cells in the box
    Colour,    // the smallest
};
inline constexpr int kProperties = 11;

template <class R>
int mirrors(const TileOf<R>& t) {
    const TileOf<R> box = content(t);
    int n = 0;
    for (int code = 4; code < 8; ++code) {
        if (exchanges_sides(code) && box.h != box.w) continue;
        n += same_tile(turned(box, code), box) ? 1 : 0;
    }
    return n;
}

// 0 for a grid without content, whatever the property.
template <class R>
int measure(const TileOf<R>& t, int property) {
    const R seen = filled(t);
    const Bounds b = bounds(seen);
    if (b.h == 0) return 0;
    switch (static_cast<Property>(property)) {
        case Property::Cells: return count(seen);
        case Property::BoxArea: return b.h * b.w;
        case Property::BoxHeight: return b.h;
        case Property::BoxWidth: return b.w;
        case Property::Top: return b.top;
        case Property::Left: return b.left;
        case Property::Enclosed: return count(kernels::enclosed_zeros(t));
        case Property::Mirrors: return mirrors(t);
        case Property::BoxZeros: return b.h * b.w - count(seen);
        default: break;
    }
    Palette<R> p;
    read_palette(t, p);
    return static_cast<Property>(property) == Property::Colours ? p.n() : p.colour(0);
}

// What two contents, wherever they lie, may share.
enum class Likeness : uint8_t { Shape, Colours, BoxSize, Content, Symmetric, TurnedShape };
inline constexpr int kLikenesses = 6;

template <class R>
TileOf<R> shape_of(const TileOf<R>& t) {
    const R seen = filled(t);
    TileOf<R> flat;
    painted(seen, 1, t.h, t.w, flat);
    return cut(flat, bounds(seen));
}
template <class R>
uint32_t colours_of(const TileOf<R>& t) {
    Palette<R> p;
    read_palette(t, p);
    uint32_t out = 0;
    for (int k = 0; k < p.n(); ++k) out |= 1U << p.colour(k);
    return out;
}
template <class R>
bool same_turned(const TileOf<R>& a, const TileOf<R>& b) {
    if (a.h == 0 || b.h == 0) return a.h == b.h;  // nothing, which cannot be turned
    for (int code = 0; code < 8; ++code) {
        if (same_tile(turned(a, code), b)) return true;
    }
    return false;
}
template <class R>
bool alike(const TileOf<R>& a, const TileOf<R>& b, int likeness) {
    switch (static_cast<Likeness>(likeness)) {
        case Likeness::Shape: return same_tile(shape_of(a), shape_of(b));
        case Likeness::Colours: return colours_of(a) == colours_of(b);
        case Likeness::BoxSize: {
            const Bounds p = bounds(filled(a)), q = bounds(filled(b));
            return p.h == q.h && p.w == q.w;
        }
        case Likeness::Content: return same_tile(content(a), content(b));
        case Likeness::Symmetric: return (measure(a, 8) > 0) == (measure(b, 8) > 0);
        default: return same_turned(shape_of(a), shape_of(b));
    }
}

// How often each of the contents is met among all.
template <class R>
void content_counts(const TileOf<R>* xs, int n, int* out) {
    for (int k = 0; k < n; ++k) {
        const TileOf<R> mine = content(xs[k]);
        out[k] = 1;
        for (int l = 0; l < k; ++l) {
            if (!same_tile(mine, content(xs[l]))) continue;
            out[k] = ++out[l];
            for (int m = l + 1; m < k; ++m) {
                if (out[m] == out[l] - 1 && same_tile(mine, content(xs[m]))) out[m] = out[l];
            }
            break;
        }
    }
}

}  // namespace arcloom::tile
