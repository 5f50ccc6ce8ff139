// native/gpu/values/names.hpp: the names of bytecode's ops, without their bodies
#pragma once

// Those that have only numbers, places and cells in them: a lane can call one by itself. Of equality, the kinds of these.
#define ARCLOOM_SCALAR_OPS(X)                                                                                        \
    X(add_i) X(add_p) X(subtract_i) X(subtract_p) X(multiply_i) X(multiply_p) X(divide_i) X(divide_p) X(invert_i)    \
    X(invert_p) X(twice_i) X(twice_p) X(halve_i) X(halve_p) X(increment_i) X(increment_p) X(decrement_i)             \
    X(decrement_p) X(crement_i) X(crement_p) X(sign_i) X(sign_p) X(on_both) X(even) X(positive) X(greater_i)         \
    X(greater_p) X(toivec) X(tojvec) X(flip) X(both) X(either) X(branch) X(make_place) X(make_cell) X(place_size)    \
    X(first_half) X(second_half) X(cell_place) X(greatest_half) X(least_half) X(is_half) X(equality) X(copy)
#define ARCLOOM_DEVICE_OPS(X)                                                                                        \
    ARCLOOM_SCALAR_OPS(X) X(grid_height) X(grid_width) X(grid_shape) X(grid_portrait) X(grid_square) X(list_size)    \
    X(list_some) X(list_first) X(list_last) X(one_of_two) X(single) X(two_words) X(halves) X(place_of_halves)        \
    X(has_place) X(index) X(patch_of_place) X(object_of_cell) X(tophalf) X(bottomhalf) X(lefthalf) X(righthalf)      \
    X(trim) X(compress) X(upscale) X(hupscale) X(vupscale) X(downscale) X(turn) X(hconcat) X(vconcat) X(canvas)      \
    X(fill) X(underfill) X(cover) X(paint) X(underpaint) X(move) X(replace) X(exchange) X(cellwise) X(crop)          \
    X(subgrid) X(split) X(grid_mostcolor) X(grid_leastcolor) X(grid_colorcount) X(grid_palette) X(grid_numcolors)    \
    X(object_palette) X(object_numcolors) X(object_mostcolor) X(object_leastcolor) X(object_colorcount) X(color)     \
    X(patch_size) X(patch_some) X(patch_height) X(patch_width) X(patch_shape) X(patch_portrait) X(patch_square)      \
    X(vline) X(hline) X(ulcorner) X(urcorner) X(llcorner) X(lrcorner) X(uppermost) X(leftmost) X(lowermost)          \
    X(rightmost) X(center) X(hmatching) X(vmatching) X(manhattan) X(adjacent) X(bordering) X(position) X(gravitate)  \
    X(asindices) X(asobject) X(ofcolor) X(toobject) X(toindices) X(recolor) X(shift) X(normalize) X(turn_patch)      \
    X(turn_object) X(upscale_object) X(backdrop) X(delta) X(box) X(outbox) X(inbox) X(corners) X(neighbors)          \
    X(vfrontier) X(hfrontier) X(connect) X(shoot) X(unite_patches) X(unite_objects) X(difference_patches)            \
    X(intersect_patches) X(difference_objects) X(intersect_objects) X(occurrences) X(period) X(equal_lists) X(places)\
    X(cells) X(patch_of_places) X(object_of_cells) X(patch_first) X(patch_last) X(repeat) X(interval) X(make_set)    \
    X(dedupe) X(contained) X(join_lists) X(unite_sets) X(difference_lists) X(intersect_sets) X(without) X(other)     \
    X(maximum) X(minimum) X(mostcommon) X(leastcommon) X(keep) X(best_element) X(best_key) X(order) X(pairs)         \
    X(product) X(merge_patches) X(merge_objects) X(merge_lists) X(sizefilter) X(colorfilter) X(objects) X(partition) \
    X(frontiers) X(merge_grids) X(grid_rows) X(grid_of_rows) X(object_end) X(keep_pairs) X(centerofmass)             \
    X(difference_sets) X(member) X(tile_map) X(tile_combine) X(tile_split) X(tile_pick) X(tile_select)
