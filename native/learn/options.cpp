// native/learn/options.cpp: the tables of options that several families share
#include "options.hpp"

namespace arcloom::fit {

const Names& choice_forms() {
    static const Names names("choice", {{kLeaf, "leaf"}, {kTest, "test"}, {kTable, "table"}});
    return names;
}

const Names& comparisons() {
    static const Names names("comparison", {{0, "equals", "is"}, {1, "at most", "is at most"}});
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

const Names& grounds() {
    static const Names names("ground", {{static_cast<int>(Ground::Black), "black", "{0}"},
                                        {static_cast<int>(Ground::Common), "common", "the commonest colour"}});
    return names;
}

}  // namespace arcloom::fit
