"""Lineage: remembers on the host which actions lead to each state."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arcloom.engine.gpu.interface import Column


class Lineage:
    """The expanded states by number, and the layers, which are numbered separately."""

    def __init__(self) -> None:
        self._states = Column(np, np.int32, 2)
        self._layers = Column(np, np.int32, 2)

    def add_states(self, parents: NDArray[np.int32], lasts: NDArray[np.int32]) -> None:
        """Add states. `lasts` are their last actions, counted from 1; 0 means none."""
        self._states.add(np.stack([parents, lasts], axis=1))

    def add_layers(self, parents: NDArray[np.int64], actions: NDArray[np.int64]) -> int:
        """Add layers, each made by an action from a parent, or -1 for the parent itself.

        Gives the number of the first one.
        """
        first = self._layers.size
        self._layers.add(np.stack([parents, actions], axis=1))
        return first

    def trace(self, layer: int) -> Sequence[int]:
        """The actions that lead to a layer."""
        state, action = self._layers.rows[layer].tolist()
        actions = [] if action < 0 else [action]
        while True:
            parent, last = self._states.rows[state].tolist()
            if last == 0:
                return actions[::-1]
            actions.append(last - 1)
            state = parent
