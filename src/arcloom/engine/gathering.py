"""Samples for a run: a task's grids come to the native core once, and runs point to them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from weakref import WeakKeyDictionary

from arcloom import _core
from arcloom.tasks.grid import Grid
from arcloom.tasks.task import Sample, Task


class _Known(NamedTuple):
    """A task's grids, and the numbers of its samples by their ids, which last as long as it."""

    grids: _core.TaskGrids
    numbers: dict[int, int]


_KNOWN: WeakKeyDictionary[Task, _Known] = WeakKeyDictionary()


def gather(
    core: _core.Batt,
    samples: Sequence[Sample],
    expected: Sequence[Grid | None] | None = None,
    candidates: Sequence[Grid | None] | None = None,
) -> None:
    """Hand samples to a batt, task by task; with other outputs than their own where given."""
    core.start()
    as_they_are = expected is None and candidates is None
    column = 0
    for task, group in groupby(samples, key=attrgetter("task")):
        known = _KNOWN.get(task) or _remember(task)
        some = list(group)
        core.add_task(known.grids)
        numbers = [n for n in map(known.numbers.get, map(id, some)) if n is not None]
        if as_they_are and len(numbers) == len(some):
            core.add_samples(numbers)
            column += len(some)
            continue
        for sample in some:
            wanted = sample.output if expected is None else expected[column]
            core.add_sample(sample.input, wanted, candidates[column] if candidates else None)
            column += 1


def _remember(task: Task) -> _Known:
    grids = _core.TaskGrids(task.pairs, [test.input for test in task.tests])
    _KNOWN[task] = known = _Known(grids, {id(s): n for n, s in enumerate(task.samples)})
    return known
