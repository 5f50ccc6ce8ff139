"""Leaving one out: how many demos a program reproduces that it has not learnt from.

A program that takes `S` may fit the demos because it was told them. Told all but one, it has to
find that one by itself; how often it does says more of the test than the fit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arcloom.engine import Batt, weave
from arcloom.tasks import Grid, Sample, Task


def held_out(task: Task) -> tuple[Sample, ...]:
    """The task's demos, each as the one test of a task that has the others as demos."""
    pairs = task.pairs
    return tuple(
        Task(f"{task.id}:{k}", [*pairs[:k], *pairs[k + 1 :]], [pair[0]]).tests[0]
        for k, pair in enumerate(pairs)
    )


def leave_one_out(
    batt: Batt, tasks: Sequence[Task], threads: int | None = None
) -> NDArray[np.int64]:
    """For each program and task: the demos it gives where `S` has only the others.

    A task with a single demo has nothing to learn from once it is left out: 0.
    """
    samples = [held_out(task) if len(task.demos) > 1 else () for task in tasks]
    expected: list[Grid | None] = [
        pair[1] for task, held in zip(tasks, samples, strict=True) if held for pair in task.pairs
    ]
    flat = [sample for held in samples for sample in held]
    result = batt.run(flat, threads=threads, expected=expected)
    counts = np.zeros((len(batt.programs), len(tasks)), np.int64)
    column = 0
    for number, held in enumerate(samples):
        counts[:, number] = result.matches[:, column : column + len(held)].sum(axis=1)
        column += len(held)
    return counts


def leave_one_out_of_fits(
    batt: Batt, tasks: Sequence[Task], fits: NDArray[np.bool_], threads: int | None = None
) -> NDArray[np.int64]:
    """The same for the programs that fit a task only, by `fits[program, task]`; -1 for others.

    Most programs fit few tasks, so this is a fraction of the work.
    """
    counts = np.full(fits.shape, -1, np.int64)
    for number, task in enumerate(tasks):
        chosen = np.flatnonzero(fits[:, number])
        if chosen.size:
            few = weave([batt.programs[k] for k in chosen], batt.limits)
            counts[chosen, number] = leave_one_out(few, [task], threads)[:, 0]
    return counts
