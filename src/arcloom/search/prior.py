"""Prior: what a step of a chain costs, in tenths of a bit, given the step before it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arcloom.search.actions import Action, Mode


def costs_of(actions: Sequence[Action]) -> NDArray[np.int32]:
    """A row a previous action, the first for none; a column an action."""
    each = [_base(action) for action in actions]
    return np.tile(np.array(each, dtype=np.int32), (len(actions) + 1, 1))


def _base(action: Action) -> int:
    cost = 70 if action.mode in (Mode.EACH, Mode.EACH_ON_INPUT) else 60
    return cost + 10 * action.colour
