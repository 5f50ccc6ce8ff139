// native/tests/half_warp.cpp: the same for half a warp
//
// The number of lanes is a constant of all that is compiled, so all of it is compiled again, under another name.
#include <ucontext.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <numeric>
#include <span>
#include <string_view>

#define ARCLOOM_HALF_WARPS
#define arcloom arcloom_in_halves
#include "warp.cpp"
#undef arcloom

namespace arcloom::test {

struct FlatTile;

int call_on_half_warp(size_t op, const FlatTile* in, int n, int arg, FlatTile* out) {
    namespace halves = arcloom_in_halves::test;
    return halves::call_on_lanes(op, reinterpret_cast<const halves::FlatTile*>(in), n, arg,
                                 reinterpret_cast<halves::FlatTile*>(out));
}

}  // namespace arcloom::test
