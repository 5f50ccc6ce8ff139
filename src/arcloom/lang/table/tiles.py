"""Rows of the table: ops on grids and lists of grids that search composes, with 0 for nothing.

Their bodies are the kernels of native/tile. The order of these rows is that of the native table:
it is part of the vocabulary's order. A colour is 1 to 9; any other argument is Undefined.
"""

from __future__ import annotations

from typing import Final

from arcloom.lang.signature import Row

PLACING: Final = (
    Row(
        "box_mirror(grid: Grid, code: Code) -> Grid",
        "the filled cells mirrored or turned within their bounding box, by mir_rot's codes 1"
        " to 7; quarter turns and diagonal mirrors need a square box",
    ),
    Row("to_corner(grid: Grid) -> Grid", "the filled cells moved to the upper left corner"),
    Row(
        "to_middle(grid: Grid) -> Grid",
        "the filled cells moved to the middle of the grid; of two middles, the upper or left one",
    ),
    Row(
        "nudge(grid: Grid, direction: Code) -> Grid",
        "everything moved by one cell in a direction 0 to 7; cells that leave the grid are lost",
    ),
    Row(
        "roll(grid: Grid, side: Integer) -> Grid",
        "everything moved by one cell towards a side 0 to 3; cells that leave come in on the"
        " other side",
    ),
    Row(
        "push(grid: Grid, side: Integer) -> Grid",
        "the filled cells moved together to the edge of a side 0 to 3",
    ),
)

CUTTING: Final = (
    Row("crop_filled(grid: Grid) -> Grid", "the bounding box of the filled cells"),
    Row("crop_colour(grid: Grid, colour: Integer) -> Grid", "the bounding box of a colour's cells"),
    Row(
        "squeeze(grid: Grid) -> Grid",
        "every run of equal rows as one row, every run of equal columns as one column",
    ),
    Row("drop_empty(grid: Grid) -> Grid", "without the rows and columns that are all 0"),
    Row(
        "shrink(grid: Grid) -> Grid",
        "one cell per block; each block has one colour, and blocks are as high and as wide as"
        " possible",
    ),
)

COLOURING: Final = (
    Row("keep_colour(grid: Grid, colour: Integer) -> Grid", "every other colour becomes 0"),
    Row("drop_colour(grid: Grid, colour: Integer) -> Grid", "one colour becomes 0"),
    Row("recolour(grid: Grid, colour: Integer) -> Grid", "every filled cell gets the colour"),
    Row(
        "negative(grid: Grid, colour: Integer) -> Grid",
        "every 0 gets the colour, every filled cell becomes 0",
    ),
    Row(
        "keep_common(grid: Grid, rank: Integer) -> Grid",
        "only the filled colour of a rank by number of cells: 0 the most common, 1 the"
        " second, -1 the least; Undefined if colours share the rank",
    ),
    Row(
        "to_common(grid: Grid) -> Grid",
        "every filled cell gets the most common filled colour; Undefined on a tie",
    ),
    Row(
        "swap_pair(grid: Grid) -> Grid",
        "the two filled colours change places; Undefined unless there are exactly two",
    ),
    Row(
        "set_ground(grid: Grid) -> Grid",
        "the most common colour and 0 change places; Undefined on a tie",
    ),
    Row(
        "solid(grid: Grid) -> Grid",
        "one cell of the most common filled colour; Undefined on a tie",
    ),
    Row(
        "flat(grid: Grid) -> Grid",
        "the whole grid in the most common filled colour; Undefined on a tie",
    ),
)

BOXES: Final = (
    Row(
        "hull(grid: Grid, colour: Integer) -> Grid",
        "the bounding box of the filled cells, painted in the colour; the rest 0",
    ),
    Row(
        "box_rest(grid: Grid, colour: Integer) -> Grid",
        "the zeros in the bounding box of the filled cells, painted in the colour; the rest 0",
    ),
    Row(
        "box_frame(grid: Grid, colour: Integer) -> Grid",
        "the border of the bounding box of the filled cells, painted in the colour; the rest 0",
    ),
    Row("frame(grid: Grid, colour: Integer) -> Grid", "the grid's border gets the colour"),
    Row(
        "surround(grid: Grid, colour: Integer) -> Grid",
        "a border of the colour added around the grid",
    ),
)

