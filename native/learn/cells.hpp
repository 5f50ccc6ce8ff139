// native/learn/cells.hpp: what can be said of each cell of a picture
#pragma once

#include "names.hpp"

namespace arcloom::fit {

// The eight directions (kSteps), as names and words have them.
inline constexpr std::string_view kWhere[] = {"up", "down", "left", "right", "up left", "up right", "down left", "down right"};
inline constexpr std::string_view kWhereWords[] = {"above", "below", "on the left", "on the right", "at the upper left",
                                                   "at the upper right", "at the lower left", "at the lower right"};
inline constexpr std::string_view kTowards[] = {"upwards", "downwards", "to the left", "to the right", "to the upper left",
                                                "to the upper right", "to the lower left", "to the lower right"};

enum class CellFactKind : uint8_t { Flag, Colour, Number };

struct CellFact {
    CellFactKind kind;
    uint8_t cost;  // how far-fetched it is, in bits
};

// The same facts in the same order for every picture.
const std::vector<CellFact>& cell_facts();
CellFact cell_fact(int place);   // of all, those about written cells included (written.hpp)
const Names& cell_fact_names();  // likewise

// values[fact * cells + cell]. Colours are 0 to 9 or kOutside; numbers are capped.
struct CellTable {
    int cells = 0;
    std::vector<int8_t> values;
    int of(int fact, int cell) const { return values[static_cast<size_t>(fact) * static_cast<size_t>(cells) + static_cast<size_t>(cell)]; }
};
size_t facts_nearby();  // the first so many facts are about a cell's neighbours, its place and what it sees
// `wanted` has a flag a fact: only these are told, and paid for. Null: all are.
bool tell_cells(const Picture&, CellTable&, Work&, const std::vector<bool>* wanted = nullptr);

}  // namespace arcloom::fit
