// native/bind/convert.hpp: Python objects to values and back
//
// int and bool, None, tuple, frozenset (and set), 2-D integer arrays, ops, built functions and any other
// Python callable go in; ints, None, tuples, frozensets and functions come out.
#pragma once

#include <nanobind/nanobind.h>

#include <unordered_map>

#include "ops/call.hpp"

namespace arcloom {

namespace nb = nanobind;

// The Python classes that stand for callables (src/arcloom/functions.py), told at import.
struct FunctionTypes {
    nb::object op_type;     // has .number
    nb::object built_type;  // has .builder, .args, .nparams, .rank
    nb::object ops;         // list of op objects by number
    nb::object make_built;  // (builder, args, nparams, rank) -> built function
    nb::object find_user;   // number -> op object of a user's op
};
FunctionTypes& function_types();

// Thrown for an object that is no DSL value; becomes a TypeError.
struct NotAValue {
    std::string what;
};

// Thrown for a value that is too large to be written as Python objects.
struct TooLarge : NotAValue {};

// A context with the Python callables that its values refer to. One a thread; calls nest.
class PyHost : public Host {
  public:
    // Threads that share a host may only exchange plain values and named ops through it.
    explicit PyHost(bool plain_only = false) : plain_only_(plain_only) {}

    Value call_op(Context&, uint32_t op, const Value* args, uint32_t nargs) override;
    Value call_func(Context&, const Func* f, const Value* args, uint32_t nargs) override;

    Value from_python(Context&, nb::handle);
    // Values share their parts, and so do the objects: one value is written once. Throws TooLarge past the most
    // elements of one value, and past `most` of all values together.
    nb::object to_python(Context&, Value);
    void limit_all(int64_t most) { all_left_ = most; }
    static constexpr int64_t kMostElements = 4'000'000;

    // The exception that made a value Undefined (User), to be raised or told; cleared by taking it.
    std::exception_ptr take_failure();

    struct Mark {
        size_t callables;
    };
    Mark mark() const { return {callables_.size()}; }
    void rewind(Mark);

  private:
    std::vector<nb::object> callables_;                // handle k + 1 of a Func is callables_[k]
    std::unordered_map<PyObject*, Value> known_;       // so that one Python object is one value
    std::exception_ptr failure_;
    bool plain_only_;
    int nesting_ = 0;  // of the object being read
    int64_t elements_left_ = 0, all_left_ = INT64_MAX;
    // What is being written: objects by the bits of their values, and the elements that hashing one goes through. A
    // frozenset remembers its hash, a tuple does not.
    struct Written {
        nb::object object;
        int64_t hashing;
    };
    std::unordered_map<uint64_t, Written> written_;

    Value call_python(Context&, nb::handle f, const Value* args, uint32_t nargs);
    Value callable_from(Context&, nb::handle);
    Value built_from(Context&, nb::handle);
    Value elements_from(Context&, nb::handle, bool set);
    void charge(int64_t elements);
    Written write(Context&, Value);
    Written write_elements(Context&, Value);
    nb::object write_func(Context&, const Func*);
};

}  // namespace arcloom
