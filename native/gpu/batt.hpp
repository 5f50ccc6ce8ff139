// native/gpu/batt.hpp: whole programs as bytecode: what one warp does with one program on one sample
//
// Instructions go from registers to registers, in the order of the general engine's walk, so that the first that fails
// tells why there is no value. Where a value leaves what words can stand for, the pair bails out.
#pragma once

#include "../tile/sequence_hash.hpp"
#include "values/table.hpp"

namespace arcloom::gpu {

struct Instruction {
    int16_t op, to;
    int16_t from[4];
    // What the op needs to know; of a loop, its way of going, and kByLanes; of its end, what the value holds; of a skip, 1 where
    // what is true skips. The operands of a loop that goes kTimes end with the least count.
    int16_t number;
    // Of a loop, its end; of a skip, where to; else 1 where failing does not decide the program, which then bails out.
    int16_t extra;
};
static_assert(sizeof(Instruction) == 16);

struct ProgramCode {
    int32_t first, count;          // instructions
    int32_t constants, nconstants; // go to the registers from 1 on
    int32_t result;                // the register of a grid
};

// One list; two in step; each with each, the first one outside; one until something is true: its element is the result; a
// value, that so many times becomes what the loop makes of it.
enum Way : int { kEach, kInStep, kPairs, kUntil, kTimes };
// Added to the way where a lane can take an element by itself: nothing in the loop but ARCLOOM_SCALAR_OPS, with results in
// so many registers.
inline constexpr int kByLanes = 8, kMostLaneRegisters = 16;
// What of a loop's value lies in blocks: nothing, a patch, an object, a grid, more.
enum Holds : int { kNoBlocks, kMask, kMaskAndPlanes, kOnlyPlanes, kManyBlocks };

// Everything by addresses; Python fills it in, as 64-bit words.
struct BattRun {
    const Instruction* code;
    const ProgramCode* programs;
    const Word* constants;
    const FlatTile* inputs;    // of each sample; those beside each other take about as long
    const FlatTile* expected;  // height 0: unknown
    int64_t nprograms, nsamples;
    uint8_t* matches;          // programs x samples, as all results
    uint8_t* reasons;          // 0, a Reason, or kBailed
    uint64_t* hashes;
    int64_t* works;            // fuel at most; where it bailed out, the number of the instruction
    uint32_t* blocks;          // for each warp
    int64_t room;              // its number of blocks
    int64_t most_work, most_time;  // of a pair: see Machine
    unsigned long long* next;  // the first pairs that nobody has taken yet
};
inline constexpr int kMostRegisters = 128, kMostLoops = 4, kCallWork = 64;
// Behind blocks that are written to where there is no room.
inline constexpr int kInputPlanes = kPlanes;

// What was made since the mark is given back, but for the value, whose blocks move down. Blocks never move up, and the
// lower ones go first.
inline Word moved_down(Machine& m, int mark, Word w, int holds) {
    if (holds == kManyBlocks || (holds == kOnlyPlanes && is_wide(w)) || (holds == kMask && is_listed(w))) return w;
    m.meet();
    int mask = w.a & kReference, planes = planes_of(w), to = mark;
    const auto move = [&](int& from, int n) {
        if (from < mark) return;
        for (int k = 0; k < n && from != to; ++k) m.store(to + k, m.load(from + k));
        from = to;
        to += n;
    };
    const bool masked = holds == kMask || holds == kMaskAndPlanes, painted = holds >= kMaskAndPlanes;
    if (masked && (!painted || mask < planes)) move(mask, 1);
    if (painted) move(planes, kPlanes);
    if (masked && painted && mask >= planes) move(mask, 1);
    if (masked || painted) w.a = (w.a & ~kReferences) | mask | planes << kReferenceBits;
    m.top = to;
    return w;
}

struct LoopFrame {
    int begin, end, at, inner, count, mark;
    Word first, second, made;
};

class Interpreter {
  public:
    Interpreter(Machine& m, Word* registers, const Instruction* code, int count)
        : m_(m), registers_(registers), code_(code), count_(count) {}

    // The next instruction; a loop with all that is in it. False at the end.
    bool step() {
        do {
            if (pc_ >= count_ || !m_.good()) return false;
            last_ = pc_;
            take(code_[pc_]);
        } while (depth_ > 0);
        return true;
    }
    // The number of the instruction that was the last.
    int last() const { return last_; }

  private:
    Machine& m_;
    Word* registers_;
    const Instruction* code_;
    LoopFrame frames_[kMostLoops];
    int count_, depth_ = 0, pc_ = 0, last_ = 0;

