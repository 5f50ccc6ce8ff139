// native/ops/registry.hpp: every op body by number and by name
//
// Numbers are ranks: the 160 names of arc-dsl in their documented rank order, then the additions, the tile ops last.
// The Python table (lang/vocabulary) lists the same names in the same order; a test holds them equal.
#pragma once

#include "op.hpp"

namespace arcloom {

// An op's number, as a type of its own.
enum class OpId : uint32_t {};
inline constexpr OpId kNoOpId{kNoOp};

template <class Id>
constexpr uint32_t number_of(Id id) {
    return static_cast<uint32_t>(id);
}

inline Value make_op(OpId op) { return make_op(number_of(op)); }
inline Value undefined(Reason why, OpId op) { return undefined(why, number_of(op)); }
inline Value marked(Value v, OpId op) { return marked(v, number_of(op)); }

uint32_t op_count();
const OpBody& op_body(OpId);                     // one of the vocabulary's
// Of a user's op: none.
const OpTraits& op_traits(OpId);
const OpBody* find_op(std::string_view name);    // null where there is none
OpId op_number(std::string_view name);           // kNoOpId where there is none

// The ops that the core knows one by one: the builders, and those that weaving or breeding writes or takes apart.
struct KnownOps {
    OpId compose, chain, matcher, rbind, lbind, power, fork;
    OpId equality, branch, identity, first, last, astuple, product, merge, remove;
    OpId combine, connect, initset, manhattan, color;
    OpId c_iz, c_zo, p_g, get_nth, get_color_rank, a_mr, apply_rule, on_inputs;
};
const KnownOps& known_ops();

}  // namespace arcloom
