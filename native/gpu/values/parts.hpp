// native/gpu/values/parts.hpp: unions of lists, and grids taken apart into lists
#pragma once

#include "../../shape/parts.hpp"
#include "lists.hpp"

namespace arcloom::gpu::ops {

// A union that is known as far as grids go, with all its places if those of each patch are known.
inline Word listed_union(Machine& m, const Rows& mask, Word patches) {
    const Shape cropped{mask, 0, 0, true};
    int64_t n = 0;
    for (int k = 0; k < patches.b && m.good(); ++k) {
        const Word w = m.words(patches)[k];
        const Shape s = read_shape(m, w);
        if (s.cropped && !is_listed(w)) return make_patch(m, cropped);
        n += is_listed(w) ? list_of(m, w).b : tile::count(s.mask);
    }
    if (n > kMostElements) return make_patch(m, cropped);
    Filling out(m, n);
    for (int k = 0; k < patches.b && m.good(); ++k) {
        const Word w = m.words(patches)[k];
        out.add_list(is_listed(w) ? list_of(m, w) : places(m, w, w, w, w, 0));
    }
    return m.good() ? make_listed(m, mask, out.done(), false) : Word{0, 0};
}
// What the general engine has one by one where it is a tuple's.
inline constexpr int kPlaceWork = 32;
// Patches, and objects, in one window (shape/unions.hpp). Of a tuple of objects the last is painted last.
struct United {
    Machine& m;
    bool is_tuple;
    Shape all{tile::none<Rows>(), 0, 0, false};
    bool begun = false;

    static bool measure(Word) { return true; }
    static bool makes_room() { return true; }
    bool take(Word patch) {
        const Shape s = read_shape(m, patch);
        if (is_tuple) m.charge(kPlaceWork * tile::count(s.mask), 0);
        all = begun ? united(all, s) : s;
        begun = true;
        return m.good();
    }
    Shape done() const { return all; }
    Shape none() const { return all; }
};
struct UnitedObjects {
    Machine& m;
    bool is_tuple;
    Thing all;
    bool begun = false;

