// native/learn/names.cpp: tables of named rows, and the list of all tables
#include "names.hpp"

#include <algorithm>
#include <mutex>
#include <stdexcept>

namespace arcloom::fit {

namespace {

struct Made {
    std::mutex lock;  // tables of facts are made when they are first asked for
    std::vector<const Names*> tables;
};
Made& made() {
    static Made all;
    return all;
}

}  // namespace

Names::Names(std::string_view table, std::vector<Row> rows) : table_(table), rows_(std::move(rows)) {
    for (size_t k = 0; k < rows_.size(); ++k) {
        const auto at = static_cast<size_t>(rows_[k].at);
        if (at >= row_at_.size()) row_at_.resize(at + 1, -1);
        if (row_at_[at] >= 0) throw std::logic_error(table_ + ": two rows for the place of " + rows_[k].name);
        row_at_[at] = static_cast<int>(k);
        places_.emplace_back(id_of(rows_[k].name), rows_[k].at);
    }
    std::sort(places_.begin(), places_.end());
    for (size_t k = 1; k < places_.size(); ++k) {
        if (places_[k].first == places_[k - 1].first) throw std::logic_error(table_ + ": two rows have the id of " + row(places_[k].second).name);
    }
    const std::lock_guard held(made().lock);
    made().tables.push_back(this);
}

int Names::at(int id) const {
    const auto it = std::lower_bound(places_.begin(), places_.end(), std::pair{id, 0});
    return it != places_.end() && it->first == id ? it->second : -1;
}

std::vector<const Names*> Names::all() {
    const std::lock_guard held(made().lock);
    std::vector<const Names*> tables = made().tables;
    std::sort(tables.begin(), tables.end(), [](const Names* a, const Names* b) { return a->table() < b->table(); });
    return tables;
}

}  // namespace arcloom::fit
