"""Places pairs of grids in a picture: one column per pair, the output under the input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from numpy.typing import NDArray

Cells = NDArray[Any]
"""A 2-D array of colours 0 to 9."""


class Pair(NamedTuple):
    """An input and its output, ready to draw. `output` is None if it is not known."""

    name: str
    input: Cells
    output: Cells | None


@dataclass(frozen=True)
class Placed:
    """A grid and its upper left corner, in pixels."""

    grid: Cells
    x: int
    y: int


@dataclass(frozen=True)
class Layout:
    """A picture's size in pixels, its grids, and in `open` the places of unknown outputs."""

    width: int
    height: int
    grids: tuple[Placed, ...]
    open: tuple[tuple[int, int], ...]


def extent(cells: int, cell: int) -> int:
    """The pixels of a side with this many cells: the cells and the lines around them."""
    return cells * (cell + 1) + 1


def lay_out(pairs: Sequence[Pair], cell: int) -> Layout:
    """Place pairs side by side. All outputs start at the same height."""
    gap = 2 * cell
    bottom = gap + max(extent(pair.input.shape[0], cell) for pair in pairs) + gap
    grids: list[Placed] = []
    unknown: list[tuple[int, int]] = []
    x, height = gap, bottom + gap
    for _, given, output in pairs:
        grids.append(Placed(given, x, gap))
        if output is None:
            unknown.append((x, bottom))
        else:
            grids.append(Placed(output, x, bottom))
            height = max(height, bottom + extent(output.shape[0], cell))
        widest = max(g.shape[1] for g in (given, output) if g is not None)
        x += extent(widest, cell) + gap
    return Layout(x, height + gap, tuple(grids), tuple(unknown))
