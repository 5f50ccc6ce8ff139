// native/ops/relations.cpp: how two patches, or a patch and a grid, lie to each other
#include "relations.hpp"

#include "ops/support/cover.hpp"
#include "ops/support/places.hpp"
#include "tile/language.hpp"
#include "measures.hpp"

namespace arcloom {

using language::kGravitySteps;

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

// The grid is looked at only as far as the answer needs it.
Value bordering(Context& c, const Value* v) {
    Places places;
    if (!c.charge(2) || !read_places(c, v[0], places)) return no_places(c);
    if (places.empty()) return empty();
    const Box& box = places.box;
    if (box.top == 0 || box.left == 0) return make_bool(true);
    if (!is_container(v[1])) return wrong_type();
    if (box.bottom() == int64_t{size_of(v[1])} - 1) return make_bool(true);
    if (!is_tuple(v[1])) return wrong_type();
    if (size_of(v[1]) == 0) return empty();
    int64_t w = 0;
    return width_of(c, v[1], w) ? make_bool(box.right() == w - 1) : wrong_type();
}

// The centre of a patch with this box; a tuple is measured as a grid.
bool centre(Context& c, Value v, const Box& box, int64_t& i, int64_t& j) {
    int64_t h = box.h, w = box.w;
    if (is_tuple(v) && (!height_of(c, v, h) || !width_of(c, v, w))) return false;
    i = box.top + h / 2;
    j = box.left + w / 2;
    return true;
}

// Places first, so that a tuple of cells counts as a set; a tuple of pairs stays one.
bool centre_of_places(Context& c, Value v, int64_t& i, int64_t& j) {
    Places places;
    if (!read_places(c, v, places) || places.empty()) return false;
    bool ok = false;
    if (is_tuple(v) && first_is_cell(c, v, ok)) v = c.empty_set();
    return centre(c, v, places.box, i, j);
}

Value position(Context& c, const Value* v) {
    int64_t ai = 0, aj = 0, bi = 0, bj = 0;
    if (!c.charge(4) || !centre_of_places(c, v[0], ai, aj) || !centre_of_places(c, v[1], bi, bj)) {
        return no_places(c);
    }
    const int64_t down = ai < bi ? 1 : -1, right = aj < bj ? 1 : -1;
    if (ai == bi) return raw_pair(0, right);
    return raw_pair(down, aj == bj ? 0 : right);
}

Value gravitate(Context& c, const Value* v) {
    Cover a, b;
    if (!read_both(c, v, a, b)) return no_places(c);
    if (a.n == 0 || b.n == 0) return empty();
    int64_t ai = 0, aj = 0, bi = 0, bj = 0;
    if (!centre(c, v[0], a.box, ai, aj) || !centre(c, v[1], b.box, bi, bj)) return no_places(c);
    int64_t di = 0, dj = 0;
    (share_column(a, b) ? di : dj) = 1;
    if (di != 0 ? ai >= bi : aj >= bj) di = -di, dj = -dj;
    if (!c.charge(4 * int64_t{kGravitySteps} * a.n * b.n)) return out_of_fuel();
    int64_t steps = 0;
    while (steps < kGravitySteps && !touch(a, di * steps, dj * steps, b)) ++steps;
    return make_pair(c, di * steps, dj * steps);
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
