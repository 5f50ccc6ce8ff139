// native/ops/measures.hpp: extents for other themes, and the bodies of the theme that live in other files
#pragma once

#include "op.hpp"

namespace arcloom {

// What `height` and `width` answer; false where they raise (or fuel ran out: no_places tells).
bool height_of(Context&, Value piece, int64_t& out);
bool width_of(Context&, Value piece, int64_t& out);

// The centre of a patch with this box; a tuple is measured as a grid. False as above.
bool centre_of_box(Context&, Value piece, const Box&, Place& out);

namespace measures {
// colours.cpp
Value mostcolor(Context&, const Value*);
Value leastcolor(Context&, const Value*);
Value colorcount(Context&, const Value*);
Value palette(Context&, const Value*);
Value numcolors(Context&, const Value*);
Value color(Context&, const Value*);
Value color_of_pair(Context&, const Value* a);  // color((a[0], a[1])), of which a[1] does not matter
Value colorfilter(Context&, const Value*);
// periods.cpp
Value hperiod(Context&, const Value*);
Value vperiod(Context&, const Value*);
}  // namespace measures

}  // namespace arcloom
