"""Pictures: a value of the language as plain data that any page can draw.

A picture is a dictionary with a `kind`:

- `grid`, `patch` and `object` have `rows`, a text of rows separated by `/`. A digit is a colour,
  `#` a place without a colour, `.` nothing. Patches and objects show their bounding box: `at` is
  its upper left corner and `count` is the number of cells;
- `placed` is a grid that remembers its place: it has `rows` and `at`;
- `many` is a container of pictures: it has `items`, out of `total`;
- `text`, `function` and `undefined` have a `text`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np

from arcloom.engine.results import as_grid
from arcloom.engine.undefined import Undefined
from arcloom.lang.values import ascending
from arcloom.tasks.grid import COLOURS, Grid

MAX_SIDE: Final = 128
MAX_ITEMS: Final = 60
MAX_TEXT: Final = 600
MAX_DEPTH: Final = 3
MAX_SORTED: Final = 1_000_000
MAX_SORTED_DEPTH: Final = 50
"""Sets of more elements, or nested deeper, are not put in order."""

_DIGITS: Final = bytes(ord("0") + value if value < COLOURS else value for value in range(256))

Picture = dict[str, Any]
Cells = Mapping[tuple[int, int], int | None]
"""Places with their colours; None if only the place is known."""


def picture(value: Any) -> Picture:
    """The picture of a value."""
    drawn = _drawn(value)
    if drawn is not None:
        return drawn
    if isinstance(value, tuple | frozenset) and value:
        items = [_drawn(as_grid(member)) for member in islice(in_order(value), MAX_ITEMS)]
        shown = [item for item in items if item is not None]
        if len(shown) == len(items):
            return {"kind": "many", "items": shown, "total": len(value)}
    if isinstance(value, Undefined):
        return {"kind": "undefined", "text": value.message}
    kind = "function" if callable(value) else "text"
    return {"kind": kind, "text": _cut(text_of(value))}


def rows_of(grid: Grid) -> str:
    """A grid as a text of rows."""
    digits = grid.tobytes().translate(_DIGITS).decode()
    width = grid.shape[1]
    return "/".join(digits[at : at + width] for at in range(0, len(digits), width))


def cells_of(value: Any) -> Cells | None:
    """The cells of a patch or an object; None for anything else."""
    if not isinstance(value, frozenset) or not value:
        return None
    if all(map(_is_place, value)):
        return dict.fromkeys(value)
    if all(map(_is_cell, value)):
        return {place: colour for colour, place in value}
    return None


class PlacedGrid(NamedTuple):
    """A grid and the place of its upper left cell."""

    grid: Grid
    at: tuple[int, int]


def placed_of(value: Any) -> PlacedGrid | None:
    """The pair of a grid and a place; None if the value is something else or cannot be drawn."""
    if not isinstance(value, tuple) or len(value) != 2 or not _is_place(value[1]):
        return None
    grid = as_grid(value[0])
    if not isinstance(grid, Grid) or max(grid.shape) > MAX_SIDE:
        return None
    return PlacedGrid(grid, value[1])


class Box(NamedTuple):
    """The cells of a patch or an object, and the rows and columns that they occupy."""

    cells: Cells
    rows: range
    columns: range


def box_of(value: Any) -> Box | None:
    """The box of a patch or an object; None if the value is neither or cannot be drawn."""
    cells = cells_of(value)
    if cells is None:
        return None
    rows, columns = (range(min(along), max(along) + 1) for along in zip(*cells, strict=True))
    return Box(cells, rows, columns) if max(len(rows), len(columns)) <= MAX_SIDE else None


def text_of(value: Any, depth: int = MAX_DEPTH) -> str:
    """A value in words, short: what is deep or long is named, not spelt out."""
    return _text(value, depth, {})


def is_small(value: Any, elements: int, depth: int) -> bool:
    """Whether a value has so many elements at most, written out, and nests no deeper.

    Values share parts: a few tuples may stand for billions. Each is looked at once.
    """
    sizes: dict[int, tuple[int, int]] = {}
    pending = [value]
    while pending:
        current = pending[-1]
        if not isinstance(current, tuple | frozenset) or id(current) in sizes:
            pending.pop()
            continue
        within = [item for item in current if isinstance(item, tuple | frozenset)]
        missing = [item for item in within if id(item) not in sizes]
        if missing:
            pending.extend(missing)
            continue
        parts = [sizes[id(item)] for item in within]
        size = len(current) + sum(size for size, _ in parts)
        nested = 1 + max((nested for _, nested in parts), default=0)
        if size > elements or nested > depth:
            return False
        sizes[id(current)] = size, nested
    return True


def in_order(values: tuple[Any, ...] | frozenset[Any]) -> Sequence[Any]:
    """The members of a container, those of a set in canonical order where that can be told."""
    if isinstance(values, tuple):
        return values
    try:
        # To compare what shares parts may take long.
        small = is_small(values, MAX_SORTED, MAX_SORTED_DEPTH)
        return ascending(values) if small else list(values)
    except TypeError:  # callables among them have no order that could be shown
        return list(values)


Texts = dict[tuple[int, int], str]
"""What is spelt out already, by the value's id and how deep it may go: values share parts."""


