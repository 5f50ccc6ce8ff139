// native/value/fuel.hpp: fuel: how much work may still be done, and how much was done
#pragma once

#include <algorithm>
#include <cstdint>

namespace arcloom {

// Once it is dry, whoever works returns as soon as it looks. A charge that is refused ends the work, so it counts as
// none: what was left at that moment is never spent.
class Fuel {
  public:
    explicit Fuel(int64_t given = INT64_MAX) : given_(given), left_(given) {}

    // Before work: whether there is enough for it.
    bool charge(int64_t units) {
        if (units > left_) [[unlikely]] return refuse();
        left_ -= units;
        return true;
    }
    // For work that is cut short where there is not enough: then nothing is charged yet.
    bool charge_if_enough(int64_t units) { return units <= left_ && charge(units); }
    // For work that is done in any case.
    void take(int64_t units) { left_ -= units; }
    // Nothing may be done any more; all counts as spent.
    void drain() { left_ = -1; }
    bool dry() const { return left_ < 0; }
    int64_t spent() const { return given_ - std::max(left_, unspent_); }

  private:
    int64_t given_, left_;
    int64_t unspent_ = 0;  // what was left when a charge was refused

    bool refuse() {
        if (left_ >= 0) unspent_ = left_;
        left_ = -1;
        return false;
    }
};

}  // namespace arcloom
