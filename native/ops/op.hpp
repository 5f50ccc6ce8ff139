// native/ops/op.hpp: what the core knows of an op, and where the ops of each theme are listed
#pragma once

#include <span>
#include <string_view>

#include "ops/support/answers.hpp"
#include "traits.hpp"

namespace arcloom {

// Arguments are defined values, as many as the row says. The answer is a value or undefined(reason).
// A body charges fuel before it works or allocates in proportion to its input.
using OpFn = Value (*)(Context&, const Value* args);

// f(first..., and n arguments): bodies made of the rows of shape/ops.hpp.
template <int n, class F, class... First>
Value applied(F f, const Value* args, const First&... first) {
    if constexpr (n == 0) return f(first...);
    else return applied<n - 1>(f, args + 1, first..., *args);
}

// One row of the table of ops.
struct OpBody {
    std::string_view name;
    uint8_t nargs;
    OpFn fn;
    OpTraits traits = {};
};

std::span<const OpBody> numbers_ops();
std::span<const OpBody> logic_ops();
std::span<const OpBody> containers_ops();
std::span<const OpBody> mapping_ops();
std::span<const OpBody> builders_ops();
std::span<const OpBody> measures_ops();
std::span<const OpBody> patches_ops();
std::span<const OpBody> relations_ops();
std::span<const OpBody> lines_ops();
std::span<const OpBody> reading_ops();
std::span<const OpBody> reshaping_ops();
std::span<const OpBody> painting_ops();
std::span<const OpBody> ranks_ops();    // additions: get_nth, get_rank, p_g, ...
std::span<const OpBody> dihedral_ops(); // additions: o_g, mir_rot, a_mr
std::span<const OpBody> layers_ops();   // additions: cell_map
std::span<const OpBody> tiles_ops();    // every tile op, with the kernel for a body
std::span<const OpBody> placed_ops();   // additions: grids that remember their place
std::span<const OpBody> fitted_ops();   // additions: learn_colours, ..., apply_rule

}  // namespace arcloom
