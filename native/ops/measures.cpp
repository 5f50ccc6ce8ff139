// native/ops/measures.cpp: height, width and what follows from them
#include "measures.hpp"

#include "ops/support/places.hpp"
#include "shape/ops.hpp"

namespace arcloom {

namespace {

// The box of a non-empty set; false where it holds no places.
bool box_of_set(Context& c, Value v, Box& out) {
    if (is_kind(v, Kind::Patch)) {
        out = as_patch(v)->box;
    } else if (is_kind(v, Kind::Object)) {
        out = as_object(v)->box;
    } else {
        Places places;
        if (!read_places(c, v, places)) return false;
        out = places.box;
    }
    return true;
}

// Length of a non-empty tuple's first element.
bool first_length(Context& c, Value v, int64_t& out) {
    if (is_kind(v, Kind::Grid)) {
        out = as_grid(v)->w;
        return true;
    }
    const Value first = element_at(c, v, 0);
    if (!is_container(first)) return false;
    out = size_of(first);
    return true;
}

}  // namespace

bool height_of(Context& c, Value v, int64_t& out) {
    if (!is_container(v)) return false;
    out = size_of(v);
    if (out == 0 || is_tuple(v)) return true;
    Box box;
    if (!box_of_set(c, v, box)) return false;
    out = box.h;
    return true;
}

bool width_of(Context& c, Value v, int64_t& out) {
    if (!is_container(v)) return false;
    out = 0;
    if (size_of(v) == 0) return true;
    if (is_tuple(v)) return first_length(c, v, out);
    Box box;
    if (!box_of_set(c, v, box)) return false;
    out = box.w;
    return true;
}

bool centre_of_box(Context& c, Value v, const Box& box, Place& out) {
    int64_t h = box.h, w = box.w;
    if (is_tuple(v) && (!height_of(c, v, h) || !width_of(c, v, w))) return false;
    out = shape::centre({box.top, box.left, static_cast<int32_t>(h), static_cast<int32_t>(w)});
    return true;
}

namespace {

// What a value says of itself (shape/measures.hpp). Once it has no answer it is looked at no more.
class Measured {
  public:
    Measured(Context& c, Value v) : context_(c), value_(v) {}
    int64_t height() {
        const Box* box = this->box();
        return box != nullptr ? box->h : side(height_of);
    }
    int64_t width() {
        const Box* box = this->box();
        return box != nullptr ? box->w : side(width_of);
    }
    int64_t size() const { return size_of(value_); }
    // A tuple is measured as a grid; an empty one has no rows to be as long as.
    bool holds(int64_t n) {
        if (!is_tuple(value_)) return n == size();
        if (n == 0 && !why_.undefined()) why_ = empty();
        return true;
    }
    Value answer(bool v) const { return why_.undefined() ? why_ : make_bool(v); }
    Value answer(int64_t v) const { return why_.undefined() ? why_ : make_int(v); }
    Value answer(shape::Sides<int64_t> v) const { return why_.undefined() ? why_ : make_pair(context_, v.h, v.w); }

  private:
    Context& context_;
    Value value_, why_ = nothing();

    // Where bits tell it.
    const Box* box() const {
        if (is_kind(value_, Kind::Patch)) return &as_patch(value_)->box;
        return is_kind(value_, Kind::Object) ? &as_object(value_)->box : nullptr;
    }
    int64_t side(bool (*side_of)(Context&, Value, int64_t&)) {
        int64_t out = 0;
        if (!why_.undefined() && !side_of(context_, value_, out)) why_ = no_places(context_);
        return out;
    }
};

Value measured(Context& c, Value v, int64_t cost, auto measure) {
    if (!c.charge(cost)) return out_of_fuel();
    Measured measured_one(c, v);
    return measured_one.answer(measure(measured_one));
}

}  // namespace

std::span<const OpBody> measures_ops() {
    using namespace measures;
    static constexpr OpBody kOps[] = {
#define X(op, type, cost)                                                                                   \
    {#op, 1, [](Context& c, const Value* a) {                                                               \
         return measured(c, a[0], cost, [](Measured& measured_one) { return shape::op(measured_one); });    \
     }, kMeasures},
        ARCLOOM_MEASURES(X) ARCLOOM_MEASURES_OF_PATCHES(X)
#undef X
        {"mostcolor", 1, mostcolor, kMeasures},
        {"leastcolor", 1, leastcolor, kMeasures},
        {"colorcount", 2, colorcount, kMeasures},
        {"palette", 1, palette, kMakesReading},
        {"numcolors", 1, numcolors, kMeasures},
        {"color", 1, color, kMeasures},
        {"colorfilter", 2, colorfilter}, {"hperiod", 1, hperiod}, {"vperiod", 1, vperiod},
    };
    return kOps;
}

}  // namespace arcloom
