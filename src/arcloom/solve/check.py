"""Checks programs against tasks, including the test outputs: which solve what, and at what cost.

A task is solved if one program gives the output of every demo and of every test. If the data lacks
a test output, the task can be fitted but never counts as solved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from arcloom.engine import Limits, RunResult, weave
from arcloom.engine.figures import cut_by_fuel
from arcloom.engine.undefined import Reason
from arcloom.frames import data_frame
from arcloom.lang import Program
from arcloom.tasks import Dataset, Grid, Task
from arcloom.tasks.sealed import reveal

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Solver:
    """The cheapest program that solves a task. `fuel` is its cost on all the task's samples."""

    program: str
    fuel: int
    nodes: int


@dataclass(frozen=True)
class Miss:
    """Where the program that comes nearest to solving a task fails first.

    A program whose name ends in the task's id is meant for it, and goes before others.
    """

    program: str
    sample: str
    """the first sample with another output: `demo 2` or `test 1`, counted from 1"""
    reason: str
    """why it has no output there; empty if it has a wrong one"""


@dataclass(frozen=True)
class Check:
    """What a set of programs solves of a dataset. Task ids are in the dataset's order."""

    tasks: int
    programs: int
    solvers: Mapping[str, Solver]
    unsolved: tuple[str, ...]
    fitted: int  # tasks for which some program gives the output of every demo
    hidden: int  # tasks with a test output that the data lacks
    cut_by_fuel: float  # share of the executed program-sample pairs that ran out of fuel
    threads: int
    seconds: float
    misses: Mapping[str, Miss]  # of the unsolved tasks
    unknown: int = 0  # tasks that are fitted, and whose test outputs the data lacks

    @property
    def wrong(self) -> int:
        """How many tasks are fitted although no program solves them."""
        return self.fitted - len(self.solvers) - self.unknown

    def to_pandas(self) -> pd.DataFrame:
        """A data frame with a row per task: whether it is solved, and by which program.

        Raises:
            InputError: pandas is not installed.
        """
        solved = ({"task": task, "solved": True, **vars(s)} for task, s in self.solvers.items())
        missed = ({"task": task, "solved": False} for task in self.unsolved)
        columns = ("task", "solved", "program", "fuel", "nodes")
        return data_frame(columns, (*solved, *missed), "task")


def check(
    dataset: Dataset,
    programs: Mapping[str, Program],
    *,
    threads: int | None = None,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> Check:
    """Run every program on every task. After its first miss a program skips the rest of a task."""
    begun = perf_counter()
    batt = weave(programs.values(), limits)
    expected = [output for task in dataset.values() for output in _outputs(task)]
    result = batt.run(
        dataset.samples(), threads=threads, match=True, expected=expected, progress=progress
    )
    names = list(programs)
    sizes = [len(program) for program in programs.values()]
    solvers: dict[str, Solver] = {}
    misses: dict[str, Miss] = {}
    fitted = unknown = first = 0
    for task in dataset.values():
        columns = slice(first, first + len(task.samples))
        first = columns.stop
        demos = slice(columns.start, columns.start + len(task.demos))
        fits = bool(result.matches[:, demos].all(axis=1).any())
        hidden = any(grid is None for grid in reveal(task))
        fitted += fits
        unknown += fits and hidden
        solver = _cheapest(result, columns, names, sizes)
        if solver is not None:
            solvers[task.id] = solver
        elif names and not hidden:
            misses[task.id] = _miss(result, columns, names, task)
    return Check(
        tasks=len(dataset),
        programs=len(programs),
        solvers=solvers,
        unsolved=tuple(task_id for task_id in dataset if task_id not in solvers),
        fitted=fitted,
        hidden=sum(any(g is None for g in reveal(task)) for task in dataset.values()),
        cut_by_fuel=cut_by_fuel(result),
        threads=result.threads,
        seconds=perf_counter() - begun,
        misses=misses,
        unknown=unknown,
    )


def _outputs(task: Task) -> list[Grid | None]:
    return [*(demo.output for demo in task.demos), *reveal(task)]


def _miss(result: RunResult, columns: slice, names: Sequence[str], task: Task) -> Miss:
    reached = result.matches[:, columns].argmin(axis=1)  # the first sample that it misses
    best = max(range(len(names)), key=lambda p: (names[p].endswith(f"_{task.id}"), reached[p], -p))
    at = int(reached[best])
    demos = len(task.demos)
    sample = f"demo {at + 1}" if at < demos else f"test {at - demos + 1}"
    code = int(result.reasons[best, columns.start + at])
    reasons = {reason.value: reason.name.lower() for reason in Reason}
    return Miss(names[best], sample, reasons.get(code, ""))


def _cheapest(
    result: RunResult, columns: slice, names: Sequence[str], sizes: Sequence[int]
) -> Solver | None:
    solving = np.flatnonzero(result.matches[:, columns].all(axis=1)).tolist()
    if not solving:
        return None
    fuel = result.fuel[:, columns].sum(axis=1)
    best = min(solving, key=lambda p: (fuel[p], names[p]))
    return Solver(names[best], int(fuel[best]), sizes[best])
