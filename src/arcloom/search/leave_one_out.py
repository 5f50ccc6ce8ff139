"""Leave-one-out: how many demos a program gives that it has not learnt from.

A program that takes `S` may fit the demos only because it has seen them. If we hide one demo, the
program must find that output by itself. How often it does says more about the test than the fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcloom.engine import Batt, Limits, weave
from arcloom.lang import Program
from arcloom.search.strategy import Found
from arcloom.tasks import Grid, Sample, Task


def held_out(task: Task) -> tuple[Sample, ...]:
    """Each demo of the task as the only test of a task with the other demos."""
    pairs = task.pairs
    return tuple(
        Task(f"{task.id}:{k}", [*pairs[:k], *pairs[k + 1 :]], [pair[0]]).tests[0]
        for k, pair in enumerate(pairs)
    )


class LeftOut(NamedTuple):
    """The result of leave-one-out."""

    counts: NDArray[np.int64]
    """for each program and task, the number of demos that it gives while they are left out"""
    work: int
    """in fuel"""


def leave_one_out(batt: Batt, tasks: Sequence[Task], threads: int | None = None) -> LeftOut:
    """Count for each program and task the demos that it gives while they are left out of `S`.

    It is 0 for a task with one demo: without that demo there is nothing to learn from.
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
    return LeftOut(counts, result.work)


def with_left_out(
    task: Task, found: Sequence[Found], limits: Limits
) -> tuple[tuple[Found, ...], int]:
    """Test the programs that fit and learn by leave-one-out. Gives all programs, and the fuel."""
    learnt = [one for one in found if one.fits and learns(one.program)]
    if not learnt or len(task.demos) < 2:
        return tuple(found), 0
    batt = weave([one.program for one in learnt], limits)
    counts, work = leave_one_out(batt, [task], threads=1)
    tested = {
        one.program.hash: replace(one, left_out=(count, len(task.demos)))
        for one, count in zip(learnt, counts[:, 0].tolist(), strict=True)
    }
    return tuple(tested.get(one.program.hash, one) for one in found), work


def learns(program: Program) -> bool:
    """Whether a program takes the demos, so that it may have learnt their outputs."""
    return any(node.kind == "input" and node.payload == "S" for node in program.nodes)
