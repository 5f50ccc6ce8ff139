// native/breed/stopwatch.hpp: how long a stage took
#pragma once

#include <chrono>
#include <cstdint>

namespace arcloom {

class Stopwatch {
  public:
    // Adds the nanoseconds since the last lap.
    void lap(int64_t& stage) {
        const auto now = std::chrono::steady_clock::now();
        stage += std::chrono::nanoseconds(now - last_).count();
        last_ = now;
    }

  private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace arcloom
