// native/ops/registry.hpp: every op body by number and by name
//
// Numbers are ranks: the 160 names of arc-dsl in their documented rank order, then the additions, the tile ops last.
// The Python table (lang/vocabulary) lists the same names in the same order; a test holds them equal.
#pragma once

#include "op.hpp"

namespace arcloom {

uint32_t op_count();
const OpBody& op_body(uint32_t number);          // number < op_count()
const OpBody* find_op(std::string_view name);    // null where there is none
uint32_t op_number(std::string_view name);       // kNoOp where there is none

// The builders, and the ops that weaving knows by name.
struct KnownOps {
    uint32_t compose, chain, matcher, rbind, lbind, power, fork;
    uint32_t equality, branch, identity, first, last, astuple, product, merge, remove;
    uint32_t paint, underpaint, fill, underfill;
};
const KnownOps& known_ops();

}  // namespace arcloom
