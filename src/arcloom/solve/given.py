"""Given: the answers that a library has for a task, and how likely they are right.

`solve` stores the answers of its last run. `evolve` stores those of the programs that it keeps. If
a task has both, the likelier counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

from arcloom.library import Library
from arcloom.library.odds import ODDS
from arcloom.search.bare_answer import BareAnswer
from arcloom.solve.odds import AttemptOdds, TaskOdds
from arcloom.tasks import Grid, Task

ATTEMPTS: Final = 2
"""Attempts at each test, where nobody asked for another number."""


@dataclass(frozen=True, slots=True)
class Given:
    """The attempts at each test of a task, and their odds; older versions stored no odds."""

    attempts: list[list[Grid]]
    odds: TaskOdds | None


def given(library: Library, task: Task) -> Given | None:
    """The answers that the library has for a task; None if it has none."""
    solved, kept = _of_solve(library, task), _of_evolve(library, task)
    if solved is None or kept is None:
        return solved or kept
    return kept if _probability(kept) > _probability(solved) else solved


def given_probabilities(library: Library, tasks: Iterable[Task]) -> dict[str, float]:
    """By task id, how likely the library has each of these tasks right, where that is known."""
    stored = library.states(ODDS)
    found: dict[str, float] = {}
    for task in tasks if stored else ():
        states = [stored[key] for key in (odds_key(task), kept_key(task)) if key in stored]
        if states:
            found[task.id] = max(state["probability"] for state in states)
    return found


def given_bare_answers(library: Library, task: Task) -> list[BareAnswer]:
    """The answers without a program that the library has for the task, with votes first."""
    return [
        BareAnswer(task.id, a.test_index, a.grid, a.votes, a.views, a.bits, a.origin)
        for a in library.bare_answers(task.key)
        if a.test_index < len(task.tests)
    ]


def task_key(task: Task) -> str:
    """The state with what `solve` has found for a task."""
    return f"solve {task.key}"


def attempts_key(task: Task) -> str:
    """The state with the attempts of `solve`."""
    return f"attempts of {task_key(task)}"


def odds_key(task: Task) -> str:
    """The state with the odds of these attempts."""
    return f"{ODDS}{task_key(task)}"


def kept_key(task: Task) -> str:
    """The state with the attempts and the odds of what `evolve` keeps."""
    return f"{ODDS}evolve {task.key}"


def digest_of(text: str) -> str:
    """A short name for a long text."""
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _of_solve(library: Library, task: Task) -> Given | None:
    attempts = library.load_state(attempts_key(task))
    if attempts is None:
        return None
    odds = library.load_state(odds_key(task))
    return Given(_grids(attempts), None if odds is None else _odds(odds))


def _of_evolve(library: Library, task: Task) -> Given | None:
    state = library.load_state(kept_key(task))
    return None if state is None else Given(_grids(state["attempts"]), _odds(state))


def _probability(answers: Given) -> float:
    return 0.0 if answers.odds is None else answers.odds.probability


def _grids(tests: list[list[Any]]) -> list[list[Grid]]:
    return [[Grid(rows) for rows in test] for test in tests]


def _odds(state: dict[str, Any]) -> TaskOdds:
    tests = tuple(tuple(AttemptOdds(**one) for one in test) for test in state["tests"])
    return TaskOdds(state["probability"], tests)
