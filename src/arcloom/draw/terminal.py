"""Grids, and pairs of grids, in the terminal, drawn with rich."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from arcloom.draw.layout import Cells, Pair
from arcloom.draw.palette import COLOURS


def grid_text(grid: Cells) -> Text:
    """A grid whose cells are two characters wide, so that they look square.

    A cell holds its digit in the colour of its own background. In colour the digit is invisible.
    Without colour (a pipe, NO_COLOR, copy and paste) the digit is what remains.
    """
    text = Text(no_wrap=True, end="")
    for i, row in enumerate(grid.tolist()):
        if i:
            text.append("\n")
        for colour in row:
            text.append(f"{colour} ", style=f"{COLOURS[colour]} on {COLOURS[colour]}")
    return text


def compact_text(grid: Cells) -> Text:
    """A grid in half blocks, two rows per line. It takes a quarter of the room but needs colour."""
    rows = grid.tolist()
    text = Text(no_wrap=True, end="")
    for i in range(0, len(rows), 2):
        if i:
            text.append("\n")
        for j, upper in enumerate(rows[i]):
            lower = f" on {COLOURS[rows[i + 1][j]]}" if i + 1 < len(rows) else ""
            text.append("▀", style=f"{COLOURS[upper]}{lower}")
    return text


def pairs_table(title: str, pairs: Sequence[Pair], compact: bool = False) -> Table:
    """Pairs of grids, one row per pair. An unknown output is a question mark."""
    draw = compact_text if compact else grid_text
    table = Table(title=title, box=box.SIMPLE, show_lines=True)
    for heading in ("", "input", "output"):
        table.add_column(heading, vertical="middle")
    for name, given, output in pairs:
        table.add_row(name, draw(given), Text("?") if output is None else draw(output))
    return table
