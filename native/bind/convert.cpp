// native/bind/convert.cpp: the conversions, and calls of Python functions from native ops
#include "convert.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include "../value/portable.hpp"

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

uint32_t python_params(nb::handle f) {
    if (!nb::hasattr(f, "__code__")) return 1;
    const int n = nb::cast<int>(f.attr("__code__").attr("co_argcount"));
    return static_cast<uint32_t>(n - (nb::hasattr(f, "__self__") ? 1 : 0));
}

}  // namespace

Value PyHost::elements_from(Context& c, nb::handle h, bool set) {
    struct Level {
        int& depth;
        explicit Level(int& d) : depth(++d) {}
        ~Level() { --depth; }
    } const level(nesting_);
    if (nesting_ > kMaxDepth) throw NotAValue{"container nested over 400 deep"};
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

nb::object PyHost::func_to(Context& c, const Func* f) {
    if (f->host != 0) return callables_[f->host - 1];
    nb::list args;
    for (uint32_t k = 0; k < f->count; ++k) args.append(to_python(c, f->args[k]));
    return function_types().make_built(f->builder, nb::tuple(args), f->nparams, f->rank);
}

nb::object PyHost::to_python(Context& c, Value v) {
    struct Level {
        PyHost& host;
        explicit Level(PyHost& h) : host(h) {
            if (host.writing_++ == 0) host.elements_left_ = kMostElements;
        }
        ~Level() { --host.writing_; }
    } const level(*this);
    elements_left_ -= 1 + (is_container(v) ? int64_t{size_of(v)} : 0);
    if (elements_left_ < 0) throw NotAValue{"value of over 4 million elements"};
    if (v.is_int()) return nb::steal(PyLong_FromLongLong(v.as_int()));
    if (v.is_nothing()) return nb::none();
    if (v.is_op()) {
        const FunctionTypes& types = function_types();
        return v.op() < kFirstUserOp ? nb::object(types.ops[v.op()]) : types.find_user(v.op());
    }
    if (is_kind(v, Kind::Func)) return func_to(c, as_func(v));
    Scratch items(c);
    append_elements(c, v, *items);
    nb::object out = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(items.size())));
    for (size_t k = 0; k < items.size(); ++k) {
        PyTuple_SET_ITEM(out.ptr(), static_cast<Py_ssize_t>(k), to_python(c, items.data()[k]).release().ptr());
    }
    return is_set(v) ? nb::steal(PyFrozenSet_New(out.ptr())) : out;
}

Value PyHost::call_python(Context& c, nb::handle f, const Value* args, uint32_t nargs) {
    const nb::gil_scoped_acquire gil;
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
