// native/shape/ops.hpp: the ops that are nothing but a function of this folder
//
// A row is an op; its function has the same name. CPU and GPU make its body of the row, which says no more than what is
// given and what comes of it. So a new op of these forms is a function, a row, and its signature in the vocabulary.
#pragma once

#include "boxes.hpp"
#include "numbers.hpp"

// Of a patch's box: a number, and no answer where there are no places.
#define ARCLOOM_NUMBERS_OF_BOXES(X) X(uppermost) X(lowermost) X(leftmost) X(rightmost)
// Of a patch's box: a place, and () where there are no places.
#define ARCLOOM_PLACES_OF_BOXES(X) X(ulcorner) X(urcorner) X(llcorner) X(lrcorner)
