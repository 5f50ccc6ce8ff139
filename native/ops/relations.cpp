// native/ops/relations.cpp: how two patches, or a patch and a grid, lie to each other
#include "relations.hpp"

#include "ops/support/cover.hpp"
#include "ops/support/places.hpp"
#include "measures.hpp"

namespace arcloom {

namespace {

// Both arguments as planes, and the charge for going through them a few times.
bool read_both(Context& c, const Value* v, Cover& a, Cover& b) {
    if (!read_cover(c, v[0], a) || !read_cover(c, v[1], b)) return false;
    return c.charge(8 + int64_t{8} * a.n * b.n);
}

Value hmatching(Context& c, const Value* v) {
    Cover a, b;
    return read_both(c, v, a, b) ? make_bool(share_row(a, b)) : no_places(c);
}

Value vmatching(Context& c, const Value* v) {
    Cover a, b;
    return read_both(c, v, a, b) ? make_bool(share_column(a, b)) : no_places(c);
}

Value manhattan(Context& c, const Value* v) {
    Cover a, b;
    if (!read_both(c, v, a, b)) return no_places(c);
    if (a.n == 0 || b.n == 0) return empty();
    const int64_t d = distance(c, a, b);
    return d < 0 ? out_of_fuel() : make_int(d);
}

Value adjacent(Context& c, const Value* v) {
    Cover a, b;
    if (!read_both(c, v, a, b)) return no_places(c);
    if (a.n == 0 || b.n == 0) return empty();
    return make_bool(touch(a, 0, 0, b));
}

constexpr int64_t kNoSide = INT64_MIN + 1;  // no box reaches it

// The grid is looked at only as far as the answer needs it, and where it is none, there is none.
Value bordering(Context& c, const Value* v) {
    Places places;
    if (!c.charge(2) || !read_places(c, v[0], places)) return no_places(c);
    if (places.empty()) return empty();
    Value why = nothing();
    const auto rows = [&]() -> int64_t {
        if (is_container(v[1])) return size_of(v[1]);
        why = wrong_type();
        return kNoSide;
    };
    const auto columns = [&]() -> int64_t {
        int64_t w = 0;
        if (why.undefined()) return kNoSide;
        if (is_tuple(v[1]) && size_of(v[1]) != 0 && width_of(c, v[1], w)) return w;
        why = is_tuple(v[1]) && size_of(v[1]) == 0 ? empty() : wrong_type();
        return kNoSide;
    };
    const bool at_edge = shape::bordering(places.box, rows, columns);
    return why.undefined() ? why : make_bool(at_edge);
}

// Places first, so that a tuple of cells counts as a set; a tuple of pairs stays one.
bool centre_of_places(Context& c, Value v, Place& out) {
    Places places;
    if (!read_places(c, v, places) || places.empty()) return false;
    bool ok = false;
    if (is_tuple(v) && first_is_cell(c, v, ok)) v = c.empty_set();
    return centre_of_box(c, v, places.box, out);
}

Value position(Context& c, const Value* v) {
    Place from, to;
    if (!c.charge(4) || !centre_of_places(c, v[0], from) || !centre_of_places(c, v[1], to)) return no_places(c);
    return raw_pair(shape::position(from, to));
}

Value gravitate(Context& c, const Value* v) {
    Cover a, b;
    if (!read_both(c, v, a, b)) return no_places(c);
    if (a.n == 0 || b.n == 0) return empty();
    Place from, to;
    if (!centre_of_box(c, v[0], a.box, from) || !centre_of_box(c, v[1], b.box, to)) return no_places(c);
    const Place way = shape::way_down(share_column(a, b), from, to);
    if (!c.charge(4 * int64_t{language::kGravitySteps} * a.n * b.n)) return out_of_fuel();
    return raw_pair(shape::fallen(way, [&](int di, int dj) { return touch(a, di, dj, b); }));
}

}  // namespace

Value manhattan_of_singles(Context& c, const Value* a) {
    Value x = a[0], y = a[1];
    const Value sets[2] = {make_set(c, &x, 1), make_set(c, &y, 1)};
    return manhattan(c, sets);
}

std::span<const OpBody> relations_ops() {
    static constexpr OpBody kOps[] = {
        {"hmatching", 2, hmatching, kMeasures},
        {"vmatching", 2, vmatching, kMeasures},
        {"manhattan", 2, manhattan, kMeasures},
        {"adjacent", 2, adjacent, kMeasures},
        {"bordering", 2, bordering, kMeasures},
        {"position", 2, position, kMeasures},
        {"gravitate", 2, gravitate, kMeasures},
    };
    return kOps;
}

}  // namespace arcloom