    UnitedObjects(Machine& machine, bool of_tuple) : m(machine), is_tuple(of_tuple), all{{tile::none<Rows>(), 0, 0, false}, {}} {
        for (int k = 0; k < kPlanes; ++k) all.plane[k] = tile::none<Rows>();
    }
    static bool measure(Word) { return true; }
    static bool makes_room() { return true; }
    bool take(Word object) {
        const Thing t = read_clashing(m, object);
        if (is_tuple) m.charge(kPlaceWork * tile::count(t.shape.mask), 0);
        all = begun ? united(all, t, is_tuple) : t;
        begun = true;
        return m.good();
    }
    const Thing& done() const { return all; }
    const Thing& none() const { return all; }
};
ARCLOOM_OP(unite_patches) {
    United whole{m, false};
    const Shape all = shape::combine(whole, a, b);
    if (!all.cropped) return make_patch(m, all);
    const Word both = two_words(m, a, b, a, a, 0);
    return m.good() ? listed_union(m, all.mask, both) : Word{0, 0};
}
ARCLOOM_OP(unite_objects) {
    UnitedObjects whole(m, false);
    return make_object(m, shape::combine(whole, a, b));
}
// Of places that are listed, those that the other patch has, or has not.
inline Word kept_places(Machine& m, Word patch, Word other, bool members) {
    const Word x = set_listed(m, patch), y = places(m, other, x, x, x, 0);
    const Word kept = m.good() ? kept_members(m, x, y, kPlaces, members) : Word{0, 0};
    return m.good() ? patch_of_places(m, kept, x, x, x, 0) : Word{0, 0};
}
ARCLOOM_OP(difference_patches) {
    if (is_listed(a)) return kept_places(m, a, b, false);
    const Shape x = read_shape(m, a);
    if (!whole(m, x)) return {0, 0};
    const Meeting both = met(m, x, read_shape(m, b));
    return make_patch(m, shape::without(both.first, both.second), both.i, both.j);
}
ARCLOOM_OP(intersect_patches) {
    if (is_listed(a) && is_listed(b)) return kept_places(m, a, b, true);
    const Shape x = read_shape(m, a), y = read_shape(m, b);
    const Meeting both = x.cropped ? met(m, y, x) : met(m, x, y);
    if (x.cropped && y.cropped) m.bail(kTooWide);
    return make_patch(m, shape::shared(both.first, both.second), both.i, both.j);
}
// All that the words of a list stand for.
inline decltype(auto) merged(const Machine& m, Word list, auto& whole) {
    return shape::merge(whole, list.b, [&m, list](int k) { return m.words(list)[k]; });
}
// The union of a list of patches (objects); of a tuple (1).
ARCLOOM_OP(merge_patches) {
    United whole{m, number != 0};
    const Shape all = merged(m, a, whole);
    return all.cropped ? listed_union(m, all.mask, a) : make_patch(m, all);
}
ARCLOOM_OP(merge_objects) {
    UnitedObjects whole(m, number != 0);
    return make_object(m, merged(m, a, whole));
}
ARCLOOM_OP(merge_lists) {
    Gathered whole(m);
    m.look_at(a.b);
    return merged(m, a, whole);
}
// The places (0) or cells (1) of each in a list of patches (objects), one after the other.
ARCLOOM_OP(laid_out) {
    int64_t n = 0;
    for (int k = 0; k < a.b && m.good(); ++k) n += tile::count(read_shape(m, m.words(a)[k]).mask);
    Filling out(m, n);
    for (int k = 0; k < a.b && m.good(); ++k) {
        const Word w = m.words(a)[k];
        out.add_list(number == 0 ? places(m, w, w, w, w, 0) : cells(m, w, w, w, w, 0));
    }
    return out.done();
}
// Grids above each other.
ARCLOOM_OP(merge_grids) {
    if (a.b == 0) {
        m.bail(kNoReason);
        return {0, 0};
    }
    Stacked whole{m};
    return merged(m, a, whole);
}
// A grid's rows as lists of numbers, and back.
ARCLOOM_OP(grid_rows) {
    const int h = high_half(a.b), w = low_half(a.b);
    Filling out(m, h);
    for (int i = 0; i < h && m.good(); ++i) out.add(m.new_list(w));
    if (!m.good() || is_empty(a)) return out.done();
    const Cells from = cells_of(m, a);
    const Word* rows = m.words(out.list);
    by_lanes(from.h * from.w, [&](int k) { m.words(rows[k / from.w])[k % from.w] = whole_number(from.at[k]); });
    return out.done();
}
// Row i of the planes; false where it has another width, or something else than colours in it.
inline bool read_row(Machine& m, Word row, int w, uint32_t* plane) {
    bool good = row.b == w;
    for (int j = 0; j < w && good; ++j) {
        const int colour = m.words(row)[j].a;
        good = is_colour(colour);
        for (int k = 0; k < kPlanes; ++k) plane[k] |= static_cast<uint32_t>((colour >> k) & 1) << j;
    }
    return good;
}
#ifdef __CUDACC_RTC__
inline bool read_rows(Machine& m, Word rows, int w, Tile& out) {
    uint32_t plane[kPlanes] = {};
    const bool good = lane() >= rows.b || read_row(m, m.words(rows)[lane()], w, plane);
    for (int k = 0; k < kPlanes; ++k) out.plane[k].row = plane[k];
    return tile::ballot(!good) == 0;
}
#else
inline bool read_rows(Machine& m, Word rows, int w, Tile& out) {
    bool good = true;
    for (int i = 0; i < rows.b; ++i) {
        uint32_t plane[kPlanes] = {};
        good = read_row(m, m.words(rows)[i], w, plane) && good;
        for (int k = 0; k < kPlanes; ++k) out.plane[k].row[i] = plane[k];
    }
    return good;
}
#endif
// The same where no tile holds them.
inline Word cells_of_rows(Machine& m, Word list, int h, int w) {
    const Word* rows = m.words(list);
    m.charge_lanes(h);
    if (count_where(h, [&](int i) { return rows[i].b != w; }) > 0) m.bail(kRagged);
    if (!m.good()) return {0, 0};
    const auto strange = [&](int k) { return !is_colour(m.words(rows[k / w])[k % w].a); };
    if (h > kMostSide || w > kMostSide || h * w > kMostCells || count_where(h * w, strange) > 0) m.bail(kRagged);
    if (!m.good()) return {0, 0};
    return make_of_cells(m, h, w, [&](int i, int j) { return static_cast<uint8_t>(m.words(rows[i])[j].a); });
}
ARCLOOM_OP(grid_of_rows) {
    const int h = a.b, w = h > 0 ? m.words(a)[0].b : 0;
    if (!m.good()) return {0, 0};
    if (w > 0 && (h > kSide || w > kSide)) return cells_of_rows(m, a, h, w);
    if (w == 0) {
        const Word* rows = m.words(a);
        if (count_where(h, [&](int k) { return rows[k].b != 0; }) > 0) m.bail(kRagged);
        return no_cells(m, h);
    }
    Tile out = tile::blank<Rows>(h, w);
    if (!read_rows(m, a, w, out)) m.bail(kRagged);
    return make_grid(m, out);
}
// Patches and objects that are kept by their size, and by their colour.
struct Patches : KeptInTurn {
    using KeptInTurn::KeptInTurn;
    bool has_size(Word v, Word n) const { return size_of(m, v) == n.a; }
    bool has_colour(Word v, Word wanted) const {
        const Thing t = read_thing(m, v);
        const int colour = least_of(t);
        if (t.shape.cropped || colour == tile::kColours) m.bail(kNoReason);
        return colour == wanted.a;
    }
};
ARCLOOM_OP(sizefilter) {
    Patches list(m, a, kPatches);
    return shape::sizefilter(list, b);
}
ARCLOOM_OP(colorfilter) {
    Patches list(m, a, kObjects);
    return shape::colorfilter(list, b);
}

// A grid that is taken apart (shape/parts.hpp); its planes are those of its parts too.
struct Parts {
    Machine& m;
    const Tile t;
    int planes;
    Filling out;

