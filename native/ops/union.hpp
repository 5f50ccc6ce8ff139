// native/ops/union.hpp: a union that grows, of which the parts need not be kept
#pragma once

#include "op.hpp"

namespace arcloom {

// Takes sets one by one and unites their elements. Places and cells go into bits at once, so that the sets they
// come from may die, or need not be made at all; what bits do not hold is kept for the end.
class UnionBuilder {
  public:
    explicit UnionBuilder(Context& c) : rest_(c) {}

    // Undefined where v is no container. `absorbed` tells that v is not needed any more.
    Value add(Context&, Value v, bool& absorbed);
    // The same of shift(v, offset), and of connect(from, to). False where the op itself has to say.
    bool add_shifted(Context&, Value v, Value offset);
    bool add_line(Context&, Value from, Value to);
    Value finish(Context&);

  private:
    struct Layer {
        bool cells;  // of a colour, or places without one
        int32_t colour;
        Window window;
    };
    std::vector<Layer> layers_;
    Scratch rest_;

    Window* layer(Context&, bool cells, int32_t colour, const Box& box);
    bool add_planes(Context&, Value v, int32_t di, int32_t dj);
    Value united_cells(Context&);
};

}  // namespace arcloom
