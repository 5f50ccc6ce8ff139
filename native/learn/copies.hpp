// native/learn/copies.hpp: parts that show only some colours of a model, completed to copies of it
#pragma once

#include <functional>

#include "reader.hpp"

namespace arcloom::fit {

struct CopyRule {
    bool common_ground = false;  // else black
    int models = 0;              // which parts are models
    int turned = 0;              // whether copies may be turned, or mirrored too
    bool larger = false;         // copies may be larger
    bool models_go = false;      // the output lacks them
};

CopyRule read_copies(Reader&);
// Offers the parameters of such rules, until one is wanted no more.
void offer_copies(const Examples&, const std::function<bool(const Rule&)>& offer, Work&);
bool complete_copies(const CopyRule&, const Picture& in, Picture& out, Work&);

}  // namespace arcloom::fit
