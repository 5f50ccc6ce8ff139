// native/ops/support/listed.hpp: containers as ops are told of them (shape/lists.hpp)
#pragma once

#include "shape/lists.hpp"
#include "members.hpp"

namespace arcloom {

// The elements of a container, of which ops keep some.
class Elements {
  public:
    Elements(Context& c, Value container) : items(c) { append_elements(c, container, *items); }
    Scratch items;

    // Gives whether all of them stay.
    bool kept(auto holds) {
        const size_t n = items.size();
        Value* list = items.data();
        size_t count = 0;
        for (size_t k = 0; k < n; ++k) {
            const Value v = list[k];
            if (holds(v, k)) list[count++] = v;
        }
        items->resize(count);
        return count == n;
    }
    static bool alike(Value x, Value v) { return x == v; }
};

// What a container has.
struct Members {
    Context& context;
    Value container;

    bool have(Value x) const { return has_element(context, container, x); }
};

}  // namespace arcloom
