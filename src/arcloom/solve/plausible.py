"""Plausibility: how far an output departs from what all demos of its task have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np

from arcloom.search.bare_answer import output_key
from arcloom.tasks import Grid, Task
from arcloom.tasks.grid import COLOURS

MOST: Final = 5.0
"""A departure that says all that one can say."""
LEAST_CHANGE: Final = 0.01
"""Added to the share of changed cells, so that none and hardly any are not worlds apart."""

SAID: Final = {
    "new_colour": "it has a colour that is not in the input and that no demo adds",
    "colours": "it gains or loses colours more than any demo does",
    "changed": "it changes more or less of the input than any demo does",
    "outlines": "it is busier or plainer beside its input than in any demo",
}
"""What a departure means."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """What counts of an input and its output."""

    added: frozenset[int]
    """colours of the output that the input lacks"""
    colours: float
    """how many colours more the output has"""
    changed: float | None
    """the logarithm of the share of changed cells; None if the size changes"""
    outlines: float
    """the logarithm of the length of all outlines in the output, by that in the input"""


class _Demos:
    """The demos of a task, and what is known of the outputs for its tests."""

    def __init__(self, task: Task) -> None:
        pairs = [_pair(*pair) for pair in task.pairs]
        self._added = frozenset[int]().union(*(pair.added for pair in pairs))
        self._colours = [pair.colours for pair in pairs]
        self._outlines = [pair.outlines for pair in pairs]
        changed = [pair.changed for pair in pairs if pair.changed is not None]
        self._changed = changed if len(changed) == len(pairs) else []
        self._known: dict[object, dict[str, float]] = {}

    def departures(self, given: Grid, output: Grid) -> dict[str, float]:
        key = output_key(given), output_key(output)
        if key not in self._known:
            self._known[key] = self._compared(_pair(given, output))
        return self._known[key]

    def _compared(self, pair: _Pair) -> dict[str, float]:
        changed = 0.0 if pair.changed is None else _beyond(pair.changed, self._changed)
        return {
            "new_colour": float(not pair.added <= self._added),
            "colours": _beyond(pair.colours, self._colours),
            "changed": changed,
            "outlines": _beyond(pair.outlines, self._outlines),
        }


_DEMOS: WeakKeyDictionary[Task, _Demos] = WeakKeyDictionary()
"""The scheduler asks for the same outputs again and again."""


def departures(task: Task, test: int, output: Grid) -> dict[str, float]:
    """How far an output for a test departs from the demos, by the names of SAID.

    Each is 0 within the range that the demos span, and grows with the distance from it.
    """
    demos = _DEMOS.get(task)
    if demos is None:
        demos = _DEMOS[task] = _Demos(task)
    return demos.departures(task.tests[test].input, output)


def _pair(given: Grid, output: Grid) -> _Pair:
    before, after = _colours(given), _colours(output)
    changed = None
    if given.shape == output.shape:
        share = float(np.mean(np.asarray(given) != np.asarray(output)))
        changed = log2(share + LEAST_CHANGE)
    return _Pair(
        added=after - before,
        colours=float(len(after) - len(before)),
        changed=changed,
        outlines=log2((_outlines(output) + 1) / (_outlines(given) + 1)),
    )


def _colours(grid: Grid) -> frozenset[int]:
    counts = np.bincount(np.ravel(np.asarray(grid)), minlength=COLOURS)
    return frozenset(np.flatnonzero(counts).tolist())


def _outlines(grid: Grid) -> int:
    """How many neighbouring cells differ in colour."""
    cells = np.asarray(grid)
    rows, columns = cells[1:] != cells[:-1], cells[:, 1:] != cells[:, :-1]
    return int(np.count_nonzero(rows)) + int(np.count_nonzero(columns))


def _beyond(value: float, range_: Sequence[float]) -> float:
    """How far a value is outside of the range, in which there may be nothing to compare with."""
    if not range_:
        return 0.0
    return min(max(0.0, value - max(range_), min(range_) - value), MOST)
