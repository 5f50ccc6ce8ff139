// native/batt/fused.cpp: loops that test their elements or images on the way, without the sets in between
#include "evaluate.hpp"

namespace arcloom {

namespace {
constexpr int32_t kMostClipped = 512;  // larger grids are not worth their bits
}  // namespace

// One run of a fused loop. Any failure ends it: then the loop is run as it was written, which tells it.
class Evaluator::FusedLoop {
  public:
    FusedLoop(Evaluator& e, const Loop& l, LoopCode& code, const Clip* clip)
        : e_(e), c_(e.context_), loop_(l), code_(code), inner_(c_), images_(c_), union_(c_, clip),
          unites_(l.kind == MapKind::Mapply || l.kind == MapKind::Mprapply),
          tests_images_(!l.tests.empty() && l.tests.back().of_image) {}

    Value run(const Value* operands) {
        const bool pairs = code_.inner != code_.outer;
        const bool swapped = pairs && !loop_.product;  // prapply's first container is the inner one
        Scratch outer(c_);
        if (pairs) {
            if (const Value v = mapping::elements(c_, operands[swapped ? 1 : 0], *outer); v.undefined()) return v;
        } else {
            outer.push(nothing());
        }
        if (const Value v = mapping::elements(c_, operands[pairs && !swapped ? 1 : 0], *inner_); v.undefined()) return v;
        if (outer.size() == 0 || inner_.size() == 0) return c_.empty_set();
        if (pairs) e_.fill_columns(code_, *inner_);
        for (size_t k = 0; k < outer.size(); ++k) {
            if (pairs) e_.values_[code_.outer] = outer.data()[k];
            if (const Value v = e_.execute(code_.rows); v.undefined()) return v;
            if (const Value v = run_inner(code_.connects && operands[0] == operands[1] ? k : 0); v.undefined()) return v;
        }
        return unites_ ? union_.finish(c_) : make_set(c_, *images_);
    }

  private:
    Evaluator& e_;
    Context& c_;
    const Loop& loop_;
    LoopCode& code_;
    Scratch inner_, images_;
    UnionBuilder union_;
    const bool unites_, tests_images_;
    Value last_image_ = undefined(Reason::None);  // and whether it passed: mostly it is the next one too
    bool last_passed_ = false;
    uint8_t chosen_[kLanes];  // of the block, those that passed so far
    size_t count_ = 0, first_ = 0;
    std::vector<Value> gathered_;  // elements and columns of the chosen

    Value run_inner(size_t from) {
        for (size_t at = from; at < inner_.size(); at += kLanes) {
            const Block block = block_of(code_, inner_.data() + at, at, std::min(kLanes, inner_.size() - at));
            if (const Value t = mapping::tick(c_, block.count); t.undefined()) return t;
            first_ = at;
            count_ = block.count;
            for (size_t k = 0; k < count_; ++k) chosen_[k] = static_cast<uint8_t>(k);
            for (size_t t = 0; t < code_.tests.size() && count_ > 0; ++t) {
                if (loop_.tests[t].of_image) continue;
                if (const Value v = choose(code_.tests[t], block); v.undefined()) return v;
            }
            if (const Value v = take_images(block); v.undefined()) return v;
        }
        return nothing();
    }

    // Leaves those of the block whose elements pass the test.
    Value choose(Section& test, const Block& block) {
        size_t kept = 0;
        if (test.in_lanes && block.count >= kFewLanes && count_ * 2 >= block.count) {
            Buffer<Value, kLanes> passed(kLanes);
            if (!e_.execute_lanes(code_, test, block)) return wrong_type();
            e_.lane_values(test, block, passed.data());
            for (size_t k = 0; k < count_; ++k) {
                if (truth(passed[chosen_[k]])) chosen_[kept++] = chosen_[k];
            }
        } else {
            for (size_t k = 0; k < count_; ++k) {
                const Context::Mark before = c_.mark();
                if (const Value v = value_of(test, block, chosen_[k]); v.undefined()) return v;
                if (truth(e_.values_[test.root])) chosen_[kept++] = chosen_[k];
                e_.forget(before);
            }
        }
        count_ = kept;
        return nothing();
    }

