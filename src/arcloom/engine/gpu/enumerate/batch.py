"""Batch: new states of a search, or what waits for its turn there, as columns on the device."""

from __future__ import annotations

from typing import Any, Final

from arcloom.engine.gpu.interface import Array

COLUMNS: Final = 8
REST: Final = -1
"""Instead of an action: what waits are further steps of a state that was expanded before."""


class Batch:
    """New states, or what waits: 32-bit integers, a row per attribute, a column for each.

    A single array makes it one step to select columns or to join batches. The attributes are:

    - cost: of the state's chain; if it waits, of the first chain that its next steps lead to;
    - parent and action: what makes the state; or the state itself and REST;
    - tiles: how many; fuel: that of making the state; kind: see `work.KINDS`;
    - at: the number of the next step.
    """

    def __init__(self, rows: Array) -> None:
        self.rows = rows
        self.task, self.cost, self.parent, self.action = rows[:4]
        self.tiles, self.fuel, self.kind, self.at = rows[4:]

    def __getitem__(self, which: Any) -> Batch:
        """The columns at some places or in a slice. Each row of the result is contiguous."""
        some = isinstance(which, slice)
        return Batch(self.rows[:, which] if some else self.rows.take(which, axis=1))

    def __len__(self) -> int:
        return int(self.rows.shape[1])
