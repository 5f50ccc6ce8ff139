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
        "what is filled, turned within its own box by mir_rot's codes 1 to 7;"
        " a box that is not square cannot be turned by a quarter or at a diagonal",
    ),
    Row("to_corner(grid: Grid) -> Grid", "what is filled, moved to the upper left corner"),
    Row(
        "to_middle(grid: Grid) -> Grid",
        "what is filled, moved to the middle; up and left of it where it has no exact middle",
    ),
    Row(
        "nudge(grid: Grid, direction: Code) -> Grid",
        "everything moved by one cell in a direction 0 to 7; what leaves is lost",
    ),
    Row(
        "roll(grid: Grid, side: Integer) -> Grid",
        "everything moved by one cell towards a side 0 to 3; what leaves comes in again",
    ),
    Row(
        "push(grid: Grid, side: Integer) -> Grid",
        "what is filled, moved as a whole to the edge of a side 0 to 3",
    ),
)

CUTTING: Final = (
    Row("crop_filled(grid: Grid) -> Grid", "the bounding box of the filled cells"),
    Row("crop_colour(grid: Grid, colour: Integer) -> Grid", "the bounding box of a colour's cells"),
    Row(
        "squeeze(grid: Grid) -> Grid",
        "every run of equal rows as one row, every run of equal columns as one column",
    ),
    Row("drop_empty(grid: Grid) -> Grid", "without the rows and columns in which all is 0"),
    Row(
        "shrink(grid: Grid) -> Grid",
        "one cell for each block, the blocks being of one colour and as high and as wide as can be",
    ),
)

COLOURING: Final = (
    Row("keep_colour(grid: Grid, colour: Integer) -> Grid", "all but one colour becomes 0"),
    Row("drop_colour(grid: Grid, colour: Integer) -> Grid", "one colour becomes 0"),
    Row("recolour(grid: Grid, colour: Integer) -> Grid", "every filled cell gets the colour"),
    Row(
        "negative(grid: Grid, colour: Integer) -> Grid",
        "every 0 gets the colour, every filled cell becomes 0",
    ),
    Row(
        "keep_common(grid: Grid, rank: Integer) -> Grid",
        "only the filled colour of a rank by its number of cells: 0 the most common, 1 the second,"
        " -1 the least; a rank that is shared has none",
    ),
    Row(
        "to_common(grid: Grid) -> Grid",
        "every filled cell gets the most common of the filled colours, if there is one alone",
    ),
    Row("swap_pair(grid: Grid) -> Grid", "the two filled colours change places, if two they are"),
    Row(
        "set_ground(grid: Grid) -> Grid",
        "the most common colour and 0 change places, if one is most common alone",
    ),
    Row(
        "solid(grid: Grid) -> Grid",
        "one cell of the most common of the filled colours, if there is one alone",
    ),
    Row(
        "flat(grid: Grid) -> Grid",
        "the whole grid in the most common of the filled colours, if there is one alone",
    ),
)

BOXES: Final = (
    Row(
        "hull(grid: Grid, colour: Integer) -> Grid",
        "the bounding box of the filled cells in one colour, the rest 0",
    ),
    Row(
        "box_rest(grid: Grid, colour: Integer) -> Grid",
        "the zeros in the bounding box of the filled cells in one colour, the rest 0",
    ),
    Row(
        "box_frame(grid: Grid, colour: Integer) -> Grid",
        "the outermost ring of the bounding box of the filled cells in one colour, the rest 0",
    ),
    Row("frame(grid: Grid, colour: Integer) -> Grid", "the grid's outermost ring gets the colour"),
    Row(
        "surround(grid: Grid, colour: Integer) -> Grid",
        "a ring of the colour added around the grid",
    ),
)

