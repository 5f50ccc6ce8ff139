"""Hands samples to a run. The native core gets a task's grids once, and runs point to them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import cast
from weakref import finalize

from arcloom import _core
from arcloom.errors import InputError
from arcloom.tasks.dataset import Dataset
from arcloom.tasks.grid import Grid
from arcloom.tasks.load import Tasks, tasks_of
from arcloom.tasks.task import Sample, Task

_KNOWN: dict[int, _core.TaskGrids] = {}
"""The grids of every task that is alive, by `id`. The native core looks here before it asks."""


def samples_of(given: Sequence[Sample] | Tasks) -> Sequence[Sample]:
    """The samples themselves, or all samples of what stands for tasks."""
    if isinstance(given, Task):
        return given.samples
    if isinstance(given, str | os.PathLike | Dataset) or not isinstance(given, Iterable):
        return tasks_of(given).samples()
    if isinstance(given, Sequence) and all(isinstance(one, Sample) for one in given[:1]):
        return cast(Sequence[Sample], given)
    tasks = list(given.values() if isinstance(given, Mapping) else given)
    for task in tasks:
        if not isinstance(task, Task):
            raise InputError(
                f"{type(task).__name__} is no task and no sample", remedy="give tasks, or samples"
            )
    return [sample for task in tasks for sample in task.samples]


def gather(
    core: _core.Batt,
    samples: Sequence[Sample],
    expected: Sequence[Grid | None] | None = None,
    candidates: Sequence[Grid | None] | None = None,
) -> None:
    """Hand samples to a batt, with other outputs than their own and with candidates, if given."""
    core.gather(samples, _KNOWN, _add_task, expected, candidates)


def _add_task(task: Task) -> _core.TaskGrids:
    number = id(task)
    grids = _KNOWN[number] = _core.TaskGrids(task.samples)
    # A later task may get the same number, so the entry goes with the task.
    finalize(task, _KNOWN.pop, number, None).atexit = False
    return grids
