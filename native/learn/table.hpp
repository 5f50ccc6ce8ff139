// native/learn/table.hpp: a table from values to labels that the demos show, and how well they show it
#pragma once

#include <map>

#include "limits.hpp"
#include "reader.hpp"

namespace arcloom::fit {

class ShownTable {
  public:
    // False where the value has another label already.
    bool add(int value, int label, size_t example) {
        Entry& e = rows_.try_emplace(value, Entry{label, example}).first->second;
        e.lonely = e.lonely && e.example == example;
        several_ = several_ || example > 0;
        return e.label == label;
    }
    size_t size() const { return rows_.size(); }
    int lonely() const {  // the rows that only one demo shows
        int n = 0;
        for (const auto& [value, e] : rows_) n += e.lonely;
        return n;
    }
    // Whether it says more than what each demo is by itself.
    bool holds_together() const { return !several_ || lonely() <= kMostLonely; }
    std::vector<std::pair<int, int>> rows() const {
        std::vector<std::pair<int, int>> all;
        for (const auto& [value, e] : rows_) all.emplace_back(value, e.label);
        return all;
    }
    void write(Rule& out) const {
        out.push_back(static_cast<int>(size()));
        for (const auto& [value, label] : rows()) out.insert(out.end(), {value, label});
    }

  private:
    struct Entry {
        int label;
        size_t example;
        bool lonely = true;
    };
    std::map<int, Entry> rows_;
    bool several_ = false;
};

}  // namespace arcloom::fit