    // Runs a section for one element of the block.
    Value value_of(const Section& s, const Block& block, size_t k) {
        e_.values_[code_.inner] = block.elements[k];
        if (const Value v = e_.load_columns(code_, s, first_ + k); v.undefined()) return v;
        return e_.execute(s);
    }

    Value take_images(const Block& block) {
        return code_.rest.in_lanes && count_ >= kFewLanes ? take_lanes(chosen(block)) : take_one_by_one(block);
    }

    Value take_one_by_one(const Block& block) {
        for (size_t k = 0; k < count_; ++k) {
            const Context::Mark before = c_.mark();
            if (const Value v = value_of(code_.rest, block, chosen_[k]); v.undefined()) return v;
            bool kept = false;
            if (const Value v = take(e_.values_[loop_.root], before, kept); v.undefined()) return v;
            if (!kept) e_.forget(before);
        }
        return nothing();
    }

    // Those of the block that passed, side by side.
    Block chosen(const Block& block) {
        if (count_ == block.count) return block;
        const std::vector<uint32_t>& columns = code_.rest.columns;
        gathered_.resize((1 + code_.column_nodes.size()) * kLanes);
        for (size_t k = 0; k < count_; ++k) gathered_[k] = block.elements[chosen_[k]];
        for (const uint32_t column : columns) {
            const Value* from = block.columns + column * block.stride;
            Value* to = gathered_.data() + (1 + column) * kLanes;
            for (size_t k = 0; k < count_; ++k) to[k] = from[chosen_[k]];
        }
        return {gathered_.data(), count_, gathered_.data() + kLanes, kLanes};
    }

    Value take_lanes(const Block& block) {
        const Context::Mark before = c_.mark();
        if (!e_.execute_lanes(code_, code_.rest, block)) return wrong_type();
        Buffer<Value, kLanes> images(kLanes);
        e_.lane_values(code_.rest, block, images.data());
        bool kept = false;
        size_t count = block.count;
        if (tests_images_) {
            if (const Value v = take_known(images.data(), count, before, kept); v.undefined()) return v;
            if (const Value v = test_lanes(images.data(), count, before); v.undefined()) return v;
        }
        for (size_t k = 0; k < count; ++k) {
            if (const Value v = add(images[k], before, kept); v.undefined()) return v;
        }
        if (!kept) e_.forget(before);
        return nothing();
    }

    // Adds the images that are the last one again, if that passed; leaves the others.
    Value take_known(Value* images, size_t& count, const Context::Mark& before, bool& kept) {
        size_t left = 0;
        bool again = false;
        for (size_t k = 0; k < count; ++k) {
            again |= images[k] == last_image_;
            if (images[k] != last_image_) images[left++] = images[k];
        }
        count = left;
        return again && last_passed_ ? add(last_image_, before, kept) : nothing();
    }

    // Leaves the images that pass.
    Value test_lanes(Value* images, size_t& count, const Context::Mark& before) {
        const Value old = last_image_;
        for (size_t k = 0; k < count && old == last_image_; ++k) {
            if (Context::older(images[k], before)) last_image_ = images[k];
        }
        for (size_t t = 0; t < code_.tests.size() && count > 0; ++t) {
            if (!loop_.tests[t].of_image) continue;
            Buffer<Value, kLanes> passed(kLanes);
            const Block block{images, count, nullptr, 0};
            if (!code_.tests[t].in_lanes || count < kFewLanes) {
                if (const Value v = test_one_by_one(code_.tests[t], block, passed.data()); v.undefined()) return v;
            } else {
                if (!e_.execute_lanes(code_, code_.tests[t], block)) return wrong_type();
                e_.lane_values(code_.tests[t], block, passed.data());
            }
            size_t left = 0;
            for (size_t k = 0; k < count; ++k) {
                if (truth(passed[k])) images[left++] = images[k];
            }
            count = left;
        }
        if (old != last_image_) last_passed_ = std::find(images, images + count, last_image_) != images + count;
        return nothing();
    }

