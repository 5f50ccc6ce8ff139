"""What the CPU's and the GPU's enumerators share: uses of an op, kinds of fits, the least cost."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from arcloom import _core

NativeFit = tuple[int, int, int, list[int]]
"""Kind, cost of the states in the prior's units, entries of the table, states."""

LEAST_STEP_COST: Final = 10
"""A step costs at least a bit, so that a chain never grows for nothing."""

_MODES: Final = _core.numbers()["use_mode"]
_FITS: Final = _core.numbers()["fit_kind"]


class Mode(IntEnum):
    """How an op is used; the numbers are the native enumerator's."""

    PLAIN = _MODES["plain"]
    WITH_INPUT = _MODES["with_input"]
    ON_INPUT = _MODES["on_input"]
    EACH = _MODES["each"]
    EACH_ON_INPUT = _MODES["each_on_input"]


class FitKind(IntEnum):
    """How states meet the outputs; the numbers are the native canvas's."""

    EXACT = _FITS["exact"]
    MAP = _FITS["map"]
    STACK = _FITS["stack"]
