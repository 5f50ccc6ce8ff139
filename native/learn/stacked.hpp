// native/learn/stacked.hpp: regions that stand in a row or on top of each other, ordered by a feature
#pragma once

#include "rule.hpp"

namespace arcloom::fit {

// The parameters of such rules begin with `head`.
void offer_stacks(const Examples&, const Rule& head, Trial&);
bool put_stack(Reader&, const Picture&, Picture& out, Work&);
void check_stack(Reader&);

}  // namespace arcloom::fit
