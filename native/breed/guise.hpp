// native/breed/guise.hpp: the same task in other colours or turned, and which programs it may be put to
//
// Who takes the demos says that what is particular to the task comes from them. Then what it gives must change as the
// demos do. What it names by itself may stay: black, which is ground to most ops, and the colours among its constants.
#pragma once

#include <array>

#include "differ.hpp"
#include "genome.hpp"
#include "task.hpp"

namespace arcloom {

struct Guise {
    std::array<uint8_t, kColours> colours{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};  // what each becomes
    bool turned = false;                                            // by a quarter, clockwise
    uint64_t id = 0;                                                // equal for equal guises; 0: all stays as it is
};

struct GuiseOptions {
    bool recoloured = false, turned = false;
};

// In which guise of the task the program may be tried. `learns` has a flag an op; the number that such an op takes is no
// colour.
Guise guise_for(const Genome&, const ConstantPool&, const std::vector<bool>& learns, const BreedTask&, const GuiseOptions&);

// A task's grids in a guise.
class GuisedTask {
  public:
    GuisedTask(const BreedTask&, const Guise&);
    GuisedTask(const GuisedTask&) = delete;
    GuisedTask& operator=(const GuisedTask&) = delete;

    const std::vector<DemoIn>& demos() const { return demos_; }
    const std::vector<GridIn>& tests() const { return tests_; }

  private:
    std::vector<std::vector<uint8_t>> cells_;
    std::vector<DemoIn> demos_;
    std::vector<GridIn> tests_;
};

// Whether a grid is what another one becomes.
bool is_guise_of(const GridIn& guised, const GridIn& plain, const Guise&);

}  // namespace arcloom
