// native/learn/scene_told.cpp: what tells the parameters of actions: how it is written, looked up and learnt
#include "scene_told.hpp"

#include <algorithm>
#include <array>

#include "table.hpp"

namespace arcloom::fit::scene {

namespace {

const Names kToldForms("told by", {{Told::Fixed, "fixed", "as many as"}, {Told::Feature, "feature", "a feature"}, {Told::Table, "table", "a table"}});

constexpr double kTableCost = 3.0, kRowCost = 2.0, kNumberCost = 2.0, kOneCost = 1.0, kFeatureCost = 0.5;
constexpr size_t kMostTold = 2;  // explanations of each form

// The effects where every part takes its own option: option(part) is a place in `effects`, or -1 where there is no answer.
template <class Option>
Effects put_together(size_t parts, std::span<const Effects> effects, Option option) {
    Effects all;
    for (size_t k = 0; k < parts; ++k) {
        const int o = option(k);
        if (o < 0) {
            all.finish(kWrong);
            continue;
        }
        const auto more = effects[static_cast<size_t>(o)].changes_of(k);
        all.changes.insert(all.changes.end(), more.begin(), more.end());
        all.finish(effects[static_cast<size_t>(o)].label(k));
    }
    return all;
}

// Where a part lies tells a number, but is no key.
const std::vector<int>& table_keys() {
    static const std::vector<int> keys = [] {
        std::vector<int> all = keys_by_cost();
        std::erase_if(all, [](int f) { return f < fact_count() && tells_place(f); });
        return all;
    }();
    return keys;
}

constexpr size_t kMostOptions = kMostNumber;  // directions and turns are fewer
struct Gainer {
    size_t part;
    std::array<int, kMostOptions> changes;  // that it makes by option
};
struct KeyRow {
    int value;
    std::array<int, kMostOptions> changes{};
    int best() const {
        const auto most = std::max_element(changes.begin(), changes.end());
        return *most == 0 ? -1 : static_cast<int>(most - changes.begin());
    }
};

}  // namespace

int Told::of(const std::vector<int>& features) const {
    if (form == Fixed) return value;
    const int v = features[static_cast<size_t>(feature)];
    if (form == Feature) return v;
    const auto at = std::find_if(table.begin(), table.end(), [v](const auto& row) { return row.first == v; });
    return at == table.end() ? -1 : at->second;
}

void write_table(const Told& told, Rule& out) {
    out.insert(out.end(), {told.feature, static_cast<int>(told.table.size())});
    for (const auto& [value, to] : told.table) out.insert(out.end(), {value, to});
}
void write_number(const Told& told, Rule& out) {
    out.push_back(told.form);
    if (told.form == Told::Fixed) out.push_back(told.value);
    if (told.form == Told::Feature) out.push_back(told.feature);
    if (told.form == Told::Table) write_table(told, out);
}

Told read_table(Reader& r, const Names* options) {
    Told told{Told::Table, 0, r.row(features()), {}};
    for (int n = r.below(kMostRows + 1); n > 0 && !r.bad(); --n) {
        const int value = r.next();
        told.table.emplace_back(value, options != nullptr ? r.row(*options) : r.below(kMaxSide + 1));
    }
    return told;
}
Told read_number(Reader& r) {
    const int form = r.row(kToldForms);
    if (form == Told::Fixed) return {form, r.below(kMaxSide + 1), 0, {}};
    if (form == Told::Table) return read_table(r, nullptr);
    return {form, 0, r.row(features()), {}};
}

size_t gained_by_telling(size_t most, size_t all) { return 4 * all > 5 * most ? all : 0; }

size_t gained_by_options(std::span<const Effects> effects) {
    size_t most = 0, all = 0;
    for (const Effects& e : effects) most = std::max(most, e.changes.size());
    const size_t n = effects.empty() ? 0 : effects[0].labels.size();
    for (size_t k = 0; k < n; ++k) {
        size_t best = 0;
        for (const Effects& e : effects) {
            if (k < e.labels.size()) best = std::max(best, e.changes_of(k).size());
        }
        all += best;
    }
    return gained_by_telling(most, all);
}

namespace {

// The parts for which some option makes changes.
std::vector<Gainer> gainers_of(size_t parts, std::span<const Effects> effects) {
    std::vector<Gainer> gainers;
    for (size_t k = 0; k < parts; ++k) {
        Gainer g{k, {}};
        bool some = false;
        for (size_t o = 0; o < effects.size(); ++o) {
            g.changes[o] = effects[o].good(k) ? static_cast<int>(effects[o].changes_of(k).size()) : 0;
            some = some || g.changes[o] > 0;
        }
        if (some) gainers.push_back(g);
    }
    return gainers;
}

auto row_of(std::vector<KeyRow>& rows, int value) {
    return std::find_if(rows.begin(), rows.end(), [value](const KeyRow& r) { return r.value == value; });
}

// By the feature's values, the changes that each option makes. Empty where there are too many values, or all want the same.
std::vector<KeyRow> rows_by(const Sight& sight, const std::vector<Gainer>& gainers, int feature) {
    std::vector<KeyRow> rows;
    for (const Gainer& g : gainers) {
        const int v = sight.features(g.part)[static_cast<size_t>(feature)];
        auto at = row_of(rows, v);
        if (at == rows.end()) {
            if (rows.size() + 1 == static_cast<size_t>(kMostRows)) return {};
            at = rows.insert(at, {v});
        }
        for (size_t o = 0; o < kMostOptions; ++o) at->changes[o] += g.changes[o];
    }
    if (std::all_of(rows.begin(), rows.end(), [&](const KeyRow& r) { return r.best() == rows[0].best(); })) rows.clear();
    return rows;
}

struct Keyed {
    int changes = 0;
    Explained told;
};

// A table from the feature's values to options. False where it makes no more changes than `most`, or shows too little.
bool table_by(const Sight& sight, std::span<const int> options, const std::vector<Gainer>& gainers, int feature, size_t most, Keyed& found) {
    std::vector<KeyRow> rows = rows_by(sight, gainers, feature);
    ShownTable table;
    size_t used = 0, example = sight.parts();
    int changes = 0, row = 0;
    bool within = false;  // rows that one demo shows
    for (const Gainer& g : gainers) {
        if (rows.empty()) return false;
        const int v = sight.features(g.part)[static_cast<size_t>(feature)];
        const auto o = static_cast<size_t>(row_of(rows, v)->best());
        if (g.changes[o] == 0) continue;
        const size_t e = sight.example_of[g.part];
        table.add(v, options[o], e);
        changes += g.changes[o];
        within = within || (example == e && row != v);
        row = v, example = e;
        ++used;
    }
    if (changes <= static_cast<int>(most) || table.size() == used || !table.holds_together()) return false;
    const int lonely = table.lonely();
    if (!within && !is_cue(feature) && lonely == static_cast<int>(table.size())) return false;  // it only says which demo it is
    if (feature_kind(feature) == FactKind::Number && 2 * lonely > static_cast<int>(table.size())) return false;
    const double cost = kTableCost + feature_cost(feature) + kRowCost * static_cast<double>(table.size());
    found = {changes, {{Told::Table, 0, feature, table.rows()}, cost, lonely, {}}};
    return true;
}

}  // namespace

std::vector<Explained> tell_options(Sight& sight, std::span<const int> options, std::span<const Effects> effects, Meter& meter) {
    std::vector<Explained> found;
    if (gained_by_options(effects) == 0 || !sight.prepare_selections(meter)) return found;
    size_t most = 0;
    for (const Effects& e : effects) most = std::max(most, e.changes.size());
    const std::vector<Gainer> gainers = gainers_of(sight.parts(), effects);
    std::vector<Keyed> tables;
    for (const int f : table_keys()) {
        if (!meter.charge(static_cast<int64_t>(gainers.size() * 4 + 4))) break;
        Keyed one;
        if (table_by(sight, options, gainers, f, most, one)) tables.push_back(std::move(one));
    }
    std::stable_sort(tables.begin(), tables.end(), [](const Keyed& a, const Keyed& b) {
        return a.changes != b.changes ? a.changes > b.changes : a.told.cost < b.told.cost;
    });
    for (Keyed& t : tables) {
        if (found.size() >= kMostTold) break;
        t.told.effects = put_together(sight.parts(), effects, [&](size_t k) {
            const int option = t.told.told.of(sight.features(k));
            const auto at = std::find(options.begin(), options.end(), option);
            return at == options.end() ? -1 : static_cast<int>(at - options.begin());
        });
        found.push_back(std::move(t.told));
    }
    return found;
}

namespace {

// Which numbers are right for each part, and what the parts do with others.
class Numbers {
  public:
    // By part, `bits` has a bit for each right number; `right` is what it does with one of these.
    Numbers(const Sight& sight, const Effects& right, const std::vector<uint16_t>& bits) : sight_(sight), right_(right), bits_(bits) {}

