// native/ops/mapping.cpp: the mapping ops over callable values, and rapply
#include "mapping.hpp"

#include "call.hpp"
#include "shape/order.hpp"

namespace arcloom {

bool mapping::ascending(const Value* keys, size_t n, uint32_t* positions) {
    // Numbers go into one word with their positions: its order is that of shape::comes_first.
    const auto small = [](Value v) { return v.is_int() && v.as_int() == static_cast<int32_t>(v.as_int()); };
    if (std::all_of(keys, keys + n, small)) {
        Buffer<int64_t, kBlock> words(n);
        for (size_t k = 0; k < n; ++k) words[k] = keys[k].as_int() * (int64_t{1} << 32) + static_cast<int64_t>(k);
        std::sort(words.data(), words.data() + n);
        for (size_t k = 0; k < n; ++k) positions[k] = static_cast<uint32_t>(words[k]);
        return true;
    }
    for (uint32_t k = 0; k < n; ++k) positions[k] = k;
    bool compare = true;
    std::stable_sort(positions, positions + n, [&](uint32_t a, uint32_t b) {
        int d = 0;
        compare &= comparable(keys[a], keys[b], d);
        return shape::comes_first(d, a, 0, b);
    });
    return compare;
}

namespace {

struct DynamicFunction : PlainFunction {
    Context& context;
    Value function;
    Value operator()(Value x) { return call_value(context, function, &x, 1); }
    Value operator()(Value x, Value y) {
        const Value args[2] = {x, y};
        return call_value(context, function, args, 2);
    }
    // Of two parameters, the outer one is the second.
    Value outer(Value y, const std::vector<Value>&) {
        second = y;
        return nothing();
    }
    Value images(const Value* items, size_t, size_t, Value* out) {
        return *out = second.undefined() ? (*this)(*items) : (*this)(*items, second);
    }
    // It forgets nothing: Python may hold what it was given.
    Value second = undefined(Reason::None);
};

template <MapKind kind, uint8_t function_at, uint8_t nargs>
Value dynamic(Context& c, const Value* a) {
    DynamicFunction f{{}, c, a[function_at]};
    Value rest[nargs];
    for (uint8_t k = 0, n = 0; k < nargs; ++k) {
        if (k != function_at) rest[n++] = a[k];
    }
    return run_mapping(c, kind, f, rest);
}

Value rapply(Context& c, const Value* a) {
    Scratch functions(c), out(c);
    if (const Value e = mapping::elements(c, a[0], *functions); e.undefined()) return e;
    for (size_t k = 0; k < functions.size(); ++k) {
        const Value v = call_value(c, functions.data()[k], &a[1], 1);
        if (v.undefined()) return v;
        out.push(v);
    }
    return make_like(c, a[0], *out);
}

template <MapKind kind, uint8_t function_at, uint8_t nparams, uint8_t nargs>
constexpr OpBody applies(std::string_view name) {
    return {name, nargs, dynamic<kind, function_at, nargs>, {.map = {kind, function_at, nparams}}};
}

}  // namespace

std::span<const OpBody> mapping_ops() {
    using K = MapKind;
    static constexpr OpBody kOps[] = {
        applies<K::Order, 1, 1, 2>("order"),
        applies<K::Valmax, 1, 1, 2>("valmax"),
        applies<K::Valmin, 1, 1, 2>("valmin"),
        applies<K::Argmax, 1, 1, 2>("argmax"),
        applies<K::Argmin, 1, 1, 2>("argmin"),
        applies<K::Sfilter, 1, 1, 2>("sfilter"),
        applies<K::Mfilter, 1, 1, 2>("mfilter"),
        applies<K::Extract, 1, 1, 2>("extract"),
        applies<K::Apply, 0, 1, 2>("apply"),
        applies<K::Mapply, 0, 1, 2>("mapply"),
        applies<K::Papply, 0, 2, 3>("papply"),
        applies<K::Mpapply, 0, 2, 3>("mpapply"),
        applies<K::Prapply, 0, 2, 3>("prapply"),
        applies<K::GetRank, 1, 1, 3>("get_rank"),
        applies<K::InputOnly, 1, 1, 2>("c_iz"),
        applies<K::OutputOnly, 1, 1, 2>("c_zo"),
        applies<K::OnInputs, 1, 1, 2>("on_inputs"),
        applies<K::OnOutputs, 1, 1, 2>("on_outputs"),
        {"rapply", 2, rapply},
    };
    return kOps;
}

}  // namespace arcloom
