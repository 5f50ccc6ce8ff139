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
        for (int32_t j = 0; j < w; ++j) same += x[j] == y[j];
    }
    return share(same, int64_t{std::max(a.h, b.h)} * std::max(a.w, b.w));
}

// The hash of a set of places, whatever order they come in.
uint64_t place_hash(int32_t i, int32_t j) { return mix(static_cast<uint64_t>(i) << 32 | static_cast<uint32_t>(j)); }

// The commonest colour, the smallest of a tie.
int8_t background(const int32_t* counts) {
    int best = 0;
    for (int colour = -128; colour < 128; ++colour) {
        const int32_t n = counts[static_cast<uint8_t>(colour)], most = counts[static_cast<uint8_t>(best)];
        if (n > most || (n == most && colour < best)) best = colour;
    }
    return static_cast<int8_t>(best);
}

// Connected cells of one colour, found by flooding: what objects(grid, T, F, T) gives, without its values.
class ObjectReader {
  public:
    explicit ObjectReader(Features& out) : out_(out), seen_(static_cast<size_t>(out.h) * static_cast<size_t>(out.w)) {}

    void read() {
        const int8_t ground = background(out_.counts);
        for (int32_t i = 0; i < out_.h; ++i) {
            for (int32_t j = 0; j < out_.w; ++j) {
                if (cell(i, j) != ground && !seen_[place(i, j)]) read_object(i, j);
            }
        }
        std::sort(out_.places.begin(), out_.places.end());
        std::sort(out_.shapes.begin(), out_.shapes.end());
        std::sort(out_.colours.begin(), out_.colours.end());
    }

  private:
    Features& out_;
    std::vector<bool> seen_;
    std::vector<Place> found_;

    size_t place(int32_t i, int32_t j) const { return static_cast<size_t>(i * out_.w + j); }
    int8_t cell(int32_t i, int32_t j) const { return out_.cells[place(i, j)]; }

    void visit(int32_t i, int32_t j, int8_t colour) {
        if (i < 0 || j < 0 || i >= out_.h || j >= out_.w || cell(i, j) != colour || seen_[place(i, j)]) return;
        seen_[place(i, j)] = true;
        found_.push_back({i, j});
    }

    void read_object(int32_t i, int32_t j) {
        const int8_t colour = cell(i, j);
        found_.clear();
        visit(i, j, colour);
        int32_t left = j;  // the first cell met is of the top row
        uint64_t where = 0, shape = 0;
        for (size_t k = 0; k < found_.size(); ++k) {
            const Place p = found_[k];
            left = std::min(left, p.j);
            where += place_hash(p.i, p.j);
            visit(p.i - 1, p.j, colour);
            visit(p.i + 1, p.j, colour);
            visit(p.i, p.j - 1, colour);
            visit(p.i, p.j + 1, colour);
        }
        for (const Place p : found_) shape += place_hash(p.i - i, p.j - left);
        out_.places.push_back(where);
        out_.shapes.push_back(shape);
        out_.colours.push_back(static_cast<uint64_t>(colour));
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
    ObjectReader(out).read();
}

DifferScores differ(const Features& a, const Features& b) {
    DifferScores s;
    const auto set = [&](Differ d, int32_t v) { s.of[static_cast<size_t>(d)] = v; };
    set(Differ::Size, (share(std::min(a.h, b.h), std::max(a.h, b.h)) + share(std::min(a.w, b.w), std::max(a.w, b.w))) / 2);
    set(Differ::Cells, cells_share(a, b));
    int64_t both = 0, either = 0, least = 0, most = 0;
    for (size_t k = 0; k < 256; ++k) {
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
