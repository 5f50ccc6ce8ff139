// native/ops/support/runs.hpp: values that are sorted, by how often each is there (shape/colours.hpp)
#pragma once

#include "answers.hpp"

namespace arcloom {

struct Runs {
    const std::vector<Value>& sorted;

    void operator()(auto&& f) const {
        for (size_t first = 0, k = 0; first < sorted.size(); first = k) {
            while (k < sorted.size() && sorted[k] == sorted[first]) ++k;
            f(sorted[first], static_cast<int>(k - first));
        }
    }
};

}  // namespace arcloom
