// native/bind/module.cpp: the private Python module; src/arcloom/_core.pyi is its typed face
#include "batt/parallel.hpp"
#include "bind.hpp"

NB_MODULE(ARCLOOM_MODULE, m) {
    nanobind::set_leak_warnings(false);  // types are kept for the life of the process, on purpose
    nanobind::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const arcloom::NotAValue& e) {
            PyErr_Format(PyExc_TypeError,
                         "%s is no value of the language; use ints, tuples, frozensets and functions",
                         e.what.c_str());
        } catch (const arcloom::ThreadError& e) {
            PyErr_SetString(nanobind::module_::import_("arcloom.errors").attr("InputError").ptr(), e.what());
        }
    });
    m.def("cpu_has_v3", [] {
#if defined(__x86_64__)
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
#else
        return false;
#endif
    });
    arcloom::bind_direct(m);
    arcloom::bind_batt(m);
    arcloom::bind_breeder(m);
    arcloom::bind_tiles(m);
    arcloom::bind_enumerator(m);
    arcloom::bind_canvas(m);
    arcloom::bind_placed(m);
    arcloom::bind_bytecode(m);
    arcloom::bind_launches(m);
    arcloom::bind_numbers(m);
    arcloom::bind_rules(m);
}
