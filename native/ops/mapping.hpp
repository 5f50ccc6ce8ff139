// native/ops/mapping.hpp: ops that apply a function to elements, each written once over any kind of function
//
// The function is any MappedFunction. The dynamic form (mapping.cpp) wraps a callable value; the evaluator
// (batt/loops.cpp) wraps a loop's body that weaving has inlined.
#pragma once

#include <algorithm>
#include <concepts>
#include <utility>

#include "ops/support/best.hpp"
#include "ops/support/buffer.hpp"
#include "ops/support/merge.hpp"
#include "ops/support/scalars.hpp"
#include "ops/support/union.hpp"
#include "shape/lists.hpp"
#include "containers.hpp"
#include "lines.hpp"
#include "registry.hpp"

namespace arcloom {

// Defaults of a function that is mapped: elements one by one, nothing known of it.
struct PlainFunction {
    // How many of n elements `images` takes at once; at most mapping::kBlock.
    static size_t step(size_t) { return 1; }
    // Over all pairs of two containers, this comes first for each element of the outer one.
    static Value outer(Value, const std::vector<Value>&) { return wrong_type(); }
    // Whether f(x, y) is connect(x, y).
    static bool connects() { return false; }
    // Whether `draw(x, k, union)` can add the value for the k-th element x to a union, without making it.
    static bool draws() { return false; }
    static Value draw(Value, size_t, UnionBuilder&) { return wrong_type(); }
    // Unions need not hold what lies outside of this; null: they hold all.
    static const Clip* clip() { return nullptr; }
    // Nothing that f made since the mark is needed any more; f may take the memory back.
    static void forget(const Context::Mark&) {}
};

// What a mapping op asks of its function. A value may be Undefined. Required: f(x), f(x, y), and
// f.images(items, first, n, out), which gives the values of n elements, the first of which is the `first`-th of all;
// Undefined where one is. PlainFunction has the rest.
template <class F>
concept MappedFunction = requires(F f, Value x, const Value* items, Value* out, size_t n, const std::vector<Value>& inner,
                                  UnionBuilder& all, const Context::Mark& mark) {
    { f(x) } -> std::same_as<Value>;
    { f(x, x) } -> std::same_as<Value>;
    { f.images(items, n, n, out) } -> std::same_as<Value>;
    { f.step(n) } -> std::same_as<size_t>;
    { f.outer(x, inner) } -> std::same_as<Value>;
    { f.connects() } -> std::same_as<bool>;
    { f.draws() } -> std::same_as<bool>;
    { f.draw(x, n, all) } -> std::same_as<Value>;
    { f.clip() } -> std::same_as<const Clip*>;
    f.forget(mark);
};

namespace mapping {

// The function is called on sides of demos, not on the container's elements.
inline bool over_sides(MapKind k) {
    return k == MapKind::InputOnly || k == MapKind::OutputOnly || k == MapKind::OnInputs || k == MapKind::OnOutputs;
}

// Of fewer sets, the union is made at once from all of them.
inline constexpr size_t kWorthUniting = 32, kWorthDrawing = 4;

inline Value tick(Context& c, size_t elements = 1) {
    if (!c.charge(4 * static_cast<int64_t>(elements)) || c.stopped()) return out_of_fuel();
    return c.out_of_memory() ? undefined(Reason::Memory) : nothing();
}

inline constexpr size_t kBlock = 64;  // most elements of a block

// Calls use(element, f's value) until it is false, or use.take(values) a block. Undefined as soon as a value is.
// Where use has absorbed(), that tells whether the values of the block just used are needed no more.
template <MappedFunction F, class Use>
Value each_image(Context& c, F& f, const std::vector<Value>& items, Use&& use, size_t from = 0) {
    const size_t step = f.step(items.size());
    Buffer<Value, kBlock> out(step);
    for (size_t at = from; at < items.size(); at += step) {
        const size_t n = std::min(step, items.size() - at);
        if (const Value t = tick(c, n); t.undefined()) return t;
        const Context::Mark before = c.mark();
        if (const Value e = f.images(items.data() + at, at, n, out.data()); e.undefined()) return e;
        if constexpr (requires { use.take(out.data(), n); }) {
            use.take(out.data(), n);
        } else {
            for (size_t k = 0; k < n; ++k) {
                if (!use(items[at + k], out[k])) return nothing();
            }
        }
        if constexpr (requires { use.absorbed(); }) {
            if (use.absorbed()) f.forget(before);
        }
    }
    return nothing();
}

// f of each element, in iteration order. Undefined as soon as one is.
template <MappedFunction F>
Value images(Context& c, F& f, const std::vector<Value>& items, std::vector<Value>& out) {
    out.resize(items.size());
    const size_t step = f.step(items.size());
    for (size_t at = 0; at < items.size(); at += step) {
        const size_t n = std::min(step, items.size() - at);
        if (const Value t = tick(c, n); t.undefined()) return t;
        if (const Value e = f.images(items.data() + at, at, n, out.data() + at); e.undefined()) return e;
    }
    return nothing();
}

inline Value elements(Context& c, Value container, std::vector<Value>& out) {
    if (!is_container(container)) return wrong_type();
    if (!c.charge(size_of(container))) return out_of_fuel();
    list_elements(c, container, out);
    return nothing();
}

// The positions of the keys, ascending, equal ones as they stand. False where some keys do not compare.
bool ascending(const Value* keys, size_t n, uint32_t* positions);

template <MappedFunction F>
Value order(Context& c, F& f, Value container, Scratch& items) {
    Scratch keys(c);
    if (const Value e = elements(c, container, *items); e.undefined()) return e;
    if (const Value e = images(c, f, *items, *keys); e.undefined()) return e;
    if (!c.charge(4 * static_cast<int64_t>(items.size()))) return out_of_fuel();
    Buffer<uint32_t, kBlock> at(items.size());
    if (!ascending(keys.data(), items.size(), at.data())) return wrong_type();
    for (size_t k = 0; k < items.size(); ++k) keys.data()[k] = items.data()[at[k]];
    items->swap(*keys);
    return nothing();
}

template <MappedFunction F>
Value best(Context& c, F& f, Value container, Best& all) {
    Scratch items(c);
    if (const Value e = elements(c, container, *items); e.undefined()) return e;
    const size_t step = f.step(items.size());
    Buffer<Value, kBlock> keys(step);
    for (size_t at = 0; at < items.size(); at += step) {
        const size_t n = std::min(step, items.size() - at);
        if (const Value t = tick(c, n); t.undefined()) return t;
        if (const Value e = f.images(items.data() + at, at, n, keys.data()); e.undefined()) return e;
        if (!all.take(items.data() + at, keys.data(), n)) return wrong_type();
    }
    return nothing();
}

template <MappedFunction F>
Value best_key(Context& c, F& f, Value container, bool largest) {
    Best all(largest);
    if (is_container(container) && size_of(container) == 0) return f(make_int(0));
    const Value e = best(c, f, container, all);
    return e.undefined() ? e : all.key;
}

template <MappedFunction F>
Value best_element(Context& c, F& f, Value container, bool largest) {
    Best all(largest);
    if (is_container(container) && size_of(container) == 0) return empty();
    const Value e = best(c, f, container, all);
    return e.undefined() ? e : all.element;
}

// (element, key, element, key) of the two best of a set, by numbers; nothing where that is not possible.
template <MappedFunction F>
Value best_two(Context& c, F& f, Value container, bool largest) {
    if (!is_set(container) || size_of(container) < 2) return nothing();
    Scratch items(c);
    if (const Value e = elements(c, container, *items); e.undefined()) return e;
    Value two[4];
    size_t found = 0;
    const auto beats = [&](Value v, Value key) { return shape::outdoes(v.as_int(), key.as_int(), largest); };
    bool numbers = true;
    const Value e = each_image(c, f, *items, [&](Value x, Value v) {
        if (!v.is_int()) return numbers = false;
        if (found > 0 && beats(v, two[1])) {
            two[2] = std::exchange(two[0], x);
            two[3] = std::exchange(two[1], v);
        } else if (found == 1 || (found > 1 && beats(v, two[3]))) {
            two[2] = x;
            two[3] = v;
        } else if (found == 0) {
            two[0] = x;
            two[1] = v;
        }
        ++found;
        return true;
    });
    if (e.undefined() && (c.fuel.dry() || e.reason() == Reason::Memory)) return e;
    return e.undefined() || !numbers ? nothing() : make_tuple(c, two, 4);
}

// What best_two found, without x.
inline Value other_of(Context& c, Value two, Value x, bool key) {
    const uint32_t at = element_at(c, two, 0) == x ? 2 : 0;
    return element_at(c, two, at + (key ? 1 : 0));
}

// The elements of a container, judged by a function (shape/lists.hpp). Undefined where it is for one of them.
template <MappedFunction F>
struct Judged {
    Context& context;
    F& judge;
    Value container;
    std::vector<Value>& out;

