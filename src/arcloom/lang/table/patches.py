"""Rows of the table: measures and colours, patches, their relations, neighbours and lines."""

from __future__ import annotations

from typing import Final

from arcloom.lang.signature import Row

MEASURES: Final = (
    Row("height(piece: Piece) -> Integer", "how many rows the piece spans", "tfio"),
    Row("width(piece: Piece) -> Integer", "how many columns the piece spans", "tfio"),
    Row("shape(piece: Piece) -> IntegerTuple", "height and width", "tfio"),
    Row("portrait(piece: Piece) -> Boolean", "whether the piece is higher than wide", "tfio"),
    Row(
        "square(piece: Piece) -> Boolean",
        "whether a grid is square, or a patch fills a square",
        "tfio",
    ),
    Row("vline(patch: Patch) -> Boolean", "whether the patch is an unbroken vertical line", "io"),
    Row("hline(patch: Patch) -> Boolean", "whether the patch is an unbroken horizontal line", "io"),
    Row(
        "mostcolor(element: Element) -> Integer",
        "the colour with most cells; on a tie, the smallest",
        "tfo",
    ),
    Row(
        "leastcolor(element: Element) -> Integer",
        "the colour with fewest cells; on a tie, the smallest",
        "tfo",
    ),
    Row(
        "colorcount(element: Element, value: Integer) -> Integer",
        "how many cells have the colour",
        "tfo",
    ),
    Row("palette(element: Element) -> IntegerSet", "the set of colours that occur", "fo"),
    Row("numcolors(element: Element) -> Integer", "how many colours occur", "tfo"),
    Row("color(obj: Object) -> Integer", "the colour of an object's first cell", "o"),
    Row("colorfilter(objs: Objects, value: Integer) -> Objects", "the objects of one colour", "tf"),
    Row(
        "hperiod(obj: Object) -> Integer",
        "the least shift along the rows that repeats the object; its width if none",
        "o",
    ),
    Row(
        "vperiod(obj: Object) -> Integer",
        "the least shift along the columns that repeats the object; its height if none",
        "o",
    ),
)

PATCHES: Final = (
    Row("toindices(patch: Patch) -> Indices", "the places of a patch, without colours", "tfio"),
    Row(
        "recolor(value: Integer, patch: Patch) -> Object",
        "the places of a patch, all in one colour",
        "io",
    ),
    Row(
        "shift(patch: Patch, directions: IntegerTuple) -> Patch",
        "the patch moved by rows and columns",
        "io",
    ),
    Row(
        "normalize(patch: Patch) -> Patch",
        "the patch moved so that its bounding box starts at the origin",
        "io",
    ),
    Row(
        "ulcorner(patch: Patch) -> IntegerTuple", "the upper left corner of the bounding box", "io"
    ),
    Row(
        "urcorner(patch: Patch) -> IntegerTuple", "the upper right corner of the bounding box", "io"
    ),
    Row(
        "llcorner(patch: Patch) -> IntegerTuple", "the lower left corner of the bounding box", "io"
    ),
    Row(
        "lrcorner(patch: Patch) -> IntegerTuple", "the lower right corner of the bounding box", "io"
    ),
    Row("uppermost(patch: Patch) -> Integer", "the least row", "io"),
    Row("lowermost(patch: Patch) -> Integer", "the greatest row", "io"),
    Row("leftmost(patch: Patch) -> Integer", "the least column", "io"),
    Row("rightmost(patch: Patch) -> Integer", "the greatest column", "io"),
    Row(
        "center(patch: Patch) -> IntegerTuple",
        "the middle of the bounding box; of two middles, the later one",
        "io",
    ),
    Row("centerofmass(patch: Patch) -> IntegerTuple", "the average place, rounded down", "io"),
    Row("corners(patch: Patch) -> Indices", "the corners of the bounding box", "io"),
    Row("backdrop(patch: Patch) -> Indices", "all places of the bounding box", "io"),
    Row(
        "delta(patch: Patch) -> Indices",
        "the places of the bounding box that are not in the patch",
        "io",
    ),
    Row("box(patch: Patch) -> Indices", "the border of the bounding box", "io"),
    Row(
        "inbox(patch: Patch) -> Indices",
        "the border of the rectangle one step inside the bounding box",
        "io",
    ),
    Row(
        "outbox(patch: Patch) -> Indices",
        "the border of the rectangle one step outside the bounding box",
        "io",
    ),
)

RELATIONS: Final = (
    Row("hmatching(a: Patch, b: Patch) -> Boolean", "whether the two share a row", "io"),
    Row("vmatching(a: Patch, b: Patch) -> Boolean", "whether the two share a column", "io"),
    Row(
        "manhattan(a: Patch, b: Patch) -> Integer", "the least distance in rows plus columns", "io"
    ),
    Row(
        "adjacent(a: Patch, b: Patch) -> Boolean",
        "whether the two touch side by side without overlap",
        "io",
    ),
    Row(
        "bordering(patch: Patch, grid: Grid) -> Boolean",
        "whether the patch reaches the grid's border",
        "io",
    ),
    Row(
        "position(a: Patch, b: Patch) -> IntegerTuple",
        "the direction from the centre of a to that of b",
        "io",
    ),
    Row(
        "gravitate(source: Patch, destination: Patch) -> IntegerTuple",
        "how far the source moves until it touches the destination",
        "io",
    ),
)

LINES: Final = (
    Row(
        "dneighbors(loc: IntegerTuple) -> Indices",
        "the four places that share a side with the place",
    ),
    Row(
        "ineighbors(loc: IntegerTuple) -> Indices",
        "the four places that share only a corner with the place",
    ),
    Row("neighbors(loc: IntegerTuple) -> Indices", "the eight places around the place"),
    Row(
        "connect(a: IntegerTuple, b: IntegerTuple) -> Indices",
        "the straight or diagonal line from a to b, both included; empty if there is none",
    ),
    Row(
        "shoot(start: IntegerTuple, direction: IntegerTuple) -> Indices",
        "the line from the start, 42 steps in a direction",
    ),
    Row("vfrontier(location: IntegerTuple) -> Indices", "rows 0 to 29 of the place's column"),
    Row("hfrontier(location: IntegerTuple) -> Indices", "columns 0 to 29 of the place's row"),
)
