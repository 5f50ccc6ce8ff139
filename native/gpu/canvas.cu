// native/gpu/canvas.cu: states held against the outputs, and the table of all hashes that were met
#include "look.hpp"

using namespace arcloom::gpu;

extern "C" __global__ void look_at_states(const Look* look) {
    for (int64_t k = warp_number(); k < look->nstates; k += warp_count()) look_at(*look, k);
}

namespace {

int64_t thread_number() { return int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }
int64_t thread_count() { return int64_t{gridDim.x} * blockDim.x; }

// A place of the table holds a hash that an earlier launch met; or, marked, the number of the candidate that is the
// first of this launch with its hash; or 0.
using Word = unsigned long long;
constexpr Word MARK = Word{1} << 63;

Word hash_at(const Word* hashes, Word k) {
    const Word hash = hashes[k] & ~MARK;
    return hash != 0 ? hash : 1;
}
Word look_up(const Word* place) { return *const_cast<const volatile Word*>(place); }
bool holds(Word word, Word hash, const Word* hashes) {
    return word == hash || ((word & MARK) != 0 && hash_at(hashes, word & ~MARK) == hash);
}

// The place of a hash; a free one is taken for `word`. A plain look first: most hashes are known already.
Word* place_of(Word* table, Word mask, Word hash, const Word* hashes, Word word) {
    for (Word at = hash & mask;; at = (at + 1) & mask) {
        Word there = look_up(table + at);
        if (there == 0) there = atomicCAS(table + at, Word{0}, word);
        if (there == 0 || holds(there, hash, hashes)) return table + at;
    }
}

}  // namespace

// Found are those that no earlier launch met. Whichever thread comes first, the place ends with the least number: so
// no result depends on who won.
extern "C" __global__ void meet_hashes(Word* table, Word mask, const Word* hashes, const bool* met, int64_t n,
                                       bool* found) {
    for (int64_t k = thread_number(); k < n; k += thread_count()) {
        found[k] = false;
        if (!met[k]) continue;
        const Word mine = MARK | static_cast<Word>(k);
        Word* const place = place_of(table, mask, hash_at(hashes, k), hashes, mine);
        const Word there = look_up(place);
        if ((there & MARK) == 0) continue;
        found[k] = true;
        if (there > mine) atomicMin(place, mine);
    }
}
// Of those that were found, the first with each hash stay, and put it where their numbers are; the others may see
// either.
extern "C" __global__ void find_new(Word* table, Word mask, const Word* hashes, int64_t n, bool* found) {
    for (int64_t k = thread_number(); k < n; k += thread_count()) {
        if (!found[k]) continue;
        const Word hash = hash_at(hashes, k), mine = MARK | static_cast<Word>(k);
        Word* const place = place_of(table, mask, hash, hashes, mine);
        found[k] = look_up(place) == mine;
        if (found[k]) *place = hash;
    }
}
// Into a table of another size.
extern "C" __global__ void move_hashes(const Word* from, int64_t n, Word* table, Word mask) {
    for (int64_t k = thread_number(); k < n; k += thread_count()) {
        if (from[k] != 0) place_of(table, mask, from[k], nullptr, from[k]);
    }
}
