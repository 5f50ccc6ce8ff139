// native/gpu/values/rows.hpp: the table of bytecode's ops: which ops of the vocabulary they stand for, and for which types
//
// Who uses it defines ROW(native op, its rule, what comes of (), versions) first. The rule is what the bodies on CPU and GPU both
// call, or a row that both are made of: a name in shape/ or tile/. It is `form` where an op has none: it only reads a value,
// makes one or looks one up, in the form that it has on the device. (), which a corner of nothing is, comes in the place of a
// place: the op fails for its kind, or takes it (kGood), or the pair bails out. The versions, which the compiler of bytecode
// reads (engine/gpu/op_table.py says how), are `ops: arguments -> result`, and `= number` where the instruction has one; `;`
// stands between them. The first version of an op that fits is taken; one with the result `!` says that the op fails for the
// kind of such arguments. The compiler itself uses native ops without any; `copy` has those whose first argument is the result.
#pragma once

#include "../../shape/colours.hpp"
#include "../../shape/halves.hpp"
#include "../../shape/ops.hpp"

// What the rows of shape/ops.hpp stand for.
#define ARCLOOM_OF_NUMBERS_AND_PLACES(name, op, code) \
    ROW(name##_i, name, kBailed, op ": I -> I") ROW(name##_p, name, kKind, op ": P -> P")
#define ARCLOOM_OF_TWO_NUMBERS_OR_PLACES(op, code, divides) \
    ROW(op##_i, op, kBailed, #op ": I I -> I") ROW(op##_p, op, kKind, #op ": P P -> P")
#define ARCLOOM_OF_NUMBER(op, code) ROW(op, op, kBailed, #op ": I -> I")
#define ARCLOOM_OF_TYPES(op, nargs, types, trait) ROW(op, op, kBailed, #op ": " types)
#define ARCLOOM_NUMBER_OF_BOX(op) ROW(op, op, kBailed, #op ": S -> I; " #op ": I -> !")
#define ARCLOOM_PLACE_OF_BOX(op) ROW(op, op, kBailed, #op ": S -> P")
#define ARCLOOM_OF_GRIDS_AND_PATCHES(op, type, cost) \
    ROW(grid_##op, op, kBailed, #op ": G -> " type "; " #op ": I -> !") ROW(patch_##op, op, kBailed, #op ": S -> " type)
#define ARCLOOM_OF_GRID(op, half, side) ROW(op, half, kBailed, #op ": G -> G")
#define ARCLOOM_OF_GRIDS_AND_OBJECTS(op, rule, others, type) \
    ROW(grid_##op, rule, kBailed, #op ": G" others " -> " type "; " #op ": I" others " -> !") \
    ROW(object_##op, rule, kBailed, #op ": O" others " -> " type)
#define ARCLOOM_OF_PATCH(op, type, cost) ROW(patch_##op, op, kBailed, #op ": S -> " type)
#define ARCLOOM_PLACES_OF_PATCH(op, ...) ROW(op, op, kBailed, #op ": S -> M")
#define ARCLOOM_PLACES_OF_PLACE(op, which) ROW(op, op, kKind, #op ": P -> M")
#define ARCLOOM_OF_PATCHES(op, type) ROW(op, op, kBailed, #op ": S S -> " type)

// Those that have only numbers, places and cells in them: a lane can call one by itself. Of equality, the kinds of these.
#define ARCLOOM_SCALAR_OPS \
    ARCLOOM_ARITHMETIC(ARCLOOM_OF_TWO_NUMBERS_OR_PLACES) \
    ARCLOOM_NUMBER_OPS(ARCLOOM_OF_NUMBERS_AND_PLACES) \
    ROW(on_both, form, kBailed, "") \
    ARCLOOM_TRUTHS_OF_NUMBERS(ARCLOOM_OF_NUMBER) \
    ROW(greater_i, order, kBailed, "greater: I I -> I") \
    ROW(greater_p, order_of_tuples, kBailed, "greater: P P -> I") \
    ROW(toivec, toivec, kBailed, "toivec: I -> P") \
    ROW(tojvec, tojvec, kBailed, "tojvec: I -> P") \
    ARCLOOM_LOGIC(ARCLOOM_OF_TYPES) \
    ROW(make_place, form, kBailed, "astuple: I I -> P") \
    ROW(make_cell, form, kBailed, "astuple: I P -> C") \
    ROW(place_size, form, kBailed, "size: P -> I") \
    ROW(first_half, form, kBailed, "first: P -> I; first: C -> I") \
    ROW(second_half, form, kBailed, "last: P -> I") \
    ROW(cell_place, form, kBailed, "last: C -> P") \
    ROW(greatest_half, larger, kBailed, "maximum: P -> I") \
    ROW(least_half, smaller, kBailed, "minimum: P -> I") \
    ROW(is_half, form, kBailed, "contained: I P -> I") \
    ROW(equality, form, kGood, "equality: K K -> I; contained: I C -> I") \
    ROW(copy, form, kBailed, "totuple: [T] -> (T)")

#define ARCLOOM_DEVICE_OPS \
    ARCLOOM_SCALAR_OPS \
    ROW(grid_size, form, kBailed, "size: G -> I; size: I -> !") \
    ROW(list_size, form, kBailed, "size: [T] -> I") \
    ROW(list_some, form, kBailed, "") \
    ROW(list_first, first, kBailed, "first: [T] -> T; first: I -> !") \
    ROW(list_last, last, kBailed, "last: [T] -> T; last: I -> !") \
    ROW(one_of_two, form, kBailed, "") \
    ROW(two_words, form, kBailed, "") \
    ROW(halves, form, kBailed, "") \
    ROW(place_of_halves, form, kBailed, "") \
    ROW(has_place, form, kGood, "contained: P M -> I") \
    ROW(has_cell, form, kBailed, "contained: C O -> I") \
    ROW(index, has_cell_at, kKind, "index: G P -> I") \
    ROW(patch_of_place, form, kBailed, "initset: P -> M") \
    ROW(patch_if_place, form, kGood, "") \
    ROW(object_of_cell, form, kBailed, "initset: C -> O") \
    ROW(single, form, kBailed, "initset: K -> {K}") \
    ARCLOOM_HALVES(ARCLOOM_OF_GRID) \
    ROW(trim, slice, kBailed, "trim: G -> G") \
    ROW(compress, compress, kBailed, "compress: G -> G") \
    ROW(upscale, upscale, kBailed, "upscale: G I -> G") \
    ROW(hupscale, hupscale, kBailed, "hupscale: G I -> G") \
    ROW(vupscale, vupscale, kBailed, "vupscale: G I -> G") \
    ROW(downscale, downscale, kBailed, "downscale: G I -> G") \
    ROW(turn, Sources, kBailed, "rot90: G -> G = 1; rot180: G -> G = 2; rot270: G -> G = 3; hmirror: G -> G = 4; " \
        "vmirror: G -> G = 5; dmirror: G -> G = 6; cmirror: G -> G = 7") \
    ROW(hconcat, Joined, kBailed, "hconcat: G G -> G") \
    ROW(vconcat, combine, kBailed, "vconcat: G G -> G") \
    ROW(canvas, form, kKind, "canvas: I P -> G") \
    ARCLOOM_PAINTING(ARCLOOM_OF_TYPES) \
    ROW(move, move, kBailed, "move: G O P -> G") \
    ROW(replace, replaced, kBailed, "replace: G I I -> G") \
    ROW(exchange, exchanged, kBailed, "switch: G I I -> G") \
    ROW(cellwise, agreed, kBailed, "cellwise: G G I -> G") \
    ROW(crop, slice, kKind, "crop: G P P -> G") \
    ROW(subgrid, slice, kBailed, "subgrid: S G -> G") \
    ROW(split, pieces, kBailed, "hsplit: G I -> (G) = 0; vsplit: G I -> (G) = 1") \
    ARCLOOM_COLOURS(ARCLOOM_OF_GRIDS_AND_OBJECTS) \
    ROW(color, form, kBailed, "color: O -> I; color: I -> !") \
    ROW(patch_size, form, kBailed, "size: S -> I") \
    ROW(patch_some, form, kBailed, "") \
    ARCLOOM_MEASURES(ARCLOOM_OF_GRIDS_AND_PATCHES) \
    ARCLOOM_MEASURES_OF_PATCHES(ARCLOOM_OF_PATCH) \
    ARCLOOM_RELATIONS(ARCLOOM_OF_PATCHES) \
    ARCLOOM_RELATIONS_OF_PLACES(ARCLOOM_OF_PATCHES) \
    ARCLOOM_NUMBERS_OF_BOXES(ARCLOOM_NUMBER_OF_BOX) \
    ARCLOOM_PLACES_OF_BOXES(ARCLOOM_PLACE_OF_BOX) \
    ROW(center, centre, kBailed, "center: S -> P") \
    ROW(bordering, bordering, kBailed, "bordering: S G -> I") \
    ROW(position, position, kBailed, "position: S S -> P") \
    ROW(asindices, asindices, kBailed, "asindices: G -> M") \
    ROW(asobject, form, kBailed, "asobject: G -> O") \
    ROW(ofcolor, form, kBailed, "ofcolor: G I -> M") \
    ROW(toobject, form, kBailed, "toobject: S G -> O") \
    ROW(toindices, form, kBailed, "toindices: S -> M") \
    ROW(recolor, form, kBailed, "recolor: I S -> O") \
    ROW(shift, form, kBailed, "shift: O P -> O; shift: M P -> M") \
    ROW(normalize, normalize, kBailed, "normalize: O -> O; normalize: M -> M") \
    ROW(turn_patch, turn, kBailed, "hmirror: M -> M = 4; vmirror: M -> M = 5; dmirror: M -> M = 6; cmirror: M -> M = 7") \
    ROW(turn_object, turn, kBailed, "hmirror: O -> O = 4; vmirror: O -> O = 5; dmirror: O -> O = 6; cmirror: O -> O = 7") \
    ROW(upscale_object, upscale, kBailed, "upscale: O I -> O") \
    ARCLOOM_FIGURES_OF_BOXES(ARCLOOM_PLACES_OF_PATCH) \
    ARCLOOM_PLACES_OF_WINDOWS(ARCLOOM_PLACES_OF_PATCH) \
    ARCLOOM_PLACES_AROUND(ARCLOOM_PLACES_OF_PLACE) \
    ROW(vfrontier, vfrontier, kKind, "vfrontier: P -> M") \
    ROW(hfrontier, hfrontier, kKind, "hfrontier: P -> M") \
    ROW(connect, course, kKind, "connect: P P -> M") \
    ROW(shoot, course, kKind, "shoot: P P -> M") \
    ROW(unite_patches, combine, kBailed, "combine: M M -> M") \
    ROW(unite_objects, combine, kBailed, "combine: O O -> O") \
    ROW(difference_patches, without, kBailed, "difference: M M -> M") \
    ROW(intersect_patches, shared, kBailed, "intersection: M M -> M") \
    ROW(difference_objects, without, kBailed, "difference: O O -> O") \
    ROW(intersect_objects, shared, kBailed, "intersection: O O -> O") \
    ROW(occurrences, occurrences, kBailed, "occurrences: G O -> M") \
    ROW(period, period, kBailed, "hperiod: O -> I = 0; vperiod: O -> I = 1") \
    ROW(equal_lists, form, kBailed, "equality: [K] [K] -> I") \
    ROW(places, form, kBailed, "totuple: M -> (P)") \
    ROW(cells, form, kBailed, "totuple: O -> (C)") \
    ROW(patch_of_places, form, kBailed, "") \
    ROW(object_of_cells, form, kBailed, "") \
    ROW(patch_end, first, kBailed, "first: M -> P = 0; last: M -> P = 1") \
    ROW(repeat, repeat, kBailed, "repeat: T I -> (T)") \
    ROW(interval, interval, kBailed, "interval: I I I -> (I)") \
    ROW(make_set, form, kBailed, "") \
    ROW(dedupe, dedupe, kBailed, "dedupe: (K) -> (K)") \
    ROW(contained, form, kBailed, "contained: K (K) -> I") \
    ROW(join_lists, combine, kBailed, "combine: (T) (T) -> (T)") \
    ROW(unite_sets, combine, kBailed, "combine: {K} {K} -> {K}") \
    ROW(difference_lists, difference, kBailed, "difference: (K) (K) -> (K)") \
    ROW(intersect_sets, intersection, kBailed, "intersection: {K} {K} -> {K}") \
    ROW(without, remove, kGood, "remove: K [K] -> [K]") \
    ROW(other, other, kBailed, "other: [K] K -> K") \
    ROW(maximum, outdoes, kBailed, "maximum: [I] -> I") \
    ROW(minimum, outdoes, kBailed, "minimum: [I] -> I") \
    ROW(mostcommon, beats, kBailed, "mostcommon: (K) -> K") \
    ROW(leastcommon, beats, kBailed, "leastcommon: (K) -> K") \
    ROW(keep, sfilter, kBailed, "") \
    ROW(best_element, outdoes, kBailed, "") \
    ROW(best_key, outdoes, kBailed, "") \
    ROW(order, comes_first, kBailed, "") \
    ROW(pairs, pair, kBailed, "pair: [I] [I] -> (P) = 0; pair: [I] (P) -> (C) = 1") \
    ROW(product, product, kBailed, "product: [I] [I] -> M") \
    ROW(merge_patches, merge, kBailed, "") \
    ROW(merge_objects, merge, kBailed, "") \
    ROW(merge_lists, merge, kBailed, "") \
    ROW(laid_out, form, kBailed, "") \
    ROW(sizefilter, sizefilter, kBailed, "sizefilter: {O} I -> {O}; sizefilter: {M} I -> {M}") \
    ROW(colorfilter, colorfilter, kBailed, "colorfilter: {O} I -> {O}") \
    ROW(objects, Joining, kBailed, "objects: G I I I -> {O}") \
    ROW(partition, partition, kBailed, "partition: G -> {O} = 0; fgpartition: G -> {O} = 1") \
    ROW(frontiers, frontiers, kBailed, "frontiers: G -> {O}") \
    ROW(merge_grids, merge, kBailed, "") \
    ROW(grid_rows, form, kBailed, "") \
    ROW(grid_of_rows, form, kBailed, "") \
    ROW(object_end, first, kBailed, "first: O -> C = 0; last: O -> C = 1") \
    ROW(keep_pairs, sfilter, kBailed, "") \
    ROW(centerofmass, centerofmass, kBailed, "centerofmass: S -> P") \
    ROW(difference_sets, difference, kBailed, "difference: {K} {K} -> {K}") \
    ROW(member, form, kBailed, "contained: K {K} -> I") \
    ROW(tile_map, Form, kBailed, "") \
    ROW(tile_combine, Form, kBailed, "") \
    ROW(tile_split, Form, kBailed, "") \
    ROW(tile_pick, Form, kBailed, "") \
    ROW(tile_select, Form, kBailed, "")
