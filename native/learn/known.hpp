// native/learn/known.hpp: what was learnt lately, since the same is learnt again and again
//
// A run on the demos, its values on the tests, other programs and later strategies all learn from the same demos.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "picture.hpp"

namespace arcloom::fit {

// What learning gave, and the work that it took: who is told charges the same.
struct Learnt {
    std::optional<Rule> rule;
    int64_t work;
};

// For all threads. What was not asked for lately is forgotten.
class KnownRules {
  public:
    static std::string key_of(int family, const Examples&, int n);  // ends with n
    // Also by what is known of an earlier rule: where there is none, there is no later one, for the same work.
    std::optional<Learnt> find(std::string key);
    void keep(const std::string& key, const Learnt&);

  private:
    static constexpr size_t kMostBytes = size_t{8} << 20;  // of either table
    std::mutex mutex_;
    std::unordered_map<std::string, Learnt> fresh_, old_;  // when the fresh one is full it becomes the old one
    size_t bytes_ = 0;                                     // of the fresh one

    const Learnt* at(const std::string& key);
    void add(const std::string& key, const Learnt&);
};

}  // namespace arcloom::fit
