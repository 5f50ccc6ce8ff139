// native/learn/written.hpp: what a cell may know of the output itself: the cells that were written before it
//
// A rule that asks for such cells writes the output in an order: line by line, from one of four corners, along rows or along
// columns. A rule that no order serves is repeated over the whole picture, from the input on, until nothing changes.
#pragma once

#include "cells.hpp"

namespace arcloom::fit {

// These facts follow those of `cell_facts`, and are colours: a cell of the output, up to three cells away.
int written_fact_count();
CellFact written_fact(int fact);  // numbered from 0, here and below
std::vector<Row> written_rows(int first_place);
int written_cell(const Picture& out, int fact, int i, int j);

inline constexpr int kWritingOrders = 8;
inline constexpr int kRepeated = kWritingOrders;  // in place of one
bool known_in(int order, int fact);      // whether the cell is written before; where a rule is repeated, what is next to a cell
int order_for(const std::vector<int>& facts);  // the first in which they are all known; kRepeated where there is none
std::vector<int> cells_in_order(int order, const Picture&);

}  // namespace arcloom::fit
