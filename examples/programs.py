"""Programs written for Arcloom, each for one training task of ARC-AGI-1.

`arcloom check arc1-train --programs examples/programs.py` runs them. The file is read, never
executed, but it is plain Python and would run with `arcloom.dsl` as well.
"""

# ruff: noqa: E741, F403, F405, I001, N803

from arcloom.dsl import *


# The whole grid, turned or mirrored.


def solve_ed36ccf7(I):
    return rot270(I)


def solve_3c9b0459(S, I):
    """The demos say which view it is."""
    code = a_mr(S)
    return mir_rot(I, code)


# Copies side by side.


def solve_a416b8f3(I):
    return hconcat(I, I)


def solve_6d0aefbc(I):
    mirrored = vmirror(I)
    return hconcat(I, mirrored)


def solve_6fa7a44f(I):
    return vconcat(I, hmirror(I))


def solve_4c4377d9(I):
    return vconcat(hmirror(I), I)


def solve_62c24649(I):
    top = hconcat(I, vmirror(I))
    return vconcat(top, hmirror(top))


def solve_7fe24cdd(I):
    return kaleido(I, SIX)


def solve_f25ffba3(I):
    below = bottomhalf(I)
    return vconcat(hmirror(below), below)


def solve_007bbfb7(I):
    row = hconcat(hconcat(I, I), I)
    tiled = vconcat(vconcat(row, row), row)
    return cellwise(upscale(I, THREE), tiled, ZERO)


# Larger, smaller, cut out.


def solve_c59eb873(I):
    return upscale(I, TWO)


def solve_ac0a08a4(I):
    colors = numcolors(I)
    return upscale(I, decrement(colors))


def solve_5614dbcf(I):
    return drop_colour(downscale(I, THREE), FIVE)


def solve_d10ecb37(I):
    return crop(I, ORIGIN, TWO_BY_TWO)


def solve_5bd6f4ac(I):
    return crop(I, (0, 6), THREE_BY_THREE)


def solve_7b7f7511(I):
    return branch(portrait(I), tophalf(I), lefthalf(I))


def solve_2dee498d(I):
    return get_nth(hsplit(I, THREE), ZERO)


def solve_a740d043(I):
    drawing = merge(fgpartition(I))
    return replace(subgrid(drawing, I), ONE, ZERO)


# One object out of many.


def solve_1cf80156(I):
    return subgrid(get_nth(objects(I, T, T, T), ZERO), I)


def solve_be94b721(I):
    return compress(keep_common(I, ZERO))


def solve_1f85a75f(I):
    return subgrid(argmax(o_g(I, R7), size), I)


def solve_23b5c85d(I):
    smallest = get_rank(objects(I, T, T, T), size, ZERO)
    return subgrid(smallest, I)


def solve_0b148d64(I):
    rare = get_color_rank(I, NEG_ONE)
    return subgrid(ofcolor(I, rare), I)


def solve_72ca375d(I):
    symmetric = fork(equality, vmirror, identity)
    return subgrid(extract(objects(I, T, T, T), symmetric), I)


def solve_f25fbde4(I):
    return upscale(compress(I), TWO)


def solve_28bf18c6(I):
    return tiles(compress(I), ZERO)


# Colours exchanged.


def solve_b1948b0a(I):
    return replace(I, SIX, TWO)


def solve_c8f0f002(I):
    return replace(I, SEVEN, FIVE)


def solve_d511f180(I):
    return switch(I, FIVE, EIGHT)


def solve_f76d97a5(I):
    color_kept = other(palette(I), FIVE)
    return replace(switch(I, FIVE, color_kept), FIVE, ZERO)


def solve_5582e5ca(I):
    return canvas(mostcolor(I), THREE_BY_THREE)


def solve_445eab21(I):
    largest = argmax(objects(I, T, F, T), compose(size, backdrop))
    return canvas(color(largest), TWO_BY_TWO)


