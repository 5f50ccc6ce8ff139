// native/learn/choice.hpp: explaining labels by facts: the simplest function of the facts that gives the labels
//
// A choice is written into a rule as integers, in preorder:
//   kLeaf label | kTest fact comparison value then-choice else-choice | kTable fact n (value label)*
#pragma once

#include "blobs.hpp"
#include "options.hpp"

namespace arcloom::fit {

inline constexpr int kNoLabel = -1000;  // the choice has no answer

struct Labelled {
    const std::vector<int>* facts;
    int label;
};

// Choices that give every label, simplest first, at most `limit`. `tables`: labels may follow a number's value.
std::vector<Rule> explain(const std::vector<Labelled>&, size_t limit, Work&);

// The label of a choice that starts where the reader stands; reads past the whole choice.
int choose(Reader&, const std::vector<int>& facts);
// Reads past a choice that may be forged. Labels are from low to below end, or kNoLabel.
void check_choice(Reader&, int low, int end);

// The tests `fact == value` and `fact <= value` that the values seen suggest, simplest first.
struct Test {
    int fact, comparison, value;
    bool holds(const std::vector<int>& facts) const {
        const int v = facts[static_cast<size_t>(fact)];
        return comparison == 0 ? v == value : v <= value;
    }
};
std::vector<Test> tests_for(const std::vector<Labelled>&, const std::vector<int>& facts = facts_by_simplicity());
bool read_test(Reader&, Test&, int facts = fact_count());
void check_test(Reader&, const Names& facts = fact_names());

}  // namespace arcloom::fit
