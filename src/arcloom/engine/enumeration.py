"""What the CPU's and the GPU's enumerators share: uses of an op, kinds of fits, the least cost."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

NativeFit = tuple[int, int, int, list[int]]
"""Kind, cost of the states in the prior's units, entries of the table, states."""

LEAST_STEP_COST: Final = 10
"""A step costs at least a bit, so that a chain never grows for nothing."""


class Mode(IntEnum):
    """How an op is used; the numbers are the native enumerator's."""

    PLAIN = 0
    WITH_INPUT = 1
    ON_INPUT = 2
    EACH = 3
    EACH_ON_INPUT = 4


class FitKind(IntEnum):
    """How states meet the outputs; the numbers are the native canvas's."""

    EXACT = 0
    MAP = 1
    STACK = 2