GROWING: Final = (
    Row(
        "fill_holes(grid: Grid, colour: Integer) -> Grid",
        "the zeros from which no way of zeros, up, down, left or right, leads to the edge get the"
        " colour",
    ),
    Row(
        "holes(grid: Grid, colour: Integer) -> Grid",
        "the zeros that fill_holes fills, in the colour, the rest 0",
    ),
    Row(
        "outside(grid: Grid, colour: Integer) -> Grid",
        "the zeros that fill_holes leaves, in the colour, the rest 0",
    ),
    Row(
        "outline(grid: Grid) -> Grid",
        "the filled cells that have a 0 or the edge among their eight neighbours, the rest 0",
    ),
    Row(
        "core(grid: Grid) -> Grid",
        "the filled cells whose eight neighbours are filled too, the rest 0",
    ),
    Row(
        "halo(grid: Grid, colour: Integer) -> Grid",
        "the zeros with a filled cell among their eight neighbours, in the colour, the rest 0",
    ),
    Row(
        "halo4(grid: Grid, colour: Integer) -> Grid",
        "the zeros with a filled cell among their four neighbours, in the colour, the rest 0",
    ),
    Row(
        "grow(grid: Grid) -> Grid",
        "zeros take the smallest colour among their eight neighbours, if one is filled",
    ),
    Row(
        "grow4(grid: Grid) -> Grid",
        "zeros take the smallest colour among their four neighbours, if one is filled",
    ),
    Row(
        "spread(grid: Grid) -> Grid",
        "zeros take the colour of the nearest filled cell, by steps up, down, left and right;"
        " of equally near ones the smallest colour",
    ),
    Row(
        "spread8(grid: Grid) -> Grid",
        "zeros take the colour of the nearest filled cell, by steps in eight directions;"
        " of equally near ones the smallest colour",
    ),
    Row(
        "drop_specks(grid: Grid) -> Grid",
        "filled cells without their colour among their eight neighbours become 0",
    ),
    Row(
        "keep_specks(grid: Grid) -> Grid",
        "only the filled cells without their colour among their eight neighbours",
    ),
)

CASTING: Final = (
    Row(
        "ray(grid: Grid, code: Integer) -> Grid",
        "filled cells spread through zeros in the directions of a code 0 to 14, until stopped by a"
        " filled cell or the edge; where rays meet, the smallest colour stays",
    ),
    Row(
        "join(grid: Grid, axis: Integer) -> Grid",
        "zeros between two cells of one colour, with zeros alone between them, take it: along rows"
        " (0), columns (1), both (2), diagonals (3); where several could, the smallest colour",
    ),
    Row(
        "only_lines(grid: Grid) -> Grid",
        "the rows and columns that have one filled colour all along, the rest 0",
    ),
    Row(
        "drop_lines(grid: Grid) -> Grid",
        "the rows and columns that have one filled colour all along become 0",
    ),
    Row(
        "fall(grid: Grid, side: Integer) -> Grid",
        "every filled cell falls to a side 0 to 3 until it lies on the edge or on others",
    ),
    Row(
        "order_lines(grid: Grid, axis: Integer) -> Grid",
        "the rows (0) or columns (1) by their number of filled cells, most first;"
        " equal ones keep their order",
    ),
)

TILING: Final = (
    Row(
        "mirror_over(grid: Grid, kind: Integer) -> Grid",
        "the grid over its images, zeros showing what lies below: hmirror (0), vmirror (1),"
        " hmirror, vmirror and rot180 (2), rot180 (3), dmirror (4), cmirror (5), rot90, rot180"
        " and rot270 (6); from 4 on for square grids",
    ),
    Row(
        "kaleido(grid: Grid, kind: Integer) -> Grid",
        "the grid beside its images: left (0) or right (1) of its vmirror, above (2) or below (3)"
        " its hmirror, four-fold with the grid in the upper left (4) or lower right (5), or with"
        " its turns clockwise round (6) for square grids",
    ),
    Row(
        "tiles(grid: Grid, code: Integer) -> Grid",
        "copies, rows by columns: 1x2 (0), 2x1 (1), 2x2 (2), 1x3 (3), 3x1 (4), 3x3 (5)",
    ),
    Row(
        "self_tile(grid: Grid) -> Grid",
        "every filled cell becomes a copy of the grid, every 0 as many zeros",
    ),
    Row(
        "continue_tiling(grid: Grid) -> Grid",
        "zeros filled from the least period, rows times columns, that no two filled cells"
        " contradict; of equal ones that of fewer rows; the grid's own size is none",
    ),
)

SPLITTING: Final = (
    Row(
        "keep_largest(grid: Grid, code: Integer) -> Grid",
        "the part, by the codes of parts, that has more cells than any other, the rest 0",
    ),
    Row(
        "parts(grid: Grid, code: Integer) -> Grids",
        "connected filled cells, each part in a grid of its own, by their first cells in reading"
        " order: over sides (0) or corners too (1) of one colour, over sides (2) or corners too"
        " (3) of any",
    ),
    Row(
        "holes_apart(grid: Grid) -> Grids",
        "the regions that fill_holes fills, each in a grid of its own, in the most common of the"
        " filled colours",
    ),
    Row(
        "colours_apart(grid: Grid) -> Grids",
        "each filled colour in a grid of its own, by number of cells, then by colour",
    ),
    Row(
        "split_even(grid: Grid, code: Integer) -> Grids",
        "equal pieces in reading order: halves side by side (0) or one above the other (1),"
        " thirds likewise (2, 3), quarters (4)",
    ),
    Row(
        "panels(grid: Grid) -> Grids",
        "what lies between the rows and columns of one filled colour all along, in reading order;"
        " the colour is the one that has most such lines",
    ),
    Row(
        "lines_apart(grid: Grid, axis: Integer) -> Grids",
        "each row (0) or column (1) that is not all 0 in a grid of its own",
    ),
)

