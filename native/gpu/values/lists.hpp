// native/gpu/values/lists.hpp: ops on lists of words: tuples, and sets, whose elements ascend, each once
#pragma once

#include "../../shape/lists.hpp"
#include "../../shape/unions.hpp"
#include "cells.hpp"

namespace arcloom::gpu::ops {

ARCLOOM_OP(list_size) { return whole_number(a.b); }
ARCLOOM_OP(list_some) { return truth(a.b != 0); }
// A list as ops are told of it (shape/lists.hpp).
struct List {
    Machine& m;
    Word list;
    int kind;

    bool is_empty() const { return list.b == 0; }
    Word none() const {
        m.fail(kEmpty);
        return {0, 0};
    }
    Word front() const { return m.words(list)[0]; }
    Word back() const { return m.words(list)[list.b - 1]; }
    Word first_where(auto holds) const {
        for (int k = 0; k < list.b && m.good(); ++k) {
            m.look_at(1);
            if (holds(m.words(list)[k])) return m.words(list)[k];
        }
        return none();
    }
    // Of plain words a lane can ask that by itself.
    bool alike(Word x, Word v) const {
        return is_plain(kind) ? key_of(kind, x) == key_of(kind, v) : same_words(m, kind, x, v);
    }
};
// The same of the places of a patch, and of the cells of an object.
struct Places : List {
    Shape s;

    Places(Machine& machine, const Shape& shape) : List{machine, {0, 0}, kPlaces}, s(shape) { whole(m, s); }
    bool is_empty() const { return !tile::any(s.mask); }
    Word front() const { return first_place(s); }
    Word back() const { return last_place(s); }
};
struct CellsOf : Places {
    Thing t;

    CellsOf(Machine& machine, const Thing& thing) : Places(machine, thing.shape), t(thing) {}
    Word front() const {
        int colour = 0;
        while (colour < tile::kColours - 1 && !tile::any(coloured(t, colour))) ++colour;
        return cell_at(colour, first_place(of_colour(colour)));
    }
    Word back() const {
        int colour = tile::kColours - 1;
        while (colour > 0 && !tile::any(coloured(t, colour))) --colour;
        return cell_at(colour, last_place(of_colour(colour)));
    }

  private:
    Shape of_colour(int colour) const { return {coloured(t, colour), s.i, s.j, false}; }
    static Word cell_at(int colour, Word at) { return cell(colour, at.a, at.b); }
};
ARCLOOM_OP(list_first) { return said(List{m, a, number}, [](const auto& list) { return shape::first(list); }); }
ARCLOOM_OP(list_last) { return said(List{m, a, number}, [](const auto& list) { return shape::last(list); }); }
// The first (0) or last (1).
inline Word end_of(const auto& list, int which) {
    return said(list, [&](const auto& all) { return which == 0 ? shape::first(all) : shape::last(all); });
}
ARCLOOM_OP(patch_end) { return end_of(Places(m, read_shape(m, a)), number); }
ARCLOOM_OP(object_end) { return end_of(CellsOf(m, read_thing(m, a)), number); }
ARCLOOM_OP(other) { return said(List{m, a, number}, [&](const auto& list) { return shape::other(list, b); }); }
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
    if (a.b != 2) m.bail(kRagged);
    return m.good() ? place(m.words(a)[0].a, m.words(a)[1].a) : Word{0, 0};
}
ARCLOOM_OP(single) {
    Filling out(m, 1);
    out.add(a);
    return out.done();
}
// Makes lists of words (shape/lists.hpp), which lanes write side by side.
struct Maker {
    Machine& m;

