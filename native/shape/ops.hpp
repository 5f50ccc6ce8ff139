// native/shape/ops.hpp: the ops that are nothing but a function of this folder
//
// A row is an op, and its function's name is the op's, but for `double`. CPU and GPU make its body of the row, and the
// compiler of bytecode its versions. So a new op of one of these forms is a function, a row, and its signature in the
// vocabulary.
#pragma once

#include "figures.hpp"
#include "lines.hpp"
#include "measures.hpp"
#include "numbers.hpp"
#include "painting.hpp"
#include "relations.hpp"
#include "windows.hpp"

// Of numbers, and of places component by component: X(function, op, how a loop's body runs it on a CPU).
#define ARCLOOM_NUMBER_OPS(X)                                                                              \
    X(invert, "invert", Invert) X(twice, "double", Double) X(halve, "halve", Halve)                         \
    X(increment, "increment", Increment) X(decrement, "decrement", Decrement)                               \
    X(crement, "crement", Crement) X(sign, "sign", Sign)
// Of two such: X(op, how a loop's body runs it on a CPU, whether there is no answer where the second one is 0).
#define ARCLOOM_ARITHMETIC(X) X(add, Add, false) X(subtract, Subtract, false) X(multiply, Multiply, false) X(divide, Divide, true)
// Of a number, whether something is so: X(op, the same).
#define ARCLOOM_TRUTHS_OF_NUMBERS(X) X(even, Even) X(positive, Positive)
// Of what holds or not: X(op, how many arguments, types, how a loop's body runs it on a CPU).
#define ARCLOOM_LOGIC(X) \
    X(flip, 1, "I -> I", Flip) X(both, 2, "I I -> I", Both) X(either, 2, "I I -> I", Either) \
    X(branch, 3, "I T T -> T", Branch)
// Of a grid and what is painted on it: X(op, how many arguments, types, as what the last one is put onto the grid).
#define ARCLOOM_PAINTING(X) \
    X(fill, 3, "G I S -> G", Any) X(underfill, 3, "G I S -> G", Any) X(cover, 2, "G S -> G", No) \
    X(paint, 2, "G O -> G", Cells) X(underpaint, 2, "G O -> G", Cells)
// Of a patch's box: a number, and no answer where there are no places.
#define ARCLOOM_NUMBERS_OF_BOXES(X) X(uppermost) X(lowermost) X(leftmost) X(rightmost)
// Of a patch's box: a place, and () where there are no places.
#define ARCLOOM_PLACES_OF_BOXES(X) X(ulcorner) X(urcorner) X(llcorner) X(lrcorner)
// Of a patch's box: a figure, and what it is where there are no places: X(op, that, what it costs on a CPU beside its maker).
#define ARCLOOM_FIGURES_OF_BOXES(X) \
    X(backdrop, kEmptySet, 0) X(box, kItself, 0) X(inbox, kNoAnswer, 0) X(outbox, kNoAnswer, 0) X(corners, kSetOfNothing, 16)
// Of a place: some of those around it: X(op, which).
#define ARCLOOM_PLACES_AROUND(X) X(dneighbors, kSides) X(ineighbors, kDiagonals) X(neighbors, kAround)
// Of a patch's bits: a set of places: X(op, how far beyond the patch's box).
#define ARCLOOM_PLACES_OF_WINDOWS(X) X(delta, 0) X(surroundings, 1)
// Of a patch or a grid, and of a patch alone: X(op, type of the result, what it costs on a CPU).
#define ARCLOOM_MEASURES(X) \
    X(height, "I", 1) X(width, "I", 1) X(shape, "P", 2) X(portrait, "I", 2) X(square, "I", 2)
#define ARCLOOM_MEASURES_OF_PATCHES(X) X(vline, "I", 2) X(hline, "I", 2)
// Of two patches, and of two that have places: X(op, type of the result).
#define ARCLOOM_RELATIONS(X) X(hmatching, "I") X(vmatching, "I")
#define ARCLOOM_RELATIONS_OF_PLACES(X) X(manhattan, "I") X(adjacent, "I") X(gravitate, "P")
