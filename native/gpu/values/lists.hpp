// native/gpu/values/lists.hpp: ops on lists of words: tuples, and sets, whose elements ascend, each once
#pragma once

#include "patches.hpp"

namespace arcloom::gpu::ops {

// What kind of words a list has; the compiler of bytecode knows these numbers by name.
enum Kind : int { kNumbers, kPlaces, kCells, kPatches, kObjects, kGrids };

inline int order_of(int x, int y) { return x < y ? -1 : x > y ? 1 : 0; }
// Row by row; a row that ends comes first, and so does a grid.
inline int order_of_grids(const Tile& x, const Tile& y) {
    const int h = x.w != y.w ? 1 : x.h < y.h ? x.h : y.h, w = x.w < y.w ? x.w : y.w;
    Rows differ = tile::none<Rows>();
    for (int k = 0; k < kPlanes; ++k) differ = differ | (x.plane[k] ^ y.plane[k]);
    differ = differ & tile::area<Rows>(h, w);
    if (!tile::any(differ)) return x.w != y.w ? order_of(x.w, y.w) : order_of(x.h, y.h);
    const Rows at = tile::first_cell(differ);
    const int i = tile::low_bit(tile::used_rows(at)), j = tile::low_bit(tile::used_columns(at));
    return order_of(tile::colour_at(x, i, j), tile::colour_at(y, i, j));
}
// The canonical order, of words of one kind.
DEVICE_OP int order_of_words(Machine& m, int kind, Word x, Word y) {
    if (kind == kNumbers) return order_of(x.a, y.a);
    if (kind == kPlaces) return x.a != y.a ? order_of(x.a, y.a) : order_of(x.b, y.b);
    if (kind == kCells) {
        if (x.a != y.a) return order_of(x.a, y.a);
        const int rows = order_of(high_half(x.b), high_half(y.b));
        return rows != 0 ? rows : order_of(low_half(x.b), low_half(y.b));
    }
    if (kind == kPatches) return order_of(m, read_shape(m, x), read_shape(m, y));
    if (kind == kObjects) return order_of(m, read_thing(m, x), read_thing(m, y));
    return order_of_grids(read_grid(m, x), read_grid(m, y));
}
inline bool same_words(Machine& m, int kind, Word x, Word y) {
    // Of places that have no common window it is only known that they differ.
    if (kind == kPatches || kind == kObjects) {
        const Shape p = read_shape(m, x), q = read_shape(m, y);
        if (!whole(m, p) || !whole(m, q)) return false;
        if (p.clashing || q.clashing) m.bail();
        Rows moved;
        if (!in_window(q, p.i, p.j, moved) || !tile::same(p.mask, moved)) return false;
        if (kind == kPatches) return true;
        const Thing s = read_thing(m, x), t = read_thing(m, y);
        return tile::same(shared_cells(m, s, t), p.mask);
    }
    return order_of_words(m, kind, x, y) == 0;
}
ARCLOOM_OP(equality) { return truth(same_words(m, number, a, b)); }
ARCLOOM_OP(equal_lists) {
    bool same = a.b == b.b;
    for (int k = 0; same && k < a.b; ++k) same = same_words(m, number, m.words(a)[k], m.words(b)[k]);
    return truth(same);
}

// The words from `at` on, up to `end`, each moved by one.
#ifdef __CUDACC_RTC__
inline void make_way(Word* words, int at, int end) {
    for (int last = end; last > at; last -= kLanes) {
        const int from = last - 1 - lane();
        Machine::meet();
        const Word w = from >= at ? words[from] : Word{0, 0};
        Machine::meet();
        if (from >= at) words[from + 1] = w;
    }
    Machine::meet();
}
#else
inline void make_way(Word* words, int at, int end) {
    for (int k = end; k > at; --k) words[k] = words[k - 1];
}
#endif

// How many words of a list a test holds for: lanes take them side by side. For words that need no blocks.
#ifdef __CUDACC_RTC__
template <class F>
int count_words(const Word* words, int n, F holds) {
    uint32_t mine = 0;
    for (int k = lane(); k < n; k += kLanes) mine += holds(words[k], k) ? 1U : 0U;
    return static_cast<int>(tile::sum_of_lanes(mine));
}
#else
template <class F>
int count_words(const Word* words, int n, F holds) {
    int out = 0;
    for (int k = 0; k < n; ++k) out += holds(words[k], k) ? 1 : 0;
    return out;
}
#endif

// A list that is filled one by one, up to the room it has.
struct Filling {
    Machine& m;
    Word list;
    int n = 0;

