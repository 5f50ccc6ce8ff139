"""Tiles: grids of at most 32x32 as four bit planes, many in one array. Kernels take this form.

A tile is a row of 130 words: 32 rows for each plane, then height and width. Bit j of word i of
plane k is bit k of the colour of cell (i, j).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arcloom import _core

SIDE: Final = 32
PLANES: Final = 4
WORDS: Final = PLANES * SIDE + 2
MOST_PARTS: Final = 32
"""The most grids that a list may have."""

Tiles = NDArray[np.uint32]
"""An array of n x WORDS."""
Cells = NDArray[np.uint8]

_BITS: Final = np.uint32(1) << np.arange(SIDE, dtype=np.uint32)


def to_tiles(grids: Sequence[Cells]) -> Tiles:
    """The grids as tiles."""
    out = np.zeros((len(grids), WORDS), np.uint32)
    for tile, grid in zip(out, grids, strict=True):
        h, w = grid.shape
        planes = tile[:-2].reshape(PLANES, SIDE)
        for k in range(PLANES):
            planes[k, :h] = ((grid >> k) & 1) @ _BITS[:w]
        tile[-2:] = h, w
    return out


def to_grids(tiles: Tiles) -> list[Cells]:
    """The tiles as grids."""
    return [_cells(tile) for tile in tiles]


def _cells(tile: NDArray[np.uint32]) -> Cells:
    h, w = int(tile[-2]), int(tile[-1])
    planes = tile[:-2].reshape(PLANES, SIDE, 1)[:, :h]
    bits = (planes & _BITS[:w]) != 0
    return np.asarray((bits << np.arange(PLANES)[:, None, None]).sum(axis=0), np.uint8)


@dataclass(frozen=True)
class Calls:
    """Calls of one op. Call k takes `count[k]` tiles, starting at `first[k]`."""

    op: str
    arg: int
    first: NDArray[np.int32]
    count: NDArray[np.int32]

    @classmethod
    def on_each(cls, op: str, arg: int, n: int) -> Calls:
        """One call on each of n tiles."""
        return cls(op, arg, np.arange(n, dtype=np.int32), np.ones(n, np.int32))


@dataclass(frozen=True)
class Made:
    """Results of calls: all tiles one after another, and the count per call; -1 is Undefined."""

    tiles: Tiles
    count: NDArray[np.int32]


def call_on_cpu(calls: Calls, tiles: Tiles) -> Made:
    """Run calls on one core."""
    return Made(*_core.call_tiles(calls.op, calls.arg, tiles, calls.first, calls.count))
