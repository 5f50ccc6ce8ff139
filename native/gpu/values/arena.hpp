// native/gpu/values/arena.hpp: a warp's values: words that stand for them, and the blocks of rows behind them
//
// What kind of value a word is, the compiler of bytecode knows; the device does not ask. All lanes hold the same words,
// and write the same to them; of a block, lane i reads and writes row i alone.
#pragma once

#include "../../tile/ops.hpp"

#ifdef __CUDACC_RTC__
#include "../memory.hpp"
// What several ops call is there once: the kernel waits for code more than for anything else.
#define DEVICE_OP __noinline__
#else
#include <cstring>

#include "../played.hpp"
#define DEVICE_OP inline
#endif

namespace arcloom::gpu {

using Rows = tile::Rows32;

inline constexpr int kBlockWords = 32, kSide = 32;
inline constexpr int kReferenceBits = 15, kReference = (1 << kReferenceBits) - 1;

// By kind:
//   integer   a: its value (booleans are 0 and 1)
//   place     a, b: row and column
//   cell      a: colour, b: row and column in 16 bits each
//   grid      a: its planes, b: height and width in 16 bits each
//   patch     a: its mask, b: the place that the mask's first bit stands for, in 16 bits each; where it is listed, in the place of
//             planes is a block that begins with the list of its places
//   object    the same, and in a: planes that have the colours, of other cells too
//   list      a: its first block, b: how many words
struct Word {
    int32_t a, b;
};
static_assert(sizeof(Word) == 8);

inline Word whole_number(int v) { return {v, 0}; }
inline Word truth(bool v) { return {v ? 1 : 0, 0}; }
inline Word place(int i, int j) { return {i, j}; }
inline int32_t packed(int i, int j) {
    return static_cast<int32_t>(static_cast<uint32_t>(i) << 16 | (static_cast<uint32_t>(j) & 0xFFFFU));
}
inline int high_half(int32_t v) { return v >> 16; }
inline int low_half(int32_t v) { return static_cast<int16_t>(v & 0xFFFF); }
inline Word cell(int colour, int i, int j) { return {colour, packed(i, j)}; }

// In the place of a place: (), which a corner of nothing is. Only some ops know it (rows.hpp).
inline constexpr int32_t kNowhere = -2147483647 - 1;
inline Word nowhere() { return {kNowhere, kNowhere}; }
inline bool is_nowhere(Word w) { return w.a == kNowhere && w.b == kNowhere; }

// Why a pair ends early: a reason of Undefined, as the general engine has them, or that it is none of the device's.
enum Status : int32_t { kGood = 0, kKind = 1, kEmpty = 2, kRange = 3, kBailed = 254 };
// Why it is none of the device's, for whoever counts: in the status, above the reason.
enum Cause : int32_t {
    kNothingGiven,  // () or nothing, where the device does not know what the op makes of it
    kNoReason,      // no answer, whose reason only the general engine tells
    kDoubtful,      // a failure that may not decide the program
    kTooWide,       // a grid beyond the tile, or places beyond a window
    kNoCells,       // a grid without cells
    kClashes,       // an object that has two colours at a place
    kFarAway,       // a place far away
    kLarge,         // a number, or a colour that is none
    kRagged,        // rows of several lengths
    kNoRoom,        // blocks, words of a list, or loops
    kLimit,         // fuel or time
};
inline constexpr int kReasonBits = 8, kInstructionBits = 16;

// How much longer one lane would take for what many have a share of.
inline constexpr int kShared = 8;
// Words of a list at most. Every list comes from Machine::new_list, which alone holds to it: so the product of two
// lengths fits 32 bits, and a longer list is the CPU's.
inline constexpr int kMostElements = 8192;
// Work and time at most, whatever the limits are: what a pair has left never overflows.
inline constexpr int64_t kMostCharge = int64_t{1} << 30;
inline int32_t as_charge(int64_t n) { return static_cast<int32_t>(n < kMostCharge ? n : kMostCharge); }

// Blocks are taken one after the other and given back all at once, down to a mark.
struct Machine {
    uint32_t* blocks;
    int32_t room;    // blocks there are
    int32_t top;     // those taken
    int32_t status;
    int32_t work;    // fuel that the general engine would have charged, at most
    int32_t most_work;
    int32_t time;    // roughly how long it took: the same, less where lanes have a share of it each
    int32_t most_time;

    // Neither is below 0. What does not fit any more is not added, so that no sum overflows.
    void charge(int n, int in_time) {
        if (n > most_work - work || in_time > most_time - time) return exceed();
        work += n;
        time += in_time;
    }
    void charge(int n) { charge(n, n); }
    void charge_lanes(int64_t n) { charge(as_charge(n), as_charge(n / kShared)); }
    // A loop looks at n words, one after the other.
    void look_at(int n) { charge(n); }
    // The same where the general engine need not look at all of them, so that it charges nothing for that.
    void take_time(int n) { charge(0, n); }
    bool good() const { return status == kGood; }
    void fail(Status why) { status = status == kGood ? why : status; }
    // Also after a failure: fuel may end the general engine's run before that.
    void exceed() {
        if (!bailed()) status = kBailed | kLimit << kReasonBits;
    }
    void bail(Cause why) { fail(static_cast<Status>(kBailed | why << kReasonBits)); }
    // A failure that does not decide the program.
    void doubt() {
        if (!bailed()) status = kBailed | kDoubtful << kReasonBits;
    }
    bool bailed() const { return (status & ((1 << kReasonBits) - 1)) == kBailed; }
    int cause() const { return status >> kReasonBits; }
    // What fails all the same gets the first block, so that nobody writes elsewhere.
    int take(int n) {
        const int first = top;
        if (n > room - first) {
            bail(kNoRoom);
            return 0;
        }
        top += n;
        return first;
    }

#ifdef __CUDACC_RTC__
    Rows load(int block) const { return {blocks[block * kBlockWords + lane()]}; }
    void store(int block, const Rows& r) { blocks[block * kBlockWords + lane()] = r.row; }
    static void meet() { __syncwarp(); }
#else
    Rows load(int block) const {
        Rows out;
        std::memcpy(out.row, blocks + block * kBlockWords, sizeof out.row);
        return out;
    }
    void store(int block, const Rows& r) { std::memcpy(blocks + block * kBlockWords, r.row, sizeof r.row); }
    static void meet() {}
#endif

    Word* words(Word list) const { return reinterpret_cast<Word*>(blocks + (list.a & kReference) * kBlockWords); }
    // Room for a list of up to n words; none where the pair has failed, or fails here because they are too many.
    Word new_list(int64_t n) {
        constexpr int kWords = kBlockWords / 2, kWordWork = 32;
        if (n > kMostElements) bail(kNoRoom);
        if (!good()) return {0, 0};
        const auto count = static_cast<int32_t>(n);
        charge_lanes(kWordWork * count);
        const int first = take(count < 1 ? 1 : (count + kWords - 1) / kWords);
        return good() ? Word{first, count} : Word{0, 0};
    }
};

}  // namespace arcloom::gpu
