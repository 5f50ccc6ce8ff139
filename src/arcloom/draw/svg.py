"""Grids, and pairs of grids, as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from arcloom.draw.layout import Cells, Pair, extent, lay_out
from arcloom.draw.palette import COLOURS, LINE, PAPER, PLACE


def grid_svg(grid: Cells, cell: int = 16) -> str:
    """A grid as a complete SVG document."""
    height, width = (extent(side, cell) for side in grid.shape)
    return _document(width, height, _grid_parts(grid, 0, 0, cell))


def rows_svg(rows: str, cell: int = 10) -> str:
    """Cells as a complete SVG document.

    Rows are separated by `/`. A digit is a colour, `#` a place without a colour, `.` nothing.
    """
    lines = rows.split("/")
    step = cell + 1
    parts = [
        _rect(j * step, i * step, step + 1, step + 1, PLACE if mark == "#" else COLOURS[int(mark)])
        for i, line in enumerate(lines)
        for j, mark in enumerate(line)
        if mark != "."
    ]
    parts.append(_lines(len(lines), len(lines[0]), 0, 0, step))
    return _document(extent(len(lines[0]), cell), extent(len(lines), cell), parts)


def pairs_svg(pairs: Sequence[Pair], cell: int = 10) -> str:
    """Pairs of grids side by side as a complete SVG document."""
    layout = lay_out(pairs, cell)
    parts = [_rect(0, 0, layout.width, layout.height, PAPER)]
    for placed in layout.grids:
        parts += _grid_parts(placed.grid, placed.x, placed.y, cell)
    for x, y in layout.open:
        parts.append(
            f'<text x="{x}" y="{y + 2 * cell}" font-family="sans-serif" '
            f'font-size="{2 * cell}" fill="{LINE}">?</text>'
        )
    return _document(layout.width, layout.height, parts)


def _grid_parts(grid: Cells, x: int, y: int, cell: int) -> Iterator[str]:
    """One rectangle per run of equal colours in a row, and one path for all the lines."""
    rows, columns = grid.shape
    step = cell + 1
    for i, row in enumerate(grid.tolist()):
        j = 0
        for colour, run in groupby(row):
            length = len(list(run))
            box = (x + j * step, y + i * step, length * step + 1, step + 1)
            yield _rect(*box, COLOURS[colour])
            j += length
    yield _lines(rows, columns, x, y, step)


def _lines(rows: int, columns: int, x: int, y: int, step: int) -> str:
    across = (f"M{x} {y + i * step + 0.5}h{columns * step + 1}" for i in range(rows + 1))
    down = (f"M{x + j * step + 0.5} {y}v{rows * step + 1}" for j in range(columns + 1))
    return f'<path d="{"".join((*across, *down))}" stroke="{LINE}" fill="none"/>'


def _rect(x: int, y: int, width: int, height: int, colour: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}"/>'


def _document(width: int, height: int, parts: Iterator[str] | list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" shape-rendering="crispEdges">{"".join(parts)}</svg>'
    )
