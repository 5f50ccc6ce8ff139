// native/ops/support/cells.cpp: cells out of objects, plain sets and tuples
#include "cells.hpp"

namespace arcloom {

namespace {

bool read_cell(Context& c, Value v, CellItem& out) {
    if (v.is_cell()) {
        out = {make_int(v.cell_colour()), v.cell_place()};
        return true;
    }
    if (!is_tuple(v) || size_of(v) != 2) return false;
    out.colour = element_at(c, v, 0);
    return get_place(element_at(c, v, 1), out.place);
}

}  // namespace

bool read_cells(Context& c, Value v, std::vector<CellItem>& out) {
    if (!is_container(v)) return false;
    Scratch items(c);
    append_elements(c, v, *items);
    out.reserve(items.size());
    for (const Value item : *items) {
        CellItem cell;
        if (!read_cell(c, item, cell)) return false;
        out.push_back(cell);
    }
    return true;
}

}  // namespace arcloom
