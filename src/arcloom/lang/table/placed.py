"""Rows of the table: ops on grids that remember their place, with 0 for nothing.

A placed grid is the pair (grid, (row, column)) of a grid and the place of its upper left cell. The
bodies are native/ops/support/placed*.cpp. The order of these rows is that of the native table. It
is part of the vocabulary's order. Sides are at most 32; a list has at most 32 placed grids.
"""

from __future__ import annotations

from typing import Final

from arcloom.lang.signature import Row

PLACED: Final = (
    Row(
        "cut_out(placed: Placed, code: Integer) -> Placed",
        "a part, at its place: the bounding box of the filled cells (0); the upper (1), lower (2),"
        " left (3) or right (4) half; all but the outermost ring (5)",
    ),
    Row(
        "figure(placed: Placed, code: Integer) -> Placed",
        "in the most common filled colour, of equally common ones the smallest: the filled cells"
        " and their holes (0), the holes (1), the whole grid (4), one cell (5), the one to four"
        " cells in the middle (6), the zeros (7); in their own colours: the filled cells that the"
        " outside touches, also by corners (2), and the other filled cells (3); every second (8 to"
        " 11) or third (12 to 15) line: columns from the left or the right, rows from the top or"
        " the bottom; the grid with a border of the most common colour added around it (16); the"
        " other colours spread through zeros, up, down, left and right (17); the cells in squares"
        " of two by two cells of one colour (18); each filled cell in the colour of one more than"
        " its filled neighbours up, down, left and right (19)",
    ),
    Row(
        "count_block(placed: Placed, code: Integer) -> Placed",
        "a block of the most common filled colour that shows how many filled cells (0 to 2),"
        " filled colours (3 to 5) or connected parts (6 to 8) there are: as a square, a row or a"
        " column",
    ),
    Row(
        "fit_to(placed: Placed, size: IntegerTuple, code: Integer) -> Placed",
        "a grid of that size at the origin: the placed grid where it lies (0); repeated from its"
        " place, without (1) or with (2) a line of zeros between; the same with every other copy"
        " mirrored (3, 4); cut into bands, one below the other (5); stretched or shrunk (6);"
        " repeated (7) or every other copy mirrored (8) so that neighbours share a line",
    ),
    Row(
        "pieces(placed: Placed, code: Integer) -> PlacedGrids",
        "the pieces, each at its place: connected parts by the codes of parts (0 to 3), cut to"
        " their boxes; the areas that a colour divides (4); rows (5); columns (6); halves side by"
        " side (7) or one above the other (8); thirds likewise (9, 10); quarters (11); one grid"
        " for each filled colour (12); areas whose four corners are marked (13)",
    ),
    Row(
        "let_fall(placed: Placed, side: Integer) -> PlacedGrids",
        "the connected parts of one colour, each moved down (0), up (1), right (2) or left (3)"
        " until the edge or another part stops it",
    ),
    Row(
        "choose(placed: PlacedGrids, code: Integer) -> Placed",
        "the first with the most or least of something: filled cells (0, 1), area (2, 3); most"
        " colours (4); the uppermost (5), lowermost (6); most connected parts (7); zeros in its"
        " box (8, 9), cells in holes (10, 11); the leftmost (12), rightmost (13); the only one"
        " with a colour that no other has (14); mirrors that leave it unchanged (15, 16); grids of"
        " its shape, in any colours (17, 18); grids with its most common colour (19, 20)",
    ),
    Row(
        "choose_all(placed: PlacedGrids, code: Integer) -> PlacedGrids",
        "all with the most or least of something, by the codes of choose, of which 14 is all with"
        " a colour that no other has; Undefined if that is all of them",
    ),
    Row(
        "leave_out(placed: PlacedGrids, code: Integer) -> PlacedGrids",
        "all but those of choose_all; Undefined if none is left",
    ),
    Row(
        "put_together(placed: PlacedGrids, code: Integer) -> Placed",
        "all at their places, those with fewer filled cells (0) or the later ones (1) on top; side"
        " by side (2) or one below the other (3), smallest area first; in the order of their"
        " places, along the axis on which they lie farther apart (4)",
    ),
    Row(
        "restore(placed: Placed, colour: Integer) -> Placed",
        "what a colour (0 to 9) hides, restored: a hidden cell takes the colour of one that a"
        " mirror, turn or shift leads to, if no two visible cells contradict it; mirrors and turns"
        " come first, then shifts, then both; Undefined if cells stay hidden, or if the colour"
        " covers more than half",
    ),
    Row(
        "reveal(placed: Placed, colour: Integer) -> Placed",
        "the bounding box of a colour's cells, cut out of what restore gives",
    ),
    Row(
        "step_aside(placed: Placed, code: Integer) -> Placed",
        "moved down, up, right or left: by one cell (0 to 3), by its own height or width (4 to 7)",
    ),
    Row(
        "stamp(placed: PlacedGrids, code: Integer) -> Placed",
        "copies of the first with most filled cells (0, 1) or most colours (2, 3), one for each of"
        " the others: centred on it (0, 2) or at its upper left cell (1, 3); Undefined if there is"
        " no other, or a copy cannot be centred",
    ),
)
