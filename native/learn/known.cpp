// native/learn/known.cpp: rules by what they were learnt from
#include "known.hpp"

namespace arcloom::fit {

std::string KnownRules::key_of(int family, const Examples& examples, int n) {
    std::string key{static_cast<char>(family)};
    for (const Example& e : examples) {
        for (const Picture* p : {&e.in, &e.out}) {
            key += {static_cast<char>(p->h), static_cast<char>(p->w)};
            key.append(p->cells.begin(), p->cells.end());
        }
    }
    key += static_cast<char>(n);
    return key;
}

std::optional<Learnt> KnownRules::find(std::string key) {
    const std::lock_guard lock(mutex_);
    if (const Learnt* known = at(key)) return *known;
    while (key.back()-- > 0) {
        if (const Learnt* known = at(key); known != nullptr && !known->rule) return *known;
    }
    return std::nullopt;
}

void KnownRules::keep(const std::string& key, const Learnt& learnt) {
    const std::lock_guard lock(mutex_);
    add(key, learnt);
}

const Learnt* KnownRules::at(const std::string& key) {
    if (const auto known = fresh_.find(key); known != fresh_.end()) return &known->second;
    const auto known = old_.find(key);
    if (known == old_.end()) return nullptr;
    const Learnt learnt = known->second;
    add(key, learnt);
    return &fresh_.at(key);
}

void KnownRules::add(const std::string& key, const Learnt& learnt) {
    if (bytes_ > kMostBytes) {
        old_ = std::move(fresh_);
        fresh_.clear();
        bytes_ = 0;
    }
    fresh_.insert_or_assign(key, learnt);
    bytes_ += key.size() + sizeof(Learnt) + (learnt.rule ? learnt.rule->size() * sizeof(int) : 0);
}

}  // namespace arcloom::fit