    void take(const Instruction in) {
        m_.meet();
        if (in.op == kLoop) {
            pc_ = begin_loop(in, pc_);
        } else if (in.op == kEndLoop) {
            pc_ = end_element(in, pc_);
        } else if (in.op == kSkip) {
            pc_ = (at(in.from[0]).a != 0) == (in.number != 0) ? in.extra : pc_ + 1;
        } else {
            const Word made = called(m_, in, [this](int k) { return at(k); }, [](auto&... given) { return call(given...); });
            m_.charge(kCallWork);
            soften(m_, in);
            registers_[in.to] = made;
            ++pc_;
        }
    }

    template <class At, class Call>
    static Word called(Machine& m, const Instruction& in, At at, Call call_op) {
        const Word a = at(in.from[0]), b = at(in.from[1]), c = at(in.from[2]), d = at(in.from[3]);
        if (is_nowhere(a) || is_nowhere(b) || is_nowhere(c) || is_nowhere(d)) m.fail(with_nowhere(in.op));
        return m.good() ? call_op(m, in.op, a, b, c, d, in.number) : Word{0, 0};
    }
    static void soften(Machine& m, const Instruction& in) {
        if (!m.good() && in.extra != 0) m.doubt();
    }
    Word at(int k) const { return registers_[k]; }
    void show(const LoopFrame& f, const Instruction& in) {
        if (in.number == kTimes) {
            registers_[in.from[2]] = f.first;
            return;
        }
        const int outer = f.inner > 0 ? f.at / f.inner : f.at, inner = f.inner > 0 ? f.at % f.inner : f.at;
        registers_[in.from[2]] = m_.words(f.first)[outer];
        if (in.number == kInStep || in.number == kPairs) registers_[in.from[3]] = m_.words(f.second)[inner];
    }
    int begin_loop(const Instruction& in, int pc) {
        LoopFrame f{pc, in.extra, 0, 0, 0, 0, at(in.from[0]), at(in.from[1]), {0, 0}};
        const int way = way_of(in);
        int64_t count = way == kTimes ? f.second.a : f.first.b;
        if (way == kTimes && count < in.from[3]) {
            m_.fail(kRange);
            soften(m_, code_[f.end]);
            return f.end + 1;
        }
        if (way == kInStep && f.second.b < count) count = f.second.b;
        if (way == kPairs) {
            f.inner = f.second.b;
            count *= f.inner;
        }
        if (count > kMostElements || depth_ == kMostLoops) {
            m_.bail(kNoRoom);
            return pc;
        }
        f.count = static_cast<int>(count);
        if (way != kUntil && way != kTimes) f.made = m_.new_list(f.count);
        f.made.b = f.count;
        f.mark = m_.top;
        if (f.count == 0) {
            if (way == kUntil) m_.fail(kEmpty);
            registers_[in.to] = way == kTimes ? f.first : f.made;
            soften(m_, code_[f.end]);
            return f.end + 1;
        }
        if (way != in.number) return take_by_lanes(f, in);
        show(f, in);
        frames_[depth_++] = f;
        return pc + 1;
    }
    int end_element(const Instruction& end, int pc) {
        LoopFrame& f = frames_[depth_ - 1];
        const Instruction in = code_[f.begin];
        const Word value = moved_down(m_, f.mark, at(end.from[0]), end.number);
        m_.charge(kCallWork);
        if (is_nowhere(value)) m_.bail(kNothingGiven);
        if (in.number == kUntil) {
            if (value.a != 0) {
                registers_[in.to] = m_.words(f.first)[f.at];
                --depth_;
                return pc + 1;
            }
        } else {
            if (in.number == kTimes) {
                f.first = f.made = value;
            } else {
                m_.words(f.made)[f.at] = value;
            }
            f.mark = m_.top;
        }
        if (++f.at < f.count) {
            show(f, in);
            return f.begin + 1;
        }
        registers_[in.to] = f.made;
        --depth_;
        if (in.number == kUntil) m_.fail(kEmpty);
        soften(m_, end);
        return pc + 1;
    }