GROWING: Final = (
    Row(
        "fill_holes(grid: Grid, colour: Integer) -> Grid",
        "the colour fills every zero that cannot reach the edge through zeros, by steps up,"
        " down, left and right",
    ),
    Row(
        "holes(grid: Grid, colour: Integer) -> Grid",
        "the zeros that fill_holes fills, painted in the colour; the rest 0",
    ),
    Row(
        "outside(grid: Grid, colour: Integer) -> Grid",
        "the zeros that fill_holes leaves, painted in the colour; the rest 0",
    ),
    Row(
        "outline(grid: Grid) -> Grid",
        "the filled cells with a 0 or the edge among their eight neighbours; the rest 0",
    ),
    Row(
        "core(grid: Grid) -> Grid",
        "the filled cells whose eight neighbours are all filled; the rest 0",
    ),
    Row(
        "halo(grid: Grid, colour: Integer) -> Grid",
        "the zeros with a filled cell among their eight neighbours, painted in the colour;"
        " the rest 0",
    ),
    Row(
        "halo4(grid: Grid, colour: Integer) -> Grid",
        "the zeros with a filled cell among their four neighbours, painted in the colour; the"
        " rest 0",
    ),
    Row(
        "grow(grid: Grid) -> Grid",
        "each zero takes the smallest filled colour among its eight neighbours, if there is one",
    ),
    Row(
        "grow4(grid: Grid) -> Grid",
        "each zero takes the smallest filled colour among its four neighbours, if there is one",
    ),
    Row(
        "spread(grid: Grid) -> Grid",
        "each zero takes the colour of the nearest filled cell, by steps up, down, left and"
        " right; of equally near cells, the smallest colour",
    ),
    Row(
        "spread8(grid: Grid) -> Grid",
        "each zero takes the colour of the nearest filled cell, by steps in eight directions;"
        " of equally near cells, the smallest colour",
    ),
    Row(
        "drop_specks(grid: Grid) -> Grid",
        "filled cells become 0 if none of their eight neighbours has their colour",
    ),
    Row(
        "keep_specks(grid: Grid) -> Grid",
        "only the filled cells that have their colour in none of their eight neighbours; the"
        " rest 0",
    ),
)

CASTING: Final = (
    Row(
        "ray(grid: Grid, code: Integer) -> Grid",
        "filled cells spread through zeros in the directions of a code 0 to 14, until a"
        " filled cell or the edge stops them; where rays meet, the smallest colour wins",
    ),
    Row(
        "join(grid: Grid, axis: Integer) -> Grid",
        "zeros between two cells of one colour take that colour if only zeros lie between:"
        " along rows (0), columns (1), both (2), diagonals (3); where several could, the"
        " smallest colour wins",
    ),
    Row(
        "only_lines(grid: Grid) -> Grid",
        "the rows and columns that are one filled colour from end to end; the rest 0",
    ),
    Row(
        "drop_lines(grid: Grid) -> Grid",
        "the rows and columns that are one filled colour from end to end become 0",
    ),
    Row(
        "fall(grid: Grid, side: Integer) -> Grid",
        "every filled cell falls towards a side 0 to 3 until it lies on the edge or on"
        " another cell",
    ),
    Row(
        "order_lines(grid: Grid, axis: Integer) -> Grid",
        "the rows (0) or columns (1) sorted by their number of filled cells, most first; ties"
        " keep their order",
    ),
)

TILING: Final = (
    Row(
        "mirror_over(grid: Grid, kind: Integer) -> Grid",
        "the grid laid over its images, which show through its zeros: hmirror (0), vmirror"
        " (1), hmirror, vmirror and rot180 (2), rot180 (3), dmirror (4), cmirror (5), rot90,"
        " rot180 and rot270 (6); 4 to 6 need a square grid",
    ),
    Row(
        "kaleido(grid: Grid, kind: Integer) -> Grid",
        "the grid beside its images: left (0) or right (1) of its vmirror; above (2) or below"
        " (3) its hmirror; four-fold with the grid in the upper left (4) or lower right (5);"
        " with its turns, clockwise (6), which needs a square grid",
    ),
    Row(
        "tiles(grid: Grid, code: Integer) -> Grid",
        "copies, rows by columns: 1x2 (0), 2x1 (1), 2x2 (2), 1x3 (3), 3x1 (4), 3x3 (5)",
    ),
    Row(
        "self_tile(grid: Grid) -> Grid",
        "every filled cell becomes a copy of the grid, every 0 a block of zeros of that size",
    ),
    Row(
        "continue_tiling(grid: Grid) -> Grid",
        "zeros filled by the smallest period (rows times columns) that no two filled cells"
        " contradict; of equal ones, the one with fewer rows; the grid's own size does not"
        " count",
    ),
)

SPLITTING: Final = (
    Row(
        "keep_largest(grid: Grid, code: Integer) -> Grid",
        "the part with more cells than any other, by the codes of parts; the rest 0",
    ),
    Row(
        "parts(grid: Grid, code: Integer) -> Grids",
        "the connected parts of the filled cells, one grid each, in reading order of their"
        " first cells: parts of one colour, connected by sides (0) or also by corners (1);"
        " parts of any colours, by sides (2) or also by corners (3)",
    ),
    Row(
        "holes_apart(grid: Grid) -> Grids",
        "the regions that fill_holes fills, one grid each, in the most common filled colour",
    ),
    Row(
        "colours_apart(grid: Grid) -> Grids",
        "one grid per filled colour, most cells first, then by colour",
    ),
    Row(
        "split_even(grid: Grid, code: Integer) -> Grids",
        "equal pieces in reading order: halves side by side (0) or one above the other (1),"
        " thirds likewise (2, 3), quarters (4)",
    ),
    Row(
        "panels(grid: Grid) -> Grids",
        "the panels between rows and columns that are one filled colour from end to end, in"
        " reading order; the colour is the one with most such lines",
    ),
    Row(
        "lines_apart(grid: Grid, axis: Integer) -> Grids",
        "one grid for each row (0) or column (1) that is not all 0",
    ),
)

