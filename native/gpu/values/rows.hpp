// native/gpu/values/rows.hpp: the table of bytecode's ops: which ops of the vocabulary they stand for, and for which types
//
// Who uses it defines ROW(native op, what comes of (), versions) first. (), which a corner of nothing is, comes in the place
// of a place: the op fails for its kind, or takes it (kGood), or the pair bails out. The versions, which the compiler of
// bytecode reads (engine/gpu/op_table.py says how), are `ops: arguments -> result`, and `= number` where the instruction has
// one; `;` stands between them. The first version of an op that fits is taken; one with the result `!` says that the op
// fails for the kind of such arguments. The compiler itself uses native ops without any; `copy` has those whose first
// argument is the result.
#pragma once

#include "../../shape/colours.hpp"
#include "../../shape/halves.hpp"
#include "../../shape/ops.hpp"

// What the rows of shape/ops.hpp stand for.
#define ARCLOOM_OF_NUMBERS_AND_PLACES(name, op, code) \
    ROW(name##_i, kBailed, op ": I -> I") ROW(name##_p, kKind, op ": P -> P")
#define ARCLOOM_OF_TWO_NUMBERS_OR_PLACES(op, code, divides) \
    ROW(op##_i, kBailed, #op ": I I -> I") ROW(op##_p, kKind, #op ": P P -> P")
#define ARCLOOM_OF_NUMBER(op, code) ROW(op, kBailed, #op ": I -> I")
#define ARCLOOM_OF_TYPES(op, nargs, types, trait) ROW(op, kBailed, #op ": " types)
#define ARCLOOM_NUMBER_OF_BOX(op) ROW(op, kBailed, #op ": S -> I; " #op ": I -> !")
#define ARCLOOM_PLACE_OF_BOX(op) ROW(op, kBailed, #op ": S -> P")
#define ARCLOOM_OF_GRIDS_AND_PATCHES(op, type, cost) \
    ROW(grid_##op, kBailed, #op ": G -> " type "; " #op ": I -> !") ROW(patch_##op, kBailed, #op ": S -> " type)
#define ARCLOOM_OF_GRID(op, half, side) ROW(op, kBailed, #op ": G -> G")
#define ARCLOOM_OF_GRIDS_AND_OBJECTS(op, others, type) \
    ROW(grid_##op, kBailed, #op ": G" others " -> " type "; " #op ": I" others " -> !") \
    ROW(object_##op, kBailed, #op ": O" others " -> " type)
#define ARCLOOM_OF_PATCH(op, type, cost) ROW(patch_##op, kBailed, #op ": S -> " type)
#define ARCLOOM_PLACES_OF_PATCH(op, ...) ROW(op, kBailed, #op ": S -> M")
#define ARCLOOM_PLACES_OF_PLACE(op, which) ROW(op, kKind, #op ": P -> M")
#define ARCLOOM_OF_PATCHES(op, type) ROW(op, kBailed, #op ": S S -> " type)

// Those that have only numbers, places and cells in them: a lane can call one by itself. Of equality, the kinds of these.
#define ARCLOOM_SCALAR_OPS \
    ARCLOOM_ARITHMETIC(ARCLOOM_OF_TWO_NUMBERS_OR_PLACES) \
    ARCLOOM_NUMBER_OPS(ARCLOOM_OF_NUMBERS_AND_PLACES) \
    ROW(on_both, kBailed, "") \
    ARCLOOM_TRUTHS_OF_NUMBERS(ARCLOOM_OF_NUMBER) \
    ROW(greater_i, kBailed, "greater: I I -> I") \
    ROW(greater_p, kBailed, "greater: P P -> I") \
    ROW(toivec, kBailed, "toivec: I -> P") \
    ROW(tojvec, kBailed, "tojvec: I -> P") \
    ARCLOOM_LOGIC(ARCLOOM_OF_TYPES) \
    ROW(make_place, kBailed, "astuple: I I -> P") \
    ROW(make_cell, kBailed, "astuple: I P -> C") \
    ROW(place_size, kBailed, "size: P -> I") \
    ROW(first_half, kBailed, "first: P -> I; first: C -> I") \
    ROW(second_half, kBailed, "last: P -> I") \
    ROW(cell_place, kBailed, "last: C -> P") \
    ROW(greatest_half, kBailed, "maximum: P -> I") \
    ROW(least_half, kBailed, "minimum: P -> I") \
    ROW(is_half, kBailed, "contained: I P -> I") \
    ROW(equality, kGood, "equality: K K -> I; contained: I C -> I") \
    ROW(copy, kBailed, "totuple: [T] -> (T)")

#define ARCLOOM_DEVICE_OPS \
    ARCLOOM_SCALAR_OPS \
    ROW(grid_size, kBailed, "size: G -> I; size: I -> !") \
    ROW(list_size, kBailed, "size: [T] -> I") \
    ROW(list_some, kBailed, "") \
    ROW(list_first, kBailed, "first: [T] -> T; first: I -> !") \
    ROW(list_last, kBailed, "last: [T] -> T; last: I -> !") \
    ROW(one_of_two, kBailed, "") \
    ROW(two_words, kBailed, "") \
    ROW(halves, kBailed, "") \
    ROW(place_of_halves, kBailed, "") \
    ROW(has_place, kGood, "contained: P M -> I") \
    ROW(has_cell, kBailed, "contained: C O -> I") \
    ROW(index, kKind, "index: G P -> I") \
    ROW(patch_of_place, kBailed, "initset: P -> M") \
    ROW(patch_if_place, kGood, "") \
    ROW(object_of_cell, kBailed, "initset: C -> O") \
    ROW(single, kBailed, "initset: K -> {K}") \
    ARCLOOM_HALVES(ARCLOOM_OF_GRID) \
    ROW(trim, kBailed, "trim: G -> G") \
    ROW(compress, kBailed, "compress: G -> G") \
    ROW(upscale, kBailed, "upscale: G I -> G") \
    ROW(hupscale, kBailed, "hupscale: G I -> G") \
    ROW(vupscale, kBailed, "vupscale: G I -> G") \
    ROW(downscale, kBailed, "downscale: G I -> G") \
    ROW(turn, kBailed, "rot90: G -> G = 1; rot180: G -> G = 2; rot270: G -> G = 3; hmirror: G -> G = 4; " \
        "vmirror: G -> G = 5; dmirror: G -> G = 6; cmirror: G -> G = 7") \
    ROW(hconcat, kBailed, "hconcat: G G -> G") \
    ROW(vconcat, kBailed, "vconcat: G G -> G") \
    ROW(canvas, kKind, "canvas: I P -> G") \
    ARCLOOM_PAINTING(ARCLOOM_OF_TYPES) \
    ROW(move, kBailed, "move: G O P -> G") \
    ROW(replace, kBailed, "replace: G I I -> G") \
    ROW(exchange, kBailed, "switch: G I I -> G") \
    ROW(cellwise, kBailed, "cellwise: G G I -> G") \
    ROW(crop, kKind, "crop: G P P -> G") \
    ROW(subgrid, kBailed, "subgrid: S G -> G") \
    ROW(split, kBailed, "hsplit: G I -> (G) = 0; vsplit: G I -> (G) = 1") \
    ARCLOOM_COLOURS(ARCLOOM_OF_GRIDS_AND_OBJECTS) \
    ROW(color, kBailed, "color: O -> I; color: I -> !") \
    ROW(patch_size, kBailed, "size: S -> I") \
    ROW(patch_some, kBailed, "") \
    ARCLOOM_MEASURES(ARCLOOM_OF_GRIDS_AND_PATCHES) \
    ARCLOOM_MEASURES_OF_PATCHES(ARCLOOM_OF_PATCH) \
    ARCLOOM_RELATIONS(ARCLOOM_OF_PATCHES) \
    ARCLOOM_RELATIONS_OF_PLACES(ARCLOOM_OF_PATCHES) \
    ARCLOOM_NUMBERS_OF_BOXES(ARCLOOM_NUMBER_OF_BOX) \
    ARCLOOM_PLACES_OF_BOXES(ARCLOOM_PLACE_OF_BOX) \
    ROW(center, kBailed, "center: S -> P") \
    ROW(bordering, kBailed, "bordering: S G -> I") \
    ROW(position, kBailed, "position: S S -> P") \
    ROW(asindices, kBailed, "asindices: G -> M") \
    ROW(asobject, kBailed, "asobject: G -> O") \
    ROW(ofcolor, kBailed, "ofcolor: G I -> M") \
    ROW(toobject, kBailed, "toobject: S G -> O") \
    ROW(toindices, kBailed, "toindices: S -> M") \
    ROW(recolor, kBailed, "recolor: I S -> O") \
    ROW(shift, kBailed, "shift: O P -> O; shift: M P -> M") \
    ROW(normalize, kBailed, "normalize: O -> O; normalize: M -> M") \
    ROW(turn_patch, kBailed, "hmirror: M -> M = 4; vmirror: M -> M = 5; dmirror: M -> M = 6; cmirror: M -> M = 7") \
    ROW(turn_object, kBailed, "hmirror: O -> O = 4; vmirror: O -> O = 5; dmirror: O -> O = 6; cmirror: O -> O = 7") \
    ROW(upscale_object, kBailed, "upscale: O I -> O") \
    ARCLOOM_FIGURES_OF_BOXES(ARCLOOM_PLACES_OF_PATCH) \
    ARCLOOM_PLACES_OF_WINDOWS(ARCLOOM_PLACES_OF_PATCH) \
    ARCLOOM_PLACES_AROUND(ARCLOOM_PLACES_OF_PLACE) \
    ROW(vfrontier, kKind, "vfrontier: P -> M") \
    ROW(hfrontier, kKind, "hfrontier: P -> M") \
    ROW(connect, kKind, "connect: P P -> M") \
    ROW(shoot, kKind, "shoot: P P -> M") \
    ROW(unite_patches, kBailed, "combine: M M -> M") \
    ROW(unite_objects, kBailed, "combine: O O -> O") \
    ROW(difference_patches, kBailed, "difference: M M -> M") \
    ROW(intersect_patches, kBailed, "intersection: M M -> M") \
    ROW(difference_objects, kBailed, "difference: O O -> O") \
    ROW(intersect_objects, kBailed, "intersection: O O -> O") \
    ROW(occurrences, kBailed, "occurrences: G O -> M") \
    ROW(period, kBailed, "hperiod: O -> I = 0; vperiod: O -> I = 1") \
    ROW(equal_lists, kBailed, "equality: [K] [K] -> I") \
    ROW(places, kBailed, "totuple: M -> (P)") \
    ROW(cells, kBailed, "totuple: O -> (C)") \
    ROW(patch_of_places, kBailed, "") \
    ROW(object_of_cells, kBailed, "") \
    ROW(patch_end, kBailed, "first: M -> P = 0; last: M -> P = 1") \
    ROW(repeat, kBailed, "repeat: T I -> (T)") \
    ROW(interval, kBailed, "interval: I I I -> (I)") \
    ROW(make_set, kBailed, "") \
    ROW(dedupe, kBailed, "dedupe: (K) -> (K)") \
    ROW(contained, kBailed, "contained: K (K) -> I") \
    ROW(join_lists, kBailed, "combine: (T) (T) -> (T)") \
    ROW(unite_sets, kBailed, "combine: {K} {K} -> {K}") \
    ROW(difference_lists, kBailed, "difference: (K) (K) -> (K)") \
    ROW(intersect_sets, kBailed, "intersection: {K} {K} -> {K}") \
    ROW(without, kGood, "remove: K [K] -> [K]") \
    ROW(other, kBailed, "other: [K] K -> K") \
    ROW(maximum, kBailed, "maximum: [I] -> I") \
    ROW(minimum, kBailed, "minimum: [I] -> I") \
    ROW(mostcommon, kBailed, "mostcommon: (K) -> K") \
    ROW(leastcommon, kBailed, "leastcommon: (K) -> K") \
    ROW(keep, kBailed, "") \
    ROW(best_element, kBailed, "") \
    ROW(best_key, kBailed, "") \
    ROW(order, kBailed, "") \
    ROW(pairs, kBailed, "pair: [I] [I] -> (P) = 0; pair: [I] (P) -> (C) = 1") \
    ROW(product, kBailed, "product: [I] [I] -> M") \
    ROW(merge_patches, kBailed, "") \
    ROW(merge_objects, kBailed, "") \
    ROW(merge_lists, kBailed, "") \
    ROW(laid_out, kBailed, "") \
    ROW(sizefilter, kBailed, "sizefilter: {O} I -> {O}; sizefilter: {M} I -> {M}") \
    ROW(colorfilter, kBailed, "colorfilter: {O} I -> {O}") \
    ROW(objects, kBailed, "objects: G I I I -> {O}") \
    ROW(partition, kBailed, "partition: G -> {O} = 0; fgpartition: G -> {O} = 1") \
    ROW(frontiers, kBailed, "frontiers: G -> {O}") \
    ROW(merge_grids, kBailed, "") \
    ROW(grid_rows, kBailed, "") \
    ROW(grid_of_rows, kBailed, "") \
    ROW(object_end, kBailed, "first: O -> C = 0; last: O -> C = 1") \
    ROW(keep_pairs, kBailed, "") \
    ROW(centerofmass, kBailed, "centerofmass: S -> P") \
    ROW(difference_sets, kBailed, "difference: {K} {K} -> {K}") \
    ROW(member, kBailed, "contained: K {K} -> I") \
    ROW(tile_map, kBailed, "") \
    ROW(tile_combine, kBailed, "") \
    ROW(tile_split, kBailed, "") \
    ROW(tile_pick, kBailed, "") \
    ROW(tile_select, kBailed, "")
