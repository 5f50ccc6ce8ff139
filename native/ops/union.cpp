// native/ops/union.cpp: bits a colour, and a list of what does not fit
#include "union.hpp"

#include "containers.hpp"

namespace arcloom {

namespace {

// Grids end at 30 and rays at 72; what lies outside is rare.
constexpr Box kNear{-46, -46, 120, 120};

bool near(const Box& b) {
    return b.top >= kNear.top && b.left >= kNear.left && b.bottom() <= kNear.bottom() && b.right() <= kNear.right();
}

bool near(const Object* o) { return near(o->box); }

}  // namespace

Window& UnionBuilder::layer(bool cells, int32_t colour) {
    for (Layer& l : layers_) {
        if (l.cells == cells && l.colour == colour) return l.window;
    }
    Layer& made = layers_.emplace_back();
    made.cells = cells;
    made.colour = colour;
    made.window.reset(kNear);
    return made.window;
}

Value UnionBuilder::add(Context& c, Value v, bool& absorbed) {
    absorbed = true;
    if (is_kind(v, Kind::Patch) && near(as_patch(v)->box)) {
        if (!c.charge(as_patch(v)->box.h)) return out_of_fuel();
        layer(false, 0).unite(as_patch(v));
        return nothing();
    }
    if (is_kind(v, Kind::Object) && near(as_object(v))) {
        const Object* o = as_object(v);
        for (uint32_t k = 0; k < o->nplanes; ++k) {
            if (!c.charge(o->planes[k].patch->box.h)) return out_of_fuel();
            layer(true, o->planes[k].colour).unite(o->planes[k].patch);
        }
        return nothing();
    }
    if (!is_container(v)) return wrong_type();
    if (size_of(v) == 0) return nothing();
    absorbed = false;
    rest_.push(v);
    return nothing();
}

Value UnionBuilder::finish(Context& c) {
    std::sort(layers_.begin(), layers_.end(), [](const Layer& a, const Layer& b) { return a.colour < b.colour; });
    std::vector<Plane> planes;
    if (!c.charge(64 * static_cast<int64_t>(layers_.size()))) return out_of_fuel();
    for (const Layer& l : layers_) {
        const Value places = l.window.finish(c);
        if (l.cells) {
            planes.push_back({l.colour, as_patch(places)});
        } else {
            rest_.push(places);
        }
    }
    if (!planes.empty()) rest_.push(make_object(c, planes.data(), planes.size()));
    return merge_all(c, rest_.data(), rest_.size(), true);
}

}  // namespace arcloom
