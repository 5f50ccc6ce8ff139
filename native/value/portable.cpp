// native/value/portable.cpp: flattening values and reading them back
#include "portable.hpp"

#include "access.hpp"

namespace arcloom {

namespace {

void write_elements(Context& c, Value v, int64_t tag, Portable& out) {
    out.push_back(tag);
    out.push_back(size_of(v));
    Scratch items(c);
    append_elements(c, v, *items);
    for (const Value item : *items) write_portable(c, item, out);
}

void write_grid(const GridData* g, Portable& out) {
    out.insert(out.end(), {kGrid, g->h, g->w});
    out.insert(out.end(), g->cells, g->cells + static_cast<ptrdiff_t>(g->h) * g->w);
}

void write_func(Context& c, const Func* f, Portable& out) {
    out.insert(out.end(), {kFunc, f->builder, f->count});
    for (uint32_t k = 0; k < f->count; ++k) write_portable(c, f->args[k], out);
}

Value read_grid(Context& c, const Portable& in, size_t& at) {
    const auto h = static_cast<int32_t>(in[at]), w = static_cast<int32_t>(in[at + 1]);
    at += 2;
    GridData* g = new_grid(c, h, w);
    for (int64_t k = 0; k < int64_t{h} * w; ++k) g->cells[k] = static_cast<int8_t>(in[at++]);
    return finish_grid(c, g);
}

}  // namespace

void write_portable(Context& c, Value v, Portable& out) {
    if (v.is_int()) {
        out.insert(out.end(), {kInt, v.as_int()});
    } else if (v.is_nothing()) {
        out.push_back(kNothing);
    } else if (v.is_op()) {
        out.insert(out.end(), {kOp, v.op()});
    } else if (v.undefined()) {
        out.insert(out.end(), {kUndefined, static_cast<int64_t>(v.reason()), v.undefined_op()});
    } else if (is_kind(v, Kind::Grid)) {
        write_grid(as_grid(v), out);
    } else if (is_kind(v, Kind::Func)) {
        write_func(c, as_func(v), out);
    } else {
        write_elements(c, v, is_set(v) ? kSet : kTuple, out);
    }
}

Value read_portable(Context& c, const Portable& in, size_t& at) {
    const int64_t tag = in[at++];
    switch (tag) {
        case kInt: return make_int(in[at++]);
        case kOp: return make_op(static_cast<uint32_t>(in[at++]));
        case kGrid: return read_grid(c, in, at);
        case kUndefined:
            at += 2;
            return undefined(static_cast<Reason>(in[at - 2]), static_cast<uint32_t>(in[at - 1]));
        case kTuple:
        case kSet: {
            Scratch items(c);
            for (int64_t n = in[at++]; n > 0; --n) items.push(read_portable(c, in, at));
            return tag == kSet ? make_set(c, *items) : make_tuple(c, items.data(), items.size());
        }
        default: return nothing();
    }
}

}  // namespace arcloom