    Value kept(auto holds) const {
        Scratch items(context);
        if (const Value e = elements(context, container, *items); e.undefined()) return e;
        return each_image(context, judge, *items, [&](Value x, Value v) {
            if (holds(v)) out.push_back(x);
            return true;
        });
    }
};

template <MappedFunction F>
Value filter(Context& c, F& f, Value container, std::vector<Value>& kept) {
    const Judged<F> list{c, f, container, kept};
    return shape::sfilter(list);
}

template <MappedFunction F>
Value sfilter(Context& c, F& f, Value container) {
    Scratch kept(c);
    if (const Value e = filter(c, f, container, *kept); e.undefined()) return e;
    if (kept.size() == size_of(container)) return container;
    if (is_set(container)) return make_ascending_set(c, kept.data(), kept.size());
    return make_tuple(c, kept.data(), kept.size());
}

template <MappedFunction F>
Value mfilter(Context& c, F& f, Value container) {
    Scratch kept(c);
    if (const Value e = filter(c, f, container, *kept); e.undefined()) return e;
    return merge_all(c, kept.data(), kept.size(), is_set(container));
}

// One element at a time: those behind the first that passes are never looked at.
template <MappedFunction F>
Value extract(Context& c, F& f, Value container) {
    Scratch items(c);
    if (const Value e = elements(c, container, *items); e.undefined()) return e;
    for (size_t k = 0; k < items.size(); ++k) {
        if (const Value t = tick(c); t.undefined()) return t;
        Value v;
        if (const Value e = f.images(items.data() + k, k, 1, &v); e.undefined()) return e;
        if (truth(v)) return items.data()[k];
    }
    return empty();
}

template <MappedFunction F>
Value apply(Context& c, F& f, Value container) {
    if (container.is_pair()) {  // often a vector or a place: no list is needed
        const Value halves[2] = {make_int(container.pair_i()), make_int(container.pair_j())};
        Value made[2];
        for (size_t k = 0; k < 2; ++k) {
            if (const Value e = f.images(halves + k, k, 1, made + k); e.undefined()) return e;
        }
        return make_tuple2(c, made[0], made[1]);
    }
    Scratch items(c), out(c);
    if (const Value e = elements(c, container, *items); e.undefined()) return e;
    if (const Value e = images(c, f, *items, *out); e.undefined()) return e;
    return make_like(c, container, *out);
}

// Adds what it is given to a union.
struct UniteImages {
    Context& context;
    UnionBuilder& all;
    Value failure = nothing();
    bool kept = false;  // something of this block was not absorbed
    bool operator()(Value, Value v) {
        if (failure.undefined()) return false;
        bool in = false;
        failure = all.add(context, v, in);
        kept |= !in;
        return !failure.undefined();
    }
    bool absorbed() { return !std::exchange(kept, false); }
};

// Where f can draw its values into the union itself: from the `from`-th element on.
template <MappedFunction F>
Value draw_images(Context& c, F& f, const std::vector<Value>& items, UnionBuilder& all, size_t from = 0) {
    for (size_t k = from; k < items.size(); ++k) {
        if (const Value t = tick(c); t.undefined()) return t;
        if (const Value e = f.draw(items[k], k, all); e.undefined()) return e;
    }
    return nothing();
}

// Of a set: the union of the images, each of which dies as soon as it is in.
template <MappedFunction F>
Value united_images(Context& c, F& f, const std::vector<Value>& items) {
    UnionBuilder all(c, f.clip());
    UniteImages unite{c, all};
    const Value e = f.draws() ? draw_images(c, f, items, all) : each_image(c, f, items, unite);
    if (e.undefined()) return e;
    return unite.failure.undefined() ? unite.failure : all.finish(c);
}

template <MappedFunction F>
Value mapply(Context& c, F& f, Value container) {
    Scratch items(c), out(c);
    if (const Value e = elements(c, container, *items); e.undefined()) return e;
    const size_t worth = f.draws() ? kWorthDrawing : kWorthUniting;
    if (is_set(container) && items.size() >= worth) return united_images(c, f, *items);
    if (const Value e = images(c, f, *items, *out); e.undefined()) return e;
    return merge_all(c, out.data(), out.size(), is_set(container));
}

template <MappedFunction F>
Value papply(Context& c, F& f, Value a, Value b, bool merged) {
    Scratch x(c), y(c), out(c);
    if (const Value e = elements(c, a, *x); e.undefined()) return e;
    if (const Value e = elements(c, b, *y); e.undefined()) return e;
    for (size_t k = 0; k < std::min(x.size(), y.size()); ++k) {
        if (const Value t = tick(c); t.undefined()) return t;
        const Value v = f(x.data()[k], y.data()[k]);
        if (v.undefined()) return v;
        out.push(v);
    }
    return merged ? merge_all(c, out.data(), out.size(), false) : make_tuple(c, out.data(), out.size());
}

// All pairs, the outer container's elements one after the other; use(x) gives what each_image wants. Where
// `half`, the containers are one, and of (x, y) and (y, x) one is enough.
template <MappedFunction F, class Use>
Value each_pair(Context& c, F& f, const std::vector<Value>& outer, const std::vector<Value>& inner, bool half,
                Use&& use) {
    for (size_t k = 0; k < outer.size(); ++k) {
        if (const Value e = f.outer(outer[k], inner); e.undefined()) return e;
        if (const Value e = each_image(c, f, inner, use(outer[k]), half ? k : 0); e.undefined()) return e;
    }
    return nothing();
}

// All pairs, judged by a function (shape/lists.hpp).
template <MappedFunction F>
struct JudgedPairs {
    Context& context;
    F& judge;
    const std::vector<Value>&outer, &inner;
    std::vector<Value>& out;

