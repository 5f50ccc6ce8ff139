// native/ops/components.cpp: `objects`: connected regions by runs of equal cells and union-find
#include <algorithm>

#include "ops/support/buffer.hpp"
#include "ops/support/colour_rows.hpp"
#include "ops/support/grid_planes.hpp"
#include "ops/support/rows.hpp"
#include "shape/parts.hpp"
#include "colours.hpp"
#include "reading.hpp"

namespace arcloom {

namespace {

// Columns first..last of a row, all of one colour. RunBuffer stand in reading order.
struct RowRun {
    int32_t row, first, last;
    int32_t parent;  // union-find; a root is the earliest run of its region
    int32_t next;    // the region's next run, or -1
    int32_t colour;
};

struct Region {
    int32_t head, tail;  // runs
    Box box;
};

// Where an object stands among objects that share no cell: by colour, then place of its first cell.
struct Keyed {
    int64_t key;
    Value object;
};

constexpr size_t kSmallGrid = 1024;
using RunBuffer = Buffer<RowRun, kSmallGrid>;

int32_t root_of(RowRun* runs, int32_t k) {
    while (runs[k].parent != k) k = runs[k].parent = runs[runs[k].parent].parent;
    return k;
}

// Makes one region of two, given by their roots; gives its root.
int32_t join(RowRun* runs, int32_t a, int32_t b) {
    const int32_t root = std::min(a, b);
    runs[std::max(a, b)].parent = root;
    return root;
}

using Rule = shape::Joining<int64_t>;
constexpr int64_t kNoColour = INT64_MAX;

// Appends the runs of row i that the rule takes.
int32_t scan_row(const GridData* g, int32_t i, const Rule& rule, RowRun* runs, int32_t n) {
    const int8_t *row = g->row(i), *end = grid_end(g);
    int32_t first = 0;
    const auto close = [&](int32_t last) {
        if (rule.takes(row[first])) {
            runs[n] = {i, first, last, n, -1, row[first]};
            ++n;
        }
        first = last + 1;
    };
    for (int32_t base = 0; base < g->w - 1; base += 64) {
        uint64_t changes = change_bits(row + base, std::min(g->w - 1 - base, 64), end);
        for (; changes != 0; changes &= changes - 1) close(base + std::countr_zero(changes));
    }
    close(g->w - 1);
    return n;
}

// Joins the runs [from, to) of a row with those they touch in the row above, [above, from).
void join_row(RowRun* runs, int32_t above, int32_t from, int32_t to, const Rule& rule) {
    int32_t q = above;
    for (int32_t k = from; k < to; ++k) {
        const RowRun run = runs[k];
        int32_t root = k;  // of its region: so far it is by itself
        while (q < from && runs[q].last < run.first - rule.reach()) ++q;
        for (int32_t t = q; t < from && runs[t].first <= run.last + rule.reach(); ++t) {
            if (rule.joins(runs[t].colour, run.colour)) root = join(runs, root_of(runs, t), root);
        }
        const bool goes_on = k > from && runs[k - 1].last + 1 == run.first;
        if (goes_on && rule.joins(runs[k - 1].colour, run.colour)) join(runs, root_of(runs, k - 1), root);
    }
}

int32_t find_runs(const GridData* g, const Rule& rule, RowRun* runs) {
    int32_t n = 0, above = 0;
    for (int32_t i = 0; i < g->h; ++i) {
        const int32_t from = n;
        n = scan_row(g, i, rule, runs, n);
        join_row(runs, above, from, n, rule);
        above = from;
    }
    return n;
}

// Strings the runs of each region together.
int32_t find_regions(RowRun* runs, int32_t n, int32_t* region_of, Region* regions) {
    int32_t count = 0;
    for (int32_t k = 0; k < n; ++k) {
        // A parent comes before its children, so it is known to be a root's child or a root by now.
        const int32_t root = runs[k].parent = runs[runs[k].parent].parent;
        const Box box{runs[k].row, runs[k].first, 1, runs[k].last - runs[k].first + 1};
        if (root == k) {
            region_of[k] = count;
            regions[count++] = {k, k, box};
            continue;
        }
        Region& region = regions[region_of[root]];
        runs[region.tail].next = k;
        region.tail = k;
        region.box = unite(region.box, box);
    }
    return count;
}

// What an object too wide for bits costs more: its cells are listed.
int64_t listing_cost(const RowRun* runs, const Region& region) {
    if (fits_patch(region.box)) return 0;
    int64_t cells = 0;
    for (int32_t k = region.head; k >= 0; k = runs[k].next) cells += runs[k].last - runs[k].first + 1;
    return 16 * cells;
}

int64_t key_of(int32_t colour, int32_t run) { return (int64_t{colour} << 32) + run; }

// Within this distance of the origin and no wider than a word, a region's bits are an object's only patch as they are.
constexpr int32_t kUsualSide = 256;
bool usual(const Box& b) { return b.w <= 64 && b.bottom() < kUsualSide && b.right() < kUsualSide; }

// Of a run in a usual box.
uint64_t bits_of(const RowRun& run, const Box& box) { return low_mask(run.last - run.first + 1) << (run.first - box.left); }

Value usual_object(Context& c, const RowRun* runs, const Region& region) {
    uint64_t rows[kUsualSide];
    std::fill_n(rows, region.box.h, 0);
    for (int32_t k = region.head; k >= 0; k = runs[k].next) {
        rows[runs[k].row - region.box.top] |= bits_of(runs[k], region.box);
    }
    return make_object1(c, runs[region.head].colour, as_patch(make_patch(c, region.box, rows)));
}

Keyed single_colour(Context& c, const RowRun* runs, const Region& region, ObjectBuilder& object, Window& places) {
    const int64_t key = key_of(runs[region.head].colour, region.head);
    if (usual(region.box)) return {key, usual_object(c, runs, region)};
    places.reset(region.box);
    for (int32_t k = region.head; k >= 0; k = runs[k].next) {
        places.fill_row(runs[k].row, runs[k].first, runs[k].last);
    }
    object.add(runs[region.head].colour, places);
    return {key, object.finish()};
}

// The bits of each colour at once, where the region is small and so are its colours. Nothing where they are not.
Keyed few_colours(Context& c, const RowRun* runs, const Region& region) {
    constexpr int32_t kSide = 32;
    if (region.box.h > kSide || !usual(region.box)) return {0, nothing()};
    ColourRows<kSide> rows(region.box);
    int32_t first[ColourRows<kSide>::kColours];
    for (int32_t k = region.head; k >= 0; k = runs[k].next) {
        const int32_t colour = runs[k].colour;
        if (!rows.takes(colour)) return {0, nothing()};
        if (rows.add(colour, runs[k].row - region.box.top, bits_of(runs[k], region.box))) first[colour] = k;
    }
    return {key_of(rows.least_colour(), first[rows.least_colour()]), rows.object(c)};
}

Keyed many_colours(Context& c, const RowRun* runs, const Region& region, ObjectBuilder& object, Window& places) {
    if (const Keyed few = few_colours(c, runs, region); !few.object.is_nothing()) return few;
    int64_t key = INT64_MIN;
    for (int32_t done = INT32_MIN;;) {  // the least colour above `done` comes next
        int32_t colour = INT32_MAX, first = -1;
        for (int32_t k = region.head; k >= 0; k = runs[k].next) {
            if (runs[k].colour <= done || runs[k].colour >= colour) continue;
            colour = runs[k].colour;
            first = k;
        }
        if (first < 0) break;
        if (key == INT64_MIN) key = key_of(colour, first);
        places.reset(region.box);
        for (int32_t k = first; k >= 0; k = runs[k].next) {
            if (runs[k].colour == colour) places.fill_row(runs[k].row, runs[k].first, runs[k].last);
        }
        object.add(colour, places);
        done = colour;
    }
    return {key, object.finish()};
}

Value objects_grid(Context& c, const GridData* g, const Rule& rule) {
    const auto cells = static_cast<size_t>(g->h) * static_cast<size_t>(g->w);
    if (!c.charge(static_cast<int64_t>(cells) * 2 + 16)) return out_of_fuel();
    if (rule.joins_all(kNoColour)) {
        Value all = object_of_grid(c, g);
        return make_set(c, &all, 1);
    }
    RunBuffer runs(cells);
    const int32_t n = find_runs(g, rule, runs.data());
    Buffer<int32_t, kSmallGrid> region_of(static_cast<size_t>(n));
    Buffer<Region, kSmallGrid> regions(static_cast<size_t>(n));
    Buffer<Keyed, kSmallGrid> found(static_cast<size_t>(n));
    const int32_t count = find_regions(runs.data(), n, region_of.data(), regions.data());
    if (!c.charge(int64_t{count} * 64)) return out_of_fuel();
    ObjectBuilder object(c);
    Window places;
    for (int32_t k = 0; k < count; ++k) {
        const auto at = static_cast<size_t>(k);
        if (!c.charge(listing_cost(runs.data(), regions[at]))) return out_of_fuel();
        found[at] = rule.univalued ? single_colour(c, runs.data(), regions[at], object, places)
                                   : many_colours(c, runs.data(), regions[at], object, places);
    }
    std::sort(found.data(), found.data() + count,
              [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
    Scratch items(c);
    for (int32_t k = 0; k < count; ++k) items.push(found[static_cast<size_t>(k)].object);
    // No two objects share a cell, so their keys order them, if cells are what they hold.
    const bool cells_fit = fits_cell(g->h) && fits_cell(g->w);
    return cells_fit ? make_sorted_set(c, items.data(), items.size()) : make_set(c, *items);
}

// The same cell by cell, for grids that are plain tuples.
class GeneralObjects {
  public:
    GeneralObjects(Context& c, const Table& t, const Value* flags, Value background)
        : context_(c), table_(t), h_(t.height()), w_(t.width()), univalued_(truth(flags[1])),
          diagonal_(truth(flags[2])), background_(background), taken_(h_ * w_, false) {}

    Value find() {
        for (const auto& row : table_.rows) {
            if (row.size() < w_) return out_of_range();
        }
        Scratch objects(context_);
        for (size_t at = 0; at < h_ * w_; ++at) {
            if (!taken_[at] && cell(at) != background_) objects.push(flood(at));
        }
        return make_set(context_, *objects);
    }

  private:
    Context& context_;
    const Table& table_;
    size_t h_, w_;
    bool univalued_, diagonal_;
    Value background_;  // undefined where there is none
    std::vector<bool> taken_;
    std::vector<size_t> open_;

    Value cell(size_t at) const { return table_.rows[at / w_][at % w_]; }

    void reach(size_t at, Value colour) {
        if (taken_[at] || cell(at) == background_ || (univalued_ && cell(at) != colour)) return;
        taken_[at] = true;
        open_.push_back(at);
    }

    Value flood(size_t start) {
        Scratch cells(context_);
        const Value colour = cell(start);
        reach(start, colour);
        while (!open_.empty()) {
            const size_t at = open_.back(), i = at / w_, j = at % w_;
            open_.pop_back();
            cells.push(make_tuple2(context_, cell(at),
                                   make_pair(context_, static_cast<int64_t>(i), static_cast<int64_t>(j))));
            for (int d = 0; d < 9; ++d) {
                const int di = d / 3 - 1, dj = d % 3 - 1;
                if (!diagonal_ && di != 0 && dj != 0) continue;
                const size_t y = i + static_cast<size_t>(di), x = j + static_cast<size_t>(dj);
                if (y < h_ && x < w_) reach(y * w_ + x, colour);
            }
        }
        return make_set(context_, *cells);
    }
};

Value objects_general(Context& c, const Value* a) {
    Table t;
    Value why, background = undefined(Reason::None);
    if (!read_wide_table(c, a[0], t, why)) return why;
    if (truth(a[3])) {
        int64_t colour = 0;
        if (!grid_mostcolor(c, a[0], colour)) return no_background(c);
        background = make_int(colour);
    }
    const auto h = static_cast<int64_t>(t.height()), w = static_cast<int64_t>(t.width());
    if (!afford(c, h * 8, w)) return out_of_fuel();
    return GeneralObjects(c, t, a, background).find();
}

}  // namespace

Value objects(Context& c, const Value* a) {
    if (!is_kind(a[0], Kind::Grid)) return objects_general(c, a);
    Rule rule{truth(a[1]), truth(a[2]), kNoColour};
    if (truth(a[3]) && !grid_mostcolor(c, a[0], rule.ground)) return no_background(c);
    return objects_grid(c, as_grid(a[0]), rule);
}

}  // namespace arcloom
