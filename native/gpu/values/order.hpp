// native/gpu/values/order.hpp: the canonical order of words of one kind, and lists that are filled
#pragma once

#include "patches.hpp"
#include "plain.hpp"

namespace arcloom::gpu::ops {

// Row by row; a row that ends comes first, and so does a grid.
inline int order_of_grids(const Tile& x, const Tile& y) {
    const int h = x.w != y.w ? 1 : x.h < y.h ? x.h : y.h, w = x.w < y.w ? x.w : y.w;
    Rows differ = tile::none<Rows>();
    for (int k = 0; k < kPlanes; ++k) differ = differ | (x.plane[k] ^ y.plane[k]);
    differ = differ & tile::area<Rows>(h, w);
    if (!tile::any(differ)) return x.w != y.w ? shape::order(x.w, y.w) : shape::order(x.h, y.h);
    const Rows at = tile::first_cell(differ);
    const int i = tile::low_bit(tile::used_rows(at)), j = tile::low_bit(tile::used_columns(at));
    return shape::order(tile::colour_at(x, i, j), tile::colour_at(y, i, j));
}
// Of tuples of plain words.
inline int order_of_rows(Machine& m, int kind, Word x, Word y) {
    int looked_at = 0;
    const int order = shape::order_of_tuples(x.b, y.b, [&](int k) {
        ++looked_at;
        return shape::order(key_of(kind, m.words(x)[k]), key_of(kind, m.words(y)[k]));
    });
    m.take_time(looked_at);
    return order;
}
// The canonical order, of words of one kind.
DEVICE_OP int order_of_words(Machine& m, int kind, Word x, Word y) {
    if (is_plain(kind)) return shape::order(key_of(kind, x), key_of(kind, y));
    if (kind == kPatches) return order_of(m, read_shape(m, x), read_shape(m, y));
    if (kind == kObjects) return order_of(m, read_thing(m, x), read_thing(m, y));
    if (is_row(kind)) return order_of_rows(m, kind - kRows, x, y);
    return order_of_grids(read_grid(m, x), read_grid(m, y));
}
DEVICE_OP bool same_words(Machine& m, int kind, Word x, Word y) {
    if (is_plain(kind)) return key_of(kind, x) == key_of(kind, y);
    // Of places that have no common window it is only known that they differ.
    if (kind == kPatches || kind == kObjects) {
        const Shape p = read_shape(m, x), q = read_shape(m, y);
        if (!whole(m, p) || !whole(m, q)) return false;
        if (p.clashing || q.clashing) m.bail(kClashes);
        Rows moved;
        if (!in_window(q, p.i, p.j, moved) || !tile::same(p.mask, moved)) return false;
        if (kind == kPatches) return true;
        const Thing s = read_thing(m, x), t = read_thing(m, y);
        return tile::same(shared_cells(m, s, t), p.mask);
    }
    if (kind == kGrids && (x.b != y.b || is_wide(x))) return x.b == y.b && same_cells(m, x, y);
    return order_of_words(m, kind, x, y) == 0;
}
ARCLOOM_OP(equality) { return truth(same_words(m, number, a, b)); }
ARCLOOM_OP(equal_lists) {
    bool same = a.b == b.b;
    for (int k = 0; same && k < a.b && m.good(); ++k) {
        m.look_at(1);
        same = same_words(m, number, m.words(a)[k], m.words(b)[k]);
    }
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
template <class F>
int count_words(const Word* words, int n, F holds) {
    return count_where(n, [&](int k) { return holds(words[k], k); });
}

// A list that is filled bit by bit, up to the room it has: where that ends, the pair bails out.
struct Filling {
    Machine& m;
    Word list;  // its b: the room
    int n = 0;

    Filling(Machine& machine, int64_t room) : m(machine), list(machine.new_list(room)) {}
    // Without room.
    explicit Filling(Machine& machine) : m(machine), list{0, 0} {}
    bool has_room(int count = 1) {
        if (count > list.b - n) m.bail(kNoRoom);
        return m.good();
    }
    void add(Word w) {
        if (has_room()) m.words(list)[n++] = w;
    }
    // word(k) for each k below `count`. It must not need blocks.
    template <class F>
    void add_all(int count, F word) {
        if (!has_room(count)) return;
        write_each(m.words(list) + n, count, word);
        n += count;
    }
    void add_list(Word from) {
        const Word* words = m.words(from);
        add_all(from.b, [&](int k) { return words[k]; });
    }
    // Into its place among others, from the `low`-th on; what is there already is not added. Most come in order: the last is
    // asked first.
    void insert(Word w, int kind, int low = 0) {
        int high = n;
        for (int at = n - 1; low < high && m.good(); at = (low + high) / 2) {
            const int order = order_of_words(m, kind, m.words(list)[at], w);
            if (order == 0) return;
            if (order < 0) {
                low = at + 1;
            } else {
                high = at;
            }
        }
        if (!has_room()) return;
        m.take_time((n - low) / kShared);
        make_way(m.words(list), low, n);
        m.words(list)[low] = w;
        ++n;
    }
    Word done() const { return {list.a, n}; }
};

}  // namespace arcloom::gpu::ops
