// native/learn/together.hpp: regions of a picture that make the output together
#pragma once

#include <functional>

#include "reader.hpp"
#include "rule.hpp"

namespace arcloom::fit {

// Offers the parameters of such rules, until one is wanted no more.
void offer_together(const Examples&, const std::function<bool(const Rule&)>& offer, Work&);
bool put_together(Reader&, const Picture& in, Picture& out, Work&);
void check_together(Reader&);

}  // namespace arcloom::fit
