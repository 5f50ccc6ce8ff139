// native/batt/by_colour.cpp: an object's cells filtered by what a body says of their colours, a plane at a time
#include "ops/support/scalars.hpp"
#include "evaluate.hpp"

namespace arcloom {

namespace {
constexpr uint32_t kMostPlanes = 32;  // of more colours, sets of cells are made in another way
}  // namespace

// Runs the body for one cell, as all cells of its colour would. Where that gives no plain answer, neither is told.
bool Evaluator::ask_of_cell(LoopCode& code, Value cell, bool in_lanes, bool& passes, int64_t& fuel) {
    const int64_t spent = context_.fuel.spent();
    const Context::Mark before = context_.mark();
    Value v;
    if (in_lanes) {
        const Block block{&cell, 1, nullptr, 0};
        if (!execute_lanes(code, code.all, block)) return false;
        lane_values(code.all, block, &v);
    } else {
        values_[code.inner] = cell;
        if (execute(code.all).undefined()) return false;
        v = values_[code.all.root];
    }
    forget(before);
    if (v.is_heap() || v.undefined() || context_.fuel.dry()) return false;
    passes = truth(v);
    fuel = context_.fuel.spent() - spent;
    return true;
}

// sfilter of an object, at the price of asking each cell: blocks of kLanes, the last of which may be a single one.
// kUndecided where some colour has no plain answer, or the fuel does not last: then every cell is asked.
Value Evaluator::filter_by_colour(LoopCode& code, const Object* o) {
    if (o->nplanes > kMostPlanes || o->born == UINT32_MAX) return scalars::kUndecided;
    const Fuel before = context_.fuel;
    const auto fail = [&] {
        context_.fuel = before;
        return scalars::kUndecided;
    };
    if (!context_.charge(o->count) || mapping::tick(context_, o->count).undefined()) return fail();
    const bool in_lanes = o->count >= kFewLanes, single_end = in_lanes && o->count % kLanes == 1;
    Plane kept[kMostPlanes];
    size_t n = 0;
    for (uint32_t k = 0; k < o->nplanes; ++k) {
        const Plane& plane = o->planes[k];
        const Place at = first_place(plane.patch);
        const Value cell = raw_cell(plane.colour, at.i, at.j);
        const bool end = single_end && k + 1 == o->nplanes;
        const int64_t alike = int64_t{plane.patch->count} - (end ? 1 : 0);
        bool passes = false;
        int64_t fuel = 0;
        if (alike > 0) {
            if (!ask_of_cell(code, cell, in_lanes, passes, fuel) || !context_.charge(fuel * (alike - 1))) return fail();
        }
        if (end && !ask_of_cell(code, cell, false, passes, fuel)) return fail();
        if (passes) kept[n++] = plane;
    }
    if (n == o->nplanes) return heap_value(o);
    // As if the set was made of its cells.
    for (size_t k = 0; k < n; ++k) context_.fuel.take(kValueFuel + bytes_of(kept[k].patch) / 16);
    return make_object(context_, kept, n);
}

}  // namespace arcloom
