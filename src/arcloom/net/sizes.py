"""Sizes: what the demos say of the size of a test's output, to bound its decoding."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from arcloom.net.tokens import SIDE
from arcloom.tasks import Grid, Task


@dataclass(frozen=True)
class SizeBound:
    """The largest size of an output, and whether it is the only one."""

    height: int
    width: int
    exact: bool

    @property
    def length(self) -> int:
        """Tokens of the largest output."""
        return self.height * (self.width + 1)

    def turned(self, turn: int) -> SizeBound:
        """The bound under a turn of the grids."""
        swapped = (turn % 2 == 1) != (turn >= 4)
        return SizeBound(self.width, self.height, self.exact) if swapped else self


def size_bound(task: Task, test: Grid) -> SizeBound:
    """Outputs are as large as their inputs if all demos say so.

    Otherwise no output is larger than the demos' outputs, or than the largest factor between a
    demo's sides would make it.
    """
    if not task.pairs:
        return SizeBound(SIDE, SIDE, False)
    if all(given.shape == wanted.shape for given, wanted in task.pairs):
        return SizeBound(min(test.shape[0], SIDE), min(test.shape[1], SIDE), True)
    return SizeBound(_side(task, test, 0), _side(task, test, 1), False)


def _side(task: Task, test: Grid, axis: int) -> int:
    seen = max(wanted.shape[axis] for _, wanted in task.pairs)
    factor = max(wanted.shape[axis] / given.shape[axis] for given, wanted in task.pairs)
    return min(SIDE, max(seen, ceil(test.shape[axis] * factor)))
