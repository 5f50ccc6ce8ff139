// native/learn/layers.cpp: the layers of parts, told by what interrupts what
#include "layers.hpp"

#include <algorithm>

namespace arcloom::fit {

std::vector<int> layers_of(const Picture& p, const std::vector<int>& owner, int parts, Work& work) {
    std::vector<int> layer(static_cast<size_t>(parts), 0);
    if (!work.charge(8 * p.size() + int64_t{parts} * (parts + p.h + p.w))) return layer;
    using Lying = std::pair<int, int>;  // upper and lower
    std::vector<Lying> on;
    std::vector<int> last(static_cast<size_t>(parts), -1);  // where the line has the part's cell before
    const auto walk = [&](int start, int step, int length) {
        int begin = 0;  // of the stretch of filled cells
        for (int k = 0; k < length; ++k) {
            const int mine = owner[static_cast<size_t>(start + k * step)];
            if (mine < 0) {
                begin = k + 1;
                continue;
            }
            int& before = last[static_cast<size_t>(mine)];
            for (int between = before < begin ? k : before + 1; between < k; ++between) {
                on.emplace_back(owner[static_cast<size_t>(start + between * step)], mine);
            }
            before = k;
        }
        std::fill(last.begin(), last.end(), -1);
    };
    for (int i = 0; i < p.h; ++i) walk(i * p.w, 1, p.w);
    for (int j = 0; j < p.w; ++j) walk(j, p.w, p.h);
    std::sort(on.begin(), on.end());
    on.erase(std::unique(on.begin(), on.end()), on.end());
    std::vector<Lying> pairs;  // without those that interrupt each other
    std::copy_if(on.begin(), on.end(), std::back_inserter(pairs), [&on](const Lying& p) {
        return !std::binary_search(on.begin(), on.end(), Lying{p.second, p.first});
    });
    // As often as there are parts at most: parts may lie on each other in a circle.
    bool rises = true;
    for (int round = 0; round < parts && rises; ++round) {
        if (!work.charge(static_cast<int64_t>(pairs.size()))) return layer;
        rises = false;
        for (const auto& [upper, lower] : pairs) {
            int &above = layer[static_cast<size_t>(upper)], below = layer[static_cast<size_t>(lower)];
            if (above > below) continue;
            above = below + 1;
            rises = true;
        }
    }
    return layer;
}

}  // namespace arcloom::fit
