// native/learn/options.cpp: the tables of options that several families share
#include "options.hpp"

namespace arcloom::fit {

const Names& choice_forms() {
    static const Names names("choice", {{kLeaf, "leaf"}, {kTest, "test"}, {kTable, "table"}});
    return names;
}

const Names& comparisons() {
    static const Names names("comparison", {{kEquals, "equals", "is"},
                                            {kAtMost, "at most", "is at most"},
                                            {kDiffers, "differs", "is not"},
                                            {kMoreThan, "more than", "is more than"}});
    return names;
}

const Names& views() {
    static const Names names("view", {{0, "as it is", "as it is"},
                                      {1, "rot90", "turned right"},
                                      {2, "rot180", "turned upside down"},
                                      {3, "rot270", "turned left"},
                                      {4, "hmirror", "mirrored top to bottom"},
                                      {5, "vmirror", "mirrored left to right"},
                                      {6, "dmirror", "mirrored at the diagonal"},
                                      {7, "cmirror", "mirrored at the other diagonal"}});
    return names;
}

Test read_test(Reader& r, const Names& facts) {
    const int fact = r.row(facts), comparison = r.row(comparisons());
    return {fact, comparison, r.next()};
}

}  // namespace arcloom::fit
