// native/learn/summary_rule.cpp: reads the rules of summaries: their rows by name
#include "counted.hpp"
#include "rule.hpp"
#include "summary.hpp"

namespace arcloom::fit {

using namespace summary;

namespace {

const Names kSummaryKinds("summary", {{kUniform, "uniform"},
                                   {kFilled, "filled"},
                                   {kColourList, "colour list"},
                                   {kBars, "bars"},
                                   {kChosen, "chosen"},
                                   {kSingledOut, "singled out"},
                                   {kCounted, "counted"}});

std::vector<Row> pick_rows(int first) {
    return {{first, "most but black", "the commonest colour but {0}"},
            {first + 1, "least but black", "the rarest colour but {0}"},
            {first + 2, "most", "the commonest colour"},
            {first + 3, "least", "the rarest colour"},
            {first + 4, "second but black", "the second commonest colour but {0}"},
            {first + 5, "second", "the second commonest colour"},
            {first + 6, "of the largest", "the colour of the largest object"},
            {first + 7, "of the smallest", "the colour of the smallest object"},
            {first + 8, "of the most objects", "the colour of the most objects"}};
}
const Names kPickNames("picked colour", pick_rows(0));
const Names kFillingColours("filling colour", pick_rows(kColours));
const Names kOrderNames("filling order", {{0, "rows", "row by row"},
                                          {1, "columns", "column by column"},
                                          {2, "diagonal", "down the diagonal"},
                                          {3, "rows from below", "row by row from below"},
                                          {4, "every other", "in every other place, row by row"}});
const Names kSortingNames("sorting", {{0, "cells down", "by number of cells, most first"},
                                      {1, "cells up", "by number of cells, fewest first"},
                                      {2, "objects down", "by number of objects, most first"},
                                      {3, "objects up", "by number of objects, fewest first"},
                                      {4, "left down", "from right to left"},
                                      {5, "left up", "from left to right"},
                                      {6, "top down", "from bottom to top"},
                                      {7, "top up", "from top to bottom"},
                                      {8, "layers down", "from the top layer to the lowest"},
                                      {9, "layers up", "from the lowest layer to the top one"}});

// In the order of numbers_of.
std::vector<Row> number_rows() {
    std::vector<Row> rows;
    const auto add = [&](const std::string& name, const std::string& words) {
        rows.push_back({static_cast<int>(rows.size()), name, words});
    };
    add("colours", "the number of colours");
    add("colours but black", "the number of colours but {0}");
    add("filled cells", "the number of filled cells");
    for (const int s : {1, 0, 3}) {
        const Row& cut = segmentations().row(s);
        add("count of " + cut.name, "the number of " + cut.words);
        add("largest of " + cut.name, "the size of the largest of the " + cut.words);
        add("squares of " + cut.name, "the number of two by two squares among the " + cut.words);
        add("lines of " + cut.name, "the number of straight lines among the " + cut.words);
        for (int c = 1; c < kColours && s != 3; ++c) {
            add("colour " + std::to_string(c) + " of " + cut.name, "the number of " + colour_mark(c) + " ones among the " + cut.words);
        }
    }
    for (int c = 0; c < kColours; ++c) add("cells of colour " + std::to_string(c), "the number of " + colour_mark(c) + " cells");
    add("symmetric across", "whether the grid is the same from left to right and back");
    add("symmetric up", "whether the grid is the same upside down");
    add("symmetric at the diagonal", "whether the grid is symmetric about its diagonal");
    add("symmetric at the other diagonal", "whether the grid is symmetric about its other diagonal");
    add("same turned by half", "whether the grid is the same turned by half");
    add("height", "the height");
    add("width", "the width");
    add("commonest colour", "the commonest colour");
    add("commonest colour but black", "the commonest colour but {0}");
    add("rarest colour", "the rarest colour");
    return rows;
}
const Names kNumberNames("number", number_rows());

void check_chosen(Reader& r) {
    r.row(kNumberNames);
    const int outputs = r.below(kRuleNumbers);
    for (int k = 0; k < outputs && !r.bad(); ++k) {
        const int h = r.within(1, kMaxSide + 1), w = r.within(1, kMaxSide + 1);
        for (int cell = 0; cell < h * w && !r.bad(); ++cell) r.below(kColours);
    }
    for (int n = r.below(kRuleNumbers); n > 0 && !r.bad(); --n) {
        r.next();
        r.below(outputs);
    }
}

}  // namespace

const Names& summary::number_names() { return kNumberNames; }

void check_summary(Reader& r) {
    const auto size = [&](int least) { r.within(least, kMaxSide + 1), r.within(least, kMaxSide + 1); };
    const int kind = r.row(kSummaryKinds);
    switch (kind) {
        case kUniform:
            r.row(kPickNames);
            return size(0);
        case kFilled:
        case kCounted:
            kind == kFilled ? void(r.row(kNumberNames)) : check_counting(r);
            r.colour_or(kFillingColours);
            r.below(kColours);
            r.row(kOrderNames);
            return size(0);
        case kColourList:
            r.flag();  // with black
            r.row(kSortingNames);
            r.flag();  // as a row
            return size(0);  // how often each, how many at most
        case kBars:
            r.flag();  // with black
            if (r.row(kSortingNames) >= 4) r.refuse();
            r.row(views());
            return;
        case kChosen: return check_chosen(r);
        default: break;
    }
    size(0);
    r.row(scene::ways());
    read_test(r, scene::features());
}

}  // namespace arcloom::fit
