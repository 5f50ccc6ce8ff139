// native/shape/language.hpp: numbers that the vocabulary has from arc-dsl, for CPU and GPU
#pragma once

namespace arcloom::language {

inline constexpr int kRaySteps = 42;      // how far `shoot` goes
inline constexpr int kGravitySteps = 42;  // how far `gravitate` looks
inline constexpr int kFrontier = 30;      // places of a frontier, from 0 on

}  // namespace arcloom::language
