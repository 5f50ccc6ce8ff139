"""Attempts: what a run of `solve` answers, or else what the best programs of a library do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from arcloom.library import Library, StoredAnswer
from arcloom.solve.odds import AttemptOdds, TaskOdds
from arcloom.solve.recall import given_attempts
from arcloom.tasks import Grid, Task

ATTEMPTS: Final = 2


class Attempt(NamedTuple):
    """An output for a test, and the best program that gives it; None where none fits the demos."""

    grid: Grid
    program: str | None
    odds: AttemptOdds | None = None


def attempts_of(
    task: Task,
    library: Library,
    answers: Sequence[StoredAnswer] | None = None,
    odds: TaskOdds | None = None,
) -> list[list[Attempt]]:
    """For each test the answers of `solve`, or of the best programs if `solve` did not run.

    `answers` are the library's for the task, best first; they are read if not given. `odds` are
    those of the answers of `solve`.
    """
    answers = library.answers(task) if answers is None else answers
    given = given_attempts(library, task)
    if given is None:
        return best_answers(task, answers)
    return [
        [
            Attempt(grid, _giver(grid, number, answers), _odds_of(odds, number, place))
            for place, grid in enumerate(grids[:ATTEMPTS])
        ]
        for number, grids in enumerate(given)
    ]


def _odds_of(odds: TaskOdds | None, test: int, place: int) -> AttemptOdds | None:
    """The odds of an attempt; None where they are not known."""
    if odds is None or test >= len(odds.tests) or place >= len(odds.tests[test]):
        return None
    return odds.tests[test][place]


def _giver(grid: Grid, test: int, answers: Sequence[StoredAnswer]) -> str | None:
    """The best program that gives this output."""
    for answer in answers:
        if answer.test_index == test and answer.grid is not None and answer.grid.same(grid):
            return answer.program
    return None


def best_answers(task: Task, answers: Sequence[StoredAnswer]) -> list[list[Attempt]]:
    """For each test the first different outputs, in the order of the answers: best first."""
    found: list[list[Attempt]] = [[] for _ in task.tests]
    for answer in answers:
        if answer.grid is None or answer.test_index >= len(found):
            continue
        attempts = found[answer.test_index]
        known = any(attempt.grid.same(answer.grid) for attempt in attempts)
        if not known and len(attempts) < ATTEMPTS:
            attempts.append(Attempt(answer.grid, answer.program))
    return found
