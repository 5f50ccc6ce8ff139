// native/tests/warp.cpp: a group of lanes, each a fibre, that meet in every collective function
#define ARCLOOM_LANES
#include <ucontext.h>

#include <cstdlib>
#include <memory>

#include "tile/call.hpp"
#include "tile/table.hpp"
#include "lanes.hpp"

namespace arcloom {

namespace {

using tile::kLanes;

constexpr size_t kStack = size_t{256} * 1024;

// Fibres go on in turn, each from one meeting to the next. One that is ahead leaves its word in the other of two
// sets, so no word is lost before all have read it. Lanes that go different ways end the program.
class Warp {
  public:
    int lane() const { return lane_; }

    void run(void (*body)(void*), void* argument) {
        body_ = body;
        argument_ = argument;
        lane_ = 0;
        for (int k = 0; k < kLanes; ++k) {
            meetings_[k] = 0;
            char* stack = stacks_.get() + kStack * static_cast<size_t>(k);
            prepare(fibre_[k], stack, k + 1 < kLanes ? &fibre_[k + 1] : &home_);
        }
        swapcontext(&home_, &fibre_[0]);
    }
    // Leaves a word, and gives all lanes' words once they have left theirs.
    const uint32_t* meet(char kind, uint32_t word) {
        const int me = lane_, set = meetings_[me]++ % 2;
        if (me > 0 && (meetings_[me] != meetings_[me - 1] || kind != kind_)) std::abort();
        kind_ = kind;
        words_[set][me] = word;
        const int next = (me + 1) % kLanes;
        lane_ = next;
        swapcontext(&fibre_[me], &fibre_[next]);
        return words_[set];
    }

  private:
    ucontext_t home_, fibre_[kLanes];
    uint32_t words_[2][kLanes];
    int meetings_[kLanes];
    char kind_ = 0;
    int lane_ = 0;
    void (*body_)(void*) = nullptr;
    void* argument_ = nullptr;
    std::unique_ptr<char[]> stacks_ = std::make_unique<char[]>(kStack * kLanes);

    static void enter();
    static void prepare(ucontext_t& fibre, char* stack, ucontext_t* then) {
        getcontext(&fibre);
        fibre.uc_stack.ss_sp = stack;
        fibre.uc_stack.ss_size = kStack;
        fibre.uc_link = then;
        makecontext(&fibre, enter, 0);
    }
};

Warp& warp() {
    static Warp one;
    return one;
}

// Runs to its end; the next lane then goes on where it waits.
void Warp::enter() {
    Warp& w = warp();
    w.body_(w.argument_);
    if (w.lane_ > 0 && w.meetings_[w.lane_] != w.meetings_[w.lane_ - 1]) std::abort();
    w.lane_ = (w.lane_ + 1) % kLanes;
}

using Tile = tile::TileOf<tile::Lanes>;

Tile read(const test::FlatTile& flat) {
    Tile out;
    for (int k = 0; k < tile::kPlanes; ++k) out.plane[k].row = flat.plane[k][tile::lane()];
    out.h = flat.h;
    out.w = flat.w;
    return out;
}
void write(const Tile& t, test::FlatTile& flat) {
    for (int k = 0; k < tile::kPlanes; ++k) flat.plane[k][tile::lane()] = t.plane[k].row;
    flat.h = t.h;
    flat.w = t.w;
}

struct Call {
    size_t op;
    const test::FlatTile* in;
    int n, arg;
    test::FlatTile* out;
    int made;
};

void one_lane(void* argument) {
    Call& call = *static_cast<Call*>(argument);
    Tile in[tile::kMostParts], out[tile::kMostParts];
    for (int k = 0; k < call.n; ++k) in[k] = read(call.in[k]);
    call.made = tile::call(tile::Table<tile::Lanes>::kOps[call.op], in, call.n, call.arg, out);
    for (int k = 0; k < call.made; ++k) write(out[k], call.out[k]);
}

}  // namespace

namespace tile {

int lane() { return warp().lane(); }
uint32_t shuffle(uint32_t v, int from) { return warp().meet('s', v)[from & (kLanes - 1)]; }
uint32_t ballot(bool v) {
    const uint32_t* words = warp().meet('b', v ? 1 : 0);
    uint32_t out = 0;
    for (int k = 0; k < kLanes; ++k) out |= words[k] << k;
    return out;
}

}  // namespace tile

namespace test {

int call_on_lanes(size_t op, const FlatTile* in, int n, int arg, FlatTile* out) {
    Call call{op, in, n, arg, out, 0};
    warp().run(one_lane, &call);
    return call.made;
}

}  // namespace test

}  // namespace arcloom
