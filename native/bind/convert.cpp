// native/bind/convert.cpp: the conversions, and calls of Python functions from native ops
#include "convert.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include "value/portable.hpp"

namespace arcloom {

FunctionTypes& function_types() {
    static auto* types = new FunctionTypes;  // never destroyed: Python objects must not outlive Python
    return *types;
}

namespace {

[[noreturn]] void refuse(nb::handle h) {
    throw NotAValue{nb::cast<std::string>(nb::str(h.type().attr("__name__")))};
}

Value int_from(nb::handle h) {
    int overflow = 0;
    const long long v = PyLong_AsLongLongAndOverflow(h.ptr(), &overflow);
    if (overflow != 0 || v <= -kIntLimit || v >= kIntLimit) {
        throw NotAValue{"int beyond 60 bits"};
    }
    return make_int(v);
}

// What a call of a Python function costs in a direct call. It takes longer, but so does all else that Python does.
constexpr int64_t kPythonCallFuel = 100;

constexpr size_t kManyWritten = 1'000;  // a larger table is made anew

uint32_t python_params(nb::handle f) {
    if (!nb::hasattr(f, "__code__")) return 1;
    const int n = nb::cast<int>(f.attr("__code__").attr("co_argcount"));
    return static_cast<uint32_t>(n - (nb::hasattr(f, "__self__") ? 1 : 0));
}

}  // namespace

namespace {

// One level deeper into a Python object, for the life of it.
struct Level {
    int& depth;
    Level(int& d, const char* what) : depth(d) {
        if (depth >= kMaxDepth) throw NotAValue{std::string(what) + " nested over 400 deep"};
        ++depth;
    }
    ~Level() { --depth; }
};

}  // namespace

Value PyHost::elements_from(Context& c, nb::handle h, bool set) {
    const Level level(nesting_, "container");
    Scratch items(c);
    for (const nb::handle item : h) {
        const Value v = from_python(c, item);
        items.push(v);
    }
    return set ? make_set(c, *items) : make_tuple(c, items.data(), items.size());
}

Value PyHost::from_python(Context& c, nb::handle h) {
    PyObject* p = h.ptr();
    if (PyLong_Check(p)) return int_from(h);
    if (p == Py_None) return nothing();
    if (PyTuple_Check(p)) return elements_from(c, h, false);
    if (PyAnySet_Check(p)) return elements_from(c, h, true);
    if (PyCallable_Check(p)) return callable_from(c, h);
    if (PyIndex_Check(p)) {  // numpy integers
        const nb::object as_int = nb::steal(PyNumber_Index(p));
        if (as_int.is_valid()) return int_from(as_int);
        PyErr_Clear();
    }
    if (nb::hasattr(h, "tolist") && nb::hasattr(h, "ndim") && nb::cast<int>(h.attr("ndim")) == 2) {
        Scratch rows(c);
        for (const nb::handle row : h.attr("tolist")()) rows.push(elements_from(c, row, false));
        return make_tuple(c, rows.data(), rows.size());
    }
    refuse(h);
}

Value PyHost::callable_from(Context& c, nb::handle h) {
    const FunctionTypes& types = function_types();
    if (nb::isinstance(h, types.op_type)) return make_op(nb::cast<uint32_t>(h.attr("number")));
    if (plain_only_) refuse(h);
    if (const auto it = known_.find(h.ptr()); it != known_.end()) return it->second;
    Value v;
    if (nb::isinstance(h, types.built_type)) {
        v = built_from(c, h);
    } else {
        v = make_func(c, kHostFunc, python_params(h), nullptr, 0);
    }
    callables_.push_back(nb::borrow(h));
    as_func(v)->host = callables_.size();
    known_.emplace(h.ptr(), v);
    return v;
}

Value PyHost::built_from(Context& c, nb::handle h) {
    const Level level(nesting_, "function");
    Scratch args(c);
    for (const nb::handle a : h.attr("args")) {
        const Value v = from_python(c, a);
        args.push(v);
    }
    const Value v = make_func(c, nb::cast<uint32_t>(h.attr("builder")), nb::cast<uint32_t>(h.attr("nparams")),
                              args.data(), args.size());
    as_func(v)->rank = nb::cast<uint64_t>(h.attr("rank"));
    return v;
}

nb::object PyHost::to_python(Context& c, Value v) {
    const int64_t most = std::min(kMostElements, all_left_);
    elements_left_ = most;
    struct Scope {
        PyHost& host;
        int64_t most;
        ~Scope() {
            // Clearing a table goes through all that it had room for, and a host converts again and again.
            if (host.written_.bucket_count() > kManyWritten) {
                decltype(host.written_)().swap(host.written_);
            } else {
                host.written_.clear();
            }
            host.all_left_ -= most - std::max<int64_t>(host.elements_left_, 0);
        }
    } const scope{*this, most};
    return write(c, v).object;
}

void PyHost::charge(int64_t elements) {
    elements_left_ -= elements;
    if (elements_left_ < 0) throw TooLarge{{"value too large to show (over 4 million elements)"}};
}

PyHost::Written PyHost::write(Context& c, Value v) {
    charge(1);
    if (v.is_int()) return {nb::steal(PyLong_FromLongLong(v.as_int())), 1};
    if (v.is_nothing() || v.undefined()) return {nb::none(), 1};
    if (v.is_op()) {
        const FunctionTypes& types = function_types();
        return {v.op() < kFirstUserOp ? nb::object(types.ops[v.op()]) : types.find_user(v.op()), 1};
    }
    // Rows are of a grid mostly, and short.
    const bool shared = v.is_heap() && v.heap()->kind != Kind::Row;
    if (shared) {
        if (const auto it = written_.find(v.bits); it != written_.end()) return it->second;
    }
    Written out = is_kind(v, Kind::Func) ? Written{write_func(c, as_func(v)), 1} : write_elements(c, v);
    if (shared) written_.emplace(v.bits, out);
    return out;
}

PyHost::Written PyHost::write_elements(Context& c, Value v) {
    charge(size_of(v));
    const int64_t before = elements_left_;
    Scratch items(c);
    append_elements(c, v, *items);
    nb::object out = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(items.size())));
    int64_t hashing = 1;
    for (size_t k = 0; k < items.size(); ++k) {
        Written item = write(c, items.data()[k]);
        hashing = std::min(hashing + item.hashing, kMostElements + 1);
        NB_TUPLE_SET_ITEM(out.ptr(), static_cast<Py_ssize_t>(k), item.object.release().ptr());
    }
    if (!is_set(v)) return {out, hashing};
    // What was written just now is paid for; what is there more than once is hashed as often.
    charge(std::max<int64_t>(hashing - 1 - (before - elements_left_), 0));
    return {nb::steal(PyFrozenSet_New(out.ptr())), 1};
}

