// native/learn/rounds.cpp: two rules, one after the other: colours that only outputs have come in the second round
//
// A rule is: the first rule, the second one. The outputs show what there was between the two if what is new in colour is taken back:
// to what the input had there, to the one colour that inputs lose, or to a single new colour. The first rule is learnt up to there,
// the second one from there, so it may ask what the first has made.
#include <algorithm>

#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum class Between { AsBefore, AsLost, AsOne };

// Which colours an output has that its input lacks.
struct Late {
    bool is[kColours] = {};
    int count = 0;
};

Late late_colours(const Example& e) {
    const Counts in = count_colours(e.in), out = count_colours(e.out);
    Late late;
    for (int c = 0; c < kColours; ++c) {
        late.is[c] = out.of[c] > 0 && in.of[c] == 0;
        late.count += late.is[c];
    }
    return late;
}

// The only colour but black of which every output has less than its input; -1: none, or several.
int lost_colour(const Examples& examples) {
    bool lost[kColours] = {};
    std::fill(lost + 1, lost + kColours, true);
    for (const Example& e : examples) {
        const Counts in = count_colours(e.in), out = count_colours(e.out);
        for (int c = 1; c < kColours; ++c) lost[c] = lost[c] && in.of[c] > out.of[c];
    }
    return std::count(lost, lost + kColours, true) == 1 ? static_cast<int>(std::find(lost, lost + kColours, true) - lost) : -1;
}

// The least of all late colours, where there are several.
int one_for_all(const Examples& examples) {
    int first = -1;
    bool several = false;
    for (const Example& e : examples) {
        const Late late = late_colours(e);
        for (int c = 0; c < kColours; ++c) {
            if (!late.is[c] || c == first) continue;
            several = several || first >= 0;
            first = first < 0 ? c : std::min(first, c);
        }
    }
    return several ? first : -1;
}

// The demos up to what there was between; empty where that is the input or the output of all.
Examples first_round(const Examples& examples, Between between) {
    const int colour = between == Between::AsLost ? lost_colour(examples) : between == Between::AsOne ? one_for_all(examples) : 0;
    if (colour < 0) return {};
    Examples first = examples;
    bool from_inputs = true, to_outputs = true;
    for (Example& e : first) {
        const Picture out = e.out;
        const Late late = late_colours(e);
        for (int k = 0; k < out.size(); ++k) {
            if (late.is[out.at(k)]) e.out.set(k, between == Between::AsBefore ? e.in.at(k) : colour);
        }
        from_inputs = from_inputs && e.out == e.in;
        to_outputs = to_outputs && e.out == out;
    }
    return from_inputs || to_outputs ? Examples{} : first;
}

}  // namespace

void learn_rounds(const Examples& examples, Trial& trial) {
    if (!all_same_size(examples)) return;
    for (const Example& e : examples) {
        if (!trial.work().charge(20 * e.in.size())) return;
    }
    for (const Between between : {Between::AsBefore, Between::AsLost, Between::AsOne}) {
        const Examples first = first_round(examples, between);
        if (first.empty()) continue;
        Examples second = examples;
        for (size_t e = 0; e < second.size(); ++e) second[e].in = first[e].out;
        for (const int before : {fScene, fTree}) {
            const auto one = learn(before, first, 0, trial.work());
            if (trial.over()) return;
            for (const int after : {fScene, fColours, fTree}) {
                if (!one) break;
                const auto other = learn(after, second, 0, trial.work());
                if (trial.over()) return;
                if (!other) continue;
                Rule rule;
                write_inner(*one, rule);
                write_inner(*other, rule);
                if (trial.offer(rule)) return;
            }
        }
    }
}

void check_rounds(Reader& r) {
    check_inner(r);
    check_inner(r);
}

bool apply_rounds(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const Rule first = read_inner(r), second = read_inner(r);
    Picture between;
    return !r.bad() && apply_rule(first, in, between, work) && apply_rule(second, between, out, work);
}

}  // namespace arcloom::fit
