// native/ops/support/union.cpp: bits a colour, and a list of what does not fit
#include "union.hpp"

#include <algorithm>

#include "shape/language.hpp"
#include "merge.hpp"
#include "planes.hpp"
#include "scalars.hpp"

namespace arcloom {

namespace {

constexpr Box kUsual{0, 0, 32, 64};      // where grids lie, in one word a row
constexpr Box kRoomy{-8, -16, 48, 64};  // with some room about, so that few windows grow to two words a row
constexpr size_t kMoreLayers = 3;       // colours of a union, beyond the first: mostly there is one
constexpr int32_t kFarthest = 1 << 12;  // from the origin
constexpr Box kNear{1 - kFarthest / 2, 1 - kFarthest / 2, kFarthest - 1, kFarthest - 1};  // boxes within it are `near`
constexpr int64_t kMostUnionWords = int64_t{1} << 16;

// Half as large again, so that a window that grows does so a few times only.
Box roomy(const Box& b) { return {b.top - b.h / 4, b.left - b.w / 4, b.h + b.h / 2, b.w + b.w / 2}; }

bool near(const Box& b) {
    return b.top > -kFarthest && b.left > -kFarthest && b.top < kFarthest && b.left < kFarthest && b.h < kFarthest &&
           b.w < kFarthest;
}

bool covers(const Box& a, const Box& b) {
    return b.top >= a.top && b.left >= a.left && b.bottom() <= a.bottom() && b.right() <= a.right();
}

Box common(const Box& a, const Box& b) {
    const int32_t top = std::max(a.top, b.top), left = std::max(a.left, b.left);
    return {top, left, std::min(a.bottom(), b.bottom()) - top + 1, std::min(a.right(), b.right()) - left + 1};
}

}  // namespace

// The bits of that colour, covering the box; null where that would be too much. Mostly the layer that was asked for last,
// as it is.
Window* UnionBuilder::layer(Context& c, bool cells, int32_t colour, const Box& box) {
    const auto is_it = [&](const Layer& l) { return l.cells == cells && l.colour == colour; };
    if (last_ >= layers_.size() || !is_it(layers_[last_])) {
        last_ = static_cast<size_t>(std::find_if(layers_.begin(), layers_.end(), is_it) - layers_.begin());
    }
    if (last_ < layers_.size() && covers(layers_[last_].plain, box)) return &layers_[last_].window;
    return make_room(c, cells, colour, box);
}

// The layer at last_, behind the others where there is none yet, with room for the box.
Window* UnionBuilder::make_room(Context& c, bool cells, int32_t colour, const Box& box) {
    if (!near(box)) return nullptr;
    if (last_ == layers_.size()) {
        if (layers_.size() == layers_.capacity()) layers_.reserve(layers_.empty() ? 1 : layers_.size() + kMoreLayers);
        const bool clips = clip_ != nullptr;
        layers_.emplace_back(cells, colour, clips ? clip_->grid : kUsual, clips ? clip_->grid : kRoomy);
    }
    Layer& l = layers_[last_];
    if (clip_ != nullptr) {
        l.plain = kNear;
        return &l.window;
    }
    if (!covers(l.priced, box)) {
        const Box wider = roomy(unite(l.priced, box));
        if (words_of(wider) > kMostUnionWords || !c.charge(words_of(wider))) return nullptr;
        l.priced = wider;
    }
    if (!covers(l.window.box(), box)) l.window.widen(roomy(unite(l.window.box(), box)));
    l.plain = common(common(l.priced, l.window.box()), kNear);
    return &l.window;
}

bool UnionBuilder::add_planes(Context& c, Value v, int32_t di, int32_t dj, Ink ink) {
    const auto moved = [&](const Box& b) { return Box{b.top + di, b.left + dj, b.h, b.w}; };
    if (is_kind(v, Kind::Patch)) {
        const Patch* p = as_patch(v);
        Window* w = layer(c, ink.has_value(), ink.value_or(0), moved(p->box));
        if (w == nullptr) return false;
        w->unite(p, di, dj);
        return c.charge(p->box.h);
    }
    if (!is_kind(v, Kind::Object)) return false;
    const Object* o = as_object(v);
    for (uint32_t k = 0; k < o->nplanes; ++k) {
        Window* w = layer(c, true, ink.value_or(o->planes[k].colour), moved(o->planes[k].patch->box));
        if (w == nullptr) return false;
        w->unite(o->planes[k].patch, di, dj);
        if (!c.charge(o->planes[k].patch->box.h)) return false;
    }
    return true;
}

Value UnionBuilder::add(Context& c, Value v, bool& absorbed) {
    absorbed = true;
    if (add_planes(c, v, 0, 0, {})) return nothing();
    if (c.fuel.dry()) return out_of_fuel();
    if (!is_container(v)) return wrong_type();
    if (size_of(v) == 0) return nothing();
    absorbed = false;
    rest_.push(v);
    return nothing();
}

bool UnionBuilder::add_bits(Context& c, Value v, Ink ink) {
    return v == c.empty_set() || add_planes(c, v, 0, 0, ink);
}

bool UnionBuilder::add_shifted(Context& c, Value v, Value offset, Ink ink) {
    if (!offset.is_pair()) return false;
    const Place by = offset.pair();
    const auto small = [](int32_t x) { return x > -kFarthest && x < kFarthest; };
    return c.charge(4) && small(by.i) && small(by.j) && add_planes(c, v, by.i, by.j, ink);
}

bool UnionBuilder::add_line(Context& c, Place from, int32_t di, int32_t dj, int32_t n, Ink ink) {
    const auto small = [](int32_t x) { return x > -kFarthest && x < kFarthest; };
    if (!small(from.i) || !small(from.j) || n > kFarthest) return false;
    const Box box = unite({from.i, from.j, 1, 1}, {from.i + di * (n - 1), from.j + dj * (n - 1), 1, 1});
    Window* w = layer(c, ink.has_value(), ink.value_or(0), box);
    if (w == nullptr || !c.charge(4 + n / 2)) return false;
    int32_t begin = 0, end = n;
    shape::clip_steps(from.i, di, w->box().top, w->box().bottom(), begin, end);
    shape::clip_steps(from.j, dj, w->box().left, w->box().right(), begin, end);
    if (begin < end) w->set_line({from.i + di * begin, from.j + dj * begin}, di, dj, end - begin);
    return true;
}

bool UnionBuilder::add_line(Context& c, Value from, Value to, Ink ink) {
    if (scalars::apart(from, to)) return true;
    if (!from.is_pair() || !to.is_pair()) return false;
    const Place a = from.pair(), b = to.pair();
    const auto way = shape::course(a.i, a.j, b.i, b.j);
    return add_line(c, a, way.di, way.dj, way.steps + 1, ink);
}

// A ray of longer steps goes farther; that is rare.
bool UnionBuilder::add_ray(Context& c, Value from, Value step, Ink ink) {
    if (!from.is_pair() || !step.is_pair()) return false;
    const Place d = step.pair();
    const auto unit = [](int32_t x) { return x >= -1 && x <= 1; };
    if (!unit(d.i) || !unit(d.j)) return false;
    return add_line(c, from.pair(), d.i, d.j, d.i == 0 && d.j == 0 ? 1 : language::kRaySteps + 1, ink);
}

// The layers, which are large, in the order of their colours.
std::vector<const UnionBuilder::Layer*> UnionBuilder::by_colour() const {
    std::vector<const Layer*> sorted;
    sorted.reserve(layers_.size());
    for (const Layer& l : layers_) sorted.push_back(&l);
    std::sort(sorted.begin(), sorted.end(), [](const Layer* a, const Layer* b) { return a->colour < b->colour; });
    return sorted;
}

// All cells: as planes where each colour fits one, else one by one.
Value UnionBuilder::united_cells(Context& c, const std::vector<const Layer*>& layers) {
    PlaneList planes;
    Scratch sets(c), cells(c);
    std::vector<int32_t> colours;
    bool fit = true;
    for (const Layer* l : layers) {
        if (!l->cells) continue;
        const Value places = l->window.finish(c);
        if (size_of(places) == 0) continue;  // all of it was clipped
        sets.push(places);
        fit &= is_kind(places, Kind::Patch);
        colours.push_back(l->colour);
        if (fit) planes.push(l->colour, as_patch(places));
    }
    if (fit) return make_object(c, planes.data(), planes.size());
    for (size_t n = 0; n < sets.size(); ++n) {
        const size_t from = cells.size();
        if (!c.charge(2 * int64_t{size_of(sets.data()[n])})) return out_of_fuel();
        append_elements(c, sets.data()[n], *cells);
        for (size_t k = from; k < cells.size(); ++k) {
            const Place p = cells.data()[k].pair();
            cells.data()[k] = raw_cell(colours[n], p.i, p.j);
        }
    }
    return make_plain_set(c, cells.data(), cells.size());
}

// What is left out must not be what decides whether the rest can be put onto a grid at all.
bool UnionBuilder::clips_well() const {
    if (clip_ == nullptr) return true;
    const bool cells = std::all_of(layers_.begin(), layers_.end(), [](const Layer& l) { return l.cells; });
    const bool places = std::none_of(layers_.begin(), layers_.end(), [](const Layer& l) { return l.cells; });
    return rest_.size() == 0 && (cells || (places && !clip_->cells));
}

Value UnionBuilder::finish(Context& c) {
    if (!clips_well()) return wrong_type();
    const std::vector<const Layer*> layers = by_colour();
    bool cells = false;
    for (const Layer* l : layers) {
        if (!c.charge(words_of(l->priced))) return out_of_fuel();
        cells |= l->cells;
        if (!l->cells) rest_.push(l->window.finish(c));
    }
    if (cells) rest_.push(united_cells(c, layers));
    if (c.fuel.dry()) return out_of_fuel();
    return rest_.size() == 1 && is_set(rest_.data()[0]) ? rest_.data()[0] : merge_all(c, rest_.data(), rest_.size(), true);
}

}  // namespace arcloom
