// native/learn/summary.cpp: small outputs that tell what was counted
//
// Hypotheses: one of the outputs seen, chosen by a fact of the whole picture; all of one colour that the picture, or a
// fact about its objects, singles out; as many cells filled as there are of something; the picture's colours in an order, as a row or a
// column, or each with as many cells as it counts.
#include <algorithm>

#include "counted.hpp"
#include "layers.hpp"
#include "rule.hpp"
#include "summary.hpp"
#include "table.hpp"

namespace arcloom::fit {

std::vector<int> summary::numbers_of(const Picture& p, Work& work) {
    const Counts c = count_colours(p);
    std::vector<int> n{c.distinct(), c.distinct() - (c.of[0] > 0 ? 1 : 0), p.size() - c.of[0]};
    for (const int s : {1, 0, 3}) {
        const std::vector<Blob> blobs = segment(p, Segmentation::of(s), work);
        int of[kColours] = {}, squares = 0, largest = 0, lines = 0;
        for (const Blob& b : blobs) {
            ++of[p.at(b.cells[0])];
            squares += b.h == 2 && b.w == 2 && b.cells.size() == 4;
            lines += b.h == 1 || b.w == 1;
            largest = std::max(largest, static_cast<int>(b.cells.size()));
        }
        n.insert(n.end(), {static_cast<int>(blobs.size()), largest, squares, lines});
        if (s == 3) continue;
        n.insert(n.end(), of + 1, of + kColours);
    }
    n.insert(n.end(), c.of, c.of + kColours);
    n.insert(n.end(), {turned(p, 5) == p, turned(p, 4) == p, turned(p, 6) == p, turned(p, 7) == p, turned(p, 2) == p});
    n.insert(n.end(), {p.h, p.w, c.most(), c.most(0) < 0 ? 0 : c.most(0), c.least()});
    return n;
}

using namespace summary;

namespace {

// Colours that a picture singles out, or -1.
int picked_colour(const Picture& p, int pick, Work& work) {
    const Counts c = count_colours(p);
    switch (pick) {
        case 0: return c.most(0);
        case 1: return c.least(0);
        case 2: return c.most();
        case 3: return c.least();
        case 4: return c.ranked(1, 0);
        case 5: return c.ranked(1);
        default: break;
    }
    // By objects: of the largest, of the smallest, of the colour with the most of them.
    const std::vector<Blob> blobs = segment(p, {true, false, Ground::Black}, work);
    if (blobs.empty()) return -1;
    const auto smaller = [](const Blob& a, const Blob& b) { return a.cells.size() < b.cells.size(); };
    if (pick == 6) return p.at(std::max_element(blobs.begin(), blobs.end(), smaller)->cells[0]);
    if (pick == 7) return p.at(std::min_element(blobs.begin(), blobs.end(), smaller)->cells[0]);
    Counts objects;
    for (const Blob& b : blobs) ++objects.of[p.at(b.cells[0])];
    return objects.most();
}

// The k-th cell in an order of filling: along rows, down columns, the diagonal, rows bottom up.
int place_at(int order, int k, int h, int w) {
    switch (order) {
        case 1: return k % h * w + k / h;
        case 2: return k < std::min(h, w) ? k * w + k : -1;
        case 3: return (h - 1 - k / w) * w + k % w;
        case 4: {  // every other place along the rows
            return 2 * k < h * w ? 2 * k : -1;
        }
        default: return k;
    }
}

// n cells of the colour on ground, in an order; sizes of 0 are the number itself.
bool fill_cells(int n, int colour, int ground, int order, int rows, int columns, Picture& out) {
    const int h = rows == 0 ? n : rows, w = columns == 0 ? n : columns;
    if (!fits_picture(h, w) || n < 0 || n > h * w || colour < 0 || colour >= kColours) return false;
    out = Picture(h, w, ground);
    const int cells = order == 2 ? std::min(n, std::min(h, w)) : n;
    for (int k = 0; k < cells; ++k) {
        const int at = place_at(order, k, h, w);
        if (at < 0 || at >= out.size()) return false;
        out.set(at, colour);
    }
    return true;
}

// Rule: which number, or how it is counted; colour (or 10 + pick), ground colour, order, height, width.
bool apply_filled(Reader& r, const Picture& in, Picture& out, Work& work, bool counted) {
    const int n = counted ? read_counting(r, in, work) : numbers_of(in, work)[static_cast<size_t>(r.next())];
    const int colour = r.next(), ground = r.next(), order = r.next(), rows = r.next(), columns = r.next();
    if (r.bad() || work.dry()) return false;
    const int c = colour >= kColours ? picked_colour(in, colour - kColours, work) : colour;
    return fill_cells(n, c, ground, order, rows, columns, out);
}

// By colour the layer in which it lies.
void find_layers(const Picture& p, int* layer, Work& work) {
    const int ground = ground_colour(p);
    std::vector<int> owner;
    for (const int8_t c : p.cells) owner.push_back(c == ground ? -1 : c);
    const std::vector<int> found = layers_of(p, owner, kColours, work);
    std::copy(found.begin(), found.end(), layer);
}

// The picture's colours: by cells, by objects, from the left, from the top, by layers; ascending or descending.
std::vector<std::pair<int, int>> sorted_colours(const Picture& p, bool with_black, int sorting, Work& work) {
    const Counts cells = count_colours(p);
    Counts objects;
    for (const Blob& b : segment(p, {true, false, Ground::None}, work)) ++objects.of[p.at(b.cells[0])];
    int top[kColours], left[kColours], layer[kColours] = {};
    if (sorting / 2 == 4) find_layers(p, layer, work);
    std::fill(top, top + kColours, kMaxSide), std::fill(left, left + kColours, kMaxSide);
    for (int k = 0; k < p.size(); ++k) {
        top[p.at(k)] = std::min(top[p.at(k)], k / p.w), left[p.at(k)] = std::min(left[p.at(k)], k % p.w);
    }
    std::vector<std::pair<int, int>> list;  // colour, key
    const int* key[] = {cells.of, objects.of, left, top, layer};
    const int* chosen = key[sorting / 2];
    for (int c = with_black ? 0 : 1; c < kColours; ++c) {
        if (cells.of[c] > 0) list.emplace_back(c, chosen[c]);
    }
    std::stable_sort(list.begin(), list.end(), [&](const auto& a, const auto& b) {
        return sorting % 2 == 0 ? a.second > b.second : a.second < b.second;
    });
    return list;
}

// Rule: with black, sorting, 0 column / 1 row, how often each (0: once), how many at most (0: all).
bool apply_list(Reader& r, const Picture& in, Picture& out, Work& work) {
    const int with_black = r.next(), sorting = r.next(), row = r.next(), times = std::max(1, r.next()), most = r.next();
    if (r.bad() || sorting < 0 || sorting >= kSortings || times > kMaxSide) return false;
    auto list = sorted_colours(in, with_black != 0, sorting, work);
    if (most > 0 && static_cast<int>(list.size()) > most) list.resize(static_cast<size_t>(most));
    if (list.empty()) return false;
    out = Picture(static_cast<int>(list.size()), times, 0);
    for (int k = 0; k < out.size(); ++k) out.set(k, list[static_cast<size_t>(k / times)].first);
    if (row != 0) out = turned(out, 6);
    return true;
}

// Rule: with black, sorting, view. Each colour's bar is as long as its key, as wide as the longest.
bool apply_bars(Reader& r, const Picture& in, Picture& out, Work& work) {
    const int with_black = r.next(), sorting = r.next(), view = r.next();
    if (r.bad() || sorting < 0 || sorting >= 4 || view < 0 || view > 7) return false;
    const auto list = sorted_colours(in, with_black != 0, sorting, work);
    int longest = 0;
    for (const auto& [colour, n] : list) longest = std::max(longest, n);
    if (list.empty() || !fits_picture(static_cast<int>(list.size()), longest)) return false;
    out = Picture(static_cast<int>(list.size()), longest, 0);
    for (size_t k = 0; k < list.size(); ++k) {
        for (int j = 0; j < list[k].second; ++j) out.set(static_cast<int>(k), j, list[k].first);
    }
    out = turned(out, view);
    return true;
}

bool apply_uniform(Reader& r, const Picture& in, Picture& out, Work& work) {
    const int pick = r.next(), h = r.next(), w = r.next();
    const int colour = r.bad() ? -1 : picked_colour(in, pick, work);
    if (colour < 0 || !fits_picture(h == 0 ? in.h : h, w == 0 ? in.w : w)) return false;
    out = Picture(h == 0 ? in.h : h, w == 0 ? in.w : w, colour);
    return true;
}

// Rule: which number, how many outputs; each: height, width, cells; then pairs of a value and an output.
bool apply_chosen(Reader& r, const Picture& in, Picture& out, Work& work) {
    const int which = r.next(), n = r.next();
    const std::vector<int> numbers = numbers_of(in, work);
    if (r.bad() || which < 0 || which >= static_cast<int>(numbers.size()) || n < 0) return false;
    std::vector<Picture> outputs;
    for (int k = 0; k < n && !r.bad(); ++k) {
        const int h = r.next(), w = r.next();
        if (!fits_picture(h, w)) return false;
        Picture p(h, w, 0);
        for (int8_t& v : p.cells) v = static_cast<int8_t>(std::clamp(r.next(), 0, kColours - 1));
        outputs.push_back(std::move(p));
    }
    for (int m = r.next(); m > 0 && !r.bad(); --m) {
        const int value = r.next(), at = r.next();
        if (value != numbers[static_cast<size_t>(which)] || at < 0 || at >= static_cast<int>(outputs.size())) continue;
        out = outputs[static_cast<size_t>(at)];
        return !r.bad();
    }
    return false;
}

// Rule: height, width (0: the input's), way, test. The colour is that of the parts that pass, which must be one.
bool apply_singled_out(Reader& r, const Picture& in, Picture& out, Work& work) {
    const int h = r.next(), w = r.next(), way = r.next();
    const Test t{r.next(), r.next(), r.next()};
    scene::Scene s;
    if (!scene::see(in, way, s, work) || s.parts.empty() || !scene::find_features(s, work)) return false;
    int colour = -1;
    for (size_t b = 0; b < s.parts.size(); ++b) {
        if (!t.holds(s.features[b])) continue;
        const int own = in.at(s.parts[b].cells[0]);
        if (colour >= 0 && colour != own) return false;
        colour = own;
    }
    if (colour < 0) return false;
    out = Picture(h == 0 ? in.h : h, w == 0 ? in.w : w, colour);
    return true;
}

// What outputs with some cells filled have in common.
struct Filling {
    std::vector<std::pair<int, int>> sizes;  // 0: the number itself
    Counts colours;                          // of all outputs
    int ground = 0;
    std::vector<std::vector<int>> picks;     // by example, the colours that its input singles out
};

// Nothing where outputs are too colourful, or of sizes that no number tells.
std::optional<Filling> filling_of(const Examples& examples, Work& work) {
    Filling f;
    for (const Example& e : examples) {
        const Counts c = count_colours(e.out);
        for (int k = 0; k < kColours; ++k) f.colours.of[k] += c.of[k];
    }
    const bool constant = constant_size(examples);
    const auto always = [&](auto&& g) { return std::all_of(examples.begin(), examples.end(), g); };
    if (constant) f.sizes.emplace_back(examples[0].out.h, examples[0].out.w);
    if (!constant && always([](const Example& e) { return e.out.h == 1; })) f.sizes.emplace_back(1, 0);
    if (!constant && always([](const Example& e) { return e.out.w == 1; })) f.sizes.emplace_back(0, 1);
    if (!constant && always([](const Example& e) { return e.out.h == e.out.w; })) f.sizes.emplace_back(0, 0);
    if (f.sizes.empty() || f.colours.distinct() > 4) return std::nullopt;
    while (f.colours.of[f.ground] == 0) ++f.ground;
    for (const Example& e : examples) {
        auto& picks = f.picks.emplace_back();
        for (int pick = 0; pick < kPicks; ++pick) picks.push_back(picked_colour(e.in, pick, work));
    }
    return f;
}

// Whether numbers, a colour or a pick, and an order give all outputs.
bool fills(const Examples& examples, const Filling& f, const std::vector<int>& numbers, int colour, int order, int h, int w, Work& work) {
    Picture got;
    for (size_t k = 0; k < examples.size(); ++k) {
        if (!work.charge(20 + 2 * examples[k].out.size())) return false;
        const int c = colour < kColours ? colour : f.picks[k][static_cast<size_t>(colour - kColours)];
        if (!fill_cells(numbers[k], c, f.ground, order, h, w, got) || got != examples[k].out) return false;
    }
    return true;
}

void offer_filled(const Examples& examples, const Filling& f, Trial& trial) {
    std::vector<std::vector<int>> counted;
    for (const Example& e : examples) counted.push_back(numbers_of(e.in, trial.work()));
    const int numbers = static_cast<int>(counted[0].size());
    for (const auto& [h, w] : f.sizes) {
        for (int which = 0; which < numbers; ++which) {
            bool possible = true;
            for (size_t k = 0; k < examples.size() && possible; ++k) {
                const int n = counted[k][static_cast<size_t>(which)];
                possible = (h != 0 || examples[k].out.h == n) && (w != 0 || examples[k].out.w == n) && n <= examples[k].out.size();
                // Some colour fills as many cells, or the diagonal is all there is.
                const Counts c = count_colours(examples[k].out);
                const int most = std::min(n, std::min(examples[k].out.h, examples[k].out.w));
                possible = possible && std::any_of(c.of, c.of + kColours, [&](int m) { return m == n || m == most; });
            }
            if (!trial.work().charge(40)) return;
            if (!possible) continue;
            std::vector<int> mine;
            for (const auto& of : counted) mine.push_back(of[static_cast<size_t>(which)]);
            for (int order = 0; order < kOrders; ++order) {
                for (int colour = 0; colour < kColours + kPicks; ++colour) {
                    if (colour < kColours && f.colours.of[colour] == 0) continue;
                    if (fills(examples, f, mine, colour, order, h, w, trial.work()) && trial.offer({kFilled, which, colour, f.ground, order, h, w})) return;
                    if (trial.work().dry()) return;
                }
            }
        }
    }
}

// The numbers are read off the outputs; what is to be counted for them is looked for among the parts of the inputs.
void offer_counted(const Examples& examples, const Filling& f, Trial& trial) {
    for (const auto& [h, w] : f.sizes) {
        std::vector<int> numbers;
        for (const Example& e : examples) {
            const int filled = e.out.size() - count_colours(e.out).of[f.ground];
            numbers.push_back(h == 0 ? e.out.h : w == 0 ? e.out.w : filled);
        }
        std::vector<Counting> countings;
        bool looked = false;
        for (int order = 0; order < kOrders; ++order) {
            for (int colour = 0; colour < kColours + kPicks; ++colour) {
                if (colour < kColours && f.colours.of[colour] == 0) continue;
                if (!fills(examples, f, numbers, colour, order, h, w, trial.work())) continue;
                if (!looked) countings = find_countings(examples, numbers, trial.work()), looked = true;
                for (const Counting& c : countings) {
                    Rule rule{kCounted};
                    rule.insert(rule.end(), c.rule.begin(), c.rule.end());
                    rule.insert(rule.end(), {colour, f.ground, order, h, w});
                    if (trial.offer(rule)) return;
                }
            }
        }
    }
}

void offer_chosen(const Examples& examples, Trial& trial) {
    std::vector<Picture> outputs;
    std::vector<int> label;
    for (const Example& e : examples) {
        const auto it = std::find(outputs.begin(), outputs.end(), e.out);
        label.push_back(static_cast<int>(it - outputs.begin()));
        if (it == outputs.end()) outputs.push_back(e.out);
    }
    // Some output must come twice, else anything could tell them apart.
    if (outputs.size() == examples.size() || outputs.size() < 2) return;
    std::vector<std::vector<int>> counted;
    for (const Example& e : examples) counted.push_back(numbers_of(e.in, trial.work()));
    for (size_t which = 0; which < counted[0].size() && !trial.over(); ++which) {
        ShownTable table;
        bool agree = true;
        for (size_t k = 0; k < examples.size() && agree; ++k) agree = table.add(counted[k][which], label[k], k);
        if (!agree || table.size() > outputs.size() || !table.holds_together()) continue;
        Rule r{kChosen, static_cast<int>(which), static_cast<int>(outputs.size())};
        for (const Picture& p : outputs) {
            r.insert(r.end(), {p.h, p.w});
            r.insert(r.end(), p.cells.begin(), p.cells.end());
        }
        table.write(r);
        trial.offer(r);
    }
}

void offer_singled_out(const Examples& examples, Trial& trial) {
    const bool constant = constant_size(examples);
    const bool uniform = std::all_of(examples.begin(), examples.end(), [](const Example& e) { return count_colours(e.out).distinct() == 1; });
    if (!uniform || (!constant && !all_same_size(examples))) return;
    const int h = constant ? examples[0].out.h : 0, w = constant ? examples[0].out.w : 0;
    scene::Meter meter(trial.work());
    for (const int way : {1, 0, 9, 8, 5}) {
        scene::Sight sight;
        if (!sight.look(examples, way, meter)) continue;
        const FewBits good = sight.those([&](size_t k) {
            const Example& e = examples[sight.example_of[k]];
            return e.in.at(sight.part(k).cells[0]) == e.out.at(0);
        });
        sight.single_out(good, [&](const Test& t, double) { return trial.offer({kSingledOut, h, w, way, t.fact, t.comparison, t.value}); }, meter);
        if (trial.over()) return;
    }
}

}  // namespace

void learn_summary(const Examples& examples, Trial& trial) {
    if (examples.empty()) return;
    const Picture& out = examples[0].out;
    for (int pick = 0; pick < kPicks; ++pick) {
        if (constant_size(examples) && trial.offer({kUniform, pick, out.h, out.w})) return;
        if (all_same_size(examples) && trial.offer({kUniform, pick, 0, 0})) return;
    }
    offer_singled_out(examples, trial);
    // Lists of colours are short, and so is one side of what tells them.
    const bool small = std::all_of(examples.begin(), examples.end(), [](const Example& e) {
        return std::min(e.out.h, e.out.w) <= kColours;
    });
    for (int form = 0; form < 4 && small; ++form) {
        for (int sorting = 0; sorting < kSortings; ++sorting) {
            const int row = form % 2, black = form / 2;
            if (trial.offer({kColourList, black, sorting, row, row != 0 ? out.h : out.w, 0})) return;
            if (trial.offer({kColourList, black, sorting, row, row != 0 ? out.h : out.w, row != 0 ? out.w : out.h})) return;
        }
    }
    for (int form = 0; form < 8 && small; ++form) {
        for (const int view : {0, 5, 6, 1, 3, 7, 4, 2}) {
            if (trial.offer({kBars, form / 4, form % 4, view})) return;
        }
    }
    const std::optional<Filling> filling = filling_of(examples, trial.work());
    if (filling) offer_filled(examples, *filling, trial);
    if (filling && !trial.over()) offer_counted(examples, *filling, trial);
    offer_chosen(examples, trial);
}

bool apply_summary(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    if (!work.charge(20 * in.size())) return false;
    Reader r(rule, kParameters);
    switch (r.next()) {
        case kUniform: return apply_uniform(r, in, out, work);
        case kFilled: return apply_filled(r, in, out, work, false);
        case kCounted: return apply_filled(r, in, out, work, true);
        case kColourList: return apply_list(r, in, out, work);
        case kBars: return apply_bars(r, in, out, work);
        case kChosen: return apply_chosen(r, in, out, work);
        case kSingledOut: return apply_singled_out(r, in, out, work);
        default: return false;
    }
}

}  // namespace arcloom::fit
