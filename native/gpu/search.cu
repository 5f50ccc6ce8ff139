// native/gpu/search.cu: actions on states, many tasks in one launch, a warp a piece
#include "search.hpp"

using namespace arcloom::gpu;

extern "C" __global__ void __launch_bounds__(kThreads, kBlocks) take_pieces(const Step* step) {
    for (int64_t k = warp_number(); k < step->npieces; k += warp_count()) take_piece(*step, k);
}
