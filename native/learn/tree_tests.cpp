// native/learn/tree_tests.cpp: the cells of all demos, and the tests that a tree over them chooses among
#include <algorithm>

#include "cells.hpp"
#include "tree.hpp"

namespace arcloom::fit {

bool gather(const Examples& examples, Data& d, Work& work) {
    d.facts.resize(cell_facts().size());
    for (const Example& e : examples) {
        CellTable t;
        if (!tell_cells(e.in, t, work)) return false;
        for (size_t f = 0; f < d.facts.size(); ++f) {
            const auto from = t.values.begin() + static_cast<ptrdiff_t>(f) * t.cells;
            d.facts[f].insert(d.facts[f].end(), from, from + t.cells);
        }
        d.before.insert(d.before.end(), e.in.cells.begin(), e.in.cells.end());
        d.after.insert(d.after.end(), e.out.cells.begin(), e.out.cells.end());
    }
    d.cells = static_cast<int>(d.before.size());
    d.words = (d.before.size() + 63) / 64;
    size_t cell = 0;
    for (const Example& e : examples) {
        CellBits& mine = d.examples.emplace_back(d.words);
        for (const size_t end = cell + e.in.cells.size(); cell < end; ++cell) mine[cell / 64] |= uint64_t{1} << (cell % 64);
    }
    return true;
}

namespace {

// The bits as they are or complemented, whichever has the first cell unset.
uint64_t identity_of(const CellBits& bits, int cells) {
    const bool flip = (bits[0] & 1) != 0;
    uint64_t h = 0x9E3779B97F4A7C15ULL;
    for (size_t k = 0; k < bits.size(); ++k) {
        uint64_t w = flip ? ~bits[k] : bits[k];
        if (k + 1 == bits.size() && cells % 64 != 0) w &= (uint64_t{1} << (cells % 64)) - 1;
        h = (h ^ w) * 0xD6E8FEB86659FD93ULL;
        h ^= h >> 29;
    }
    return h;
}

void add_tests(Data& d, int fact) {
    const CellFact info = cell_fact(fact);
    const std::vector<int8_t>& column = d.facts[static_cast<size_t>(fact)];
    int lowest = 127, highest = -128;
    for (const int8_t v : column) lowest = std::min<int>(lowest, v), highest = std::max<int>(highest, v);
    if (lowest == highest) return;
    std::vector<CellBits> equal(static_cast<size_t>(highest - lowest + 1));
    for (int k = 0; k < d.cells; ++k) {
        CellBits& b = equal[static_cast<size_t>(column[static_cast<size_t>(k)] - lowest)];
        if (b.empty()) b.resize(d.words);
        b[static_cast<size_t>(k) / 64] |= uint64_t{1} << (k % 64);
    }
    const auto add = [&](int comparison, int value, int cost, const CellBits& bits) {
        if (d.tests.size() >= kMostTreeTests) return;
        if (!d.known.insert(identity_of(bits, d.cells)).second) return;
        d.tests.push_back({fact, comparison, value, cost});
        d.holds.push_back(bits);
    };
    if (info.kind == CellFactKind::Flag) {
        if (!equal.back().empty()) add(0, highest, info.cost, equal.back());
        return;
    }
    CellBits at_most(d.words);
    for (int v = lowest; v <= highest; ++v) {
        const CellBits& b = equal[static_cast<size_t>(v - lowest)];
        if (b.empty()) continue;
        const bool extreme = v == lowest || v == highest;
        if (info.kind == CellFactKind::Colour || extreme || v - lowest < 8) {
            add(0, v, info.cost + (info.kind == CellFactKind::Colour ? 2 : extreme ? 1 : 3), b);
        }
        if (info.kind == CellFactKind::Colour || v == highest) continue;
        for (size_t k = 0; k < d.words; ++k) at_most[k] |= b[k];
        add(1, v, info.cost + 3, at_most);
    }
}

}  // namespace

bool make_tests(Data& d, size_t first_fact, Work& work) {
    std::vector<int> order;
    for (size_t f = first_fact; f < d.facts.size(); ++f) {
        if (!d.facts[f].empty()) order.push_back(static_cast<int>(f));
    }
    std::stable_sort(order.begin(), order.end(), [](int a, int b) {
        return cell_fact(a).cost < cell_fact(b).cost;
    });
    for (const int f : order) {
        const auto many = static_cast<int64_t>(d.words) * 12 + static_cast<int64_t>(d.known.size()) * 4;
        if (!work.charge(d.cells * 3 + many)) return false;
        add_tests(d, f);
    }
    return true;
}

}  // namespace arcloom::fit
