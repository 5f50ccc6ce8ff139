// native/ops/dihedral.cpp: additions that choose a variant by a code: regions, turns and mirrors
#include "logic.hpp"
#include "reading.hpp"
#include "reshaping.hpp"
#include "tile/turns.hpp"

namespace arcloom {

namespace {

constexpr int64_t kCodes = tile::kTurns;

// Bits of the code, high to low: univalued, diagonal, without_bg.
Value o_g(Context& c, const Value* a) {
    if (!a[1].is_int()) return wrong_type();
    const int64_t code = a[1].as_int();
    if (code < 0 || code >= kCodes) return out_of_range();
    const Value args[4] = {a[0], make_bool((code & 4) != 0), make_bool((code & 2) != 0),
                           make_bool((code & 1) != 0)};
    return objects(c, args);
}

Value transformed(Context& c, Value grid, int64_t code) {
    static constexpr OpFn kBodies[kCodes] = {identity, rot90, rot180, rot270, hmirror, vmirror, dmirror, cmirror};
    return kBodies[code](c, &grid);
}

Value mir_rot(Context& c, const Value* a) {
    if (!is_tuple(a[0]) || !a[1].is_int()) return wrong_type();
    const int64_t code = a[1].as_int();
    return code < 0 || code >= kCodes ? out_of_range() : transformed(c, a[0], code);
}

bool sides_agree(Value input, Value output, int64_t code) {
    if (!is_kind(input, Kind::Grid) || !is_kind(output, Kind::Grid)) return true;
    const GridData *x = as_grid(input), *y = as_grid(output);
    return tile::exchanges_sides(static_cast<int>(code)) ? x->h == y->w && x->w == y->h : x->h == y->h && x->w == y->w;
}

// Whether the code turns each demo's input into its output; false in `fuel` where that ran short.
bool explains(Context& c, const std::vector<Value>& demos, int64_t code, bool& fuel) {
    for (const Value demo : demos) {
        const Value input = element_at(c, demo, 0), output = element_at(c, demo, 1);
        if (!c.charge(1)) return fuel = false;
        if (!sides_agree(input, output, code)) return false;
        const Value got = transformed(c, input, code);
        if (got.undefined() && got.reason() == Reason::Fuel) return fuel = false;
        if (got != output) return false;
    }
    return true;
}

Value a_mr(Context& c, const Value* a) {
    if (!is_tuple(a[0])) return wrong_type();
    if (!c.charge(1 + size_of(a[0]))) return out_of_fuel();
    Scratch demos(c);
    append_elements(c, a[0], *demos);
    for (const Value demo : *demos) {
        if (!is_tuple(demo) || size_of(demo) != 2) return wrong_type();
        if (!is_tuple(element_at(c, demo, 0)) || !is_tuple(element_at(c, demo, 1))) return wrong_type();
    }
    if (demos.size() == 0) return out_of_range();
    bool fuel = true;
    for (int64_t code = 0; code < kCodes; ++code) {
        if (explains(c, *demos, code, fuel)) return make_int(code);
        if (!fuel) return out_of_fuel();
    }
    return out_of_range();
}

}  // namespace

std::span<const OpBody> dihedral_ops() {
    static constexpr OpBody kOps[] = {
        {"o_g", 2, o_g},
        {"mir_rot", 2, mir_rot},
        {"a_mr", 1, a_mr},
    };
    return kOps;
}

}  // namespace arcloom
