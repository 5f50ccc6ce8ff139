"""The ground of a task: black in most, another colour now and then."""

from __future__ import annotations

from random import Random

import numpy as np

from .canvas import Example, Picture


def some_ground(task: Random, share: float = 0.3) -> int:
    """Black, or with this chance another colour."""
    return task.randint(1, 9) if task.random() < share else 0


def laid_on(ground: int, given: Picture, wanted: Picture) -> Example:
    """The example with this colour for black."""
    return _laid(ground, given), _laid(ground, wanted)


def _laid(ground: int, grid: Picture) -> Picture:
    return np.where(grid == 0, ground, grid).astype(np.int8)
