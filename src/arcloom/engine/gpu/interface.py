"""What a search over many states needs of its device, and arrays that grow there."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.tiles import WORDS

MOST_INPUTS: Final = _core.numbers()["device"]["inputs"]
"""Inputs that a task may have on a device, demos and tests together."""
ABREAST: Final = 2
"""Pieces of work that take turns on a device."""
TILE_BYTES: Final = WORDS * 4

Array = Any
"""An array of the device's own module: numpy's, or CuPy's."""


class Runs(NamedTuple):
    """Pieces that lie in runs of one op: an entry of each array for a run."""

    op: NDArray[np.int64]
    pieces: NDArray[np.int64]
    """how many; none has none"""
    halves: NDArray[np.int64]
    """1 where they are for half a warp each"""


class Device(Protocol):
    """Runs the kernels of native/gpu/search.hpp and look.hpp on its own arrays."""

    xp: Any
    """numpy, or a module like it: what arrays are made and worked on with."""

    def take_pieces(self, step: NDArray[np.int64], runs: Runs, *, soon: bool) -> None:
        """Try or make states; the structure `Step` in words. `soon`: before what is not."""

    def look_at_states(self, look: NDArray[np.int64]) -> None:
        """Hold states against the outputs; the structure `Look` in words."""

    def address(self, array: Array) -> int:
        """Where an array of its own lies."""

    def to_host(self, array: Array) -> NDArray[Any]:
        """A copy for the CPU."""

    def new_table(self) -> Table:
        """A table of the hashes that were met, empty."""


class Table(Protocol):
    """Which hashes were met before."""

    def take(self, hashes: Array, met: Array) -> Array:
        """Which of the hashes that are `met` are new, each at its first place."""


class Column:
    """An array on the device to which rows are added; it doubles when it is full."""

    def __init__(self, xp: Any, dtype: Any, width: int | None = None) -> None:
        self._xp = xp
        self._rows = xp.zeros((0,) if width is None else (0, width), dtype)
        self.size = 0

    @property
    def rows(self) -> Array:
        """The rows that there are; what is added later may lie elsewhere."""
        return self._rows[: self.size]

    @property
    def whole(self) -> Array:
        """With the room behind the rows."""
        return self._rows

    def clear(self) -> None:
        """Let go of all rows."""
        self._rows, self.size = self._rows[:0].copy(), 0

    def add(self, rows: Array) -> None:
        """Put rows behind the others."""
        needed = self.size + len(rows)
        if needed > len(self._rows):
            grown = self._xp.zeros((max(1024, 2 * needed), *self._rows.shape[1:]), self._rows.dtype)
            grown[: self.size] = self.rows
            self._rows = grown
        self._rows[self.size : needed] = rows
        self.size = needed