    bool has(size_t part, int v) const { return v > 0 && v <= kMostNumber && (bits_[part] >> v & 1) != 0; }
    FewBits parts_with(int v) const {
        return sight_.those([&](size_t k) { return has(k, v); });
    }
    FewBits parts_with_some() const {
        return sight_.those([&](size_t k) { return bits_[k] != 0; });
    }

    // The effects where every part takes its own number, value_of(part).
    template <class ValueOf>
    Effects effects_of(ValueOf value_of) const {
        Effects all;
        for (size_t k = 0; k < sight_.parts(); ++k) {
            const int v = value_of(k);
            const bool takes = has(k, v);
            if (takes) {
                const auto more = right_.changes_of(k);
                all.changes.insert(all.changes.end(), more.begin(), more.end());
            }
            all.finish(takes ? right_.label(k) : label_of_wrong(k, v));
        }
        return all;
    }
    Effects effects_of_all(int v) const {
        return effects_of([v](size_t) { return v; });
    }

  private:
    const Sight& sight_;
    const Effects& right_;
    const std::vector<uint16_t>& bits_;

    // A part that is right with another number is wrong with this one; none is a number too.
    int label_of_wrong(size_t part, int v) const {
        if (v == 0) return kNothing;
        return bits_[part] != 0 ? kWrong : right_.label(part);
    }
};

// What may tell the number, a number itself or a feature; the parts for which it is right; and its own cost.
struct NumberTeller {
    int value;
    size_t parts;
    double cost;
};

// The tellers with the most parts, of which explanations are made. They come first from now on.
std::span<const NumberTeller> best_of(std::vector<NumberTeller>& tellers) {
    std::stable_sort(tellers.begin(), tellers.end(), [](const NumberTeller& a, const NumberTeller& b) {
        return a.parts != b.parts ? a.parts > b.parts : a.cost < b.cost;
    });
    return {tellers.data(), std::min(tellers.size(), kMostTold)};
}

// The numbers that are right for enough parts.
std::vector<NumberTeller> fixed_tellers(const Sight& sight, const Numbers& numbers) {
    std::vector<NumberTeller> found;
    for (int v = 1; v <= kMostNumber; ++v) {
        const FewBits those = numbers.parts_with(v);
        if (sight.enough(those)) found.push_back({v, those.count(), static_cast<double>(v)});
    }
    return found;
}

// The features whose value is right for enough parts, and not always the same. False where there is no fuel for all.
bool feature_tellers(const Sight& sight, const Numbers& numbers, Meter& meter, std::vector<NumberTeller>& found) {
    for (const int f : keys_by_cost()) {
        if (feature_kind(f) != FactKind::Number) continue;
        if (!meter.charge(static_cast<int64_t>(sight.parts()) + 8)) return false;
        int least = 1 << 20, most = 0;
        const FewBits those = sight.those([&](size_t k) {
            const int v = sight.features(k)[static_cast<size_t>(f)];
            if (!numbers.has(k, v)) return false;
            least = std::min(least, v), most = std::max(most, v);
            return true;
        });
        if (least < most && sight.enough(those)) found.push_back({f, those.count(), feature_cost(f)});
    }
    return true;
}

// Tables to the numbers that are right for enough parts, and to those that single demos show.
std::vector<Explained> tables_of_numbers(Sight& sight, const Numbers& numbers, const std::vector<NumberTeller>& fixed, Meter& meter) {
    std::vector<int> options;
    for (const NumberTeller& t : fixed) options.push_back(t.value);
    for (int v = 1; v <= kMostNumber; ++v) {
        const bool known = std::find(options.begin(), options.end(), v) != options.end();
        if (!known && !numbers.parts_with(v).none()) options.push_back(v);
    }
    std::vector<Effects> effects;
    for (const int v : options) effects.push_back(numbers.effects_of_all(v));
    return tell_options(sight, options, effects, meter);
}

}  // namespace

std::vector<Explained> tell_numbers(Sight& sight, const Effects& right, const std::vector<uint16_t>& bits, Meter& meter) {
    const Numbers numbers(sight, right, bits);
    std::vector<Explained> found;
    const FewBits good = numbers.parts_with_some();
    if (!sight.enough(good) || !meter.charge(static_cast<int64_t>(sight.parts()) * 10)) return found;
    std::vector<NumberTeller> fixed = fixed_tellers(sight, numbers);
    for (const NumberTeller& t : best_of(fixed)) {
        found.push_back({{Told::Fixed, t.value, 0, {}}, t.value == 1 ? kOneCost : kNumberCost, 0, numbers.effects_of_all(t.value)});
    }
    if (!fixed.empty() && fixed[0].parts == good.count()) return found;
    if (!sight.prepare_selections(meter)) return found;
    std::vector<NumberTeller> told;
    if (!feature_tellers(sight, numbers, meter, told)) return found;
    for (const NumberTeller& t : best_of(told)) {
        const auto value_of = [&](size_t k) { return sight.features(k)[static_cast<size_t>(t.value)]; };
        found.push_back({{Told::Feature, 0, t.value, {}}, kFeatureCost + t.cost, 0, numbers.effects_of(value_of)});
    }
    for (Explained& e : tables_of_numbers(sight, numbers, fixed, meter)) found.push_back(std::move(e));
    return found;
}

}  // namespace arcloom::fit::scene
