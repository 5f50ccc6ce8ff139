"""Attempts: what the last runs on a library answer, or else what its best programs do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arcloom.library import Library, StoredAnswer
from arcloom.solve.given import ATTEMPTS, given
from arcloom.solve.odds import AttemptOdds, TaskOdds
from arcloom.tasks import Grid, Task


class Attempt(NamedTuple):
    """An output for a test, and the best program that gives it; None where none fits the demos."""

    grid: Grid
    program: str | None
    odds: AttemptOdds | None = None


def attempts_of(
    task: Task, library: Library, answers: Sequence[StoredAnswer] | None = None
) -> tuple[list[list[Attempt]], TaskOdds | None]:
    """For each test the answers that a run stored, with their odds.

    If none stored any, the best programs answer, and the odds are not known. `answers` are the
    library's for the task, best first; they are read if not given.
    """
    answers = library.answers(task) if answers is None else answers
    stored = given(library, task)
    if stored is None:
        return best_answers(task, answers), None
    return [
        [
            Attempt(grid, _giver(grid, number, answers), _odds_of(stored.odds, number, place))
            for place, grid in enumerate(grids[:ATTEMPTS])
        ]
        for number, grids in enumerate(stored.attempts)
    ], stored.odds


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
