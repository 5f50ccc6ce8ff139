// native/bind/direct.cpp: calling one op on Python values, for arcloom.dsl
#include "bind.hpp"

#include <nanobind/stl/string.h>

namespace arcloom {

namespace {

// Over thirty times what a node of a program may take. A mistake ends within two seconds, honest work does not: values
// that grow in memory take 20 nanoseconds a unit or so, all others one to six.
constexpr int64_t kDirectFuel = 100'000'000;

struct Direct {
    Context context;
    PyHost host;
    int depth = 0;
};

Direct& direct() {
    thread_local Direct d;
    return d;
}

// Values and callables of a call die with it, also when it throws.
struct CallScope {
    Direct& d;
    Context::Mark memory;
    PyHost::Mark callables;
    Fuel fuel;
    explicit CallScope(Direct& direct)
        : d(direct), memory(d.context.mark()), callables(d.host.mark()), fuel(d.context.fuel) {
        d.context.host = &d.host;
        if (d.depth++ == 0) d.context.fuel = Fuel(kDirectFuel);
        // Ranks are the order of creation over all calls of this process.
        d.context.next_rank = std::max(d.context.next_rank, next_rank());
    }
    ~CallScope() {
        next_rank() = std::max(next_rank(), d.context.next_rank);
        --d.depth;
        d.context.fuel = d.depth == 0 ? fuel : d.context.fuel;
        d.context.rewind(memory);
        d.host.rewind(callables);
    }
    static uint64_t& next_rank() {
        static uint64_t rank = 1;  // guarded by the GIL
        return rank;
    }
};

[[noreturn]] void raise_undefined(Reason why, nb::handle function, const nb::object& detail = nb::none()) {
    const nb::object error = nb::module_::import_("arcloom.engine.undefined").attr("UndefinedError");
    const nb::object made = error(static_cast<int>(why), function, detail);
    PyErr_SetObject(error.ptr(), made.ptr());
    throw nb::python_error();
}

nb::object call(nb::handle function, nb::args args) {
    Direct& d = direct();
    const CallScope scope(d);
    Scratch values(d.context);
    const Value f = d.host.from_python(d.context, function);
    for (const nb::handle a : args) {
        const Value v = d.host.from_python(d.context, a);
        values.push(v);
    }
    const Value result = call_value(d.context, f, values.data(), static_cast<uint32_t>(values.size()));
    const std::exception_ptr failure = d.host.take_failure();
    try {
        if (result.undefined() && failure) std::rethrow_exception(failure);
        if (result.undefined() || d.context.fuel.dry()) {
            raise_undefined(result.undefined() ? result.reason() : Reason::Fuel, function);
        }
        return d.host.to_python(d.context, result);
    } catch (const TooLarge& e) {
        raise_undefined(Reason::Memory, function, nb::str(("a " + e.what).c_str()));
    }
}

}  // namespace

void bind_direct(nb::module_& m) {
    m.def("call", &call, "Calls an op or function on Python values.");
    m.def("op_names", [] {
        nb::list names;
        for (uint32_t k = 0; k < op_count(); ++k) names.append(std::string(op_body(OpId{k}).name));
        return names;
    });
    m.def("op_arity", [](uint32_t op) { return op_body(OpId{op}).nargs; });
    m.def("set_user_params", [](uint32_t op, uint32_t nparams) { set_user_params(OpId{op}, nparams); });
    m.def("set_function_types", [](nb::object op_type, nb::object built_type, nb::object ops,
                                   nb::object make_built, nb::object find_user) {
        function_types() = {std::move(op_type), std::move(built_type), std::move(ops), std::move(make_built),
                            std::move(find_user)};
    });
}

}  // namespace arcloom