    Word made(int n, auto word) const {
        Filling out(m, n);
        out.add_all(n, word);
        return out.done();
    }
    static Word number(int v) { return whole_number(v); }
};
ARCLOOM_OP(repeat) {
    const Maker maker{m};
    return shape::repeat(maker, a, b.a);
}
ARCLOOM_OP(interval) {
    const Maker maker{m};
    if (c.a == 0) m.bail(kNoReason);
    return m.good() ? shape::interval(maker, a.a, b.a, c.a) : Word{0, 0};
}
// What the general engine charges, at most, for n elements that it sorts, and for one that it looks up in what is sorted.
inline constexpr int kSortWork = 8, kLookupWork = 64;
inline int sort_work(int n) { return n > 0 ? kSortWork * n * (tile::high_bit(static_cast<uint32_t>(n)) + 1) : 0; }
// What comes first of a set, as a place whose key is in the order of the sets: two cells, or as many as there are. The same for
// a word of another kind.
inline Word first_two(Machine& m, int kind, Word w) {
    constexpr int kPlaceBits = 13;
    const auto number = [](int present, Word p) {
        return (present << kPlaceBits | (p.a + kFarthest)) << kPlaceBits | (p.b + kFarthest);
    };
    Thing t;
    if (kind == kObjects) {
        t = read_thing(m, w);
    } else {
        t.shape = read_shape(m, w);
    }
    if (!whole(m, t.shape)) return {0, 0};
    int key[2] = {0, 0};
    Rows rest = t.shape.mask;
    for (int k = 0; k < 2 && tile::any(rest); ++k) {
        int colour = 0;
        Rows mask = rest;
        while (kind == kObjects && !tile::any(mask = coloured(t, colour) & rest)) ++colour;
        const Rows at = tile::first_cell(mask);
        key[k] = number(colour + 1, first_place({at, t.shape.i, t.shape.j, false}));
        rest = tile::minus(rest, at);
    }
    return {key[0], key[1]};
}
// A set of sets: sorted by what comes first of each, and then, where that is the same, by all that is in them.
DEVICE_OP Word set_of_sets(Machine& m, Word list, int kind) {
    const Word keys = m.new_list(list.b), sorted = m.new_list(list.b);
    Filling out(m, list.b);
    for (int k = 0; k < list.b && m.good(); ++k) {
        const Word first = first_two(m, kind, m.words(list)[k]);
        if (m.good()) m.words(keys)[k] = first;
    }
    m.meet();
    m.take_time(2 * time_of_pairs(list.b, list.b));
    if (!m.good()) return {0, 0};
    const Word* by = m.words(keys);
    write_sorted(m.words(sorted), m.words(list), list.b, [&](int k) { return key_of(kPlaces, by[k]); });
    write_sorted(m.words(out.list), by, list.b, [&](int k) { return key_of(kPlaces, by[k]); });
    write_each(m.words(keys), list.b, [&](int k) { return m.words(out.list)[k]; });
    m.take_time(list.b);
    int run = 0;
    for (int k = 0; k < list.b && m.good(); ++k) {
        if (k == 0 || key_of(kPlaces, by[k - 1]) != key_of(kPlaces, by[k])) {
            run = out.n;
            out.add(m.words(sorted)[k]);
        } else {
            out.insert(m.words(sorted)[k], kind, run);
        }
    }
    return out.done();
}
ARCLOOM_OP(make_set) {
    constexpr int kFewSets = 4;
    m.charge(sort_work(a.b), 0);
    if ((number == kPatches || number == kObjects) && a.b > kFewSets) return set_of_sets(m, a, number);
    Filling out(m, a.b);
    if (is_plain(number)) {
        m.take_time(time_of_pairs(a.b, a.b));
        return m.good() ? Word{out.list.a, write_set(m.words(out.list), m.words(a), a.b, number)} : Word{0, 0};
    }
    for (int k = 0; k < a.b && m.good(); ++k) out.insert(m.words(a)[k], number);
    return out.done();
}
DEVICE_OP bool has_word(Machine& m, int kind, Word list, Word w) {
    if (is_plain(kind)) {
        m.take_time(list.b);  // not less, though lanes share it: the CPU sorts long lists, and is the quicker one there
        const auto alike = [&](Word v, int) { return key_of(kind, v) == key_of(kind, w); };
        return m.good() && count_words(m.words(list), list.b, alike) > 0;
    }
    bool found = false;
    int k = 0;
    for (; k < list.b && !found && m.good(); ++k) found = same_words(m, kind, m.words(list)[k], w);
    m.take_time(k);
    return found;
}
// A list of which some words are kept. Each is compared with so many others.
struct Kept : List {
    int others;
    Filling out;