# Holes, borders and neighbours.


def solve_a5313dff(S, I):
    """The colour of the fill is the one that only the outputs have."""
    regions = colorfilter(objects(I, T, F, F), ZERO)
    closed = compose(flip, rbind(bordering, I))
    new = get_nth(c_zo(S, p_g), ZERO)
    return fill(I, new, mfilter(regions, closed))


def solve_d5d6de2d(I):
    regions = colorfilter(objects(I, T, F, F), ZERO)
    closed = compose(flip, rbind(bordering, I))
    filled = fill(I, THREE, mfilter(regions, closed))
    return replace(filled, TWO, ZERO)


def solve_3aa6fb7a(I):
    return fill(I, ONE, mapply(delta, objects(I, T, T, T)))


def solve_6d75e8bb(I):
    return fill(I, TWO, delta(first(objects(I, T, F, T))))


def solve_4258a5f9(I):
    return overlay(halo(I, ONE), I)


def solve_ce22a75a(I):
    marks = ofcolor(I, FIVE)
    return fill(I, ONE, combine(marks, mapply(neighbors, marks)))


def solve_6f8cd79b(I):
    return fill(I, EIGHT, box(asindices(I)))


def solve_bb43febb(I):
    return fill_holes(outline(I), TWO)


def solve_50cb2852(I):
    return fill_holes(outline(I), EIGHT)


def solve_4347f46a(I):
    return outline(I)


# Chosen objects recoloured or moved.


def solve_67385a82(I):
    greens = colorfilter(objects(I, T, F, F), THREE)
    large = compose(rbind(greater, TWO), size)
    return fill(I, EIGHT, mfilter(greens, large))


def solve_a61f2674(I):
    bars = objects(I, T, F, T)
    blank = cover(I, merge(bars))
    longest = recolor(ONE, argmax(bars, size))
    shortest = recolor(TWO, argmin(bars, size))
    return paint(paint(blank, longest), shortest)


def solve_25ff71a9(I):
    return nudge(I, R4)


def solve_a79310a0(I):
    return recolour(nudge(I, R4), TWO)


def solve_c1d99e64(I):
    return fill(I, TWO, merge(frontiers(I)))


def solve_e9614598(I):
    middle = center(ofcolor(I, ONE))
    return fill(I, THREE, insert(middle, dneighbors(middle)))


def solve_a699fb00(S, I):
    """The demos say which colour the joined cells get."""
    both = fork(astuple, identity, rbind(join, ZERO))
    return cell_map(on_inputs(S, both), both(I))


def solve_f8ff0b80(I):
    by_size = order(objects(I, T, T, T), size)
    rows = apply(compose(rbind(repeat, ONE), color), by_size)
    return hmirror(rows)


# Two halves compared.


def solve_1b2d62fb(I):
    free = intersection(ofcolor(lefthalf(I), ZERO), ofcolor(righthalf(I), ZERO))
    return fill(canvas(ZERO, shape(lefthalf(I))), EIGHT, free)


def solve_fafffa47(I):
    free = intersection(ofcolor(tophalf(I), ZERO), ofcolor(bottomhalf(I), ZERO))
    return fill(canvas(ZERO, shape(tophalf(I))), TWO, free)


def solve_ce4f8723(I):
    used = combine(ofcolor(tophalf(I), ONE), ofcolor(bottomhalf(I), TWO))
    return fill(canvas(ZERO, shape(tophalf(I))), THREE, used)


def solve_99b1bc43(I):
    agree = cellwise(replace(tophalf(I), ONE, TWO), bottomhalf(I), THREE)
    return replace(agree, TWO, ZERO)


def solve_e98196ab(I):
    above = tophalf(I)
    marks = merge(fgpartition(bottomhalf(I)))
    return paint(above, marks)


def solve_e3497940(I):
    marks = merge(fgpartition(vmirror(righthalf(I))))
    return paint(lefthalf(I), marks)
