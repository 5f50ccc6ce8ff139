"""What a search over many states needs from its device, and arrays that grow there."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.tiles import WORDS

MOST_INPUTS: Final = _core.numbers()["device"]["inputs"]
"""The most inputs of a task on a device, demos and tests together."""
ABREAST: Final = 2
"""How many pieces of work take turns on a device."""
TILE_BYTES: Final = WORDS * 4

Array = Any
"""An array of the device's module: numpy or CuPy."""


class Runs(NamedTuple):
    """Pieces in runs of one op. Each array has one entry per run."""

    op: NDArray[np.int64]
    pieces: NDArray[np.int64]
    """how many pieces, at least one"""
    halves: NDArray[np.int64]
    """1 if the pieces are for half a warp each"""


class Device(Protocol):
    """Runs the kernels of native/gpu/search.hpp and look.hpp on its own arrays."""

    xp: Any
    """The module that makes and works on arrays: numpy, or one like it."""

    def take_pieces(self, step: NDArray[np.int64], runs: Runs, *, soon: bool) -> None:
        """Try or make states. `step` is the structure `Step` as words; `soon` goes first."""

    def look_at_states(self, look: NDArray[np.int64]) -> None:
        """Compare states with the outputs. `look` is the structure `Look` as words."""

    def address(self, array: Array) -> int:
        """The address of one of the device's arrays."""

    def to_host(self, array: Array) -> NDArray[Any]:
        """A copy for the CPU."""

    def new_table(self) -> Table:
        """An empty table of seen hashes."""


class Table(Protocol):
    """The hashes seen so far."""

    def take(self, hashes: Array, met: Array) -> Array:
        """Which hashes among those with `met` are new. Of equal ones, only the first is new."""


class Column:
    """A growing array on the device. It doubles when it is full."""

    def __init__(self, xp: Any, dtype: Any, width: int | None = None) -> None:
        self._xp = xp
        self._rows = xp.zeros((0,) if width is None else (0, width), dtype)
        self.size = 0

    @property
    def rows(self) -> Array:
        """The rows so far. Adding rows may move them."""
        return self._rows[: self.size]

    @property
    def whole(self) -> Array:
        """The array with the free room behind the rows."""
        return self._rows

    def clear(self) -> None:
        """Drop all rows."""
        self._rows, self.size = self._rows[:0].copy(), 0

    def add(self, rows: Array) -> None:
        """Append rows."""
        needed = self.size + len(rows)
        if needed > len(self._rows):
            grown = self._xp.zeros((max(1024, 2 * needed), *self._rows.shape[1:]), self._rows.dtype)
            grown[: self.size] = self.rows
            self._rows = grown
        self._rows[self.size : needed] = rows
        self.size = needed
