"""Attempts: of what a library's programs answer for a task's tests, the two best for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from arcloom.library import Answer
from arcloom.tasks import Grid, Task

ATTEMPTS: Final = 2


class Attempt(NamedTuple):
    """An output for a test, and the best program that gives it."""

    grid: Grid
    program: str


def attempts_of(task: Task, answers: Sequence[Answer]) -> list[list[Attempt]]:
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
