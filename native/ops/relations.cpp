// native/ops/relations.cpp: how two patches, or a patch and a grid, lie to each other
#include "relations.hpp"

#include "ops/support/cover.hpp"
#include "ops/support/places.hpp"
#include "measures.hpp"
#include "shape/ops.hpp"

namespace arcloom {

namespace {

// What two patches say of each other (shape/relations.hpp). Once they have no answer they are looked at no more.
class Both {
  public:
    Both(Context& c, const Value* v) : context_(c), values_(v) {
        // With the charge for going through them a few times.
        if (!read_cover(c, v[0], a_) || !read_cover(c, v[1], b_) || !c.charge(8 + pairs(8))) why_ = no_places(c);
    }
    bool share_row() { return good() && arcloom::share_row(a_, b_); }
    bool share_column() { return good() && arcloom::share_column(a_, b_); }
    Place from() { return centre(values_[0], a_.box); }
    Place to() { return centre(values_[1], b_.box); }
    void pay(int looks) {
        if (good() && !context_.charge(pairs(int64_t{4} * looks))) why_ = out_of_fuel();
    }
    bool touches(int di, int dj) { return !good() || touch(a_, di, dj, b_); }
    int64_t distance() {
        const int64_t d = good() ? arcloom::distance(context_, a_, b_) : 0;
        if (d < 0) why_ = out_of_fuel();
        return d;
    }
    void want_places() {
        if (good() && (a_.n == 0 || b_.n == 0)) why_ = empty();
    }
    bool good() const { return !why_.undefined(); }
    Value answer(bool v) const { return good() ? make_bool(v) : why_; }
    Value answer(int64_t v) const { return good() ? make_int(v) : why_; }
    Value answer(Place v) const { return good() ? raw_pair(v) : why_; }

  private:
    Context& context_;
    const Value* values_;
    Cover a_, b_;
    Value why_ = nothing();

    int64_t pairs(int64_t n) const { return n * a_.n * b_.n; }
    Place centre(Value v, const Box& box) {
        Place out{0, 0};
        if (good() && !centre_of_box(context_, v, box, out)) why_ = no_places(context_);
        return out;
    }
};

Value related(Context& c, const Value* v, bool with_places, auto relation) {
    Both both(c, v);
    if (with_places) both.want_places();
    return both.answer(relation(both));
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

}  // namespace

Value manhattan_of_singles(Context& c, const Value* a) {
    Value x = a[0], y = a[1];
    const Value sets[2] = {make_set(c, &x, 1), make_set(c, &y, 1)};
    return related(c, sets, true, [](Both& both) { return shape::manhattan(both); });
}

std::span<const OpBody> relations_ops() {
    static constexpr OpBody kOps[] = {
#define ARCLOOM_RELATION(op, with_places)                                                                \
    {#op, 2, [](Context& c, const Value* v) {                                                             \
         return related(c, v, with_places, [](Both& both) { return shape::op(both); });                   \
     }, kMeasures},
#define X(op, type) ARCLOOM_RELATION(op, false)
        ARCLOOM_RELATIONS(X)
#undef X
#define X(op, type) ARCLOOM_RELATION(op, true)
        ARCLOOM_RELATIONS_OF_PLACES(X)
#undef X
#undef ARCLOOM_RELATION
        {"bordering", 2, bordering, kMeasures},
        {"position", 2, position, kMeasures},
    };
    return kOps;
}

}  // namespace arcloom
