// native/bind/rules.cpp: the tables of rows that learnt rules speak of, and whether a tuple is a rule
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "learn/blobs.hpp"
#include "learn/cells.hpp"
#include "learn/rule.hpp"
#include "learn/scene.hpp"

namespace arcloom {

namespace {

struct RuleRow {
    std::string table, name, words;
    std::string kind;  // of a fact: flag, colour or number; of an action on parts: see action_kind; else empty
    int id;
};

// What a stored step with this action has besides: its parameter, and a colour's source if it is painted.
std::string action_kind(const fit::scene::ActionRow& row) {
    using fit::scene::Parameter;
    const std::string parameter = row.parameter == Parameter::None    ? "none"
                                  : row.parameter == Parameter::View  ? "view"
                                  : row.parameter == Parameter::Shift ? "shift"
                                  : row.parameter == Parameter::ToldView ? "views"
                                  : row.parameter == Parameter::Factor ? "factor"
                                  : fit::scene::is_counted(row.parameter) ? "counted"
                                                                      : "direction";
    return row.painted ? parameter + " painted" : parameter;
}

std::string kind_of(const fit::Names& names, int at) {
    if (names.table() == "part action") return action_kind(fit::scene::actions()[static_cast<size_t>(at)]);
    const char* kinds[] = {"flag", "colour", "number"};
    if (names.table() == "part feature") return kinds[static_cast<size_t>(fit::scene::feature_kind(at))];
    if (names.table() == "cell fact") return kinds[static_cast<size_t>(fit::cell_fact(at).kind)];
    const bool fact = names.table() == "fact";
    return fact ? kinds[static_cast<size_t>(fit::fact_kind(at))] : "";
}

bool is_rule(const fit::Rule& stored) {
    fit::Rule rule;
    return fit::decode(stored, rule);
}

std::vector<RuleRow> rule_rows() {
    std::vector<RuleRow> all;
    for (const fit::Names* names : fit::rule_tables()) {
        for (const fit::Row& row : names->rows()) {
            all.push_back({names->table(), row.name, row.words, kind_of(*names, row.at), fit::id_of(row.name)});
        }
    }
    return all;
}

}  // namespace

void bind_rules(nb::module_& m) {
    nb::class_<RuleRow>(m, "RuleRow")
        .def_ro("table", &RuleRow::table)
        .def_ro("name", &RuleRow::name)
        .def_ro("words", &RuleRow::words)
        .def_ro("kind", &RuleRow::kind)
        .def_ro("id", &RuleRow::id);
    m.def("rule_rows", &rule_rows);
    m.def("is_rule", &is_rule);
}

}  // namespace arcloom