    Kept(Machine& machine, Word words, int what, int compared = 0)
        : List{machine, words, what}, others(compared), out(machine, words.b) {}
    Word kept(auto holds) {
        if (!is_plain(kind)) return kept_one_by_one(holds);
        m.take_time(time_of_pairs(list.b, others));
        if (!m.good()) return {0, 0};
        const Word* words = m.words(list);
        return {out.list.a, write_kept(m.words(out.list), words, list.b, [&](int k) { return holds(words[k], k); })};
    }
    bool is_new(Word v, int k) const {
        return is_plain(kind) ? count_key(m.words(list), k, kind, key_of(kind, v)) == 0 : !has_word(m, kind, out.done(), v);
    }

  protected:
    Word kept_one_by_one(auto holds) {
        for (int k = 0; k < list.b && m.good(); ++k) {
            const Word w = m.words(list)[k];
            if (holds(w, k)) out.add(w);
        }
        return out.done();
    }
};
// Where there is no gain in lanes.
struct KeptInTurn : Kept {
    using Kept::Kept;
    Word kept(auto holds) { return kept_one_by_one(holds); }
};
ARCLOOM_OP(dedupe) {
    Kept list(m, a, number, a.b);
    return shape::dedupe(list);
}
ARCLOOM_OP(contained) {
    m.charge(b.b, 0);
    return truth(has_word(m, number, b, a));
}
// Lists that are joined (shape/unions.hpp).
struct Gathered {
    Machine& m;
    Filling out;
    int64_t room = 0;

    explicit Gathered(Machine& machine) : m(machine), out(machine) {}
    bool measure(Word list) {
        room += list.b;
        return true;
    }
    bool makes_room() {
        out.list = m.new_list(room);
        return m.good();
    }
    bool take(Word list) {
        out.add_list(list);
        return m.good();
    }
    Word done() const { return out.done(); }
    Word none() const { return out.done(); }
};
// Sets whose words need blocks: few are put into their places among those of the first one.
struct GatheredSets : Gathered {
    int kind;