    static int way_of(const Instruction& loop) { return loop.number & (kByLanes - 1); }
    // What an element came to, and whether it did.
    struct Image {
        Word value;
        int32_t status;
    };
    // All of a loop whose elements need no blocks: as many at a time as there are lanes, and then in their order.
    int take_by_lanes(const LoopFrame& f, const Instruction& in) {
        const bool until = way_of(in) == kUntil;
        bool found = false;
        m_.charge_lanes(int64_t{f.end - f.begin} * kCallWork * f.count);
        for (int at = 0; at < f.count && m_.good() && !found; at += kBlockWords) {
            const int n = f.count - at < kBlockWords ? f.count - at : kBlockWords;
            const auto images = spread(n, [&](int k) { return image(f, in, at + k); });
            for (int k = 0; k < n && m_.good() && !found; ++k) {
                const Image made = images.of(k);
                m_.fail(static_cast<Status>(made.status));
                found = until && m_.good() && made.value.a != 0;
                if (found) registers_[in.to] = m_.words(f.first)[at + k];
                if (!until) m_.words(f.made)[at + k] = made.value;
            }
        }
        if (until && !found) m_.fail(kEmpty);
        if (!until) registers_[in.to] = f.made;
        soften(m_, code_[f.end]);
        return f.end + 1;
    }
    // By one lane, with registers of its own for what the loop makes.
    Image image(const LoopFrame& f, const Instruction& in, int k) const {
        Machine mine = m_;
        Word own[kMostLaneRegisters] = {};
        const int first = in.from[2];
        const auto at = [&](int r) { return r < first ? registers_[r] : own[r - first]; };
        own[0] = m_.words(f.first)[f.inner > 0 ? k / f.inner : k];
        if (in.from[3] != first) own[in.from[3] - first] = m_.words(f.second)[f.inner > 0 ? k % f.inner : k];
        for (int pc = f.begin + 1; pc < f.end && mine.good(); ++pc) {
            const Instruction step = code_[pc];
            own[step.to - first] = called(mine, step, at, [](auto&... given) { return call_scalar(given...); });
            soften(mine, step);
        }
        const Word value = at(code_[f.end].from[0]);
        if (is_nowhere(value)) mine.bail(kNothingGiven);
        return {value, mine.status};
    }
};

// As the general engine hashes a grid; rows without cells are a tuple of empty ones.
inline uint64_t hash_of_cells(const Cells& grid) {
    const int n = grid.h * grid.w;
    if (grid.h == 0) return kEmptyTupleHash;
    if (n == 0) {
        const auto seed = tuple_seed(static_cast<uint64_t>(grid.h));
        return hash_sequence(seed, grid.h, [](int) { return kEmptyTupleHash; }) | 1;
    }
    uint64_t rest = 0;
    for (int k = n - n % 8; k < n; ++k) rest |= static_cast<uint64_t>(grid.at[k]) << (8 * (k % 8));
    const auto* words = reinterpret_cast<const uint64_t*>(grid.at);
    return hash_sequence(hash_step(grid_seed(grid.h, grid.w), rest), n / 8, [words](int k) { return words[k]; }) | 1;
}
// One program on one sample, its registers where the caller has room for them.
class Pair {
  public:
    Pair(const BattRun& r, const ProgramCode& program, int64_t sample, uint32_t* blocks, Word* registers)
        : m_{blocks, static_cast<int32_t>(r.room), kInputPlanes, kGood, 0, as_charge(r.most_work), 0,
             as_charge(r.most_time)},
          registers_(registers), interpreter_(m_, registers, r.code + program.first, program.count) {
        registers[0] = make_grid(m_, read(r.inputs[sample]));
        for (int k = 0; k < program.nconstants; ++k) registers[1 + k] = r.constants[program.constants + k];
    }
    bool step() { return interpreter_.step(); }
    // What fails in a loop may fail again in each loop that the general engine has fused with it, and is charged each time.
    void count_failure() {
        constexpr int kTries = 4;
        if (!m_.good() && !m_.bailed()) m_.charge(as_charge(int64_t{kTries - 1} * m_.work), 0);
    }
    // Writes what came of it.
    void end(const BattRun& r, const ProgramCode& program, int64_t sample) {
        uint64_t hash = 0;
        bool match = false;
        count_failure();
        if (m_.good()) {
            const Word result = registers_[program.result];
            hash = hash_of_cells(cells_of(m_, result));
            match = !is_wide(result) && tile::same_tile(read_grid(m_, result), read(r.expected[sample]));
        }
        if (!leads()) return;
        const int64_t at = (&program - r.programs) * r.nsamples + sample;
        r.matches[at] = m_.good() && match ? 1 : 0;
        r.reasons[at] = static_cast<uint8_t>(m_.status);
        r.hashes[at] = m_.good() ? hash : 0;
        r.works[at] = m_.bailed() ? interpreter_.last() | m_.cause() << kInstructionBits : m_.work;
    }

  private:
    Machine m_;
    Word* registers_;
    Interpreter interpreter_;
};

}  // namespace arcloom::gpu
