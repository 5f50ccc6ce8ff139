// native/breed/differ.cpp: size, cells, palette, colour counts, and objects by shape, place and colour
#include "differ.hpp"

#include <algorithm>
#include <array>
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

// The hash of a set of places is the sum over them, whatever order they come in.
constexpr uint64_t place_hash(int32_t i, int32_t j) { return mix(static_cast<uint64_t>(i) << 32 | static_cast<uint32_t>(j)); }

// By row, the sums over its first columns: none, one, two, ...
constexpr int32_t kUsualSide = 32;
constexpr auto kRowSums = [] {
    std::array<std::array<uint64_t, kUsualSide + 1>, kUsualSide> sums{};
    for (size_t i = 0; i < kUsualSide; ++i) {
        for (size_t j = 0; j < kUsualSide; ++j) {
            sums[i][j + 1] = sums[i][j] + place_hash(static_cast<int32_t>(i), static_cast<int32_t>(j));
        }
    }
    return sums;
}();

// Over the columns first..last of a row.
uint64_t run_hash(int32_t row, int32_t first, int32_t last) {
    if (row < kUsualSide && last < kUsualSide) {
        const auto& sums = kRowSums[static_cast<size_t>(row)];
        return sums[static_cast<size_t>(last) + 1] - sums[static_cast<size_t>(first)];
    }
    uint64_t sum = 0;
    for (int32_t j = first; j <= last; ++j) sum += place_hash(row, j);
    return sum;
}

// The commonest colour, the smallest of a tie.
int8_t background(const int32_t* counts) {
    int best = 0;
    for (int colour = -128; colour < 128; ++colour) {
        const int32_t n = counts[static_cast<uint8_t>(colour)], most = counts[static_cast<uint8_t>(best)];
        if (n > most || (n == most && colour < best)) best = colour;
    }
    return static_cast<int8_t>(best);
}

// Connected cells of one colour, by their runs in rows: what objects(grid, T, F, T) gives, without its values.
class ObjectReader {
  public:
    explicit ObjectReader(Features& out) : out_(out) {}

    // The colours' counts, too.
    void read() {
        for (int32_t i = 0; i < out_.h; ++i) find_runs(i);
        for (const Run& run : runs_) out_.counts[static_cast<uint8_t>(run.colour)] += run.last - run.first + 1;
        ground_ = background(out_.counts);
        connect();
        describe();
        std::sort(out_.places.begin(), out_.places.end());
        std::sort(out_.shapes.begin(), out_.shapes.end());
        std::sort(out_.colours.begin(), out_.colours.end());
    }

  private:
    // Columns first..last of a row, as far as the colour goes.
    struct Run {
        int32_t row, first, last;
        int32_t parent;  // of the same object, before this one or itself; an object's first run is its root
        int8_t colour;
    };
    struct Found {
        int32_t top, left;
        uint64_t where, shape;
    };
    Features& out_;
    std::vector<Run> runs_;  // of the whole grid, row by row
    int8_t ground_ = 0;

    void find_runs(int32_t i) {
        const int8_t* row = out_.cells + int64_t{i} * out_.w;
        for (int32_t first = 0, j = 1; first < out_.w; first = j++) {
            while (j < out_.w && row[j] == row[first]) ++j;
            const auto k = static_cast<int32_t>(runs_.size());
            runs_.push_back({i, first, j - 1, k, row[first]});
        }
    }

    int32_t root_of(int32_t k) const {
        while (at(k).parent != k) k = at(k).parent;
        return k;
    }
    const Run& at(int32_t k) const { return runs_[static_cast<size_t>(k)]; }
    Run& at(int32_t k) { return runs_[static_cast<size_t>(k)]; }

    // Each run with those above it.
    void connect() {
        int32_t above = 0;  // the first run of the row above that may touch
        for (int32_t k = 0; k < static_cast<int32_t>(runs_.size()); ++k) {
            const Run run = at(k);
            if (run.row == 0) continue;
            while (at(above).row < run.row - 1 || (at(above).row == run.row - 1 && at(above).last < run.first)) ++above;
            if (run.colour == ground_) continue;
            int32_t root = k;
            for (int32_t t = above; at(t).row < run.row && at(t).first <= run.last; ++t) {
                if (at(t).colour != run.colour) continue;
                const int32_t other = root_of(t), least = std::min(root, other);
                at(std::max(root, other)).parent = least;
                root = least;
            }
        }
    }

    void describe() {
        std::vector<Found> objects;
        std::vector<int32_t> object_of(runs_.size());
        for (int32_t k = 0; k < static_cast<int32_t>(runs_.size()); ++k) {
            Run& run = at(k);
            if (run.colour == ground_) continue;
            run.parent = at(run.parent).parent;  // its root, since parents come first
            int32_t& object = object_of[static_cast<size_t>(k)];
            if (run.parent == k) {
                object = static_cast<int32_t>(objects.size());
                objects.push_back({run.row, run.first, 0, 0});
                out_.colours.push_back(static_cast<uint64_t>(run.colour));
            } else {
                object = object_of[static_cast<size_t>(run.parent)];
                Found& found = objects[static_cast<size_t>(object)];
                found.left = std::min(found.left, run.first);
            }
        }
        for (size_t k = 0; k < runs_.size(); ++k) {
            const Run& run = runs_[k];
            if (run.colour == ground_) continue;
            Found& found = objects[static_cast<size_t>(object_of[k])];
            found.where += run_hash(run.row, run.first, run.last);
            found.shape += run_hash(run.row - found.top, run.first - found.left, run.last - found.left);
        }
        for (const Found& found : objects) {
            out_.places.push_back(found.where);
            out_.shapes.push_back(found.shape);
        }
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