nb::object PyHost::write_func(Context& c, const Func* f) {
    if (f->host != 0) return callables_[f->host - 1];
    nb::list args;
    for (uint32_t k = 0; k < f->count; ++k) args.append(write(c, f->args[k]).object);
    return function_types().make_built(f->builder, nb::tuple(args), f->nparams, f->rank);
}

Value PyHost::call_python(Context& c, nb::handle f, const Value* args, uint32_t nargs) {
    const nb::gil_scoped_acquire gil;
    // In a batt, nodes have limits of their own.
    if (!plain_only_ && !c.charge(kPythonCallFuel)) return undefined(Reason::Fuel);
    try {
        nb::list converted;
        for (uint32_t k = 0; k < nargs; ++k) converted.append(to_python(c, args[k]));
        const nb::object result = f(*converted);
        return from_python(c, result);
    } catch (...) {
        failure_ = std::current_exception();
        return undefined(Reason::User);
    }
}

Value PyHost::call_func(Context& c, const Func* f, const Value* args, uint32_t nargs) {
    const nb::gil_scoped_acquire gil;
    return call_python(c, callables_[f->host - 1], args, nargs);
}

Value PyHost::call_op(Context& c, uint32_t op, const Value* args, uint32_t nargs) {
    const nb::gil_scoped_acquire gil;
    nb::object function;
    try {
        function = function_types().find_user(op).attr("function");
    } catch (...) {
        failure_ = std::current_exception();
        return undefined(Reason::User);
    }
    return call_python(c, function, args, nargs);
}

std::exception_ptr PyHost::take_failure() { return std::exchange(failure_, nullptr); }

void PyHost::rewind(Mark m) {
    while (callables_.size() > m.callables) {
        known_.erase(callables_.back().ptr());
        callables_.pop_back();
    }
}

}  // namespace arcloom