COMBINING: Final = (
    Row("overlay(a: Grid, b: Grid) -> Grid", "a, and b where a is 0; both of one size"),
    Row("mask_by(a: Grid, mask: Grid) -> Grid", "a where the mask is filled, else 0"),
    Row("mask_out(a: Grid, mask: Grid) -> Grid", "a where the mask is 0, else 0"),
    Row(
        "crop_to(a: Grid, mask: Grid) -> Grid",
        "a cut to the bounding box of the mask's filled cells; both of one size",
    ),
    Row(
        "kron(mask: Grid, grid: Grid) -> Grid",
        "every filled cell of the mask becomes a copy of the grid, every 0 as many zeros",
    ),
    Row("agree(a: Grid, b: Grid) -> Grid", "the cells in which two grids are equal, else 0"),
    Row(
        "repeat_to(a: Grid, b: Grid) -> Grid",
        "a repeated from the upper left corner on to the size of b, and cut there",
    ),
    Row(
        "paint_with(mask: Grid, a: Grid) -> Grid",
        "the filled cells of the mask in the most common of a's filled colours, if one is alone",
    ),
    Row(
        "flood_over(a: Grid, b: Grid) -> Grid",
        "a, its colours spreading step by step, up, down, left and right, through the cells that"
        " are 0 in both; where two arrive at once, the smaller stays",
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
        "the one of three or more grids that is unlike the others, while they are alike",
    ),
    Row(
        "pick_frequent(grids: Grids) -> Grid",
        "the first grid with the content, wherever it lies, that most of them have",
    ),
    Row(
        "pile(grids: Grids) -> Grid",
        "all grids, of one size, on each other, the first on top, zeros showing what lies below",
    ),
    Row("pile_last(grids: Grids) -> Grid", "pile with the last on top"),
    Row(
        "line_up(grids: Grids, axis: Integer) -> Grid",
        "all grids, of one size, side by side (0) or one above the other (1)",
    ),
    Row(
        "all_of(grids: Grids, colour: Integer) -> Grid",
        "the cells that are filled in all grids, in the colour, the rest 0",
    ),
    Row(
        "any_of(grids: Grids, colour: Integer) -> Grid",
        "the cells that are filled in some grid, in the colour, the rest 0",
    ),
    Row(
        "odd_of(grids: Grids, colour: Integer) -> Grid",
        "the cells that are filled in an odd number of grids, in the colour, the rest 0",
    ),
    Row(
        "none_of(grids: Grids, colour: Integer) -> Grid",
        "the cells that are filled in no grid, in the colour, the rest 0",
    ),
    Row(
        "shared(grids: Grids) -> Grid",
        "the first grid where all grids are filled, else 0",
    ),
    Row(
        "tally(grids: Grids, colour: Integer) -> Grid",
        "one row of the colour, with a cell for each grid",
    ),
)

SELECTING: Final = (
    Row(
        "keep_most(grids: Grids, property: Integer) -> Grids",
        "the grids that have most of a property",
    ),
    Row(
        "keep_least(grids: Grids, property: Integer) -> Grids",
        "the grids that have least of a property",
    ),
    Row(
        "drop_most(grids: Grids, property: Integer) -> Grids",
        "without the grids that have most of a property",
    ),
    Row(
        "drop_least(grids: Grids, property: Integer) -> Grids",
        "without the grids that have least of a property",
    ),
    Row(
        "order_by(grids: Grids, property: Integer) -> Grids",
        "by a property, most first; equal ones keep their order",
    ),
    Row(
        "keep_repeated(grids: Grids) -> Grids",
        "the grids whose content, wherever it lies, another one has too",
    ),
    Row(
        "keep_single(grids: Grids) -> Grids",
        "the grids whose content, wherever it lies, no other one has",
    ),
    Row("drop_at_edge(grids: Grids) -> Grids", "the grids with no filled cell at the edge"),
    Row("keep_at_edge(grids: Grids) -> Grids", "the grids with a filled cell at the edge"),
    Row(
        "keep_symmetric(grids: Grids) -> Grids",
        "the grids whose content some mirror of the four leaves as it is",
    ),
)
