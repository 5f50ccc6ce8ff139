// native/value/context.hpp: where values live (arena), what makes them one (interner), what work costs (fuel)
//
// A Context belongs to one thread. Values made after `mark()` die at `rewind(mark)`; the interner forgets
// them with their memory, so constants of a batt outlive its tasks, and a task's values its samples.
#pragma once

#include <atomic>
#include <cstring>
#include <memory>
#include <vector>

#include "arena.hpp"
#include "fuel.hpp"
#include "heap.hpp"

namespace arcloom {

struct Context;

inline constexpr int64_t kValueFuel = 20, kTransientFuel = 8;  // of making one heap value

// What the host language provides: calls of its own functions. bind/ implements it.
struct Host {
    virtual ~Host() = default;
    virtual Value call_op(Context&, uint32_t op, const Value* args, uint32_t nargs) = 0;
    virtual Value call_func(Context&, const Func* f, const Value* args, uint32_t nargs) = 0;
};

struct Context {
    Context();

    Arena arena;
    Host* host = nullptr;

    // Ops charge before they work or allocate; about one unit a nanosecond or eight bytes.
    Fuel fuel;
    bool charge(int64_t units) { return fuel.charge(units); }

    // Set from outside to end a run early; seen wherever work is charged in loops.
    const std::atomic<bool>* stop = nullptr;
    bool stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }

    size_t memory_limit = SIZE_MAX;
    bool out_of_memory() const { return arena.held() > memory_limit; }

    // While set, values are made that are only read and soon forgotten: never compared, kept or put into others
    // that are. They need not be one, so they are not interned.
    bool transient = false;

    uint64_t next_rank = 1;  // of the next built callable
    int call_depth = 0;      // of dynamic calls, bounded by kMaxCallDepth

    // The set of places or cells that was listed last, and once it was listed twice, its elements.
    struct Listed {
        Value container;
        std::vector<Value> items;
    };
    Listed listed;

    // The places, not in bits as they are, that were cut into patches last: these, and what that cost (ops/support/cover.cpp).
    struct CutUp {
        Value container;
        bool transient = false;  // how the patches were made
        int64_t fuel = 0;
        Box box{0, 0, 0, 0};
        std::vector<std::byte> patches, before;  // one behind the other; those of the container before
    };
    CutUp cut_up;

    struct Mark {
        Arena::Mark arena;
        size_t interned;
    };
    Mark mark() const { return {arena.mark(), alive_}; }
    void rewind(const Mark& m) {
        if (alive_ != m.interned) forget(m.interned);
        arena.rewind(m.arena);
    }
    // Makes the table as small as what is alive allows; a large sample leaves it large and slow.
    void tidy();
    // Whether v needs nothing that was made after the mark.
    static bool older(Value v, const Mark& m) { return !v.is_heap() || v.heap()->born < m.interned; }

    // Takes a filled candidate that is the arena's last take; gives the interned twin, or it.
    Heap* intern(Heap* candidate, size_t bytes) {
        // What a value costs does not depend on whether its twin is there already: fuel must not tell.
        fuel.take((transient ? kTransientFuel : kValueFuel) + static_cast<int64_t>(bytes / 16));
        if (!transient) return find_or_keep(candidate, bytes);
        candidate->born = UINT32_MAX;
        return candidate;
    }

    Value empty_set() const { return empty_set_; }
    Value empty_tuple() const { return empty_tuple_; }

    // Scratch vectors, borrowed in stack order.
    std::vector<Value>& borrow() {
        if (borrowed_ == scratch_.size()) [[unlikely]] add_scratch();
        std::vector<Value>& v = *scratch_[borrowed_++];
        v.clear();
        return v;
    }
    void give_back() { --borrowed_; }

  private:
    struct Slot {
        uint32_t key;
        uint32_t entry;  // index into interned_, plus one; 0: free
    };
    std::vector<Slot> slots_;      // open addressing, linear probing, at most half full
    size_t mask_ = 0;              // one less than there are slots
    std::vector<Heap*> interned_;  // in order of interning, and room for more
    size_t alive_ = 0;             // of these, how many there are
    std::vector<std::unique_ptr<std::vector<Value>>> scratch_;
    size_t borrowed_ = 0;
    Value empty_set_, empty_tuple_;
    void add_scratch();
    Heap* find_or_keep(Heap* candidate, size_t bytes);
    Heap* find_twin(Heap* candidate, size_t bytes, size_t at);
    Heap* keep(Heap* candidate, size_t at);
    Heap* keep_and_grow(Heap* candidate, size_t at);
    void resize(size_t slots);
    void forget(size_t interned);  // all but the first so many
};

inline constexpr int kMaxCallDepth = 200;

// A borrowed scratch vector, given back at the end of the scope.
class Scratch {
  public:
    explicit Scratch(Context& c) : context_(c), items_(c.borrow()) {}
    ~Scratch() { context_.give_back(); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    std::vector<Value>& operator*() { return items_; }
    std::vector<Value>* operator->() { return &items_; }
    Value* data() { return items_.data(); }
    size_t size() const { return items_.size(); }
    void push(Value v) { items_.push_back(v); }

  private:
    Context& context_;
    std::vector<Value>& items_;
};

}  // namespace arcloom
