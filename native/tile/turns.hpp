// native/tile/turns.hpp: the codes of mir_rot: what turns and mirrors do with places
#pragma once

namespace arcloom::tile {

enum Turn : int { kAsItIs, kRot90, kRot180, kRot270, kHMirror, kVMirror, kDMirror, kCMirror };
inline constexpr int kTurns = 8;

constexpr bool exchanges_sides(int code) { return code == kRot90 || code == kRot270 || code >= kDMirror; }

// What it does step by step: rows go upside down, columns back to front, and then rows become columns.
struct Steps {
    bool up, back, across;
};
constexpr Steps steps(int code) {
    return {code == kRot90 || code == kRot180 || code == kHMirror || code == kCMirror,
            code == kRot180 || code == kRot270 || code == kVMirror || code == kCMirror, exchanges_sides(code)};
}

// Which cell of h x w cells comes to row i and column j.
struct Spot {
    int i, j;
};
constexpr Spot source(int code, int h, int w, int i, int j) {
    const auto [up, back, across] = steps(code);
    const int y = across ? j : i, x = across ? i : j;
    return {up ? h - 1 - y : y, back ? w - 1 - x : x};
}
// The same for all cells: from (0, 0) on, a step down and a step to the right lead as far everywhere.
struct Sources {
    Spot first, down, right;

    constexpr Sources(int code, int h, int w)
        : first(source(code, h, w, 0, 0)), down(way(source(code, h, w, 1, 0))), right(way(source(code, h, w, 0, 1))) {}
    constexpr Spot of(int i, int j) const {
        return {first.i + i * down.i + j * right.i, first.j + i * down.j + j * right.j};
    }

  private:
    constexpr Spot way(Spot to) const { return {to.i - first.i, to.j - first.j}; }
};
// Where the cells of h x w go: a mirror undoes itself.
constexpr Sources targets(int code, int h, int w) {
    const int undo = code == kRot90 ? kRot270 : code == kRot270 ? kRot90 : code;
    const bool across = exchanges_sides(code);
    return {undo, across ? w : h, across ? h : w};
}

}  // namespace arcloom::tile