    Value test_one_by_one(const Section& test, const Block& block, Value* passed) {
        for (size_t k = 0; k < block.count; ++k) {
            e_.values_[loop_.root] = block.elements[k];
            if (const Value v = e_.execute(test); v.undefined()) return v;
            passed[k] = e_.values_[test.root];
        }
        return nothing();
    }

    // Adds the image if it passes. `kept` is set where it must stay, though it is younger than the mark.
    Value take(Value image, const Context::Mark& before, bool& kept) {
        if (image != last_image_) {
            last_passed_ = true;
            for (size_t t = 0; t < code_.tests.size() && last_passed_; ++t) {
                if (!loop_.tests[t].of_image) continue;
                if (const Value v = e_.execute(code_.tests[t]); v.undefined()) return v;
                last_passed_ = truth(e_.values_[code_.tests[t].root]);
            }
            // What is about to be forgotten cannot be told from what comes to stand in its place.
            last_image_ = Context::older(image, before) ? image : undefined(Reason::None);
        }
        return last_passed_ ? add(image, before, kept) : nothing();
    }

    Value add(Value image, const Context::Mark& before, bool& kept) {
        if (unites_) {
            bool absorbed = false;
            const Value v = union_.add(c_, image, absorbed);
            // What was made to be read cannot be kept: as it was written, then.
            if (!absorbed && !code_.rest.code.empty() && code_.rest.code.back().transient) return wrong_type();
            kept |= !absorbed && !Context::older(image, before);
            return v;
        }
        images_.push(image);
        kept |= !Context::older(image, before);
        return nothing();
    }
};

// A loop that stands for others; where it cannot say what these would, they do.
Value Evaluator::evaluate_lowered(const Node& n) {
    const Loop& l = dag_.loops[n.loop()];
    const auto defined = [this](NodeId id) { return !values_[id].undefined(); };
    const NodeId* ids = dag_.args_of(n);
    if (std::all_of(ids, ids + n.nargs, defined) && std::all_of(l.guards.begin(), l.guards.end(), defined) &&
        std::all_of(l.captured.begin(), l.captured.end(), defined)) {
        const Context::Mark before = context_.mark();
        const Value v = run_lowered(n);
        if (!v.undefined() || context_.fuel.dry() || stopped() || v.reason() == Reason::Memory) return marked(v, l.op);
        forget(before);
    }
    if (l.source != l.plain) values_[l.source] = evaluate(dag_.nodes[l.source]);
    return values_[l.plain] = evaluate(dag_.nodes[l.plain]);
}

Value Evaluator::run_lowered(const Node& n) {
    const Loop& l = dag_.loops[n.loop()];
    const NodeId* ids = dag_.args_of(n);
    if (l.kind == MapKind::OtherElement || l.kind == MapKind::OtherKey) {
        const Value two = values_[l.root], x = values_[ids[0]];
        return two.is_nothing() ? wrong_type() : mapping::other_of(context_, two, x, l.kind == MapKind::OtherKey);
    }
    Clip clip{{0, 0, 0, 0}, l.clip == Clipped::Cells};
    uint32_t count = n.nargs;
    if (l.clip != Clipped::No) {
        const Value grid = values_[ids[--count]];
        if (!is_kind(grid, Kind::Grid) || as_grid(grid)->h > kMostClipped || as_grid(grid)->w > kMostClipped) {
            return wrong_type();
        }
        clip.grid = {0, 0, as_grid(grid)->h, as_grid(grid)->w};
    }
    const Clip* clipped = l.clip != Clipped::No ? &clip : nullptr;
    if (l.tests.empty()) return evaluate_loop(n, clipped);
    LoopCode& code = code_[n.loop()];
    Value a[2];
    for (uint32_t k = 0; k < count; ++k) {
        a[k] = values_[ids[k]];
        // Pairs come as a set in any case; of one container, the kind decides.
        if (!is_container(a[k]) || (code.inner == code.outer && !is_set(a[k]))) return wrong_type();
    }
    return FusedLoop(*this, l, code, clipped).run(a);
}

}  // namespace arcloom
