"""Measures the speed of tile ops: a mixed set of calls on many grids, on one core.

The set holds mirrors, rotations, recolourings, the largest component, hole filling and gravity,
each with every possible argument.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.bench.measure import BenchRow

ROUNDS: Final = 5
MIXED: Final = (
    *("hmirror", "vmirror", "dmirror", "cmirror", "rot90", "rot180", "rot270"),
    *("recolour", "keep_colour", "drop_colour", "negative"),
    *("keep_largest", "fill_holes", "fall"),
)


def measure_tiles(grids: Sequence[NDArray[np.uint8]], rounds: int = ROUNDS) -> BenchRow:
    """Millions of tile ops per second, and each op's share of the time."""
    calls = mixed_calls()
    timed = zip(*(_core.time_tile_ops(calls, grids, 1) for _ in range(rounds)), strict=True)
    nanoseconds = [median(times) for times in timed]
    total = sum(nanoseconds)
    spent = dict.fromkeys(MIXED, 0.0)
    for (name, _), time in zip(calls, nanoseconds, strict=True):
        spent[name] += time
    notes = {
        "calls": len(calls),
        "grids": len(grids),
        "shares": {name: time / total for name, time in spent.items()},
    }
    return BenchRow("tile ops, mixed, one core", 1e3 * len(calls) / total, "M/s", notes=notes)


def mixed_calls() -> list[tuple[str, int]]:
    """Every op of the mixed set with every argument."""
    ranges = {
        name: range(low, high + 1) if args else range(1)
        for name, _, args, low, high in _core.tile_ops()
    }
    return [(name, argument) for name in MIXED for argument in ranges[name]]
