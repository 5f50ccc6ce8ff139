// native/learn/sizes_grown.cpp: outputs made of one region, enlarged or repeated, or of blocks by colour
//
// A region that a test singles out becomes the output: each cell a block, or copies side by side; how many is always the same, or
// a number that the picture has. And: every cell becomes a block whose pattern its colour tells.
#include "sizes_grown.hpp"

#include <algorithm>
#include <string>

#include "regions.hpp"
#include "summary.hpp"
#include "table.hpp"

namespace arcloom::fit {

namespace {

enum Growth { gBlocks, gRow, gColumn, gSquare };
const Names kGrowths("growth", {{gBlocks, "blocks", "each cell a block of that side"},
                                {gRow, "row", "so many copies in a row"},
                                {gColumn, "column", "so many copies in a column"},
                                {gSquare, "square", "copies in so many rows and columns"}});
constexpr double kGrowthCost[] = {0.0, 1.0, 1.0, 2.0};
enum NumberForm { kFixedNumber, kSeenNumber };
const Names kNumberForms("growth number", {{kFixedNumber, "fixed"}, {kSeenNumber, "seen"}});

bool grow(const Picture& look, int how, int n, Picture& out) {
    if (n < 1 || n > kMaxSide) return false;
    const int rows = how == gRow ? 1 : n, columns = how == gColumn ? 1 : n;
    if (!fits_picture(look.h * rows, look.w * columns)) return false;
    if (how == gBlocks) {
        out = scaled(look, n, n);
        return true;
    }
    out = Picture(look.h * rows, look.w * columns, 0);
    for (int i = 0; i < out.h; ++i) {
        for (int j = 0; j < out.w; ++j) out.set(i, j, look.at(i % look.h, j % look.w));
    }
    return true;
}

constexpr int kOwn = kColours;  // in a block, the cell's own colour; as a key, every colour that has no block of its own

// The block of a cell as the output shows it, with the cell's own colour by name.
std::vector<int> block_of(const Example& e, int k, int rows, int columns, bool own) {
    std::vector<int> block;
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j) {
            const int c = e.out.at(k / e.in.w * rows + i, k % e.in.w * columns + j);
            block.push_back(own && c == e.in.at(k) ? kOwn : c);
        }
    }
    return block;
}

}  // namespace

// First one pattern for all colours but black, then one for each colour.
void offer_blocks(const Examples& examples, Trial& trial, const Rule& head) {
    int rows = 0, columns = 0;
    if (!constant_ratio(examples, true, rows, columns) || rows * columns < 2) return;
    for (const bool shared : {true, false}) {
        std::vector<std::vector<int>> blocks;
        ShownTable table;
        bool agree = true;
        for (size_t e = 0; e < examples.size() && agree; ++e) {
            if (!trial.work().charge(4 * examples[e].out.size())) return;
            for (int k = 0; k < examples[e].in.size() && agree; ++k) {
                const int colour = examples[e].in.at(k);
                const std::vector<int> block = block_of(examples[e], k, rows, columns, shared && colour != 0);
                auto at = std::find(blocks.begin(), blocks.end(), block);
                if (at == blocks.end()) at = blocks.insert(at, block);
                agree = table.add(shared && colour != 0 ? kOwn : colour, static_cast<int>(at - blocks.begin()), e);
            }
        }
        if (!agree || !table.holds_together()) continue;
        Rule rule = head;
        rule.insert(rule.end(), {rows, columns, static_cast<int>(table.size())});
        for (const auto& [colour, at] : table.rows()) {
            rule.push_back(colour);
            rule.insert(rule.end(), blocks[static_cast<size_t>(at)].begin(), blocks[static_cast<size_t>(at)].end());
        }
        if (trial.offer(rule)) return;
    }
}

bool put_blocks(Reader& r, const Picture& in, Picture& out, Work& work) {
    const int rows = r.next(), columns = r.next();
    if (!fits_picture(in.h * rows, in.w * columns) || !work.charge(4 * in.size() * rows * columns)) return false;
    std::vector<std::vector<int>> blocks(kColours + 1);
    for (int n = r.next(); n > 0 && !r.bad(); --n) {
        auto& block = blocks[static_cast<size_t>(r.next())];
        block.clear();
        for (int k = 0; k < rows * columns; ++k) block.push_back(r.next());
    }
    out = Picture(in.h * rows, in.w * columns, 0);
    for (int k = 0; k < in.size(); ++k) {
        const auto& own = blocks[static_cast<size_t>(in.at(k))];
        const auto& block = own.empty() && in.at(k) != 0 ? blocks[kOwn] : own;
        if (block.empty()) return false;
        for (int b = 0; b < rows * columns; ++b) {
            const int c = block[static_cast<size_t>(b)];
            out.set(k / in.w * rows + b / columns, k % in.w * columns + b % columns, c == kOwn ? in.at(k) : c);
        }
    }
    return true;
}

