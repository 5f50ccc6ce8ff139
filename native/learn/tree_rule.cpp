// native/learn/tree_rule.cpp: rules that are trees over cells: reading and applying them
#include "cells.hpp"
#include "options.hpp"
#include "tree.hpp"
#include "written.hpp"

namespace arcloom::fit {

// In preorder: as many are open as branches are left to read.
void check_tree(Reader& r) {
    const int related = r.below(static_cast<int>(cell_facts().size()) + 1);
    for (int k = 0; k < related && !r.bad(); ++k) r.row(cell_fact_names());
    for (int open = 1; open > 0 && !r.bad(); --open) {
        switch (r.row(choice_forms())) {
            case kLeaf: r.below(kFirstRelated + related); break;
            case kTest:
                read_test(r, cell_fact_names());
                open += 2;
                break;
            default: r.refuse();
        }
    }
}

namespace {

// A tree as its rule has it, ready for walks.
class Walk {
  public:
    explicit Walk(const Rule& rule) : rule_(rule), otherwise_(rule.size() + 1, 0) {
        Reader head(rule, kParameters);
        related_.resize(static_cast<size_t>(head.next()));
        for (int& fact : related_) fact = head.next();
        used_ = related_;
        tree_ = rule.size() - head.left();
        std::vector<size_t> open;
        for (size_t at = tree_; at < rule.size();) {
            if (rule[at] == kTest) {
                used_.push_back(rule[at + 1]);
                open.push_back(at);
                at += 4;
                continue;
            }
            at += 2;
            while (!open.empty() && otherwise_[open.back()] != 0) open.pop_back();
            if (!open.empty()) otherwise_[open.back()] = at;
        }
    }
    const std::vector<int>& used() const { return used_; }  // facts
    // The new colour of a cell, where fact(f) is what is said of it; kOutside where nothing is there whose colour it could take.
    template <class Fact>
    int colour(int own, Fact fact) const {
        size_t node = tree_;
        while (rule_[node] == kTest) {
            const Test test{rule_[node + 1], rule_[node + 2], rule_[node + 3]};
            node = test.passes(fact(test.fact)) ? node + 4 : otherwise_[node];
        }
        const int label = rule_[node + 1];
        if (label <= kCellStays) return label < kCellStays ? label : own;
        const int to = fact(related_[static_cast<size_t>(label - kFirstRelated)]);
        return to < 0 || to >= kColours ? int{kOutside} : to;
    }

  private:
    const Rule& rule_;
    size_t tree_ = 0;
    std::vector<int> related_, used_;
    std::vector<size_t> otherwise_;  // where each test's else-branch starts
};

// Writes each of the cells once; `seen` has what was written before, and may be `out` itself.
bool write_cells(const Walk& walk, const Picture& in, const CellTable& told, const std::vector<int>& cells, const Picture& seen, Picture& out) {
    const int facts = static_cast<int>(cell_facts().size());
    for (const int k : cells) {
        const int to = walk.colour(in.at(k), [&](int f) { return f < facts ? told.of(f, k) : written_cell(seen, f - facts, k / in.w, k % in.w); });
        if (to == kOutside) return false;
        out.set(k, to);
    }
    return true;
}

bool repeat_until_still(const Walk& walk, const Picture& in, const CellTable& told, Picture& out, Work& work) {
    const std::vector<int> cells = cells_in_order(0, in);
    for (int rounds = 2 * (in.h + in.w); rounds > 0; --rounds) {
        const Picture before = out;
        if (!work.charge(in.size() * 30) || !write_cells(walk, in, told, cells, before, out)) return false;
        if (out == before) return true;
    }
    return false;
}

}  // namespace

bool apply_tree(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    if (!work.charge(in.size() * 30)) return false;
    const Walk walk(rule);
    std::vector<bool> wanted(cell_facts().size(), false);
    std::vector<int> written;
    for (const int f : walk.used()) {
        if (static_cast<size_t>(f) < wanted.size()) {
            wanted[static_cast<size_t>(f)] = true;
        } else {
            written.push_back(f - static_cast<int>(wanted.size()));
        }
    }
    CellTable told;
    if (!tell_cells(in, told, work, &wanted)) return false;
    out = in;
    const int order = order_for(written);
    if (order == kRepeated) return repeat_until_still(walk, in, told, out, work);
    return write_cells(walk, in, told, cells_in_order(order, in), out, out);
}

}  // namespace arcloom::fit