    Filling(Machine& machine, int room) : m(machine), list(machine.new_list(room)) {}
    void add(Word w) {
        if (m.good()) m.words(list)[n++] = w;
    }
    // Into its place among others; what is there already is not added. Most come in order: the last is asked first.
    void insert(Word w, int kind) {
        int low = 0, high = n;
        for (int at = n - 1; low < high && m.good(); at = (low + high) / 2) {
            const int order = order_of_words(m, kind, m.words(list)[at], w);
            if (order == 0) return;
            if (order < 0) {
                low = at + 1;
            } else {
                high = at;
            }
        }
        if (!m.good()) return;
        make_way(m.words(list), low, n);
        m.words(list)[low] = w;
        ++n;
    }
    Word done() const { return {list.a, n}; }
};

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

ARCLOOM_OP(places) {
    const Shape s = read_shape(m, a);
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
    const Word first = place_of(m.words(list)[0]);
    int top = first.a, left = first.b, bottom = top, right = left;
    for (int k = 1; k < list.b; ++k) {
        const Word p = place_of(m.words(list)[k]);
        top = p.a < top ? p.a : top;
        left = p.b < left ? p.b : left;
        bottom = p.a > bottom ? p.a : bottom;
        right = p.b > right ? p.b : right;
    }
    if (top < -kFarthest || bottom > kFarthest || left < -kFarthest || right > kFarthest) m.bail();
    if (bottom - top >= kSide || right - left >= kSide) return {0, 0, true};
    return {top, left, false};
}
ARCLOOM_OP(patch_of_places) {
    const Window at = window_of(m, a, [](Word w) { return w; });
    Rows mask = tile::none<Rows>();
    for (int k = 0; k < a.b; ++k) {
        const Word w = m.words(a)[k];
        if (at.has(w)) set_bit(mask, w.a - at.i, w.b - at.j);
    }
    return make_patch(m, Shape{mask, at.i, at.j, at.cropped});
}
// The cells of a list, those further back painted last.
ARCLOOM_OP(object_of_cells) {
    const auto place_of = [](Word w) { return place(high_half(w.b), low_half(w.b)); };
    const Window at = window_of(m, a, place_of);
    Thing out{{tile::none<Rows>(), at.i, at.j, at.cropped}, {}};
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = tile::none<Rows>();
    for (int k = 0; k < a.b; ++k) {
        const Word w = m.words(a)[k], p = place_of(w);
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

ARCLOOM_OP(list_size) { return whole_number(a.b); }
ARCLOOM_OP(list_some) { return truth(a.b != 0); }
inline Word element(Machine& m, Word list, int k) {
    if (list.b == 0) m.fail(kEmpty);
    return m.good() ? m.words(list)[k] : Word{0, 0};
}
ARCLOOM_OP(list_first) { return element(m, a, 0); }
ARCLOOM_OP(list_last) { return element(m, a, a.b - 1); }
ARCLOOM_OP(patch_first) {
    const Shape s = read_shape(m, a);
    if (!whole(m, s)) return {0, 0};
    if (!tile::any(s.mask)) m.fail(kEmpty);
    return m.good() ? first_place(s) : Word{0, 0};
}
ARCLOOM_OP(patch_last) {
    const Shape s = read_shape(m, a);
    if (!whole(m, s)) return {0, 0};
    if (!tile::any(s.mask)) {
        m.fail(kEmpty);
        return {0, 0};
    }
    return last_place(s);
}
// The first (0) or last (1) cell of an object.
ARCLOOM_OP(object_end) {
    const Thing t = read_thing(m, a);
    if (!whole(m, t.shape)) return {0, 0};
    const uint32_t colours = colours_of(t);
    if (colours == 0) {
        m.fail(kEmpty);
        return {0, 0};
    }
    const int colour = number == 0 ? tile::low_bit(colours) : tile::high_bit(colours);
    const Shape cells{coloured(t, colour), t.shape.i, t.shape.j, false};
    const Word at = number == 0 ? first_place(cells) : last_place(cells);
    return cell(colour, at.a, at.b);
}
ARCLOOM_OP(two_words) {
    Filling out(m, 2);
    out.add(a);
    out.add(b);
    return out.done();
}
// One of two words that are kept together whatever they are.
ARCLOOM_OP(one_of_two) { return m.words(a)[number]; }
ARCLOOM_OP(halves) {
    Filling out(m, 2);
    out.add(whole_number(a.a));
    out.add(whole_number(a.b));
    return out.done();
}
ARCLOOM_OP(place_of_halves) {
    if (a.b != 2) m.bail();
    return m.good() ? place(m.words(a)[0].a, m.words(a)[1].a) : Word{0, 0};
}
ARCLOOM_OP(single) {
    Filling out(m, 1);
    out.add(a);
    return out.done();
}
ARCLOOM_OP(repeat) {
    if (b.a > kMostElements) m.bail();
    Filling out(m, m.good() && b.a > 0 ? b.a : 0);
    for (int k = 0; k < b.a && m.good(); ++k) out.add(a);
    return out.done();
}
ARCLOOM_OP(interval) {
    if (c.a == 0) m.bail();
    const int far = c.a > 0 ? b.a - a.a : a.a - b.a, step = c.a > 0 ? c.a : -c.a;
    const int n = !m.good() || far <= 0 ? 0 : (far + step - 1) / step;
    if (n > kMostElements) m.bail();
    Filling out(m, m.good() ? n : 0);
    for (int k = 0; k < n && m.good(); ++k) out.add(whole_number(a.a + k * c.a));
    return out.done();
}
ARCLOOM_OP(make_set) {
    Filling out(m, a.b);
    for (int k = 0; k < a.b && m.good(); ++k) out.insert(m.words(a)[k], number);
    return out.done();
}
ARCLOOM_OP(dedupe) {
    Filling out(m, a.b);
    for (int k = 0; k < a.b && m.good(); ++k) {
        bool known = false;
        for (int i = 0; i < out.n && !known; ++i) known = same_words(m, number, m.words(out.list)[i], m.words(a)[k]);
        if (!known) out.add(m.words(a)[k]);
    }
    return out.done();
}
inline bool has_word(Machine& m, int kind, Word list, Word w) {
    bool found = false;
    for (int k = 0; k < list.b && !found; ++k) found = same_words(m, kind, m.words(list)[k], w);
    return found;
}
ARCLOOM_OP(contained) { return truth(has_word(m, number, b, a)); }
ARCLOOM_OP(join_lists) {
    Filling out(m, a.b + b.b);
    for (int k = 0; k < a.b; ++k) out.add(m.words(a)[k]);
    for (int k = 0; k < b.b; ++k) out.add(m.words(b)[k]);
    return out.done();
}
ARCLOOM_OP(unite_sets) {
    Filling out(m, a.b + b.b);
    for (int k = 0; k < a.b; ++k) out.add(m.words(a)[k]);
    for (int k = 0; k < b.b && m.good(); ++k) out.insert(m.words(b)[k], number);
    return out.done();
}
ARCLOOM_OP(difference_lists) {
    Filling out(m, a.b);
    for (int k = 0; k < a.b && m.good(); ++k) {
        if (!has_word(m, number, b, m.words(a)[k])) out.add(m.words(a)[k]);
    }
    return out.done();
}
// Where the words of a set ascend, halves of it need not be looked at.
inline bool is_member(Machine& m, int kind, Word set, Word w) {
    int low = 0, high = set.b;
    while (low < high && m.good()) {
        const int at = (low + high) / 2, order = order_of_words(m, kind, m.words(set)[at], w);
        if (order == 0) return true;
        if (order < 0) {
            low = at + 1;
        } else {
            high = at;
        }
    }
    return false;
}
inline Word kept_members(Machine& m, Word a, Word b, int kind, bool members) {
    Filling out(m, a.b);
    for (int k = 0; k < a.b && m.good(); ++k) {
        if (is_member(m, kind, b, m.words(a)[k]) == members) out.add(m.words(a)[k]);
    }
    return out.done();
}
ARCLOOM_OP(difference_sets) { return kept_members(m, a, b, number, false); }
ARCLOOM_OP(intersect_sets) { return kept_members(m, a, b, number, true); }
ARCLOOM_OP(member) { return truth(is_member(m, number, b, a)); }
ARCLOOM_OP(without) {
    Filling out(m, b.b);
    for (int k = 0; k < b.b && m.good(); ++k) {
        if (!same_words(m, number, a, m.words(b)[k])) out.add(m.words(b)[k]);
    }
    return out.done();
}
ARCLOOM_OP(other) {
    for (int k = 0; k < a.b && m.good(); ++k) {
        if (!same_words(m, number, b, m.words(a)[k])) return m.words(a)[k];
    }
    m.fail(kEmpty);
    return {0, 0};
}
inline Word extreme(Machine& m, Word list, int kind, int way) {
    if (list.b == 0) return whole_number(0);
    Word best = m.words(list)[0];
    for (int k = 1; k < list.b; ++k) {
        if (order_of_words(m, kind, m.words(list)[k], best) * way > 0) best = m.words(list)[k];
    }
    return best;
}
ARCLOOM_OP(maximum) { return extreme(m, a, kNumbers, 1); }
ARCLOOM_OP(minimum) { return extreme(m, a, kNumbers, -1); }
inline int occurrences_of(Machine& m, int kind, Word list, Word w) {
    if (kind <= kCells) {
        const bool alone = kind == kNumbers;
        return count_words(m.words(list), list.b, [&](Word v, int) { return v.a == w.a && (alone || v.b == w.b); });
    }
    int n = 0;
    for (int k = 0; k < list.b && m.good(); ++k) n += same_words(m, kind, m.words(list)[k], w) ? 1 : 0;
    return n;
}
// The value that occurs most (1) or least (-1) often, the least of those alike.
inline Word by_count(Machine& m, Word list, int kind, int way) {
    if (list.b == 0) m.bail();
    Word best{0, 0};
    int most = 0;
    for (int k = 0; k < list.b && m.good(); ++k) {
        const Word w = m.words(list)[k];
        const int n = occurrences_of(m, kind, list, w);
        if (k == 0 || n * way > most * way || (n == most && order_of_words(m, kind, w, best) < 0)) {
            best = w;
            most = n;
        }
    }
    return best;
}
ARCLOOM_OP(mostcommon) { return by_count(m, a, number, 1); }
ARCLOOM_OP(leastcommon) { return by_count(m, a, number, -1); }

// What a loop gave for each element of a list: keys to choose by, or truths to keep by.
ARCLOOM_OP(keep) {
    Filling out(m, a.b);
    for (int k = 0; k < a.b; ++k) {
        if (m.words(b)[k].a != 0) out.add(m.words(a)[k]);
    }
    return out.done();
}
inline int best_at(Machine& m, Word keys, int kind, int way) {
    int best = 0;
    for (int k = 1; k < keys.b; ++k) {
        if (order_of_words(m, kind, m.words(keys)[k], m.words(keys)[best]) * way > 0) best = k;
    }
    return best;
}
// The kind of the keys; where that is below 0, ~kind, and the least is meant.
ARCLOOM_OP(best_element) {
    if (a.b == 0) m.fail(kEmpty);
    return m.good() ? m.words(a)[best_at(m, b, number < 0 ? ~number : number, number < 0 ? -1 : 1)] : Word{0, 0};
}
ARCLOOM_OP(best_key) {
    if (a.b == 0) m.bail();
    return m.good() ? m.words(a)[best_at(m, a, number < 0 ? ~number : number, number < 0 ? -1 : 1)] : Word{0, 0};
}
// Ascending by keys, which are numbers or places; stable. Each element goes behind those with a lesser key.
ARCLOOM_OP(order) {
    const Word out = m.new_list(a.b);
    if (!m.good()) return {0, 0};
    for (int k = 0; k < a.b; ++k) {
        const Word key = m.words(b)[k];
        const bool alone = number == kNumbers;
        const int at = count_words(m.words(b), a.b, [&](Word w, int i) {
            if (w.a != key.a) return w.a < key.a;
            return alone || w.b == key.b ? i < k : w.b < key.b;
        });
        m.words(out)[at] = m.words(a)[k];
    }
    return out;
}
// Pairs at equal places; what they are made of, the number tells: 0 integers, 1 colours and places, 2 anything.
ARCLOOM_OP(pairs) {
    const int n = a.b < b.b ? a.b : b.b;
    Filling out(m, n);
    for (int k = 0; k < n && m.good(); ++k) {
        const Word x = m.words(a)[k], y = m.words(b)[k];
        out.add(number == 0 ? make_place(m, x, y, x, x, 0) : number == 1 ? make_cell(m, x, y, x, x, 0) : two_words(m, x, y, x, x, 0));
    }
    return out.done();
}
// Those of all pairs that a loop over them found true.
ARCLOOM_OP(keep_pairs) {
    int kept = 0;
    for (int k = 0; k < c.b; ++k) kept += m.words(c)[k].a != 0 ? 1 : 0;
    Filling out(m, kept);
    for (int k = 0; k < c.b && m.good(); ++k) {
        if (m.words(c)[k].a == 0) continue;
        const Word x = m.words(a)[k / b.b], y = m.words(b)[k % b.b];
        out.add(two_words(m, x, y, x, x, 0));
    }
    return out.done();
}
// All pairs of integers, as places.
ARCLOOM_OP(product) {
    Filling out(m, a.b * b.b > kMostElements ? 0 : a.b * b.b);
    if (a.b * b.b > kMostElements) m.bail();
    for (int i = 0; i < a.b && m.good(); ++i) {
        for (int j = 0; j < b.b; ++j) out.add(place(m.words(a)[i].a, m.words(b)[j].a));
    }
    return m.good() ? patch_of_places(m, out.done(), a, a, a, 0) : Word{0, 0};
}

// The union of a list of patches (objects). Of a tuple (1) the general engine has all places one by one.
inline constexpr int kPlaceWork = 32;
ARCLOOM_OP(merge_patches) {
    Shape all{tile::none<Rows>(), 0, 0, false};
    for (int k = 0; k < a.b && m.good(); ++k) {
        const Shape s = read_shape(m, m.words(a)[k]);
        if (number != 0) m.charge(kPlaceWork * tile::count(s.mask));
        all = k == 0 ? s : united(all, s);
    }
    return make_patch(m, all);
}
// Of a tuple of objects (1) the last is painted last.
ARCLOOM_OP(merge_objects) {
    Thing all{{tile::none<Rows>(), 0, 0, false}, {}};
    for (int k = 0; k < kPlanes; ++k) all.plane[k] = tile::none<Rows>();
    for (int k = 0; k < a.b && m.good(); ++k) {
        const Thing t = read_clashing(m, m.words(a)[k]);
        if (number != 0) m.charge(kPlaceWork * tile::count(t.shape.mask));
        all = k == 0 ? t : united(all, t, number != 0);
    }
    return make_object(m, all);
}
ARCLOOM_OP(merge_lists) {
    int n = 0;
    for (int k = 0; k < a.b; ++k) n += m.words(a)[k].b;
    Filling out(m, n);
    for (int k = 0; k < a.b && m.good(); ++k) {
        const Word inner = m.words(a)[k];
        for (int i = 0; i < inner.b; ++i) out.add(m.words(inner)[i]);
    }
    return out.done();
}
// Grids above each other.
ARCLOOM_OP(merge_grids) {
    if (a.b == 0) {
        m.bail();
        return {0, 0};
    }
    Word all = m.words(a)[0];
    for (int k = 1; k < a.b && m.good(); ++k) all = vconcat(m, all, m.words(a)[k], a, a, 0);
    return all;
}
// A grid's rows as lists of numbers, and back.
ARCLOOM_OP(grid_rows) {
    const Tile t = read_grid(m, a);
    Filling out(m, t.h);
    for (int i = 0; i < kSide && i < t.h && m.good(); ++i) {
        uint32_t plane[kPlanes];
        for (int k = 0; k < kPlanes; ++k) plane[k] = tile::row_at(t.plane[k], i);
        Filling row(m, t.w);
        for (int j = 0; j < t.w && m.good(); ++j) {
            int colour = 0;
            for (int k = 0; k < kPlanes; ++k) colour |= static_cast<int>((plane[k] >> j) & 1) << k;
            row.add(whole_number(colour));
        }
        out.add(row.done());
    }
    return out.done();
}
ARCLOOM_OP(grid_of_rows) {
    const int h = a.b, w = h > 0 ? m.words(a)[0].b : 0;
    if (h < 1 || h > kSide || w < 1 || w > kSide) {
        m.bail();
        return {0, 0};
    }
    Tile out = tile::blank<Rows>(h, w);
    for (int k = 0; k < kPlanes; ++k) out.plane[k] = tile::none<Rows>();
    for (int i = 0; i < h; ++i) {
        const Word row = m.words(a)[i];
        if (row.b != w) m.bail();
        for (int j = 0; j < w && m.good(); ++j) {
            const int colour = m.words(row)[j].a;
            if (!is_colour(colour)) m.bail();
            for (int k = 0; k < kPlanes; ++k) {
                if (((colour >> k) & 1) != 0) set_bit(out.plane[k], i, j);
            }
        }
    }
    return make_grid(m, out);
}
ARCLOOM_OP(sizefilter) {
    Filling out(m, a.b);
    for (int k = 0; k < a.b; ++k) {
        if (size_of(m, m.words(a)[k]) == b.a) out.add(m.words(a)[k]);
    }
    return out.done();
}
ARCLOOM_OP(colorfilter) {
    Filling out(m, a.b);
    for (int k = 0; k < a.b && m.good(); ++k) {
        const Thing t = read_thing(m, m.words(a)[k]);
        const int colour = least_of(t);
        if (t.shape.cropped || colour == tile::kColours) m.bail();
        if (colour == b.a) out.add(m.words(a)[k]);
    }
    return out.done();
}

// Connected parts; the grid's planes are theirs too.
struct Parts {
    Machine& m;
    int planes;
    Filling out;

    Parts(Machine& machine, Word grid)
        : m(machine), planes(planes_of(grid)), out(machine, kMostParts) {}

    static constexpr int kMostParts = 1024, kPartWork = 400;
    void add(const Rows& mask) {
        if (out.n == kMostParts) m.bail();
        m.charge(kPartWork);
        if (m.good()) out.add(make_object(m, {mask, 0, 0, false}, planes));
    }
    void add_all(Rows rest, bool diagonal) {
        while (tile::any(rest) && m.good()) {
            Rows part;
            tile::take_part(rest, diagonal, part);
            add(part);
        }
    }
};
ARCLOOM_OP(objects) {
    const Tile t = read_grid(m, a);
    const bool univalued = b.a != 0, diagonal = c.a != 0, without_ground = d.a != 0;
    const int ground = without_ground ? most_colour(t) : -1;
    Parts parts(m, a);
    if (univalued) {
        for (int colour = 0; colour < tile::kColours; ++colour) {
            if (colour != ground) parts.add_all(coloured(t, colour), diagonal);
        }
        return parts.out.done();
    }
    Rows rest = tile::area_of(t);
    if (without_ground) rest = tile::minus(rest, coloured(t, ground));
    parts.add_all(rest, diagonal);
    return m.good() ? make_set(m, parts.out.done(), a, a, a, kObjects) : Word{0, 0};
}
// An object a colour; without the most common one where the number says so.
ARCLOOM_OP(partition) {
    const Tile t = read_grid(m, a);
    const int ground = number != 0 ? most_colour(t) : -1;
    Parts parts(m, a);
    for (int colour = 0; colour < tile::kColours; ++colour) {
        const Rows mask = coloured(t, colour);
        if (colour != ground && tile::any(mask)) parts.add(mask);
    }
    return parts.out.done();
}
ARCLOOM_OP(frontiers) {
    const Tile t = read_grid(m, a);
    Parts parts(m, a);
    const uint32_t rows = ~tile::used_rows(tile::column_changes(t)), columns = ~tile::used_columns(tile::row_changes(t));
    for (int i = 0; i < t.h; ++i) {
        if (((rows >> i) & 1) != 0) parts.add(tile::box_area<Rows>(i, 0, 1, t.w));
    }
    for (int j = 0; j < t.w; ++j) {
        if (((columns >> j) & 1) != 0) parts.add(tile::box_area<Rows>(0, j, t.h, 1));
    }
    return m.good() ? make_set(m, parts.out.done(), a, a, a, kObjects) : Word{0, 0};
}

}  // namespace arcloom::gpu::ops
