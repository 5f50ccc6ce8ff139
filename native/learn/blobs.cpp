// native/learn/blobs.cpp: components of a picture
#include "blobs.hpp"

#include <algorithm>
#include <string>

namespace arcloom::fit {

void fit_box(const Picture& p, Blob& b) {
    int bottom = 0, right = 0;
    b.top = p.h, b.left = p.w;
    for (const int k : b.cells) {
        b.top = std::min(b.top, k / p.w), bottom = std::max(bottom, k / p.w);
        b.left = std::min(b.left, k % p.w), right = std::max(right, k % p.w);
    }
    b.h = bottom - b.top + 1, b.w = right - b.left + 1;
}

std::vector<Blob> segment(const Picture& p, Segmentation s, Work& work) {
    std::vector<Blob> blobs;
    if (!work.charge(12 * p.size())) return blobs;
    const int ground = ground_of(p, s.ground);
    std::vector<uint8_t> seen(static_cast<size_t>(p.size()), 0);
    for (int start = 0; start < p.size(); ++start) {
        if (seen[static_cast<size_t>(start)] != 0 || p.at(start) == ground) continue;
        Blob b;
        b.cells.push_back(start);
        seen[static_cast<size_t>(start)] = 1;
        for (size_t next = 0; next < b.cells.size(); ++next) {
            const int i = b.cells[next] / p.w, j = b.cells[next] % p.w;
            for (int d = 0; d < (s.eight ? 8 : 4); ++d) {
                const int y = i + kSteps[d].i, x = j + kSteps[d].j;
                if (!p.inside(y, x) || p.at(y, x) == ground) continue;
                if (!s.multi && p.at(y, x) != p.at(start)) continue;
                uint8_t& mark = seen[static_cast<size_t>(y * p.w + x)];
                if (mark == 0) b.cells.push_back(y * p.w + x);
                mark = 1;
            }
        }
        std::sort(b.cells.begin(), b.cells.end());
        fit_box(p, b);
        blobs.push_back(std::move(b));
    }
    return blobs;
}

Blob window(const Picture& p, int top, int left, int h, int w, int ground) {
    Blob b{top, left, h, w, {}};
    for (int i = top; i < top + h; ++i) {
        for (int j = left; j < left + w; ++j) {
            if (p.at(i, j) != ground) b.cells.push_back(i * p.w + j);
        }
    }
    return b;
}

Picture alone(const Picture& p, const Blob& b, int ground) {
    Picture out(b.h, b.w, std::max(ground, 0));
    for (const int k : b.cells) out.set(k / p.w - b.top, k % p.w - b.left, p.at(k));
    return out;
}

std::vector<uint8_t> mask_of(const Picture& p, const Blob& b) {
    std::vector<uint8_t> mask(static_cast<size_t>(b.h * b.w), 0);
    for (const int k : b.cells) mask[static_cast<size_t>((k / p.w - b.top) * b.w + k % p.w - b.left)] = 1;
    return mask;
}

std::vector<uint8_t> holes_of(const std::vector<uint8_t>& mask, int h, int w, int& count) {
    // 0 unknown, 1 blob, 2 reached from outside, 3 hole
    std::vector<uint8_t> state = mask;
    const auto flood = [&](int start, uint8_t as) {
        std::vector<int> open{start};
        state[static_cast<size_t>(start)] = as;
        while (!open.empty()) {
            const int k = open.back();
            open.pop_back();
            for (int d = 0; d < 4; ++d) {
                const int y = k / w + kSteps[d].i, x = k % w + kSteps[d].j;
                if (y < 0 || y >= h || x < 0 || x >= w || state[static_cast<size_t>(y * w + x)] != 0) continue;
                state[static_cast<size_t>(y * w + x)] = as;
                open.push_back(y * w + x);
            }
        }
    };
    for (int k = 0; k < h * w; ++k) {
        const bool edge = k / w == 0 || k / w == h - 1 || k % w == 0 || k % w == w - 1;
        if (edge && state[static_cast<size_t>(k)] == 0) flood(k, 2);
    }
    count = 0;
    for (int k = 0; k < h * w; ++k) {
        if (state[static_cast<size_t>(k)] == 0) flood(k, 3), ++count;
    }
    for (uint8_t& s : state) s = s == 3;
    return state;
}

bool lies_within(const Blob& inner, const Blob& outer) {
    return outer.top <= inner.top && outer.left <= inner.left && outer.top + outer.h >= inner.top + inner.h &&
           outer.left + outer.w >= inner.left + inner.w;
}

const Names& segmentations() {
    static const Names names("segmentation", [] {
        std::vector<Row> rows;
        for (int code = 0; code < kSegmentations; ++code) {
            const Segmentation s = Segmentation::of(code);
            constexpr const char* kGrounds[] = {", black ground", ", common ground", ", no ground"};
            const std::string ground = kGrounds[static_cast<size_t>(s.ground)];
            const std::string name = std::string(s.multi ? "mixed" : "one colour") + (s.eight ? ", corners" : ", sides") + ground;
            std::string words = s.ground == Ground::None ? "areas of " : "objects of ";
            words += s.multi ? "any colours" : "one colour";
            if (s.ground == Ground::Common) words += " on the commonest colour";
            if (s.eight) words += " (corners touch)";
            rows.push_back({code, name, words});
        }
        return rows;
    }());
    return names;
}

bool stands(const Example& e, const Blob& b) {
    return std::all_of(b.cells.begin(), b.cells.end(), [&](int k) { return e.in.at(k) == e.out.at(k); });
}

}  // namespace arcloom::fit
