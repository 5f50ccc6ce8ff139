"""Clothes of a task: now and then a ground of another colour than black."""

from __future__ import annotations

from random import Random

import numpy as np

from .canvas import Example, Picture


def some_ground(task: Random, taken: tuple[int, ...]) -> int:
    """Mostly black, now and then a colour that nothing else has."""
    free = [c for c in range(1, 10) if c not in taken]
    return task.choice(free) if task.random() < 0.3 else 0


def on_ground(example: Example, ground: int) -> Example:
    """The same example with this colour in place of black."""
    given, wanted = example
    return _on(given, ground), _on(wanted, ground)


def _on(grid: Picture, ground: int) -> Picture:
    return np.where(grid == 0, ground, grid).astype(np.int8)
