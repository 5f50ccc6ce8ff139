// native/learn/ops.cpp: rules as ops: learnt from the demos, kept as tuples of integers, applied to grids; normal forms
//
// Learning depends on the demos alone, so it runs once a task; a rule is an ordinary value that prints.
#include "ops/op.hpp"
#include "normal.hpp"
#include "rule.hpp"

namespace arcloom {

namespace {

constexpr int64_t kFormFuel = 16;  // a cell of a normal form: it is looked at some times over

// Where false, `why` is the answer.
bool read_picture(Context& c, Value v, fit::Picture& out, Value& why) {
    why = is_tuple(v) ? out_of_range() : wrong_type();
    if (!is_kind(v, Kind::Grid)) return false;
    const GridData* g = as_grid(v);
    if (!fit::fits_picture(g->h, g->w)) return false;
    out = fit::Picture(g->h, g->w, 0);
    if (!c.charge(out.size())) {
        why = out_of_fuel();
        return false;
    }
    for (size_t k = 0; k < out.cells.size(); ++k) {
        if (g->cells[k] < 0 || g->cells[k] >= fit::kColours) return false;
        out.cells[k] = g->cells[k];
    }
    return true;
}

bool read_examples(Context& c, Value samples, fit::Examples& out, Value& why) {
    why = wrong_type();
    if (!is_tuple(samples)) return false;
    Scratch demos(c);
    append_elements(c, samples, *demos);
    for (size_t k = 0; k < demos.size(); ++k) {
        const Value demo = demos.data()[k];
        why = wrong_type();
        if (!is_tuple(demo) || size_of(demo) != 2) return false;
        fit::Example e;
        if (!read_picture(c, element_at(c, demo, 0), e.in, why)) return false;
        if (!read_picture(c, element_at(c, demo, 1), e.out, why)) return false;
        out.push_back(std::move(e));
    }
    why = out_of_range();
    return !out.empty();
}

Value grid_value(Context& c, const fit::Picture& p) {
    GridData* g = new_grid(c, p.h, p.w);
    std::copy(p.cells.begin(), p.cells.end(), g->cells);
    return finish_grid(c, g);
}

Value rule_value(Context& c, const fit::Rule& rule) {
    Scratch items(c);
    fit::Rule stored;
    if (!c.charge(kValueFuel + static_cast<int64_t>(rule.size()))) return out_of_fuel();
    if (!fit::encode(rule, stored)) return out_of_range();
    for (const int v : stored) items.push(make_int(v));
    return make_tuple(c, items.data(), items.size());
}

bool read_rule(Context& c, Value v, fit::Rule& rule) {
    Scratch items(c);
    append_elements(c, v, *items);
    for (const Value item : *items) {
        if (!item.is_int() || item.as_int() < INT32_MIN || item.as_int() > INT32_MAX) return false;
        rule.push_back(static_cast<int>(item.as_int()));
    }
    return true;
}

template <int family>
Value learn(Context& c, const Value* a) {
    fit::Examples examples;
    Value why;
    if (!a[1].is_int()) return wrong_type();
    if (!read_examples(c, a[0], examples, why)) return why;
    if (a[1].as_int() < 0 || a[1].as_int() >= fit::kMostExplanations) return out_of_range();
    fit::Work& work = c.fuel;
    const auto rule = fit::learn(family, examples, static_cast<int>(a[1].as_int()), work);
    if (work.dry()) return out_of_fuel();
    return rule ? rule_value(c, *rule) : out_of_range();
}

Value apply_rule(Context& c, const Value* a) {
    fit::Rule stored, rule;
    fit::Picture in, out;
    Value why;
    if (!is_tuple(a[0])) return wrong_type();
    if (!c.charge(size_of(a[0]))) return out_of_fuel();
    if (!read_rule(c, a[0], stored)) return wrong_type();
    if (!read_picture(c, a[1], in, why)) return why;
    if (!fit::decode(stored, rule)) return out_of_range();
    fit::Work& work = c.fuel;
    const bool answered = fit::apply_rule(rule, in, out, work);
    if (work.dry() || !c.charge(kValueFuel + out.size())) return out_of_fuel();
    return answered ? grid_value(c, out) : out_of_range();
}

bool read_way(Value v, int& way, Value& why) {
    why = v.is_int() ? out_of_range() : wrong_type();
    if (!v.is_int() || v.as_int() < 0 || v.as_int() >= fit::kWays) return false;
    way = static_cast<int>(v.as_int());
    return true;
}

Value normal_form(Context& c, const Value* a) {
    fit::Picture in, out;
    int way;
    Value why;
    if (!read_way(a[1], way, why) || !read_picture(c, a[0], in, why)) return why;
    if (!c.charge(kValueFuel + kFormFuel * in.size())) return out_of_fuel();
    const auto form = fit::Form::of(in, way);
    return form && form->forward(in, out) ? grid_value(c, out) : out_of_range();
}

Value from_normal(Context& c, const Value* a) {
    fit::Picture in, like, out;
    int way;
    Value why;
    if (!read_way(a[2], way, why) || !read_picture(c, a[0], in, why) || !read_picture(c, a[1], like, why)) return why;
    if (!c.charge(kValueFuel + kFormFuel * (in.size() + like.size()))) return out_of_fuel();
    const auto form = fit::Form::of(like, way);
    return form && form->back(in, like, out) ? grid_value(c, out) : out_of_range();
}

// Outputs go with their inputs, and must be found again on the way back.
Value normal_demos(Context& c, const Value* a) {
    fit::Examples examples;
    int way;
    Value why;
    if (!read_way(a[1], way, why) || !read_examples(c, a[0], examples, why)) return why;
    Scratch demos(c);
    for (const auto& [in, out] : examples) {
        fit::Picture pair[2], again;
        if (!c.charge(2 * kValueFuel + kFormFuel * (in.size() + 2 * out.size()))) return out_of_fuel();
        const auto form = fit::Form::of(in, way);
        if (!form || !form->forward(in, pair[0]) || !form->forward(out, pair[1])) return out_of_range();
        if (!form->back(pair[1], in, again) || again != out) return out_of_range();
        const Value both[2] = {grid_value(c, pair[0]), grid_value(c, pair[1])};
        demos.push(make_tuple(c, both, 2));
    }
    return make_tuple(c, demos.data(), demos.size());
}

template <int... family>
std::vector<OpBody> bodies(std::integer_sequence<int, family...>) {
    std::vector<OpBody> all{{fit::families()[family].op, 2, learn<family>}...};
    all.push_back({"apply_rule", 2, apply_rule});
    all.push_back({"normal_form", 2, normal_form});
    all.push_back({"from_normal", 3, from_normal});
    all.push_back({"normal_demos", 2, normal_demos});
    return all;
}

}  // namespace

std::span<const OpBody> fitted_ops() {
    static const std::vector<OpBody> kOps = bodies(std::make_integer_sequence<int, fit::kFamilies>());
    return kOps;
}

}  // namespace arcloom
