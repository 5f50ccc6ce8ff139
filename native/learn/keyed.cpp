// native/learn/keyed.cpp: the shape of one region in the colours of another, both brought to one size
//
// A rule is: whose size the answer has, then for the shape and for the colours a way of cutting and a test that tells the
// region. A region is made larger by blocks; a shape also smaller, where its blocks are filled or not as a whole.
#include <algorithm>

#include "regions.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum Size { sOfShape, sOfColours, sOfOutputs, kSizes };  // sOfOutputs: one for all, written behind
const Names kSizeNames("keyed size", {{sOfShape, "of the shape", "the size of the shape"},
                                      {sOfColours, "of the colours", "the size of the colours"},
                                      {sOfOutputs, "of the outputs", ""}});
constexpr size_t kMostShapes = 6, kMostColours = 10;     // that are tried with each other

struct Source {
    int way;
    Test test;
};

bool larger_by_blocks(const Picture& p, int h, int w, Picture& out) {
    if (h % p.h != 0 || w % p.w != 0) return false;
    out = scaled(p, h / p.h, w / p.w);
    return true;
}

// 0 or 1 for each cell of a picture of that size; false where the shape has no such size.
bool shape_at(const Picture& p, int h, int w, std::vector<uint8_t>& out) {
    Picture large;
    if (!larger_by_blocks(p, h, w, large)) large = p;
    if (large.h % h != 0 || large.w % w != 0) return false;
    out.assign(static_cast<size_t>(h * w), 2);
    for (int k = 0; k < large.size(); ++k) {
        uint8_t& cell = out[static_cast<size_t>(k / large.w * h / large.h * w + k % large.w * w / large.w)];
        const bool own = large.at(k) != 0;
        if (cell != 2 && cell != own) return false;
        cell = own;
    }
    return true;
}

bool is_shape(const Picture& look, const Picture& out) {
    std::vector<uint8_t> shape;
    if (look == out || !shape_at(look, out.h, out.w, shape)) return false;  // that would be to pick a region
    for (int k = 0; k < out.size(); ++k) {
        if (shape[static_cast<size_t>(k)] != (out.at(k) != 0)) return false;
    }
    return true;
}

bool has_colours(const Picture& look, const Picture& out) {
    Picture large;
    if (look == out || !larger_by_blocks(look, out.h, out.w, large)) return false;
    for (int k = 0; k < out.size(); ++k) {
        if (out.at(k) != 0 && large.at(k) != out.at(k)) return false;
    }
    return true;
}

// Regions of every input that are good for something, simplest first.
template <class Good>
std::vector<Source> sources(const Examples& examples, size_t most, Good good, Work& work) {
    std::vector<Source> found;
    std::vector<Cut> cuts;
    for (const int way : ordered_ways()) {
        if (found.size() >= most || !cut_all(examples, way, cuts, work)) continue;
        const Marks marks = mark(cuts, [&](size_t at, const Picture& look) {
            return work.charge(2 * examples[at].out.size()) && good(look, examples[at].out);
        });
        if (!everywhere(marks)) continue;
        const auto keep = [&](const Test& t) {
            found.push_back({way, t});
            return true;  // one of each way
        };
        tell_apart(examples, cuts, marks, false, keep, work);
    }
    return found;
}

}  // namespace

void learn_keyed(const Examples& examples, Trial& trial) {
    const std::vector<Source> shapes = sources(examples, kMostShapes, is_shape, trial.work());
    if (shapes.empty()) return;
    const std::vector<Source> colours = sources(examples, kMostColours, has_colours, trial.work());
    const Picture& first = examples.front().out;
    for (const Source& shape : shapes) {
        for (const Source& colour : colours) {
            for (int size = 0; size < kSizes; ++size) {
                const Test &s = shape.test, &c = colour.test;
                Rule rule{size};
                write_way(shape.way, rule);
                rule.insert(rule.end(), {s.fact, s.comparison, s.value});
                write_way(colour.way, rule);
                rule.insert(rule.end(), {c.fact, c.comparison, c.value, first.h, first.w});
                if (trial.offer(rule) || trial.over()) return;
            }
        }
    }
}

void check_keyed(Reader& r) {
    r.row(kSizeNames);
    check_look(r);
    check_look(r);
    r.within(1, kMaxSide + 1);
    r.within(1, kMaxSide + 1);
}

bool apply_keyed(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int size = r.next();
    Picture shape, colours;
    if (!read_look(r, in, shape, work) || !read_look(r, in, colours, work)) return false;
    int h = r.next(), w = r.next();
    if (r.bad()) return false;
    if (size == sOfShape) h = shape.h, w = shape.w;
    if (size == sOfColours) h = colours.h, w = colours.w;
    std::vector<uint8_t> filled;
    if (!fits_picture(h, w) || !larger_by_blocks(colours, h, w, out) || !shape_at(shape, h, w, filled)) return false;
    for (int k = 0; k < out.size(); ++k) {
        if (filled[static_cast<size_t>(k)] == 0) out.set(k, 0);
    }
    return work.charge(4 * out.size());
}

}  // namespace arcloom::fit