COMBINING: Final = (
    Row("overlay(a: Grid, b: Grid) -> Grid", "a, with b showing where a is 0; both of one size"),
    Row("mask_by(a: Grid, mask: Grid) -> Grid", "a where the mask is filled, 0 elsewhere"),
    Row("mask_out(a: Grid, mask: Grid) -> Grid", "a where the mask is 0, and 0 elsewhere"),
    Row(
        "crop_to(a: Grid, mask: Grid) -> Grid",
        "a cut to the bounding box of the mask's filled cells; both of one size",
    ),
    Row(
        "kron(mask: Grid, grid: Grid) -> Grid",
        "every filled cell of the mask becomes a copy of the grid, every 0 a block of zeros"
        " of that size",
    ),
    Row("agree(a: Grid, b: Grid) -> Grid", "the cells in which both grids are equal, 0 elsewhere"),
    Row(
        "repeat_to(a: Grid, b: Grid) -> Grid",
        "a repeated from the upper left corner, and cut to the size of b",
    ),
    Row(
        "paint_with(mask: Grid, a: Grid) -> Grid",
        "the filled cells of the mask in the most common filled colour of a; Undefined on a tie",
    ),
    Row(
        "flood_over(a: Grid, b: Grid) -> Grid",
        "a, whose colours spread step by step, up, down, left and right, through the cells"
        " that are 0 in both; where two colours arrive at once, the smaller wins",
    ),
)

PICKING: Final = (
    Row(
        "pick_most(grids: Grids, property: Integer) -> Grid",
        "the grid that has more of a property than any other",
    ),
    Row(
        "pick_least(grids: Grids, property: Integer) -> Grid",
        "the grid that has less of a property than any other",
    ),
    Row(
        "pick_odd(grids: Grids, likeness: Integer) -> Grid",
        "of three or more grids, the one that differs from the others, which are alike",
    ),
    Row(
        "pick_frequent(grids: Grids) -> Grid",
        "the first grid with the most frequent content, wherever the content lies",
    ),
    Row(
        "pile(grids: Grids) -> Grid",
        "all grids, of one size, laid on each other; the first is on top, and the others show"
        " through zeros",
    ),
    Row("pile_last(grids: Grids) -> Grid", "like pile, with the last on top"),
    Row(
        "line_up(grids: Grids, axis: Integer) -> Grid",
        "all grids, of one size, side by side (0) or one above the other (1)",
    ),
    Row(
        "all_of(grids: Grids, colour: Integer) -> Grid",
        "the cells that are filled in all grids, painted in the colour; the rest 0",
    ),
    Row(
        "any_of(grids: Grids, colour: Integer) -> Grid",
        "the cells that are filled in some grid, painted in the colour; the rest 0",
    ),
    Row(
        "odd_of(grids: Grids, colour: Integer) -> Grid",
        "the cells that are filled in an odd number of grids, painted in the colour; the rest 0",
    ),
    Row(
        "none_of(grids: Grids, colour: Integer) -> Grid",
        "the cells that are filled in no grid, painted in the colour; the rest 0",
    ),
    Row(
        "shared(grids: Grids) -> Grid",
        "the first grid where all grids are filled, 0 elsewhere",
    ),
    Row(
        "tally(grids: Grids, colour: Integer) -> Grid",
        "one row of the colour, with one cell per grid",
    ),
)

SELECTING: Final = (
    Row(
        "keep_most(grids: Grids, property: Integer) -> Grids",
        "the grids with most of a property",
    ),
    Row(
        "keep_least(grids: Grids, property: Integer) -> Grids",
        "the grids with least of a property",
    ),
    Row(
        "drop_most(grids: Grids, property: Integer) -> Grids",
        "all grids but those with most of a property",
    ),
    Row(
        "drop_least(grids: Grids, property: Integer) -> Grids",
        "all grids but those with least of a property",
    ),
    Row(
        "order_by(grids: Grids, property: Integer) -> Grids",
        "the grids sorted by a property, most first; ties keep their order",
    ),
    Row(
        "keep_repeated(grids: Grids) -> Grids",
        "the grids whose content another grid has too, wherever it lies",
    ),
    Row(
        "keep_single(grids: Grids) -> Grids",
        "the grids whose content no other grid has, wherever it lies",
    ),
    Row("drop_at_edge(grids: Grids) -> Grids", "the grids with no filled cell at the edge"),
    Row("keep_at_edge(grids: Grids) -> Grids", "the grids with a filled cell at the edge"),
    Row(
        "keep_symmetric(grids: Grids) -> Grids",
        "the grids whose content one of the four mirrors leaves unchanged",
    ),
)
