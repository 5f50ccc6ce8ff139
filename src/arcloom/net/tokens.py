"""Tokens: how a pair of grids becomes a sequence, and a sequence a grid.

A grid is its cells row by row, with ROW after each row and END after the last. A sequence is the
tokens of the input, then one element per token of the output. Such an element *carries* the token
before its own and stands at the *place of its own*, which it must predict. So what it looks for in
the input is at its own row and column, also at the start of a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

ROW: Final = 10
END: Final = 11
START: Final = 12
CLASSES: Final = 12
"""what can be predicted: ten colours, ROW and END"""
VALUES: Final = 13
"""what an element can carry: these and START"""
NOTHING: Final = 15
"""the target of an element that predicts nothing"""
TABLE: Final = 16
"""entries of the table that permutes values; those above 9 stay"""
SIDE: Final = 30
"""the longest side of a grid"""
LONGEST: Final = 2 * SIDE * (SIDE + 1)

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Sequence:
    """The elements of a pair, or of an input alone."""

    values: Bytes
    targets: Bytes
    """the token to predict; NOTHING in the input"""
    x: Bytes
    y: Bytes
    inputs: int
    """how many elements are of the input"""

    def __len__(self) -> int:
        return len(self.values)


def tokens(cells: npt.NDArray[np.generic]) -> Bytes:
    """The tokens of a grid."""
    height, width = cells.shape
    rows = np.full((height, width + 1), ROW, np.uint8)
    rows[:, :width] = cells
    rows[-1, -1] = END
    return rows.reshape(-1)


def sequence(
    given: npt.NDArray[np.generic], wanted: npt.NDArray[np.generic] | None = None
) -> Sequence:
    """The sequence of an input and its output, or of the input alone."""
    values = tokens(given)
    x, y = _places(*given.shape)
    nothing = np.full(len(values), NOTHING, np.uint8)
    if wanted is None:
        return Sequence(values, nothing, x, y, len(values))
    targets = tokens(wanted)
    carried = np.concatenate(([START], targets[:-1])).astype(np.uint8)
    out_x, out_y = _places(*wanted.shape)
    return Sequence(
        np.concatenate((values, carried)),
        np.concatenate((nothing, targets)),
        np.concatenate((x, out_x)),
        np.concatenate((y, out_y)),
        len(values),
    )


def grid_of(made: Bytes) -> Bytes | None:
    """The grid of some tokens up to END; None if they are no grid."""
    ends = np.flatnonzero(made == END)
    if not len(ends):
        return None
    row_ends = np.flatnonzero(made[: ends[0] + 1] >= ROW)
    width = int(row_ends[0])
    if width == 0 or not np.array_equal(row_ends, (np.arange(len(row_ends)) + 1) * (width + 1) - 1):
        return None
    return made[: ends[0] + 1].reshape(-1, width + 1)[:, :width]


@lru_cache(maxsize=SIDE * SIDE)
def _places(height: int, width: int) -> tuple[Bytes, Bytes]:
    y, x = np.indices((height, width + 1), dtype=np.uint8)
    return x.reshape(-1), y.reshape(-1)
