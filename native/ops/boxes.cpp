// native/ops/boxes.cpp: sets of places that come of a box, or of a patch bit by bit
#include "ops/support/bitrows.hpp"
#include "ops/support/places.hpp"
#include "patches.hpp"

namespace arcloom {

namespace {

// More than this no result may hold, whatever fuel there is.
constexpr int64_t kMostPlaces = int64_t{1} << 22;

bool within_pairs(const Box& b) {
    return fits_pair(b.top) && fits_pair(b.left) && fits_pair(b.bottom()) && fits_pair(b.right());
}

// The border of a rectangle that bits do not hold.
Value wide_border(Context& c, const Box& box) {
    const int64_t length = int64_t{box.h} + box.w;
    if (length > kMostPlaces || !c.charge(32 * length)) return out_of_fuel();
    Scratch items(c);
    for (int64_t j = box.left; j <= box.right(); ++j) {
        items.push(make_pair(c, box.top, j));
        items.push(make_pair(c, box.bottom(), j));
    }
    for (int64_t i = box.top; i <= box.bottom(); ++i) {
        items.push(make_pair(c, i, box.left));
        items.push(make_pair(c, i, box.right()));
    }
    return make_set(c, *items);
}

// The makers of figures (shape/figures.hpp).
Value make(Context& c, const shape::Border& border) {
    const Box& box = border.box;
    if (!fits_patch(box) || !within_pairs(box)) return wide_border(c, box);
    if (!c.charge(2 * box.h + 16)) return out_of_fuel();
    Window w(box);
    w.fill_row(box.top, box.left, box.right());
    w.fill_row(box.bottom(), box.left, box.right());
    for (int32_t i = box.top + 1; i < box.bottom(); ++i) {
        w.set(i, box.left);
        w.set(i, box.right());
    }
    return w.finish(c);
}

bool afford_window(Context& c, const Box& box) {
    const int64_t places = int64_t{box.h} * box.w;
    // A box too wide for bits ends as a list of its places.
    return places <= kMostPlaces && c.charge(fits_patch(box) ? 2 * int64_t{box.h} + 16 : 16 * places);
}

Value make(Context& c, const shape::Area& area) {
    if (!afford_window(c, area.box)) return out_of_fuel();
    Window w(area.box);
    w.fill();
    return w.finish(c);
}
Value make(Context& c, const shape::Corners& corners) {
    const Box& b = corners.box;
    Value four[4] = {raw_pair(shape::ulcorner(b)), raw_pair(shape::urcorner(b)), raw_pair(shape::llcorner(b)),
                     raw_pair(shape::lrcorner(b))};
    return make_set(c, four, 4);
}

Value of_nothing(Context& c, shape::OfNothing what, Value patch) {
    Value none = c.empty_tuple();
    if (what == shape::OfNothing::kSetOfNothing) return make_set(c, &none, 1);
    if (what == shape::OfNothing::kNoAnswer) return empty();
    return what == shape::OfNothing::kItself ? patch : c.empty_set();
}

Value figure_of_box(Context& c, Value v, shape::OfNothing of_none, int64_t cost, auto figure) {
    Places places;
    if ((cost > 0 && !c.charge(cost)) || !read_places(c, v, places)) return no_places(c);
    return places.empty() ? of_nothing(c, of_none, v) : make(c, figure(places.box));
}

// A word of a window, which reaches so far beyond a patch's box, and what lies around it (shape/windows.hpp).
class WindowWord {
  public:
    WindowWord(const Window& w, int32_t reach, int32_t y, int32_t k) : window_(w), reach_(reach), y_(y), k_(k) {}
    uint64_t here() const { return window_.row(y_)[k_]; }
    uint64_t at(int32_t di, int32_t dj) const {
        const int32_t y = y_ + di;
        return y < 0 || y >= window_.box().h ? 0 : bits_at(window_.row(y), window_.stride(), k_ * 64 + dj);
    }
    uint64_t box() const {
        if (y_ < reach_ || y_ >= window_.box().h - reach_) return 0;
        return before(window_.box().w - reach_) & ~before(reach_);
    }
    uint64_t covered() const { return before(window_.box().w); }

  private:
    const Window& window_;
    int32_t reach_, y_, k_;

    uint64_t before(int32_t column) const { return low_ones<uint64_t>(column - k_ * 64); }
};

// What a kernel makes of a patch, up to `reach` beyond its box.
Value made_of_window(Context& c, Value v, int32_t reach, auto kernel) {
    Places places;
    if (!read_places(c, v, places)) return no_places(c);
    if (places.empty()) return c.empty_set();
    if (is_tuple(v)) {  // cells may stand in a tuple, places may not
        bool ok = false;
        if (!first_is_cell(c, v, ok)) return wrong_type();
    }
    const Box& b = places.box;
    const Box box{b.top - reach, b.left - reach, b.h + 2 * reach, b.w + 2 * reach};
    if (!within_pairs(box)) return undefined(Reason::Overflow);
    if (!afford_window(c, box)) return out_of_fuel();
    Window from(box), to(box);
    unite_into(from, places);
    for (int32_t y = 0; y < box.h; ++y) {
        for (int32_t k = 0; k < to.stride(); ++k) {
            const WindowWord word(from, reach, y, k);
            to.row(y)[k] = kernel(word) & word.covered();
        }
    }
    return to.finish(c);
}

}  // namespace

namespace patches {

#define X(op, of_none, cost)                                                                             \
    Value op(Context& c, const Value* a) {                                                                \
        return figure_of_box(c, a[0], shape::OfNothing::of_none, cost, [](const Box& b) { return shape::op(b); }); \
    }
ARCLOOM_FIGURES_OF_BOXES(X)
#undef X
#define X(op, reach)                                                                            \
    Value op(Context& c, const Value* a) {                                                       \
        return made_of_window(c, a[0], reach, [](const WindowWord& w) { return shape::op(w); }); \
    }
ARCLOOM_PLACES_OF_WINDOWS(X)
#undef X

}  // namespace patches

}  // namespace arcloom
