"""Values of the language for people (drawn where they have a shape) and for machines (JSON)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from arcloom.draw.palette import COLOURS
from arcloom.draw.terminal import grid_text
from arcloom.engine import Undefined
from arcloom.engine.pictures import Cells, box_of, in_order, is_small, placed_of, text_of
from arcloom.engine.results import as_grid
from arcloom.tasks import Grid

MAX_SIDE: Final = 60
MAX_DRAWN: Final = 8
MAX_TEXT: Final = 400
MAX_ELEMENTS: Final = 1_000_000
MAX_DEPTH: Final = 100
"""What is larger, or nests deeper, is named in JSON and in texts, not spelt out."""


def draw(value: Any) -> RenderableType:
    """A grid, patch or object as a picture, a container of these side by side, else as text.

    A grid that remembers its place has the place below it.
    """
    picture = _picture(value)
    if picture is not None:
        return picture
    if isinstance(value, tuple | frozenset) and value:
        pictures = [_picture(as_grid(member)) for member in islice(in_order(value), MAX_DRAWN)]
        if all(pictures):
            return _row(pictures, len(value))
    return Text(_text(value))


def to_json(value: Any) -> Any:
    """A value as JSON: sets are `{"set": [...]}`, in canonical order where they hold plain data."""
    if not is_small(value, MAX_ELEMENTS, MAX_DEPTH):
        return {"too_large": _text(value)}
    return _to_json(value)


def _to_json(value: Any) -> Any:
    if isinstance(value, Undefined):
        return {"undefined": value.reason, "op": value.op, "message": value.message}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, tuple):
        return [_to_json(member) for member in value]
    if isinstance(value, frozenset):
        return {"set": [_to_json(member) for member in in_order(value)]}
    if value is None or isinstance(value, bool | int):
        return value
    return {"function": _function_name(value)}


def _picture(value: Any) -> RenderableType | None:
    if isinstance(value, Grid):
        return grid_text(value) if max(value.shape) <= MAX_SIDE else None
    placed = placed_of(value)
    if placed is not None:
        if max(placed.grid.shape) > MAX_SIDE:
            return None
        return Group(grid_text(placed.grid), Text(f"at {placed.at}", style="dim"))
    box = box_of(value)
    if box is None:
        return None
    rows = [Text.assemble(*(_cell(box.cells, i, j) for j in box.columns)) for i in box.rows]
    at = f"({box.rows.start}, {box.columns.start})"
    caption = Text(f"{len(box.cells)} at {at}", style="dim")
    return Group(*rows, caption)


def _cell(cells: Cells, i: int, j: int) -> tuple[str, str]:
    if (i, j) not in cells:
        return "· ", "bright_black"
    colour = cells[i, j]
    if colour is None:
        return "# ", "white on white"
    # Where the output has no colour, the digit remains. In colour it cannot be seen.
    return f"{colour} ", f"{COLOURS[colour]} on {COLOURS[colour]}"


def _row(pictures: Iterable[RenderableType | None], total: int) -> RenderableType:
    row = Table.grid(padding=(0, 2))
    shown = [picture for picture in pictures if picture is not None]
    row.add_row(*shown)
    more = total - len(shown)
    return Group(row, Text(f"and {more} more", style="dim")) if more else row


def _text(value: Any) -> str:
    if isinstance(value, Undefined):
        return str(value)
    if isinstance(value, np.ndarray):
        return f"a grid of {value.shape[0]}x{value.shape[1]}"
    if not is_small(value, MAX_ELEMENTS, MAX_DEPTH):
        text = f"too large to show: {text_of(value)}"
    else:
        text = f"a function: {_function_name(value)}" if callable(value) else repr(value)
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 3]}..."


def _function_name(value: Any) -> str:
    return str(getattr(value, "__name__", type(value).__name__))
