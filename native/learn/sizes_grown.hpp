// native/learn/sizes_grown.hpp: outputs made of one region, enlarged or repeated, or of blocks by colour
#pragma once

#include "rule.hpp"

namespace arcloom::fit {

void offer_blocks(const Examples&, Trial&, const Rule& head);  // rules begin as `head`
bool put_blocks(Reader&, const Picture& in, Picture& out, Work&);
void check_blocks(Reader&);

void offer_enlarged(const Examples&, Trial&, const Rule& head);
bool enlarge(Reader&, const Picture& in, Picture& out, Work&);
void check_enlarged(Reader&);

}  // namespace arcloom::fit
