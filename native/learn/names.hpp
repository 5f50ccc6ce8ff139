// native/learn/names.hpp: the rows that rules speak of, known by name: families, facts, kinds, options
//
// Families calculate with a row's place in its table. What a stored rule holds is an id made from the row's name
// alone. So rows may be inserted, removed and reordered, and every other rule means what it meant. A name stays as it
// is for ever: renaming a row makes the rules that speak of it invalid. Words may change: they are for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "picture.hpp"

namespace arcloom::fit {

inline constexpr int kFirstId = 1000;  // smaller numbers in rules are colours, counts and sizes

constexpr int id_of(std::string_view name) {
    uint32_t h = 2166136261u;
    for (const char c : name) h = (h ^ static_cast<uint8_t>(c)) * 16777619u;
    return kFirstId + static_cast<int>(h % static_cast<uint32_t>(kRuleNumbers - kFirstId));
}

// A colour in the words of rules; whoever shows them puts the colour's name there.
inline std::string colour_mark(int colour) { return "{" + std::to_string(colour) + "}"; }

struct Row {
    int at;  // its place, such as the value of an enumerator
    std::string name;
    std::string words = {};  // how a sentence says it
};

// One table. Names and ids are unique within it, or making it fails.
class Names {
  public:
    Names(std::string_view table, std::vector<Row> rows);
    Names(const Names&) = delete;
    Names& operator=(const Names&) = delete;

    const std::string& table() const { return table_; }
    const std::vector<Row>& rows() const { return rows_; }
    bool has(int at) const { return at >= 0 && at < static_cast<int>(row_at_.size()) && row_at_[static_cast<size_t>(at)] >= 0; }
    // The place must have a row.
    int id(int at) const { return id_of(row(at).name); }
    const std::string& words(int at) const { return row(at).words; }
    const Row& row(int at) const { return rows_[static_cast<size_t>(row_at_[static_cast<size_t>(at)])]; }
    int at(int id) const;  // -1 where no row has the id

    // Every table made so far, by name.
    static std::vector<const Names*> all();

  private:
    std::string table_;
    std::vector<Row> rows_;
    std::vector<int> row_at_;                  // by place; -1: none
    std::vector<std::pair<int, int>> places_;  // (id, place), by id
};

}  // namespace arcloom::fit
