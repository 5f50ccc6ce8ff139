// native/bind/bind.hpp: the parts of the Python module
#pragma once

#include "convert.hpp"

namespace arcloom {

void bind_direct(nb::module_&);
void bind_batt(nb::module_&);
void bind_breeder(nb::module_&);
void bind_tiles(nb::module_&);
void bind_enumerator(nb::module_&);
void bind_canvas(nb::module_&);
void bind_placed(nb::module_&);
void bind_bytecode(nb::module_&);
void bind_launches(nb::module_&);
void bind_numbers(nb::module_&);
void bind_rules(nb::module_&);

}  // namespace arcloom
