"""The ground of a task: black in most, another colour now and then."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import numpy as np

from .canvas import Example, Picture


def some_ground(task: Random, taken: Collection[int] = (), share: float = 0.3) -> int:
    """Black, or with this chance another colour; none of those that are taken."""
    free = [colour for colour in range(1, 10) if colour not in taken]
    return task.choice(free) if task.random() < share else 0


def laid_on(ground: int, given: Picture, wanted: Picture) -> Example:
    """The example with this colour for black."""
    return _laid(ground, given), _laid(ground, wanted)


def _laid(ground: int, grid: Picture) -> Picture:
    return np.where(grid == 0, ground, grid).astype(np.int8)
