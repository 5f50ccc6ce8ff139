"""Scoring a submission against the test outputs, which only this and `check` may open.

An output is solved at n attempts where one of the first n is right, a task where all its outputs
are. A task with a test whose output the data does not hold is not counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arcloom.solve.submission import Attempts
from arcloom.tasks import Grid, Task
from arcloom.tasks.sealed import reveal


@dataclass(frozen=True)
class Score:
    """Counts by the number of attempts; `solved` are the ids of the tasks at the most attempts."""

    tasks: Mapping[int, int]
    outputs: Mapping[int, int]
    total_tasks: int
    total_outputs: int
    hidden: int
    """tasks that are not counted, since the data does not hold all their outputs"""
    solved: frozenset[str]


def score(answers: Mapping[str, Attempts], tasks: Mapping[str, Task]) -> Score:
    """Score attempts for every task, at 1 and 2 attempts, and at more where there are more."""
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
    )


def _place(attempts: tuple[Grid, ...], expected: Grid) -> int | None:
    """Which attempt is right, from 1; None where none is."""
    return next((n for n, grid in enumerate(attempts, 1) if grid.same(expected)), None)


def _within(places: list[int | None], count: int) -> bool:
    return all(place is not None and place <= count for place in places)


@dataclass(frozen=True)
class StrategyScore:
    """What a strategy would have had right without the others."""

    fitted: int
    """tasks that it has a fitting program for"""
    right: int
    """of these, those that its own attempts solve"""
    only: int
    """of these, those that no other strategy's attempts solve"""


def score_strategies(
    alone: Mapping[str, Mapping[str, Attempts]], tasks: Mapping[str, Task]
) -> dict[str, StrategyScore]:
    """For each strategy, given its attempts for the tasks that it fitted."""
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
