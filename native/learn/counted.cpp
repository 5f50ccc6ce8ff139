// native/learn/counted.cpp: how many parts of a picture pass tests, as a number that a rule goes by
#include "counted.hpp"

#include <algorithm>

namespace arcloom::fit {

using scene::Sight;

namespace {

// Objects on black, with and without corners, of any colours; on the commonest colour; enclosed areas; panels.
constexpr int kCountedWays[] = {Segmentation{true, false, Ground::Black}.code(), Segmentation{false, false, Ground::Black}.code(),
                                Segmentation{true, true, Ground::Black}.code(), Segmentation{true, false, Ground::Common}.code(),
                                Segmentation{true, true, Ground::Common}.code(), scene::wHoles, scene::wContents};

// How the counts of some parts compare with the numbers that are looked for.
enum class Match { Fewer, Same, More };
Match compare(const Sight& sight, const FewBits& parts, const std::vector<int>& numbers) {
    Match match = Match::Same;
    for (size_t e = 0; e < numbers.size(); ++e) {
        int n = 0;
        for (size_t k = sight.first[e]; k < sight.first[e + 1]; ++k) n += parts.has(k);
        if (n < numbers[e]) return Match::Fewer;
        if (n > numbers[e]) match = Match::More;
    }
    return match;
}

Counting counting(int way, double cost, std::initializer_list<Test> tests) {
    Counting made{cost, {way, static_cast<int>(tests.size())}};
    for (const Test& t : tests) t.write(made.rule);
    return made;
}

// Among so many numbers some agree by accident, so those that name a number themselves come later.
double cost_of(const scene::Selection& s) { return s.cost + (scene::feature_kind(s.test.fact) == FactKind::Number && s.test.value != 0 ? 3.0 : 0.0); }

// No test, one, or two together: none of them alone is enough then, but each leaves as many parts as are needed, or more.
void count_in_way(Sight& sight, const std::vector<int>& numbers, std::vector<Counting>& found, scene::Meter& meter) {
    const auto steps = static_cast<int64_t>(sight.parts());
    const FewBits everyone = sight.those([](size_t) { return true; });
    const Match all = compare(sight, everyone, numbers);
    if (all == Match::Same) found.push_back(counting(sight.way, 0.0, {}));
    if (all == Match::Fewer || !sight.prepare_selections(meter)) return;
    std::vector<const scene::Selection*> wide;
    for (const scene::Selection& s : sight.selections) {
        if (!meter.charge(steps)) return;
        const Match match = compare(sight, s.holds, numbers);
        if (match == Match::Same) found.push_back(counting(sight.way, cost_of(s), {s.test}));
        if (match == Match::More && wide.size() < kMostPairedTests) wide.push_back(&s);
    }
    for (size_t a = 0; a < wide.size(); ++a) {
        for (size_t b = 0; b < a; ++b) {
            if (!meter.charge(steps)) return;
            FewBits both = wide[a]->holds;
            both &= wide[b]->holds;
            if (compare(sight, both, numbers) == Match::Same) {
                found.push_back(counting(sight.way, cost_of(*wide[a]) + cost_of(*wide[b]), {wide[b]->test, wide[a]->test}));
            }
        }
    }
}

}  // namespace

std::vector<Counting> find_countings(const Examples& examples, const std::vector<int>& numbers, Work& work) {
    std::vector<Counting> found;
    if (std::all_of(numbers.begin(), numbers.end(), [&](int n) { return n == numbers[0]; })) return found;
    scene::Meter meter(work);
    for (const int way : kCountedWays) {
        Sight sight;
        if (sight.look(examples, way, meter)) count_in_way(sight, numbers, found, meter);
        if (work.dry()) return found;
    }
    std::stable_sort(found.begin(), found.end(), [](const Counting& a, const Counting& b) { return a.cost < b.cost; });
    if (found.size() > kMostCountings) found.resize(kMostCountings);
    return found;
}

int read_counting(Reader& r, const Picture& in, Work& work) {
    const int way = r.next();
    std::vector<Test> tests(static_cast<size_t>(r.next()));
    for (Test& t : tests) t = {r.next(), r.next(), r.next()};
    scene::Scene s;
    if (!scene::see(in, way, s, work)) return -1;
    if (s.parts.empty() || tests.empty()) return static_cast<int>(s.parts.size());
    if (!scene::find_features(s, work)) return -1;
    return static_cast<int>(std::count_if(s.features.begin(), s.features.end(), [&](const std::vector<int>& of) {
        return std::all_of(tests.begin(), tests.end(), [&](const Test& t) { return t.holds(of); });
    }));
}

void check_counting(Reader& r) {
    r.row(scene::ways());
    for (int n = r.below(kMostTests + 1); n > 0 && !r.bad(); --n) read_test(r, scene::features());
}

}  // namespace arcloom::fit