void check_blocks(Reader& r) {
    const int rows = r.within(1, kMaxSide + 1), columns = r.within(1, kMaxSide + 1);
    for (int n = r.within(1, kColours + 2); n > 0 && !r.bad(); --n) {
        r.below(kColours + 1);
        for (int k = 0; k < rows * columns && !r.bad(); ++k) r.below(kColours + 1);
    }
}

namespace {

// What tells how many.
struct NumberSource {
    NumberForm form;
    int value;
    std::vector<int> numbers;  // by example
};

// Numbers of the same kind, which a change of colours or a turn of the grid exchanges: "colour 3 of ..." and "colour 4 of ...".
std::string kind_of_number(const Row& row) {
    if (row.name == "height" || row.name == "width") return "side";
    std::string kind = row.name;
    std::erase_if(kind, [](char c) { return c >= '0' && c <= '9'; });
    return kind;
}

// Numbers that differ among the demos; of those that are the same in all demos the first, unless they are of one kind.
std::vector<NumberSource> number_sources(const Examples& examples, Work& work) {
    std::vector<NumberSource> sources;
    for (int n = 2; n <= kMostNumberOfCopies; ++n) sources.push_back({kFixedNumber, n, std::vector<int>(examples.size(), n)});
    std::vector<std::vector<int>> seen;
    for (const Example& e : examples) seen.push_back(summary::numbers_of(e.in, work));
    const auto numbers = [&](int which) {
        std::vector<int> of;
        for (const auto& of_one : seen) of.push_back(of_one[static_cast<size_t>(which)]);
        return of;
    };
    for (const Row& row : summary::number_names().rows()) {
        if (row.name.find("commonest") != std::string::npos || row.name.find("rarest") != std::string::npos) continue;  // no counts
        const std::vector<int> mine = numbers(row.at);
        const auto [least, most] = std::minmax_element(mine.begin(), mine.end());
        if (*least < 1 || *most > kMaxSide || *least == *most) continue;
        bool unclear = std::any_of(sources.begin(), sources.end(), [&](const NumberSource& s) { return s.numbers == mine; });
        for (const Row& other : summary::number_names().rows()) {
            unclear = unclear || (other.at != row.at && kind_of_number(other) == kind_of_number(row) && numbers(other.at) == mine);
        }
        if (!unclear) sources.push_back({kSeenNumber, row.at, mine});
    }
    return sources;
}

}  // namespace

void offer_enlarged(const Examples& examples, Trial& trial, const Rule& head) {
    const std::vector<NumberSource> sources = number_sources(examples, trial.work());
    std::vector<Wanted> wanted;
    for (const Row& how : kGrowths.rows()) {
        for (const NumberSource& s : sources) {
            const auto divides = [&](size_t e) {
                const int n = s.numbers[e];
                return (how.at == gRow || examples[e].out.h % n == 0) && (how.at == gColumn || examples[e].out.w % n == 0);
            };
            bool possible = true;
            for (size_t e = 0; e < examples.size() && possible; ++e) possible = divides(e);
            if (!possible) continue;
            Rule rule = head;
            rule.insert(rule.end(), {how.at, s.form, s.value});
            const auto good = [&examples, how = how.at, numbers = s.numbers](size_t e, const Picture& look) {
                const Picture& out = examples[e].out;
                const int n = numbers[e];
                if (look.h * (how == gRow ? 1 : n) != out.h || look.w * (how == gColumn ? 1 : n) != out.w) return false;
                Picture got;
                return grow(look, how, n, got) && got == out;
            };
            wanted.push_back({std::move(rule), kGrowthCost[how.at] + (s.form == kFixedNumber ? 1.0 : 3.0), good});
        }
    }
    if (wanted.empty()) return;
    std::vector<Offer> offers = find_regions(examples, wanted, trial.work());
    offer_cheapest(offers, trial);
}

bool enlarge(Reader& r, const Picture& in, Picture& out, Work& work) {
    const int how = r.next(), form = r.next(), value = r.next();
    const int n = form == kFixedNumber ? value : summary::numbers_of(in, work)[static_cast<size_t>(value)];
    Picture look;
    return read_region(r, in, look, work) && grow(look, how, n, out) && work.charge(out.size());
}

void check_enlarged(Reader& r) {
    r.row(kGrowths);
    if (r.row(kNumberForms) == kFixedNumber) {
        r.within(1, kMaxSide + 1);
    } else {
        r.row(summary::number_names());
    }
    check_region(r);
}

}  // namespace arcloom::fit