def _text(value: Any, depth: int, known: Texts) -> str:
    if isinstance(value, np.ndarray):
        return f"a grid of {value.shape[0]}x{value.shape[1]}"
    if not isinstance(value, tuple | frozenset) and not callable(value):
        return str(value)
    text = known.get((id(value), depth))
    if text is None:
        text = _function(value, depth, known) if callable(value) else _spelt(value, depth, known)
        known[id(value), depth] = text
    return text


def _spelt(value: tuple[Any, ...] | frozenset[Any], depth: int, known: Texts) -> str:
    grid = as_grid(value)
    return text_of(grid) if isinstance(grid, Grid) else _container(value, depth, known)


def _drawn(value: Any) -> Picture | None:
    if isinstance(value, Grid):
        if max(value.shape) > MAX_SIDE:
            return None
        return {"kind": "grid", "rows": rows_of(value)}
    placed = placed_of(value)
    if placed is not None:
        return {"kind": "placed", "rows": rows_of(placed.grid), "at": list(placed.at)}
    box = box_of(value)
    if box is None:
        return None
    rows = "/".join("".join(_mark(box.cells, i, j) for j in box.columns) for i in box.rows)
    kind = "patch" if "#" in rows else "object"
    at = [box.rows.start, box.columns.start]
    return {"kind": kind, "rows": rows, "at": at, "count": len(box.cells)}


def _mark(cells: Cells, i: int, j: int) -> str:
    if (i, j) not in cells:
        return "."
    colour = cells[i, j]
    return "#" if colour is None else str(colour)


def _is_place(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(c, int) for c in value)


def _is_cell(value: Any) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and isinstance(value[0], int)
        and 0 <= value[0] < COLOURS
        and _is_place(value[1])
    )


def _container(value: tuple[Any, ...] | frozenset[Any], depth: int, known: Texts) -> str:
    kind = "set" if isinstance(value, frozenset) else "tuple"
    if depth == 0:
        return f"a {kind} of {len(value)}"
    first = islice(in_order(value), MAX_ITEMS)
    shown = [_cut(_text(member, depth - 1, known)) for member in first]
    more = [f"and {len(value) - len(shown)} more"] if len(value) > len(shown) else []
    inner = ", ".join(shown + more)
    if kind == "set":
        return f"{{{inner}}}"
    return f"({inner},)" if len(value) == 1 else f"({inner})"


def _function(value: Any, depth: int, known: Texts) -> str:
    name = str(getattr(value, "__name__", type(value).__name__))
    arguments = getattr(value, "args", ())
    if not arguments:
        return name
    if depth == 0:
        return f"{name}(...)"
    return f"{name}({', '.join(_text(argument, depth - 1, known) for argument in arguments)})"


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 3]}..."
