"""What the CPU's and the GPU's enumerators share: uses of an op, kinds of fits, the least cost."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from arcloom import _core

NativeFit = tuple[int, int, int, list[int], list[int]]
"""Kind of fit, cost of its states in the prior's units, entries of its table, the roles of its
states if it is a stack, its states."""

LEAST_STEP_COST: Final = 10
"""The least cost of a step: one bit. So a chain never grows for free."""

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
