"""Native results as Python values: Grid, ints, tuples, frozensets, functions, Undefined."""

from __future__ import annotations

from typing import Any

import numpy as np

from arcloom.engine.functions import op_name
from arcloom.engine.undefined import Reason, Undefined
from arcloom.tasks.grid import Grid

NativeAnswer = tuple[bool, Any, int, int, str | None, int]
"""defined, value, reason, op, the error that a user's op raised, fuel"""


def from_native(answer: NativeAnswer, grids: bool = True) -> Any:
    """The value, or an Undefined. With `grids`, a value that can be a grid becomes a Grid."""
    defined, value, reason, op, detail, _ = answer
    if not defined:
        return Undefined(Reason(reason), op_name(op), detail)
    return as_grid(value) if grids else value


def as_grid(value: Any) -> Any:
    """A Grid if the value is a rectangle of colours 0 to 9, otherwise the value itself."""
    if not isinstance(value, tuple) or not value or not isinstance(value[0], tuple) or not value[0]:
        return value
    width = len(value[0])
    for row in value:
        if not isinstance(row, tuple) or len(row) != width:
            return value
        if {*map(type, row)} != {int} or min(row) < 0 or max(row) > 9:
            return value
    return Grid(np.array(value, dtype=np.uint8))