    GatheredSets(Machine& machine, int what) : Gathered(machine), kind(what) {}
    bool take(Word set) {
        if (out.n == 0) return Gathered::take(set);
        for (int k = 0; k < set.b && m.good(); ++k) out.insert(m.words(set)[k], kind);
        return m.good();
    }
};
ARCLOOM_OP(join_lists) {
    Gathered whole(m);
    return shape::combine(whole, a, b);
}
ARCLOOM_OP(unite_sets) {
    constexpr int kFew = 8;
    const bool of_sets = number == kPatches || number == kObjects;
    if (is_plain(number) || (b.b > kFew && of_sets)) {
        const Word both = join_lists(m, a, b, a, a, 0);
        if (!m.good()) return {0, 0};
        return of_sets ? set_of_sets(m, both, number) : make_set(m, both, a, a, a, number);
    }
    GatheredSets whole(m, number);
    return shape::combine(whole, a, b);
}
// Where the words of a set ascend, halves of it need not be looked at.
DEVICE_OP bool is_member(Machine& m, int kind, Word set, Word w) {
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
// What a set has, and what any list has.
struct Members {
    Machine& m;
    Word list;
    int kind;

    bool have(Word w) const {
        return is_plain(kind) ? has_key(m.words(list), list.b, kind, key_of(kind, w)) : is_member(m, kind, list, w);
    }
};
struct Listed : Members {
    bool have(Word w) const {
        return is_plain(kind) ? count_key(m.words(list), list.b, kind, key_of(kind, w)) != 0 : has_word(m, kind, list, w);
    }
};
ARCLOOM_OP(difference_lists) {
    Kept list(m, a, number, b.b);
    m.charge(sort_work(b.b) + kLookupWork * a.b, 0);
    return shape::difference(list, Listed{{m, b, number}});
}
inline Word kept_members(Machine& m, Word a, Word b, int kind, bool members) {
    Kept list(m, a, kind, kBlockWords);
    m.charge(kLookupWork * a.b, 0);
    const Members others{m, b, kind};
    return members ? shape::intersection(list, others) : shape::difference(list, others);
}
ARCLOOM_OP(difference_sets) { return kept_members(m, a, b, number, false); }
ARCLOOM_OP(intersect_sets) { return kept_members(m, a, b, number, true); }
ARCLOOM_OP(member) { return truth(is_member(m, number, b, a)); }
ARCLOOM_OP(without) {
    KeptInTurn list(m, b, number);
    return shape::remove(a, list);
}
inline Word extreme(Machine& m, Word list, int way) {
    if (list.b == 0) return whole_number(0);
    m.charge(list.b, list.b / kShared);
    return m.good() ? m.words(list)[extreme_at(m.words(list), list.b, kNumbers, way)] : Word{0, 0};
}
ARCLOOM_OP(maximum) { return extreme(m, a, 1); }
ARCLOOM_OP(minimum) { return extreme(m, a, -1); }
inline int occurrences_of(Machine& m, int kind, Word list, Word w) {
    m.take_time(list.b);
    int n = 0;
    for (int k = 0; k < list.b && m.good(); ++k) n += same_words(m, kind, m.words(list)[k], w) ? 1 : 0;
    return n;
}
// The value that occurs most (1) or least (-1) often, the least of those alike.
inline Word by_count(Machine& m, Word list, int kind, int way) {
    if (list.b == 0) m.bail(kNoReason);
    m.charge(kSortWork * list.b);
    if (is_plain(kind)) {
        m.take_time(time_of_pairs(list.b, list.b));
        return m.good() ? extreme_count(m.words(list), list.b, kind, way) : Word{0, 0};
    }
    Word best{0, 0};
    int most = 0;
    for (int k = 0; k < list.b && m.good(); ++k) {
        const Word w = m.words(list)[k];
        const int n = occurrences_of(m, kind, list, w);
        if (shape::beats(n, most, way > 0) || (n == most && order_of_words(m, kind, w, best) < 0)) {
            best = w;
            most = n;
        }
    }
    return best;
}
ARCLOOM_OP(mostcommon) { return by_count(m, a, number, 1); }
ARCLOOM_OP(leastcommon) { return by_count(m, a, number, -1); }

// What a loop gave for each element of a list: keys to choose by, or truths to keep by.
struct Judged {
    Machine& m;
    Word list, verdicts;

    Word kept(auto holds) const {
        const Word out = m.new_list(list.b), *words = m.words(verdicts);
        if (!m.good()) return {0, 0};
        return {out.a, write_kept(m.words(out), m.words(list), list.b, [&](int k) { return holds(words[k]); })};
    }
};
ARCLOOM_OP(keep) {
    const Judged list{m, a, b};
    return shape::sfilter(list);
}
DEVICE_OP int best_at(Machine& m, Word keys, int kind, int way) {
    if (is_plain(kind)) {
        m.charge(keys.b, keys.b / kShared);
        return extreme_at(m.words(keys), keys.b, kind, way);
    }
    if (kind == kPatches || kind == kObjects) {  // sets do not compare
        if (keys.b > 1) m.fail(kKind);
        return 0;
    }
    m.look_at(keys.b);
    return shape::best_of(keys.b, way > 0, [&](int k, int best) {
        return m.good() ? order_of_words(m, kind, m.words(keys)[k], m.words(keys)[best]) : 0;
    });
}
// The kind of the keys; where that is below 0, ~kind, and the least is meant. Of best_key, twice the kind, and one more where
// the loop fails for its kind on a number: it is given 0 where there are no elements.
ARCLOOM_OP(best_element) {
    if (a.b == 0) m.fail(kEmpty);
    return m.good() ? m.words(a)[best_at(m, b, number < 0 ? ~number : number, number < 0 ? -1 : 1)] : Word{0, 0};
}
ARCLOOM_OP(best_key) {
    const int which = number < 0 ? ~number : number;
    if (a.b == 0 && (which & 1) != 0) m.fail(kKind);
    if (a.b == 0) m.bail(kNoReason);
    return m.good() ? m.words(a)[best_at(m, a, which >> 1, number < 0 ? -1 : 1)] : Word{0, 0};
}
// Ascending by keys, which are numbers or places; stable.
ARCLOOM_OP(order) {
    const Word out = m.new_list(a.b), *keys = m.words(b);
    m.take_time(time_of_pairs(a.b, a.b));
    if (!m.good()) return {0, 0};
    write_sorted(m.words(out), m.words(a), a.b, [&](int k) { return key_of(number, keys[k]); });
    return out;
}
struct PlaceMaker : Maker {
    static Word pair(Word x, Word y) { return place(x.a, y.a); }
};
struct CellMaker : Maker {
    static Word pair(Word x, Word y) { return cell(x.a, y.a, y.b); }
};
// A pair of anything needs room of its own.
struct PairMaker {
    Machine& m;

    Word made(int n, auto word) const {
        Filling out(m, n);
        for (int k = 0; k < n && m.good(); ++k) out.add(word(k));
        return out.done();
    }
    Word pair(Word x, Word y) const { return two_words(m, x, y, x, x, 0); }
};
// Pairs at equal places; what they are made of, the number tells: 0 integers, 1 colours and places, 2 anything.
ARCLOOM_OP(pairs) {
    const Word *first = m.words(a), *second = m.words(b);
    const auto paired = [&](const auto& maker) {
        return shape::pair(maker, a.b, b.b, [=](int k) { return first[k]; }, [=](int k) { return second[k]; });
    };
    if (number == 0) return paired(PlaceMaker{{m}});
    if (number != 1) return paired(PairMaker{m});
    const int n = shape::smaller(a.b, b.b);
    if (count_words(first, n, [&](Word w, int k) { return !is_cell(w, second[k]); }) > 0) m.bail(kLarge);
    return paired(CellMaker{{m}});
}
// Those of all pairs that a loop over them found true.
struct JudgedPairs {
    Machine& m;
    Word first, second, verdicts;

    Word kept(auto holds) const {
        int count = 0;
        m.look_at(verdicts.b);
        for (int k = 0; k < verdicts.b; ++k) count += holds(m.words(verdicts)[k]) ? 1 : 0;
        Filling out(m, count);
        const PairMaker maker{m};
        for (int k = 0; k < verdicts.b && m.good(); ++k) {
            if (holds(m.words(verdicts)[k])) out.add(shape::pair_of_product(maker, k, second.b, words_of(first), words_of(second)));
        }
        return out.done();
    }

  private:
    auto words_of(Word list) const {
        return [words = m.words(list)](int k) { return words[k]; };
    }
};
ARCLOOM_OP(keep_pairs) {
    const JudgedPairs pairs{m, a, b, c};
    return shape::sfilter(pairs);
}
// All pairs of integers, as places.
ARCLOOM_OP(product) {
    const PlaceMaker maker{{m}};
    const Word *rows = m.words(a), *columns = m.words(b);
    const Word all = shape::product(maker, a.b, b.b, [=](int k) { return rows[k]; }, [=](int k) { return columns[k]; });
    return m.good() ? patch_of_places(m, all, a, a, a, 0) : Word{0, 0};
}

}  // namespace arcloom::gpu::ops
