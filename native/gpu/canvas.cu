// native/gpu/canvas.cu: states held against the outputs, and the table of all hashes that were met
#include "look.hpp"

using namespace arcloom::gpu;

extern "C" __global__ void look_at_states(const Look* look) {
    for (int64_t k = warp_number(); k < look->nstates; k += warp_count()) look_at(*look, k);
}

namespace {

// A hash and the number of the first candidate that had it; a hash of 0 is a free place.
struct Entry {
    unsigned long long hash, order;
};

int64_t thread_number() { return int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }
int64_t thread_count() { return int64_t{gridDim.x} * blockDim.x; }

Entry* place_of(Entry* table, unsigned long long mask, unsigned long long hash) {
    for (unsigned long long at = hash & mask;; at = (at + 1) & mask) {
        const unsigned long long there = atomicCAS(&table[at].hash, 0ULL, hash);
        if (there == 0 || there == hash) return table + at;
    }
}

}  // namespace

// Whichever thread comes first, the entry ends with the least number: so no result depends on who won. A free place
// holds the greatest number.
extern "C" __global__ void meet_hashes(Entry* table, unsigned long long mask, const unsigned long long* hashes,
                                       const bool* met, unsigned long long first, int64_t n) {
    for (int64_t k = thread_number(); k < n; k += thread_count()) {
        if (met[k]) atomicMin(&place_of(table, mask, hashes[k])->order, first + static_cast<unsigned long long>(k));
    }
}
extern "C" __global__ void find_new(Entry* table, unsigned long long mask, const unsigned long long* hashes,
                                    const bool* met, unsigned long long first, int64_t n, bool* found) {
    for (int64_t k = thread_number(); k < n; k += thread_count()) {
        found[k] = met[k] && place_of(table, mask, hashes[k])->order == first + static_cast<unsigned long long>(k);
    }
}
// Into a table of another size.
extern "C" __global__ void move_entries(const Entry* from, int64_t n, Entry* table, unsigned long long mask) {
    for (int64_t k = thread_number(); k < n; k += thread_count()) {
        if (from[k].hash != 0) place_of(table, mask, from[k].hash)->order = from[k].order;
    }
}
