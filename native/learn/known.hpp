// native/learn/known.hpp: what was learnt lately, since the same is learnt again and again
//
// A run on the demos, its values on the tests, other programs and later strategies all learn from the same demos.
#pragma once

#include <optional>
#include <string>

#include "memo.hpp"

namespace arcloom::fit {

// What learning gave, and the work that it took: who is told charges the same.
struct Learnt {
    std::optional<Rule> rule;
    int64_t work;
};

class KnownRules {
  public:
    static std::string key_of(int family, const Examples&, int n);  // ends with n
    // Also by what is known of an earlier rule: where there is none, there is no later one, for the same work.
    std::optional<Learnt> find(std::string key);
    void keep(const std::string& key, Learnt);

  private:
    Memo<std::optional<Rule>> memo_;
};

}  // namespace arcloom::fit