    Parts(Machine& machine, Word grid, const Tile& tile)
        : m(machine), t(tile), planes(planes_of(grid)), out(machine, kMostParts) {}

    static constexpr int kMostParts = 1024, kPartWork = 400, kPartTime = 200;
    void add(const Rows& mask) {
        if (out.n == kMostParts) m.bail(kNoRoom);
        m.charge(kPartWork, kPartTime);
        if (m.good()) out.add(make_object(m, {mask, 0, 0, false}, planes));
    }
    void each_colour(auto f) const {
        for (int colour = 0; colour < tile::kColours; ++colour) {
            if (tile::any(coloured(t, colour))) f(colour);
        }
    }
    void add_colour(int colour) { add(coloured(t, colour)); }
    // What hangs together, of the cells of all colours that hang together with the first one.
    void add_joined(const shape::Joining<int>& rule) {
        uint32_t colours = 0;
        each_colour([&](int colour) { colours |= rule.takes(colour) ? 1U << colour : 0U; });
        while (colours != 0) {
            const int first = tile::low_bit(colours);
            Rows rest = tile::none<Rows>();
            for (uint32_t left = colours; left != 0; left &= left - 1) {
                const int colour = tile::low_bit(left);
                if (!rule.joins(first, colour)) continue;
                rest = rest | coloured(t, colour);
                colours &= ~(1U << colour);
            }
            add_pieces(rest, rule.reach() > 0);
        }
    }
    // Of objects that come in any order.
    Word as_set() { return m.good() ? make_set(m, out.done(), {0, 0}, {0, 0}, {0, 0}, kObjects) : Word{0, 0}; }

  private:
    void add_pieces(Rows rest, bool diagonal) {
        while (tile::any(rest) && m.good()) {
            Rows part;
            tile::take_part(rest, diagonal, part);
            add(part);
        }
    }
};
// The rows and columns of a tile.
struct Lines {
    const int h, w;
    const uint32_t rows, columns;  // those that have several colours

    explicit Lines(const Tile& t)
        : h(t.h), w(t.w), rows(w == 0 ? 0 : tile::used_rows(tile::column_changes(t))),
          columns(tile::used_columns(tile::row_changes(t))) {}
    int height() const { return h; }
    int width() const { return w; }
    // One without cells is none.
    bool row_is_plain(int i) const { return w != 0 && ((rows >> i) & 1) == 0; }
    bool column_is_plain(int j) const { return h != 0 && ((columns >> j) & 1) == 0; }
};
inline constexpr int kNoColour = -1;
ARCLOOM_OP(objects) {
    if (is_empty(a) && (high_half(a.b) == 0 || d.a != 0)) m.fail(kEmpty);
    const Tile t = read_any(m, a);
    const shape::Joining<int> rule{b.a != 0, c.a != 0, d.a != 0 ? most_colour(t) : kNoColour};
    Parts parts(m, a, t);
    parts.add_joined(rule);
    return rule.univalued ? parts.out.done() : parts.as_set();
}
// Without the most common colour where the number says so.
ARCLOOM_OP(partition) {
    if (is_empty(a) && number != 0) m.fail(kEmpty);
    const Tile t = read_any(m, a);
    Parts parts(m, a, t);
    shape::partition(parts, number != 0 ? most_colour(t) : kNoColour);
    return parts.out.done();
}
struct LineParts : Lines, Parts {
    LineParts(Machine& machine, Word grid, const Tile& tile) : Lines(tile), Parts(machine, grid, tile) {}
    void add_row(int i) { add(tile::box_area<Rows>(i, 0, 1, width())); }
    void add_column(int j) { add(tile::box_area<Rows>(0, j, height(), 1)); }
};
ARCLOOM_OP(frontiers) {
    LineParts parts(m, a, read_rows_of(m, a));
    shape::frontiers(parts);
    return parts.as_set();
}
// A tile of which some rows and columns stay.
struct Thinned : Lines {
    Machine& m;
    const Tile t;

    Thinned(Machine& machine, const Tile& tile) : Lines(tile), m(machine), t(tile) {}
    Word only(auto row_stays, auto column_stays) const {
        Tile out;
        const uint32_t kept = lines_that(height(), row_stays);
        if (tile::kernels::only<Rows>(t, kept, lines_that(width(), column_stays), out)) return make_grid(m, out);
        return no_cells(m, tile::count_bits(kept));
    }

  private:
    static uint32_t lines_that(int n, auto stay) {
        uint32_t out = 0;
        for (int k = 0; k < n; ++k) out |= stay(k) ? 1U << k : 0U;
        return out;
    }
};
ARCLOOM_OP(compress) {
    const Thinned lines(m, read_grid(m, a));
    return shape::compress(lines);
}

}  // namespace arcloom::gpu::ops
