"""A device for batts that the CPU plays: the kernel of a GPU, pair after pair, on numpy's arrays.

Tests and benchmarks use it where there is no GPU. The kernel is in a module that only
`make build-tests` compiles.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
from numpy.typing import NDArray


class PlayedDevice:
    """As `arcloom.engine.gpu.batt.BattDevice` says."""

    xp: Any = np
    batt_warps = 1
    begun = False

    def __init__(self, play: Callable[[NDArray[np.int64]], object]) -> None:
        self._play = play

    def on_stream(self, place: int) -> AbstractContextManager[None]:
        """Nothing to choose: all is done at once."""
        return nullcontext()

    def run_batt(self, run: Any, tile_ops: bool) -> None:
        """Run bytecode."""
        self._play(run)

    def address(self, array: Any) -> int:
        """The address of an array."""
        return int(array.ctypes.data)

    def room(self, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """An array."""
        return np.empty(shape, dtype)

    def send(self, array: NDArray[Any], to: Any) -> None:
        """Copy an array."""
        to[:] = array

    def fetch(self, array: Any) -> Callable[[], NDArray[Any]]:
        """A copy of what the array holds now."""
        copy = np.array(array)
        return lambda: copy
