"""Rows of the table: reading grids, reshaping them, painting on them."""

from __future__ import annotations

from typing import Final

from arcloom.lang.signature import Row

READING: Final = (
    Row("asindices(grid: Grid) -> Indices", "every place of the grid"),
    Row("asobject(grid: Grid) -> Object", "every cell of the grid"),
    Row("ofcolor(grid: Grid, value: Integer) -> Indices", "the places of one colour"),
    Row(
        "index(grid: Grid, loc: IntegerTuple) -> Integer",
        "the colour at the place; nothing if it is off the grid",
    ),
    Row(
        "toobject(patch: Patch, grid: Grid) -> Object",
        "the grid's cells at the places of a patch",
        "io",
    ),
    Row(
        "objects(grid: Grid, univalued: Boolean, diagonal: Boolean, without_bg: Boolean)"
        " -> Objects",
        "the connected regions, by three flags",
        "tf",
    ),
    Row("partition(grid: Grid) -> Objects", "one object for each colour", "tf"),
    Row(
        "fgpartition(grid: Grid) -> Objects",
        "one object for each colour but the most frequent",
        "tf",
    ),
    Row("frontiers(grid: Grid) -> Objects", "every row and column of a single colour", "tf"),
    Row(
        "occurrences(grid: Grid, obj: Object) -> Indices",
        "the upper left corners at which the object is found in the grid",
        "o",
    ),
)

RESHAPING: Final = (
    Row("rot90(grid: Grid) -> Grid", "turned by 90 degrees clockwise"),
    Row("rot180(grid: Grid) -> Grid", "turned by 180 degrees"),
    Row("rot270(grid: Grid) -> Grid", "turned by 90 degrees anticlockwise"),
    Row("hmirror(piece: Piece) -> Piece", "mirrored top to bottom", "tfio"),
    Row("vmirror(piece: Piece) -> Piece", "mirrored left to right", "tfio"),
    Row("dmirror(piece: Piece) -> Piece", "mirrored along the main diagonal", "tfio"),
    Row("cmirror(piece: Piece) -> Piece", "mirrored along the other diagonal", "tfio"),
    Row(
        "crop(grid: Grid, start: IntegerTuple, dims: IntegerTuple) -> Grid",
        "the part that starts at a place and has a shape, cut off at the edge as slices are",
    ),
    Row(
        "subgrid(patch: Patch, grid: Grid) -> Grid",
        "the part of the grid in the bounding box of a patch",
        "io",
    ),
    Row("trim(grid: Grid) -> Grid", "without the outermost rows and columns"),
    Row("tophalf(grid: Grid) -> Grid", "the upper half, without an odd middle row"),
    Row("bottomhalf(grid: Grid) -> Grid", "the lower half, without an odd middle row"),
    Row("lefthalf(grid: Grid) -> Grid", "the left half, without an odd middle column"),
    Row("righthalf(grid: Grid) -> Grid", "the right half, without an odd middle column"),
    Row("hsplit(grid: Grid, n: Integer) -> Tuple", "n pieces side by side"),
    Row("vsplit(grid: Grid, n: Integer) -> Tuple", "n pieces one below the other"),
    Row("hconcat(a: Grid, b: Grid) -> Grid", "b to the right of a"),
    Row("vconcat(a: Grid, b: Grid) -> Grid", "b below a"),
    Row(
        "upscale(element: Element, factor: Integer) -> Element",
        "every cell as a square block of that side",
        "tfo",
    ),
    Row("hupscale(grid: Grid, factor: Integer) -> Grid", "every column repeated"),
    Row("vupscale(grid: Grid, factor: Integer) -> Grid", "every row repeated"),
    Row(
        "downscale(grid: Grid, factor: Integer) -> Grid",
        "the rows and columns whose number is a multiple of the factor",
    ),
    Row("compress(grid: Grid) -> Grid", "without the rows and columns of a single colour"),
)

PAINTING: Final = (
    Row("canvas(value: Integer, dimensions: IntegerTuple) -> Grid", "a grid of one colour"),
    Row(
        "fill(grid: Grid, value: Integer, patch: Patch) -> Grid",
        "the places of a patch painted in one colour",
        "io",
    ),
    Row(
        "paint(grid: Grid, obj: Object) -> Grid",
        "the cells of an object painted onto the grid",
        "o",
    ),
    Row(
        "underfill(grid: Grid, value: Integer, patch: Patch) -> Grid",
        "fill, but only where the grid has its background",
        "io",
    ),
    Row(
        "underpaint(grid: Grid, obj: Object) -> Grid",
        "paint, but only where the grid has its background",
        "o",
    ),
    Row(
        "cover(grid: Grid, patch: Patch) -> Grid",
        "the places of a patch get the background colour",
        "io",
    ),
    Row(
        "move(grid: Grid, obj: Object, offset: IntegerTuple) -> Grid",
        "the object covered with background, then painted at an offset",
        "o",
    ),
    Row(
        "replace(grid: Grid, replacee: Integer, replacer: Integer) -> Grid",
        "one colour becomes another",
    ),
    Row("switch(grid: Grid, a: Integer, b: Integer) -> Grid", "two colours change places"),
    Row(
        "cellwise(a: Grid, b: Grid, fallback: Integer) -> Grid",
        "the common colour where two grids agree, the fallback elsewhere",
    ),
)
