// native/learn/counted.hpp: how many parts of a picture pass tests, as a number that a rule goes by
#pragma once

#include "scene_sight.hpp"

namespace arcloom::fit {

// A way to count, as rules hold it: the way to see parts, how many tests, the tests.
struct Counting {
    double cost;
    Rule rule;
};
// Ways to count that give these numbers, one for each example, the cheapest first. None where all numbers are the same.
std::vector<Counting> find_countings(const Examples&, const std::vector<int>& numbers, Work&);
int read_counting(Reader&, const Picture&, Work&);  // the number; -1 where fuel ends or parts cannot be seen
void check_counting(Reader&);

}  // namespace arcloom::fit
