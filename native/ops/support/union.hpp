// native/ops/support/union.hpp: a union that grows, of which the parts need not be kept
#pragma once

#include <optional>

#include "answers.hpp"

namespace arcloom {

// What of a union is asked for: it is put onto a grid, and what lies off it does not matter.
struct Clip {
    Box grid;
    bool cells;  // places without a colour will not do
};

// Takes sets one by one and unites their elements. Places and cells go into bits at once, so that the sets they
// come from may die, or need not be made at all; what bits do not hold is kept for the end.
class UnionBuilder {
  public:
    explicit UnionBuilder(Context& c, const Clip* clip = nullptr) : rest_(c), clip_(clip) {}

    // Undefined where v is no container. `absorbed` tells that v is not needed any more.
    Value add(Context&, Value v, bool& absorbed);
    // As it is, or recoloured.
    using Ink = std::optional<int32_t>;
    // The same of v, shift(v, offset), connect(from, to), shoot(from, step). False, perhaps with a part of it in the
    // union, where that cannot be absorbed or the op itself has to say.
    bool add_bits(Context&, Value v, Ink = {});
    bool add_shifted(Context&, Value v, Value offset, Ink = {});
    bool add_line(Context&, Value from, Value to, Ink = {});
    bool add_ray(Context&, Value from, Value step, Ink = {});
    // Undefined where clipping might change more than what is off the grid.
    Value finish(Context&);

  private:
    struct Layer {
        Layer(bool with_colour, int32_t its, const Box& charged, const Box& held)
            : cells(with_colour), colour(its), priced(charged), window(held) {}
        bool cells;  // of a colour, or places without one
        int32_t colour;
        Box priced;  // the rectangle that is charged for, however large the window is
        Box plain{0, 0, 0, 0};  // boxes within it need neither a charge nor room
        Window window;
    };
    std::vector<Layer> layers_;
    size_t last_ = 0;  // of the layers, the one asked for last
    Scratch rest_;
    const Clip* clip_;

    bool clips_well() const;
    Window* layer(Context&, bool cells, int32_t colour, const Box& box);
    Window* make_room(Context&, bool cells, int32_t colour, const Box& box);
    bool add_planes(Context&, Value v, int32_t di, int32_t dj, Ink);
    bool add_line(Context&, Place from, int32_t di, int32_t dj, int32_t n, Ink);
    std::vector<const Layer*> by_colour() const;
    Value united_cells(Context&, const std::vector<const Layer*>&);
};

}  // namespace arcloom
