// native/breed/differ.cpp: size, cells, palette, colour counts, and objects by shape, place and colour
#include "differ.hpp"

#include <algorithm>
#include <numeric>

#include "value/value.hpp"

namespace arcloom {

namespace {

int32_t share(int64_t part, int64_t whole) {
    return whole == 0 ? 1000 : static_cast<int32_t>(1000 * part / whole);
}

// How much two ascending multisets have in common, of both together.
int32_t common_share(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
    size_t i = 0, j = 0, common = 0;
    while (i < a.size() && j < b.size()) {
        if (a[i] == b[j]) {
            ++common;
            ++i;
            ++j;
        } else {
            ++(a[i] < b[j] ? i : j);
        }
    }
    return share(static_cast<int64_t>(2 * common), static_cast<int64_t>(a.size() + b.size()));
}

int32_t cells_share(const Features& a, const Features& b) {
    const int32_t h = std::min(a.h, b.h), w = std::min(a.w, b.w);
    int64_t same = 0;
    for (int32_t i = 0; i < h; ++i) {
        const int8_t *x = a.cells + int64_t{i} * a.w, *y = b.cells + int64_t{i} * b.w;
        int32_t in_row = 0;
        for (int32_t j = 0; j < w; ++j) in_row += x[j] == y[j];
        same += in_row;
    }
    return share(same, int64_t{std::max(a.h, b.h)} * std::max(a.w, b.w));
}

// The hash of a set of places, whatever order they come in.
uint64_t place_hash(int32_t i, int32_t j) { return mix(static_cast<uint64_t>(i) << 32 | static_cast<uint32_t>(j)); }

// The commonest colour, the smallest of a tie.
int8_t background(const Features& f) {
    int best = 0;
    for (int colour = f.usual ? 1 : -128; colour < (f.usual ? kColours : 128); ++colour) {
        const int32_t n = f.counts[static_cast<uint8_t>(colour)], most = f.counts[static_cast<uint8_t>(best)];
        if (n > most || (n == most && colour < best)) best = colour;
    }
    return static_cast<int8_t>(best);
}

// Connected cells of one colour: what objects(grid, T, F, T) gives, without its values. Cells of one colour side by side
// are a run, and runs of one colour that touch from row to row are one object.
class ObjectReader {
  public:
    explicit ObjectReader(Features& out) : out_(out), ground_(background(out)) {
        runs_.reserve(kFewRuns);
    }

    void read() {
        size_t above = 0;
        for (int32_t i = 0; i < out_.h; ++i) {
            const size_t begin = runs_.size();
            read_row(i);
            join_rows(above, begin);
            above = begin;
        }
        for (uint32_t k = 0; k < runs_.size(); ++k) add_to_object(k);
        for (const Run& r : runs_) {
            Run& object = runs_[r.object];
            for (int32_t j = r.left; j <= r.right; ++j) object.shape += place_hash(r.row - object.row, j - object.least);
        }
        for (uint32_t k = 0; k < runs_.size(); ++k) {
            if (runs_[k].object != k) continue;
            out_.places.push_back(runs_[k].where);
            out_.shapes.push_back(runs_[k].shape);
            out_.colours.push_back(static_cast<uint64_t>(runs_[k].colour));
        }
        std::sort(out_.places.begin(), out_.places.end());
        std::sort(out_.shapes.begin(), out_.shapes.end());
        std::sort(out_.colours.begin(), out_.colours.end());
    }

  private:
    static constexpr size_t kFewRuns = 64;
    struct Run {
        int32_t row, left, right;
        int8_t colour;
        uint32_t object;      // an earlier run of its object, or itself; at last the first one
        int32_t least;        // of the first one: the object's least column,
        uint64_t where, shape;  // and the hashes of its places, as they are and counted from its corner
    };
    Features& out_;
    const int8_t ground_;
    std::vector<Run> runs_;

    void read_row(int32_t i) {
        const int8_t* row = out_.cells + int64_t{i} * out_.w;
        for (int32_t j = 0; j < out_.w;) {
            const int32_t left = j;
            while (++j < out_.w && row[j] == row[left]) {
            }
            if (row[left] == ground_) continue;
            runs_.push_back({i, left, j - 1, row[left], static_cast<uint32_t>(runs_.size()), left, 0, 0});
        }
    }

    // The runs from `begin` on, with those of the row above them.
    void join_rows(size_t above, size_t begin) {
        for (size_t k = begin; k < runs_.size(); ++k) {
            while (above < begin && runs_[above].right < runs_[k].left) ++above;
            for (size_t m = above; m < begin && runs_[m].left <= runs_[k].right; ++m) {
                if (runs_[m].colour == runs_[k].colour) join(static_cast<uint32_t>(m), static_cast<uint32_t>(k));
            }
        }
    }

    uint32_t object_of(uint32_t k) {
        while (runs_[k].object != k) k = runs_[k].object = runs_[runs_[k].object].object;
        return k;
    }
    void join(uint32_t a, uint32_t b) {
        a = object_of(a);
        b = object_of(b);
        runs_[std::max(a, b)].object = std::min(a, b);
    }

    void add_to_object(uint32_t k) {
        Run& r = runs_[k];
        r.object = object_of(k);
        Run& object = runs_[r.object];
        object.least = std::min(object.least, r.left);
        for (int32_t j = r.left; j <= r.right; ++j) object.where += place_hash(r.row, j);
    }
};

}  // namespace

void read_features(const int8_t* cells, int32_t h, int32_t w, Features& out) {
    out.h = h;
    out.w = w;
    out.cells = cells;
    std::fill(std::begin(out.counts), std::end(out.counts), 0);
    out.shapes.clear();
    out.places.clear();
    out.colours.clear();
    const int64_t n = int64_t{h} * w;
    for (int64_t k = 0; k < n; ++k) ++out.counts[static_cast<uint8_t>(cells[k])];
    out.usual = std::accumulate(out.counts, out.counts + kColours, int64_t{0}) == n;
    ObjectReader(out).read();
}

DifferScores differ(const Features& a, const Features& b) {
    DifferScores s;
    const auto set = [&](Differ d, int32_t v) { s.of[static_cast<size_t>(d)] = v; };
    set(Differ::Size, (share(std::min(a.h, b.h), std::max(a.h, b.h)) + share(std::min(a.w, b.w), std::max(a.w, b.w))) / 2);
    set(Differ::Cells, cells_share(a, b));
    int64_t both = 0, either = 0, least = 0, most = 0;
    for (size_t k = 0; k < (a.usual && b.usual ? size_t{kColours} : 256); ++k) {
        both += a.counts[k] > 0 && b.counts[k] > 0;
        either += a.counts[k] > 0 || b.counts[k] > 0;
        least += std::min(a.counts[k], b.counts[k]);
        most += std::max(a.counts[k], b.counts[k]);
    }
    set(Differ::Palette, share(both, either));
    set(Differ::Counts, share(least, most));
    set(Differ::Shapes, common_share(a.shapes, b.shapes));
    set(Differ::Places, common_share(a.places, b.places));
    set(Differ::Colours, common_share(a.colours, b.colours));
    return s;
}

int32_t DifferScores::sum() const { return std::accumulate(std::begin(of), std::end(of), 0); }

}  // namespace arcloom
