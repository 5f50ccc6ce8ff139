// native/ops/mapping.cpp: the mapping ops over callable values, and rapply
#include "mapping.hpp"

#include "call.hpp"

namespace arcloom {

std::span<const MapOp> map_ops() {
    static constexpr MapOp kOps[] = {
        {"order", MapKind::Order, 1, 1, 2},     {"valmax", MapKind::Valmax, 1, 1, 2},
        {"valmin", MapKind::Valmin, 1, 1, 2},   {"argmax", MapKind::Argmax, 1, 1, 2},
        {"argmin", MapKind::Argmin, 1, 1, 2},   {"sfilter", MapKind::Sfilter, 1, 1, 2},
        {"mfilter", MapKind::Mfilter, 1, 1, 2}, {"extract", MapKind::Extract, 1, 1, 2},
        {"apply", MapKind::Apply, 0, 1, 2},     {"mapply", MapKind::Mapply, 0, 1, 2},
        {"papply", MapKind::Papply, 0, 2, 3},   {"mpapply", MapKind::Mpapply, 0, 2, 3},
        {"prapply", MapKind::Prapply, 0, 2, 3}, {"get_rank", MapKind::GetRank, 1, 1, 3},
        {"c_iz", MapKind::InputOnly, 1, 1, 2},  {"c_zo", MapKind::OutputOnly, 1, 1, 2},
        {"on_inputs", MapKind::OnInputs, 1, 1, 2}, {"on_outputs", MapKind::OnOutputs, 1, 1, 2}};
    return kOps;
}

bool mapping::ascending(const Value* keys, size_t n, uint32_t* positions) {
    // Numbers go into one word with their positions.
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
        return d < 0;
    });
    return compare;
}

namespace {

struct DynamicFunction {
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
    size_t step(size_t) const { return 1; }
    Value images(const Value* items, size_t, size_t, Value* out) {
        return *out = second.undefined() ? (*this)(*items) : (*this)(*items, second);
    }
    static bool draws() { return false; }
    static bool connects() { return false; }
    static const Clip* clip() { return nullptr; }
    Value draw(Value, size_t, UnionBuilder&) { return wrong_type(); }
    void forget(const Context::Mark&) {}  // Python may hold what it was given
    Value second = undefined(Reason::None);
};

template <MapKind kind, uint8_t function_at, uint8_t nargs>
Value dynamic(Context& c, const Value* a) {
    DynamicFunction f{c, a[function_at]};
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

}  // namespace

std::span<const OpBody> mapping_ops() {
    using K = MapKind;
    static constexpr OpBody kOps[] = {
        {"order", 2, dynamic<K::Order, 1, 2>},     {"valmax", 2, dynamic<K::Valmax, 1, 2>},
        {"valmin", 2, dynamic<K::Valmin, 1, 2>},   {"argmax", 2, dynamic<K::Argmax, 1, 2>},
        {"argmin", 2, dynamic<K::Argmin, 1, 2>},   {"sfilter", 2, dynamic<K::Sfilter, 1, 2>},
        {"mfilter", 2, dynamic<K::Mfilter, 1, 2>}, {"extract", 2, dynamic<K::Extract, 1, 2>},
        {"apply", 2, dynamic<K::Apply, 0, 2>},     {"mapply", 2, dynamic<K::Mapply, 0, 2>},
        {"papply", 3, dynamic<K::Papply, 0, 3>},   {"mpapply", 3, dynamic<K::Mpapply, 0, 3>},
        {"prapply", 3, dynamic<K::Prapply, 0, 3>}, {"get_rank", 3, dynamic<K::GetRank, 1, 3>},
        {"c_iz", 2, dynamic<K::InputOnly, 1, 2>},  {"c_zo", 2, dynamic<K::OutputOnly, 1, 2>},
        {"on_inputs", 2, dynamic<K::OnInputs, 1, 2>}, {"on_outputs", 2, dynamic<K::OnOutputs, 1, 2>},
        {"rapply", 2, rapply}};
    return kOps;
}

}  // namespace arcloom
