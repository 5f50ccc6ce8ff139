// native/learn/known.cpp: rules by what they were learnt from
#include "known.hpp"

namespace arcloom::fit {

std::string KnownRules::key_of(int family, const Examples& examples, int n) {
    std::string key{static_cast<char>(family)};
    for (const Example& e : examples) {
        add_to_key(e.in, key);
        add_to_key(e.out, key);
    }
    key += static_cast<char>(n);
    return key;
}

std::optional<Learnt> KnownRules::find(std::string key) {
    if (const auto known = memo_.find(key)) return Learnt{known->found, known->work};
    while (key.back()-- > 0) {
        if (const auto known = memo_.find(key); known && !known->found) return Learnt{std::nullopt, known->work};
    }
    return std::nullopt;
}

void KnownRules::keep(const std::string& key, Learnt learnt) {
    const size_t bytes = sizeof learnt + (learnt.rule ? learnt.rule->size() * sizeof(int) : 0);
    memo_.keep(key, std::move(learnt.rule), learnt.work, bytes);
}

}  // namespace arcloom::fit
