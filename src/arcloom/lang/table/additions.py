"""Rows of the table: what Arcloom has beyond arc-dsl's 160 functions.

The order of these rows is part of the vocabulary's order: new ops go to the end.
"""

from __future__ import annotations

from typing import Final

from arcloom.lang.signature import Row

VIEWS: Final = (
    Row(
        "o_g(grid: Grid, code: Code) -> Objects",
        "objects, with its three flags as bits of the code: univalued 4, diagonal 2, without_bg 1",
        "tf",
    ),
    Row(
        "mir_rot(grid: Grid, code: Code) -> Grid",
        "the grid mirrored or turned; R0 to R7: itself, rot90, rot180, rot270, hmirror,"
        " vmirror, dmirror, cmirror",
        "tf",
    ),
    Row("p_g(grid: Grid) -> Tuple", "the palette as an ascending tuple", aliases=("palette_t",)),
)

RANKS: Final = (
    Row(
        "get_nth(container: Container, n: Integer) -> Any",
        "the n-th element in iteration order, from 0; negative numbers count from the end",
        "tfio",
    ),
    Row(
        "difference_tuple(a: Tuple, b: Container) -> Tuple",
        "the elements of a that are not in b, in their order",
        aliases=("difference_t",),
    ),
    Row(
        "get_rank(container: Container, compfunc: Callable, rank: Integer) -> Any",
        "the element at a position of order(container, compfunc); negative numbers count from"
        " the end",
        "tf",
    ),
    Row(
        "get_common_rank(container: Tuple, rank: Integer) -> Any",
        "the rank-th most common value, 0 for the most common; ties ascend; negative numbers"
        " count from the end",
        "tf",
    ),
    Row(
        "get_color_rank(element: Element, rank: Integer) -> Integer",
        "the rank-th most frequent colour, 0 for the most frequent; ties ascend; negative"
        " numbers count from the end",
        "tfo",
    ),
)

SAMPLES: Final = (
    Row(
        "c_iz(S: Samples, f: Callable) -> Tuple",
        "the values, ascending, that f gives for every demo input and for no demo output",
    ),
    Row(
        "c_zo(S: Samples, f: Callable) -> Tuple",
        "the values, ascending, that f gives for every demo output and for no demo input",
    ),
    Row(
        "a_mr(S: Samples) -> Code",
        "the smallest code of mir_rot that turns every demo input into its output",
    ),
)

AROUND: Final = (
    Row(
        "surroundings(patch: Patch) -> Indices",
        "the places beside those of the patch, at corners too, that it does not have",
        "io",
    ),
)

LAYERS: Final = (
    Row(
        "cell_map(S: Samples, layers: Tuple) -> Grid",
        "each cell's colour from the colours that the layers have there, by a table learnt"
        " from S, whose inputs are layers",
    ),
)
