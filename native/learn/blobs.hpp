// native/learn/blobs.hpp: the parts of a picture that rules speak of, and what can be said of each
#pragma once

#include "reader.hpp"

namespace arcloom::fit {

// How a picture falls into blobs. Rules at work hold the code.
struct Segmentation {
    bool eight;     // corners touch
    bool multi;     // colours may mix
    Ground ground;  // what no blob contains
    constexpr int code() const { return (eight ? 1 : 0) + (multi ? 2 : 0) + 4 * static_cast<int>(ground); }
    static Segmentation of(int code) {
        return {(code & 1) != 0, (code & 2) != 0, static_cast<Ground>((code >> 2) % 3)};
    }
};
inline constexpr int kSegmentations = 12;
const Names& segmentations();

// Cells within a box. Panels and windows are blobs too: their box is given, and may be larger than tight.
struct Blob {
    int top = 0, left = 0, h = 0, w = 0;
    std::vector<int> cells;  // ascending, i * width + j
};

void fit_box(const Picture&, Blob&);  // makes the box as tight as its cells allow
std::vector<Blob> segment(const Picture&, Segmentation, Work&);
Blob window(const Picture&, int top, int left, int h, int w, int ground);  // its cells other than ground

// The cells of the blob on ground colour, as a picture of its box.
Picture alone(const Picture&, const Blob&, int ground);

// Which cells of the box are the blob's, and which lie in its holes (not reachable from the box's outside
// by edges).
std::vector<uint8_t> mask_of(const Picture&, const Blob&);
std::vector<uint8_t> holes_of(const std::vector<uint8_t>& mask, int h, int w, int& count);

bool lies_within(const Blob& inner, const Blob& outer);  // by their boxes, which may be the same

// What is said of each blob, as integers; `facts[k]` belongs to blobs[k]. The same facts in the same order
// for every picture, told apart by fact_kind.
using Facts = std::vector<std::vector<int>>;
Facts measure(const Picture&, const std::vector<Blob>&, Work&);
bool stands(const Example&, const Blob&);  // whether the output shows the blob as the input does

enum class FactKind : int { Flag, Colour, Number };
FactKind fact_kind(int fact);
bool is_rank(int fact);      // a number that says the order of another one
bool tells_place(int fact);  // how far from an edge the part lies, or its rank by that
int fact_count();
const Names& fact_names();  // the further ones included
const std::vector<int>& facts_by_simplicity();  // the order in which explanations are tried

// Facts from fact_count() on, which are measured only where a region has to be singled out: how much it has of a colour, what
// is in the middle, what lies within what. They follow the others of each blob, and come from simple to less so.
int further_fact_count();
void measure_further(const Picture&, const std::vector<Blob>&, Facts&);

}  // namespace arcloom::fit