    Value kept(auto holds) const {
        return each_pair(context, judge, outer, inner, false, [&](Value x) {
            return [&, x](Value y, Value v) {
                if (holds(v)) out.push_back(make_tuple2(context, x, y));
                return true;
            };
        });
    }
};

// Keeps what it is given.
struct KeepImages {
    std::vector<Value>& out;
    void take(const Value* values, size_t n) { out.insert(out.end(), values, values + n); }
};

template <MappedFunction F>
Value prapply(Context& c, F& f, Value a, Value b) {
    Scratch x(c), y(c), out(c);
    // The outer container is looked at first; the inner one only where the outer has elements.
    if (const Value e = elements(c, b, *y); e.undefined()) return e;
    if (y.size() == 0) return c.empty_set();
    if (const Value e = elements(c, a, *x); e.undefined()) return e;
    const Value e = each_pair(c, f, *y, *x, a == b && f.connects(), [&](Value) { return KeepImages{*out}; });
    return e.undefined() ? e : make_set(c, *out);
}

// The union of f's values over all pairs.
template <MappedFunction F>
Value united_pairs(Context& c, F& f, const std::vector<Value>& outer, const std::vector<Value>& inner, bool half) {
    UnionBuilder all(c, f.clip());
    if (f.connects()) {
        const Value e = add_lines(c, all, outer, inner, half);
        return e.undefined() ? e : all.finish(c);
    }
    if (f.draws()) {
        for (size_t k = 0; k < outer.size(); ++k) {
            if (const Value e = f.outer(outer[k], inner); e.undefined()) return e;
            if (const Value e = draw_images(c, f, inner, all, half ? k : 0); e.undefined()) return e;
        }
        return all.finish(c);
    }
    UniteImages unite{c, all};
    const Value e = each_pair(c, f, outer, inner, half, [&](Value) -> UniteImages& { return unite; });
    if (e.undefined()) return e;
    return unite.failure.undefined() ? unite.failure : all.finish(c);
}

template <MappedFunction F>
Value mprapply(Context& c, F& f, Value a, Value b) {
    Scratch x(c), y(c);
    if (const Value e = elements(c, b, *y); e.undefined()) return e;
    if (y.size() == 0) return c.empty_set();
    if (const Value e = elements(c, a, *x); e.undefined()) return e;
    return united_pairs(c, f, *y, *x, a == b && f.connects());
}

template <MappedFunction F>
Value get_rank(Context& c, F& f, Value container, Value rank) {
    if (!rank.is_int()) return wrong_type();
    Scratch items(c);
    if (const Value e = order(c, f, container, items); e.undefined()) return e;
    const int64_t n = static_cast<int64_t>(items.size());
    const int64_t k = rank.as_int() < 0 ? rank.as_int() + n : rank.as_int();
    return k < 0 || k >= n ? out_of_range() : items.data()[k];
}

// What f sees on one side of every demo and on the other side of none, ascending.
template <MappedFunction F>
Value one_sided(Context& c, F& f, Value samples, uint32_t side) {
    Scratch demos(c), kept(c);
    if (const Value e = elements(c, samples, *demos); e.undefined()) return e;
    for (size_t k = 0; k < demos.size(); ++k) {
        const Value demo = demos.data()[k];
        if (!is_tuple(demo) || size_of(demo) != 2) return wrong_type();
        const Value here = f(element_at(c, demo, side));
        if (here.undefined()) return here;
        const Value there = f(element_at(c, demo, 1 - side));
        if (there.undefined()) return there;
        if (!is_container(here) || !is_container(there)) return wrong_type();
        if (k == 0) append_elements(c, here, *kept);
        std::erase_if(*kept, [&](Value v) { return !contains(c, here, v) || contains(c, there, v); });
    }
    const Value set = make_set(c, *kept);
    kept->clear();
    append_elements(c, set, *kept);
    return make_tuple(c, kept.data(), kept.size());
}

// The demos with f of one side in place of that side.
template <MappedFunction F>
Value replaced_side(Context& c, F& f, Value samples, uint32_t side) {
    Scratch demos(c), out(c);
    if (!is_tuple(samples)) return wrong_type();
    if (const Value e = elements(c, samples, *demos); e.undefined()) return e;
    for (size_t k = 0; k < demos.size(); ++k) {
        if (const Value t = tick(c); t.undefined()) return t;
        const Value demo = demos.data()[k];
        if (!is_tuple(demo) || size_of(demo) != 2) return wrong_type();
        const Value image = f(element_at(c, demo, side));
        if (image.undefined()) return image;
        if (!c.charge(kValueFuel)) return out_of_fuel();
        const Value other = element_at(c, demo, 1 - side);
        out.push(side == 0 ? make_tuple2(c, image, other) : make_tuple2(c, other, image));
    }
    return make_tuple(c, out.data(), out.size());
}

}  // namespace mapping

// The op `kind` over the product of two sets, without making it.
template <MappedFunction F>
Value run_product_mapping(Context& c, MapKind kind, F& f, Value a, Value b) {
    Scratch xs(c), ys(c), out(c);
    if (const Value e = mapping::elements(c, a, *xs); e.undefined()) return e;
    if (const Value e = mapping::elements(c, b, *ys); e.undefined()) return e;
    const bool filters = kind == MapKind::Sfilter || kind == MapKind::Mfilter;
    const bool half = a == b && !filters && f.connects();
    if (kind == MapKind::Mapply) return mapping::united_pairs(c, f, *xs, *ys, half);
    const auto keep = [&](Value) { return mapping::KeepImages{*out}; };
    const mapping::JudgedPairs<F> pairs{c, f, *xs, *ys, *out};
    const Value e = filters ? shape::sfilter(pairs) : mapping::each_pair(c, f, *xs, *ys, half, keep);
    if (e.undefined()) return e;
    if (kind == MapKind::Sfilter) return make_ascending_set(c, out.data(), out.size());
    if (kind == MapKind::Apply) return make_set(c, *out);
    return merge_all(c, out.data(), out.size(), true);
}

// a: the arguments without the function, in order.
template <MappedFunction F>
Value run_mapping(Context& c, MapKind kind, F& f, const Value* a) {
    switch (kind) {
        case MapKind::TwoGreatest: return mapping::best_two(c, f, a[0], true);
        case MapKind::TwoLeast: return mapping::best_two(c, f, a[0], false);
        case MapKind::Order: {
            Scratch items(c);
            const Value e = mapping::order(c, f, a[0], items);
            return e.undefined() ? e : make_tuple(c, items.data(), items.size());
        }
        case MapKind::Valmax: return mapping::best_key(c, f, a[0], true);
        case MapKind::Valmin: return mapping::best_key(c, f, a[0], false);
        case MapKind::Argmax: return mapping::best_element(c, f, a[0], true);
        case MapKind::Argmin: return mapping::best_element(c, f, a[0], false);
        case MapKind::Sfilter: return mapping::sfilter(c, f, a[0]);
        case MapKind::Mfilter: return mapping::mfilter(c, f, a[0]);
        case MapKind::Extract: return mapping::extract(c, f, a[0]);
        case MapKind::Apply: return mapping::apply(c, f, a[0]);
        case MapKind::Mapply: return mapping::mapply(c, f, a[0]);
        case MapKind::Papply: return mapping::papply(c, f, a[0], a[1], false);
        case MapKind::Mpapply: return mapping::papply(c, f, a[0], a[1], true);
        case MapKind::Prapply: return mapping::prapply(c, f, a[0], a[1]);
        case MapKind::Mprapply: return mapping::mprapply(c, f, a[0], a[1]);
        case MapKind::GetRank: return mapping::get_rank(c, f, a[0], a[1]);
        case MapKind::InputOnly: return mapping::one_sided(c, f, a[0], 0);
        case MapKind::OutputOnly: return mapping::one_sided(c, f, a[0], 1);
        case MapKind::OnInputs: return mapping::replaced_side(c, f, a[0], 0);
        case MapKind::OnOutputs: return mapping::replaced_side(c, f, a[0], 1);
        case MapKind::OtherElement:
        case MapKind::OtherKey: break;  // no loops
    }
    return wrong_type();
}

}  // namespace arcloom
