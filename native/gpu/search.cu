// native/gpu/search.cu: actions on states, many tasks in one launch, a warp a piece
#include "search.hpp"

using namespace arcloom::gpu;

// A kernel for each op: what one needs of registers is no burden for another. Of a form known before, so that what only
// lists need is left out of the others.
template <int kOp>
__global__ void __launch_bounds__(kThreads, kOpBlocks)
take_pieces(const __grid_constant__ arcloom::gpu::Step step, int64_t first, int64_t n) {
    for (int64_t k = warp_number(); k < n; k += warp_count()) take_piece(Row<kOp>{}, step, first + k);
}
