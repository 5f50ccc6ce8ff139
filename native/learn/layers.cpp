// native/learn/layers.cpp: the layers of parts, told by what interrupts what
#include "layers.hpp"

#include <algorithm>

namespace arcloom::fit {

std::vector<int> layers_of(const Picture& p, const std::vector<int>& owner, int parts, Work& work) {
    std::vector<int> layer(static_cast<size_t>(parts), 0);
    if (!work.charge(8 * p.size() + int64_t{parts} * (parts + p.h + p.w))) return layer;
    const auto n = static_cast<size_t>(parts);
    std::vector<uint8_t> on(n * n, 0);  // [upper, lower]
    std::vector<int> last(n, -1);  // where the stretch has the part's cell before
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
                on[static_cast<size_t>(owner[static_cast<size_t>(start + between * step)]) * n + static_cast<size_t>(mine)] = 1;
            }
            before = k;
        }
        std::fill(last.begin(), last.end(), -1);
    };
    for (int i = 0; i < p.h; ++i) walk(i * p.w, 1, p.w);
    for (int j = 0; j < p.w; ++j) walk(j, p.w, p.h);
    std::vector<std::pair<size_t, size_t>> pairs;
    for (size_t a = 0; a < n; ++a) {
        for (size_t b = 0; b < n; ++b) {
            if (on[a * n + b] != 0 && on[b * n + a] == 0) pairs.emplace_back(a, b);
        }
    }
    // As often as there are parts at most: parts may lie on each other in a circle.
    bool rises = true;
    for (size_t round = 0; round < n && rises; ++round) {
        if (!work.charge(static_cast<int64_t>(pairs.size()))) return layer;
        rises = false;
        for (const auto& [upper, lower] : pairs) {
            if (layer[upper] > layer[lower]) continue;
            layer[upper] = layer[lower] + 1, rises = true;
        }
    }
    return layer;
}

}  // namespace arcloom::fit
