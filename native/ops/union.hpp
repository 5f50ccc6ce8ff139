// native/ops/union.hpp: a union that grows, of which the parts need not be kept
#pragma once

#include "op.hpp"

namespace arcloom {

// Takes sets one by one and unites their elements. Places and cells near the origin go into bits at once,
// so that the sets they come from may die; the rest is kept for the end.
class UnionBuilder {
  public:
    explicit UnionBuilder(Context& c) : rest_(c) {}

    // Undefined where v is no container. `absorbed` tells that v is not needed any more.
    Value add(Context&, Value v, bool& absorbed);
    Value finish(Context&);

  private:
    struct Layer {
        bool cells;  // of a colour, or places without one
        int32_t colour;
        Window window;
    };
    std::vector<Layer> layers_;
    Scratch rest_;

    Window& layer(bool cells, int32_t colour);
};

}  // namespace arcloom
