// native/breed/task.cpp: what a task's grids tell before anything is bred
#include "task.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace arcloom {

namespace {

int64_t cells(const GridIn& g) { return int64_t{g.h} * g.w; }

}  // namespace

void prepare(BreedTask& task, ConstantPool& pool) {
    std::set<int64_t> numbers;
    std::set<std::pair<int64_t, int64_t>> shapes;
    for (const DemoIn& demo : task.demos) {
        for (const GridIn& g : {demo.input, demo.output}) numbers.insert(g.cells, g.cells + cells(g));
        numbers.insert({demo.output.h, demo.output.w});
        shapes.insert({demo.output.h, demo.output.w});
    }
    const auto note = [&](const GridIn& g) {
        for (int64_t k = 0; k < cells(g); ++k) task.colours |= uint32_t{1} << g.cells[k];
    };
    for (const DemoIn& demo : task.demos) {
        note(demo.input);
        note(demo.output);
    }
    for (const GridIn& test : task.tests) note(test);
    for (const int64_t n : numbers) task.constants.integers.push_back(pool.index_of({kInt, n}));
    for (const auto& [h, w] : shapes) task.constants.pairs.push_back(pool.index_of({kTuple, 2, kInt, h, kInt, w}));
    task.same_size = std::all_of(task.demos.begin(), task.demos.end(), [](const DemoIn& d) {
        return d.input.h == d.output.h && d.input.w == d.output.w;
    });
    task.order.resize(task.demos.size());
    std::iota(task.order.begin(), task.order.end(), 0U);
    std::stable_sort(task.order.begin(), task.order.end(), [&](uint32_t a, uint32_t b) {
        return cells(task.demos[a].input) < cells(task.demos[b].input);
    });
}

}  // namespace arcloom
