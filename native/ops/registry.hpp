// native/ops/registry.hpp: every op body by number and by name
//
// Numbers are ranks: the 160 names of arc-dsl in their documented rank order, then the additions, the tile ops last.
// The Python table (lang/vocabulary) lists the same names in the same order; a test holds them equal.
#pragma once

#include "op.hpp"

namespace arcloom {

uint32_t op_count();
const OpBody& op_body(uint32_t number);          // number < op_count()
// Of a user's op: none.
const OpTraits& op_traits(uint32_t number);
const OpBody* find_op(std::string_view name);    // null where there is none
uint32_t op_number(std::string_view name);       // kNoOp where there is none

// The ops that the core knows one by one: the builders, and those that weaving or breeding writes or takes apart.
struct KnownOps {
    uint32_t compose, chain, matcher, rbind, lbind, power, fork;
    uint32_t equality, branch, identity, first, last, astuple, product, merge, remove;
    uint32_t combine, connect, initset, manhattan, color;
    uint32_t c_iz, c_zo, p_g, get_nth, get_color_rank, a_mr;
};
const KnownOps& known_ops();

}  // namespace arcloom
