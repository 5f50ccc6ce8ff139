"""Scores a submission against the test outputs, which only this module and `check` may read.

An output is solved at n attempts if one of the first n is right. A task is solved if all its
outputs are. A task with a test output that the data lacks is not counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arcloom.frames import data_frame
from arcloom.solve.submission import Attempts
from arcloom.tasks import Grid, Task
from arcloom.tasks.sealed import reveal

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Score:
    """Counts by the number of attempts. `solved` holds the task ids solved with all attempts."""

    tasks: Mapping[int, int]
    outputs: Mapping[int, int]
    total_tasks: int
    total_outputs: int
    hidden: int
    """tasks that are not counted, because the data lacks an output"""
    solved: frozenset[str]
    places: Mapping[str, tuple[int | None, ...]]
    """for each task that counts, the right attempt of each test, from 1; None if none is right"""

    @property
    def counted(self) -> frozenset[str]:
        """The tasks whose outputs are all known."""
        return frozenset(self.places)

    def to_pandas(self) -> pd.DataFrame:
        """A data frame with a row per number of attempts: the tasks and outputs that are right.

        Raises:
            InputError: pandas is not installed.
        """
        columns = ("attempts", "tasks", "total_tasks", "outputs", "total_outputs")
        rows = (
            (n, count, self.total_tasks, self.outputs[n], self.total_outputs)
            for n, count in self.tasks.items()
        )
        return data_frame(columns, (dict(zip(columns, r, strict=True)) for r in rows), "attempts")


def score(answers: Mapping[str, Attempts], tasks: Mapping[str, Task]) -> Score:
    """Score attempts for every task, at 1 and 2 attempts, and at more if there are more."""
    deepest = max((len(grids) for entry in answers.values() for grids in entry), default=0)
    counts = range(1, max(deepest, 2) + 1)
    by_task: dict[str, list[int | None]] = {}
    hidden = 0
    for task_id, task in tasks.items():
        expected = reveal(task)
        if any(grid is None for grid in expected):
            hidden += 1
            continue
        by_task[task_id] = [
            _place(attempts, grid)
            for attempts, grid in zip(answers[task_id], expected, strict=True)
            if grid is not None
        ]
    return Score(
        tasks={n: sum(_within(places, n) for places in by_task.values()) for n in counts},
        outputs={n: sum(_within([p], n) for ps in by_task.values() for p in ps) for n in counts},
        total_tasks=len(by_task),
        total_outputs=sum(map(len, by_task.values())),
        hidden=hidden,
        solved=frozenset(task for task, places in by_task.items() if _within(places, counts[-1])),
        places={task: tuple(places) for task, places in by_task.items()},
    )


def _place(attempts: tuple[Grid, ...], expected: Grid) -> int | None:
    """The number of the right attempt, from 1; None if none is right."""
    return next((n for n, grid in enumerate(attempts, 1) if grid.same(expected)), None)


def _within(places: list[int | None], count: int) -> bool:
    return all(place is not None and place <= count for place in places)


@dataclass(frozen=True)
class StrategyScore:
    """How a strategy would have done without the others."""

    fitted: int
    """tasks for which it has a program that fits"""
    right: int
    """of these, the tasks that its own attempts solve"""
    only: int
    """of these, the tasks that no other strategy's attempts solve"""


def score_strategies(
    alone: Mapping[str, Mapping[str, Attempts]], tasks: Mapping[str, Task]
) -> dict[str, StrategyScore]:
    """The score of each strategy, given its attempts for the tasks that it fitted."""
    solved = {}
    for name, answers in alone.items():
        solved[name] = score(answers, {task_id: tasks[task_id] for task_id in answers}).solved
    return {
        name: StrategyScore(
            fitted=len(alone[name]),
            right=len(right),
            only=len(right.difference(*(other for key, other in solved.items() if key != name))),
        )
        for name, right in solved.items()
    }
