// native/ops/lines.cpp: neighbours of a place, lines between places, whole rows and columns
#include "lines.hpp"

#include <algorithm>

#include "ops/support/scalars.hpp"
#include "shape/ops.hpp"
#include "registry.hpp"

namespace arcloom {

using language::kFrontier;
using language::kRaySteps;

namespace {

// The first two components of a tuple, as integers, for ops that look at no more of it.
bool read_location(Context& c, Value v, int64_t& i, int64_t& j) {
    if (get_pair(v, i, j)) return true;
    if (!is_tuple(v) || size_of(v) < 2) return false;
    const Value a = element_at(c, v, 0), b = element_at(c, v, 1);
    if (!a.is_int() || !b.is_int()) return false;
    i = a.as_int();
    j = b.as_int();
    return true;
}

// A place is exactly two integers.
bool read_place(Context& c, Value v, int64_t& i, int64_t& j) {
    return is_tuple(v) && size_of(v) == 2 && read_location(c, v, i, j);
}

bool within_pairs(int64_t v) { return fits_pair(v - 1) && fits_pair(v + 1); }

// Each side has some of the places.
Value around(Context& c, Value v, unsigned which) {
    if (!c.charge(4)) return out_of_fuel();
    int64_t i = 0, j = 0;
    if (!read_location(c, v, i, j)) return wrong_type();
    if (within_pairs(i) && within_pairs(j)) {
        const uint64_t rows[3] = {shape::around_row(which, 0), shape::around_row(which, 1), shape::around_row(which, 2)};
        return make_patch(c, {static_cast<int32_t>(i - 1), static_cast<int32_t>(j - 1), 3, 3}, rows);
    }
    Scratch places(c);
    for (int y = 0; y < 3; ++y) {
        for (int x = 0; x < 3; ++x) {
            if ((shape::around_row(which, y) >> x) & 1) places.push(make_pair(c, i + y - 1, j + x - 1));
        }
    }
    return make_set(c, *places);
}

// All places from (i0, j0) to (i1, j1) where they lie on a row, a column or a diagonal.
Value line(Context& c, int64_t i0, int64_t j0, int64_t i1, int64_t j1) {
    const auto [si, sj, n, is_there] = shape::course(i0, j0, i1, j1);
    if (!is_there) return c.empty_set();
    if (n >= kMaxElements || !c.charge(n + 4)) return out_of_fuel();
    const bool pairs = fits_pair(i0) && fits_pair(j0) && fits_pair(i1) && fits_pair(j1);
    if (n < 64 && pairs) {
        return make_line(c, {static_cast<int32_t>(i0), static_cast<int32_t>(j0)}, static_cast<int32_t>(si),
                         static_cast<int32_t>(sj), static_cast<int32_t>(n + 1));
    }
    if (n < kPatchColumns && pairs) {
        Window w({static_cast<int32_t>(std::min(i0, i1)), static_cast<int32_t>(std::min(j0, j1)),
                  static_cast<int32_t>(n * (si != 0) + 1), static_cast<int32_t>(n * (sj != 0) + 1)});
        for (int64_t k = 0; k <= n; ++k) {
            w.set(static_cast<int32_t>(i0 + k * si), static_cast<int32_t>(j0 + k * sj));
        }
        return w.finish(c);
    }
    if (!c.charge(n * 3)) return out_of_fuel();
    Scratch places(c);
    for (int64_t k = 0; k <= n; ++k) places.push(make_pair(c, i0 + k * si, j0 + k * sj));
    return make_set(c, *places);
}

Value connect(Context& c, const Value* a) {
    if (!c.charge(1)) return out_of_fuel();
    if (a[0].is_pair() && a[1].is_pair()) {
        return line(c, a[0].pair_i(), a[0].pair_j(), a[1].pair_i(), a[1].pair_j());
    }
    int64_t i0 = 0, j0 = 0, i1 = 0, j1 = 0;
    if (!read_place(c, a[0], i0, j0) || !read_place(c, a[1], i1, j1)) return wrong_type();
    return line(c, i0, j0, i1, j1);
}

// start + kRaySteps * step, within 60 bits.
bool far_end(int64_t start, int64_t step, int64_t& out) {
    if (__builtin_mul_overflow(step, int64_t{kRaySteps}, &out) || __builtin_add_overflow(out, start, &out)) return false;
    return !checked_int(out).undefined();
}

Value shoot(Context& c, const Value* a) {
    if (!c.charge(1)) return out_of_fuel();
    int64_t i = 0, j = 0, di = 0, dj = 0, i1 = 0, j1 = 0;
    if (!read_place(c, a[0], i, j) || !read_location(c, a[1], di, dj)) return wrong_type();
    if (!far_end(i, di, i1) || !far_end(j, dj, j1)) return undefined(Reason::Overflow);
    return line(c, i, j, i1, j1);
}

// (k, x) or (x, k) for k from 0 to 29; x is one component of the location, as it is.
Value frontier(Context& c, Value location, bool vertical) {
    if (!c.charge(kFrontier)) return out_of_fuel();
    if (!is_tuple(location) || size_of(location) < 2) return wrong_type();
    const Value x = element_at(c, location, vertical ? 1 : 0);
    if (x.is_int() && fits_pair(x.as_int())) {
        const auto at = static_cast<int32_t>(x.as_int());
        const auto [from, di, dj, n] = vertical ? shape::vfrontier({0, at}) : shape::hfrontier({at, 0});
        return make_line(c, from, di, dj, n);
    }
    Scratch items(c);
    for (int32_t k = 0; k < kFrontier; ++k) {
        items.push(vertical ? make_tuple2(c, make_int(k), x) : make_tuple2(c, x, make_int(k)));
    }
    return make_set(c, *items);
}

}  // namespace

Value add_lines(Context& c, UnionBuilder& all, const std::vector<Value>& xs, const std::vector<Value>& ys, bool half) {
    for (size_t k = 0; k < xs.size(); ++k) {
        const size_t from = half ? k : 0;
        if (!c.charge(3 * static_cast<int64_t>(ys.size() - from)) || c.stopped()) return out_of_fuel();
        for (size_t n = from; n < ys.size(); ++n) {
            if (scalars::apart(xs[k], ys[n]) || all.add_line(c, xs[k], ys[n])) continue;
            const Value ends[2] = {xs[k], ys[n]};
            const Value line = connect(c, ends);
            bool absorbed = false;
            const Value e = line.undefined() ? marked(line, known_ops().connect) : all.add(c, line, absorbed);
            if (e.undefined()) return e;
        }
    }
    return nothing();
}

std::span<const OpBody> lines_ops() {
    static constexpr OpBody kOps[] = {
#define X(op, which) {#op, 1, [](Context& c, const Value* a) { return around(c, a[0], shape::which); }, kMakes},
        ARCLOOM_PLACES_AROUND(X)
#undef X
        {"connect", 2, connect, makes_as(Code::Connect)},
        {"shoot", 2, shoot, makes_as(Code::Shoot)},
        {"vfrontier", 1, [](Context& c, const Value* a) { return frontier(c, a[0], true); }},
        {"hfrontier", 1, [](Context& c, const Value* a) { return frontier(c, a[0], false); }},
    };
    return kOps;
}

}  // namespace arcloom
