"""What the CPU's and the GPU's enumerators share: uses of an op, kinds of fits, costs of steps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arcloom import _core

NativeFit = tuple[int, int, int, list[int], list[int]]
"""Kind of fit, cost of its states in the prior's units, entries of its table, the roles of its
states if it is a stack, its states."""

LEAST_STEP_COST: Final = 10
"""The least cost of a step: one bit. So a chain never grows for free."""

AHEAD: Final = _core.numbers()["enumeration"]["ahead"]
"""Steps that cost less than this more than the first that is due are tried together with it."""
NO_STEP: Final = _core.numbers()["enumeration"]["no_step"]


@dataclass(frozen=True, eq=False)
class StepCosts:
    """What each action costs after each other, and the order in which actions are tried."""

    of: NDArray[np.int32]
    """a row per previous action, the first for none; a column per action; -1: it may not follow"""

    @cached_property
    def order(self) -> NDArray[np.uint16]:
        """A row per row of the costs: the actions that may follow by cost, then NO_STEP."""
        # -1 comes last. NumPy sorts numbers of 16 bits by radix, which is many times as fast.
        order = np.argsort(self.of.astype(np.uint16), axis=1, kind="stable")
        allowed = np.arange(order.shape[1]) < self.counts[:, None]
        return np.where(allowed, order, NO_STEP).astype(np.uint16)

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How many actions may follow, for each row."""
        return np.asarray((self.of >= 0).sum(axis=1, dtype=np.int64))

    @cached_property
    def ends(self) -> NDArray[np.int32]:
        """For each place in the order, the end of the steps that are tried together from there."""
        rows, width = self.of.shape
        far = int(self.of.max(initial=0)) + AHEAD + 1
        ascending = np.sort(np.where(self.of < 0, far, self.of), axis=1)
        # One search for all rows: each has a range of costs of its own.
        keys = (ascending + np.arange(rows)[:, None] * (2 * far)).ravel()
        ends = np.searchsorted(keys, keys + AHEAD).reshape(rows, width)
        ends -= np.arange(rows)[:, None] * width
        return np.minimum(ends, self.counts[:, None]).astype(np.int32)


_MODES: Final = _core.numbers()["use_mode"]
_FITS: Final = _core.numbers()["fit_kind"]
_ROLES: Final = _core.numbers()["layer_role"]


class Mode(IntEnum):
    """How an op is used. The numbers are those of the native enumerator."""

    PLAIN = _MODES["plain"]
    WITH_INPUT = _MODES["with_input"]
    ON_INPUT = _MODES["on_input"]
    EACH = _MODES["each"]
    EACH_ON_INPUT = _MODES["each_on_input"]


class FitKind(IntEnum):
    """How states reproduce the outputs. The numbers are those of the native canvas."""

    EXACT = _FITS["exact"]
    MAP = _FITS["map"]
    STACK = _FITS["stack"]
    MASKED = _FITS["masked"]
    NEAR = _FITS["near"]


class Role(IntEnum):
    """What a layer of a stack does to those below it. The numbers are native."""

    OVER = _ROLES["over"]
    BY = _ROLES["by"]
    OUT = _ROLES["out"]
