// native/gpu/values/cells.hpp: patches and objects as lists of places and cells, and back
#pragma once

#include "order.hpp"

namespace arcloom::gpu::ops {

// The places of a mask, ascending, from out[0] on.
#ifdef __CUDACC_RTC__
template <class F>
void write_places(const Rows& mask, Word* out, F word_of) {
    const int mine = tile::count_bits(mask.row);
    int at = mine;
    for (int k = 1; k < kLanes; k *= 2) {
        const int before = static_cast<int>(tile::shuffle(static_cast<uint32_t>(at), lane() - k));
        at += lane() >= k ? before : 0;
    }
    at -= mine;
    for (uint32_t row = mask.row; row != 0; row &= row - 1) out[at++] = word_of(lane(), tile::low_bit(row));
    Machine::meet();
}
inline void set_bit(Rows& mask, int i, int j) { mask.row |= lane() == i ? 1U << j : 0U; }
#else
template <class F>
void write_places(const Rows& mask, Word* out, F word_of) {
    for (int i = 0; i < kSide; ++i) {
        for (uint32_t row = mask.row[i]; row != 0; row &= row - 1) *out++ = word_of(i, tile::low_bit(row));
    }
}
inline void set_bit(Rows& mask, int i, int j) { mask.row[i] |= 1U << j; }
#endif

// Made anew each time: a loop gives back what its body takes, so nothing that is made there can be kept in the patch.
DEVICE_OP Word set_listed(Machine& m, Word patch) {
    const Word* header = m.words({planes_of(patch), 1});
    const Word list = header[0];
    if (header[1].a != 0) return list;
    const Word all = m.new_list(list.b);
    m.take_time(time_of_pairs(list.b, list.b));
    if (!m.good()) return {0, 0};
    return {all.a, write_set(m.words(all), m.words(list), list.b, kPlaces)};
}
ARCLOOM_OP(places) {
    const Shape s = read_shape(m, a);
    if (is_listed(a)) return set_listed(m, a);
    const Word out = m.new_list(tile::count(s.mask));
    if (!whole(m, s) || !m.good()) return {0, 0};
    write_places(s.mask, m.words(out), [&](int i, int j) { return place(s.i + i, s.j + j); });
    return out;
}
ARCLOOM_OP(cells) {
    const Thing t = read_thing(m, a);
    const Word out = m.new_list(tile::count(t.shape.mask));
    if (!whole(m, t.shape) || !m.good()) return {0, 0};
    int at = 0;
    for (int colour = 0; colour < tile::kColours; ++colour) {
        const Rows mask = coloured(t, colour);
        write_places(mask, m.words(out) + at, [&](int i, int j) { return cell(colour, t.shape.i + i, t.shape.j + j); });
        at += tile::count(mask);
    }
    return out;
}
// The window that holds all places of a list, which f(word) gives, or else the one that grids are in.
struct Window {
    int i, j;
    bool cropped;

    bool has(Word place) const { return place.a >= i && place.a < i + kSide && place.b >= j && place.b < j + kSide; }
};
template <class F>
Window window_of(Machine& m, Word list, F place_of) {
    if (list.b == 0) return {0, 0, false};
    m.charge_lanes(list.b);
    const Word* words = m.words(list);
    const tile::Bounds box = bounds_of_places(list.b, [&](int k) { return place_of(words[k]); });
    const int bottom = box.top + box.h - 1, right = box.left + box.w - 1;
    if (box.top < -kFarthest || bottom > kFarthest || box.left < -kFarthest || right > kFarthest) m.bail(kFarAway);
    if (box.h > kSide || box.w > kSide) return {0, 0, true};
    return {box.top, box.left, false};
}
ARCLOOM_OP(patch_of_places) {
    const Window at = window_of(m, a, [](Word w) { return w; });
    const Word* words = m.words(a);
    const Rows mask = mask_of(m, a.b, [&](int k) {
        const Word w = words[k];
        return at.has(w) ? place(w.a - at.i, w.b - at.j) : nowhere();
    });
    if (!at.cropped) return make_patch(m, Shape{mask, at.i, at.j, false});
    return make_listed(m, mask, a, false);
}
// The cells of a list, those further back painted last.
ARCLOOM_OP(object_of_cells) {
    const auto place_of = [](Word w) { return place(high_half(w.b), low_half(w.b)); };
    const Window at = window_of(m, a, place_of);
    Thing out{{tile::none<Rows>(), at.i, at.j, at.cropped}, {}};
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = tile::none<Rows>();
    for (int k = 0; k < a.b && m.good(); ++k) {
        const Word w = m.words(a)[k], p = place_of(w);
        m.look_at(1);
        if (!at.has(p)) continue;
        Rows bit = tile::none<Rows>();
        set_bit(bit, p.a - at.i, p.b - at.j);
        const bool known = tile::any(bit & out.shape.mask);
        for (int c = 0; c < kPlanes; ++c) {
            const bool set = ((w.a >> c) & 1) != 0;
            if (known && set != tile::any(bit & out.plane[c])) out.shape.clashing = true;
            out.plane[c] = set ? out.plane[c] | bit : tile::minus(out.plane[c], bit);
        }
        out.shape.mask = out.shape.mask | bit;
    }
    return make_object(m, out);
}

}  // namespace arcloom::gpu::ops
