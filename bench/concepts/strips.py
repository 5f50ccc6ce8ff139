"""What concepts on grids of one row draw with: blocks of cells, and strips that they lie on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .canvas import Again, Example

Strip = NDArray[np.int8]
Block = list[int]
"""the colours of cells side by side"""
SHORTEST: Final = 10
LONGEST: Final = 30
SLACK: Final = 10
"""Cells that a strip has beyond what it needs, at most. Otherwise most of it is empty."""


def way(task: Random) -> Callable[[Strip, Strip], Example]:
    """How all strips of a task lie: as rows or, less often, as columns, from either end."""
    turns = task.choice((0, 0, 0, 2, 2, 2, 1, 3))

    def lay(given: Strip, wanted: Strip) -> Example:
        return np.rot90(given[None], turns), np.rot90(wanted[None], turns)

    return lay


def spread(
    chance: Random, blocks: Sequence[Block], gap: int = 1, before: int = 0, after: int = 0
) -> tuple[int, list[int]]:
    """The length of a strip, and where the blocks begin on it.

    There are at least so many cells between two of them, before all of them and after."""
    need = before + sum(map(len, blocks)) + gap * (len(blocks) - 1) + after
    if need > LONGEST:
        raise Again
    least = max(SHORTEST, need)
    length = chance.randint(least, min(LONGEST, least + SLACK))
    begins, at = [], before
    slack = sorted(chance.randint(0, length - need) for _ in blocks)
    for moved, block in zip(slack, blocks, strict=True):
        begins.append(at + moved)
        at += len(block) + gap
    return length, begins


def painted(length: int, begins: Sequence[int], blocks: Sequence[Block]) -> Strip:
    """A strip with the blocks at these places, the last one on top."""
    strip = np.zeros(length, np.int8)
    for begin, block in zip(begins, blocks, strict=True):
        strip[begin : begin + len(block)] = block
    return strip
