// native/learn/normal.hpp: normal forms: a picture turned, recoloured or reduced by what it shows itself, and back
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "picture.hpp"

namespace arcloom::fit {

inline constexpr int kWays = 18;

// How one picture comes to its normal form. What is done to an input is done to its output as well.
class Form {
  public:
    // Nothing where the picture has no such form; way: 0 to kWays - 1.
    static std::optional<Form> of(const Picture&, int way);

    // False where the picture cannot be brought there, or back: lattices are of one size.
    bool forward(const Picture& in, Picture& out) const;
    bool back(const Picture& in, const Picture& like, Picture& out) const;

  private:
    struct Span {
        int begin, end;
    };
    int turn_ = 0;  // as mir_rot's codes
    std::array<int8_t, kColours> colour_{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    std::vector<Span> rows_, columns_;  // the lattice's panels; none where it is no lattice

    void number(int empty, const std::vector<int>& colours);
    static std::optional<Form> lattice(const Picture&);
    static std::vector<Span> between(const std::vector<bool>& lines);
    bool reduce(const Picture& in, Picture& out) const;
    bool expand(const Picture& in, const Picture& like, Picture& out) const;
};

}  // namespace arcloom::fit
