// native/ops/support/merge.hpp: the elements of several containers in one
#pragma once

#include "shape/unions.hpp"
#include "answers.hpp"

namespace arcloom {

// The elements of the elements, as a set or as a tuple; Undefined where one is no container.
Value merge_all(Context&, const Value* containers, size_t n, bool as_set);

// What is made of several containers (shape/unions.hpp), whatever they are.
class Gathered {
  public:
    Gathered(Context& c, bool as_set) : context_(c), items_(c), as_set_(as_set) {}
    static bool measure(Value) { return true; }
    static bool makes_room() { return true; }
    bool take(Value container) {
        append_elements(context_, container, *items_);
        return true;
    }
    Value done() {
        return as_set_ ? make_set(context_, *items_) : make_tuple(context_, items_.data(), items_.size());
    }
    Value none() const { return why_; }

  protected:
    Context& context_;
    Scratch items_;
    bool as_set_;
    Value why_;
};

// Of grids of one width, one below the other; nothing where the widths differ. pays(h, w) charges for that.
template <class Pays>
class Stacked {
  public:
    Stacked(Context& c, Pays pays) : context_(c), pays_(pays) {}
    bool measure(Value grid) {
        const GridData* g = as_grid(grid);
        if (h_ == 0) w_ = g->w;
        h_ += g->h;
        return g->w == w_;
    }
    bool makes_room() {
        why_ = out_of_fuel();
        if (!pays_(h_, int64_t{w_})) return false;
        out_ = new_grid(context_, static_cast<int32_t>(h_), w_);
        to_ = out_->cells;
        return true;
    }
    bool take(Value grid) {
        const GridData* g = as_grid(grid);
        const size_t bytes = static_cast<size_t>(g->h) * static_cast<size_t>(w_);
        std::memcpy(to_, g->cells, bytes);
        to_ += bytes;
        return true;
    }
    Value done() { return finish_grid(context_, out_); }
    Value none() const { return why_; }

  private:
    Context& context_;
    Pays pays_;
    Value why_ = nothing();
    int64_t h_ = 0;
    int32_t w_ = 0;
    GridData* out_ = nullptr;
    int8_t* to_ = nullptr;
};

}  // namespace arcloom
